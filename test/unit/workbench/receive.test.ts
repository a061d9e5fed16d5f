// The messages that a page may send to the extension.
import assert from "node:assert/strict";
import * as v from "valibot";
import { noFields, receive } from "../../../src/workbench/panels/receive-messages.ts";

describe("The messages of a panel", () => {
  const done: string[] = [];
  const receiver = receive(
    { refresh: noFields, open: v.object({ at: v.number() }) },
    {
      refresh: () => void done.push("refresh"),
      open: async ({ at }) => {
        await Promise.resolve();
        done.push(`open ${at}`);
      },
    },
  );

  beforeEach(() => done.splice(0));

  it("are handled with their fields", async () => {
    await receiver({ type: "refresh" });
    await receiver({ type: "open", at: 3, more: "is left out" });
    assert.deepEqual(done, ["refresh", "open 3"]);
  });

  it("are rejected if they were not declared, or their fields are wrong", () => {
    for (const message of [undefined, null, 7, "refresh", {}, { type: "constructor" }, { type: "__proto__" }]) {
      assert.throws(() => void receiver(message), /malformed/);
    }
    assert.throws(() => void receiver({ type: "open", at: "3" }), /malformed/);
    assert.deepEqual(done, []);
  });
});
