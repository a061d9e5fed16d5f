// No folders of `src` import each other in a circle, so that each can be understood after the ones that it imports.
import assert from "node:assert/strict";
import { findCircles, readSources } from "./circles.ts";

describe("Folders of the sources", () => {
  it("import each other in no circle", async () => {
    assert.deepEqual(findCircles(await readSources()), []);
  });

  it("are reported if one more import closes a circle", async () => {
    const planted = new Map(await readSources()).set("base/planted.ts", `import "./tasks/wait.ts";`);
    assert.ok(findCircles(planted).includes("base → base/tasks → base"));
  });

  it("are reported if they import each other directly or through others", () => {
    const sources = new Map([
      ["blocks/block/panel.ts", `import { rows } from "../tree/rows.ts";`],
      ["blocks/tree/rows.ts", `import type { Pin } from "../store/pins.ts";\nimport "./row.ts";`],
      ["blocks/store/pins.ts", `export const load = async () => import("../block/panel.ts");`],
      ["trackers/a/one.ts", `import {\n  two,\n} from "../b/two.ts";`],
      ["trackers/b/two.ts", `export { one } from "../a/one.ts";`],
      ["issues/wing.ts", `import { list } from "./lists/list.ts";`],
      ["issues/lists/list.ts", `export const list = 1;`],
    ]);
    assert.deepEqual(findCircles(sources), [
      "blocks/block → blocks/tree → blocks/store → blocks/block",
      "trackers/a → trackers/b → trackers/a",
    ]);
  });
});
