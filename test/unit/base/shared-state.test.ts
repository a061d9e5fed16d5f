import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SharedState } from "../../../src/base/shared-state.ts";

/** One more than what stands there. */
function more(content: unknown): { content: number; result: number } {
  const count = (typeof content === "number" ? content : 0) + 1;
  return { content: count, result: count };
}

describe("a shared state", () => {
  let folder = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-state-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("loses no change, however many are made at once", async () => {
    const many = Array.from({ length: 60 }, () => new SharedState(folder));
    const results = await Promise.all(many.map((each) => each.change(more)));
    assert.deepEqual(
      results.toSorted((one, other) => one - other),
      many.map((_, place) => place + 1),
    );
    assert.equal(await new SharedState(folder).read(), 60);
  });

  it("makes a change anew that was overtaken while its process slept", async () => {
    const state = new SharedState(folder);
    await state.change(more);
    const seen: unknown[] = [];
    const result = await state.change((content) => {
      seen.push(content);
      // Many changes of others, of which the earlier are swept away already.
      if (seen.length === 1) writeFileSync(join(folder, "50.json"), '{"content":49,"marks":[]}');
      return more(content);
    });
    assert.deepEqual(seen, [1, 49]);
    assert.equal(result, 50);
    assert.equal(await state.read(), 50);
  });

  it("knows nothing of a folder that is empty, missing, or full of something else", async () => {
    assert.equal(await new SharedState(folder).read(), undefined);
    await writeFile(join(folder, "a.json"), "5");
    await writeFile(join(folder, "1.json"), '{"marks":"none"}');
    assert.equal(await new SharedState(folder).read(), undefined);
    assert.equal(await new SharedState(join(folder, "not", "there")).read(), undefined);
  });

  it("says so where it cannot be kept", async () => {
    await writeFile(join(folder, "file"), "");
    await assert.rejects(new SharedState(join(folder, "file")).change(more));
    const odd = new SharedState(folder);
    await assert.rejects(
      odd.change(() => {
        throw new RangeError("not this");
      }),
      RangeError,
    );
    assert.deepEqual(await readdir(folder), ["file"]);
  });
});
