// VS Code requests code lenses again after a change, even if the editor loses the focus in that moment.
import assert from "node:assert/strict";
import { LensChanges } from "../../../src/workbench/references/lens-changes.ts";
import { until } from "./until.ts";

describe("CodeLens changes", () => {
  it("are announced at once, and again later for a VS Code that dropped the first announcement", async () => {
    const changes = new LensChanges();
    let announced = 0;
    changes.event(() => (announced += 1));
    changes.announce();
    assert.equal(announced, 1);
    await until(() => announced === 2);
    changes.dispose();
  });
});
