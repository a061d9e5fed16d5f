// Changes to state that processes share are never lost, with or without hard links.
import assert from "node:assert/strict";
import { promises, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SharedState } from "../../../src/base/processes/shared-state.ts";

/** A change that adds one to the value. */
function more(content: unknown): { content: number; result: number } {
  const count = (typeof content === "number" ? content : 0) + 1;
  return { content: count, result: count };
}

describe("A shared state", () => {
  let folder = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-state-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function changeAtOnce(count: number): Promise<void> {
    const many = Array.from({ length: count }, () => new SharedState(folder));
    const results = await Promise.all(many.map((each) => each.change(more)));
    assert.deepEqual(
      results.toSorted((one, other) => one - other),
      many.map((_, place) => place + 1),
    );
    assert.equal(await new SharedState(folder).read(), count);
  }

  it("loses no change, however many are made at once", () => changeAtOnce(60));

  describe("without hard links", () => {
    const { link } = promises;
    before(() => {
      promises.link = () => Promise.reject(Object.assign(new Error("EPERM"), { code: "EPERM" }));
      syncBuiltinESMExports();
    });
    after(() => {
      promises.link = link;
      syncBuiltinESMExports();
    });

    it("loses no change either, and leaves few files behind", async () => {
      await changeAtOnce(40);
      const names = await readdir(folder);
      assert.ok(names.length <= 17, names.join());
      assert.ok(names.includes("40.json"));
    });

    it("continues from what a process with hard links wrote", async () => {
      putVersion("1", '{"content":1,"marks":[]}');
      assert.equal(await new SharedState(folder).change(more), 2);
    });
  });

  /** Writes a version as another process does. */
  function putVersion(name: string, text: string): void {
    writeFileSync(join(folder, `${name}.json`), text);
  }

  it("repeats a change that was overtaken while its process slept", async () => {
    const state = new SharedState(folder);
    await state.change(more);
    const seen: unknown[] = [];
    const result = await state.change((content) => {
      seen.push(content);
      // Other processes have made many changes, and the earlier ones are already deleted.
      if (seen.length === 1) putVersion("50", '{"content":49,"marks":[]}');
      return more(content);
    });
    assert.deepEqual(seen, [1, 49]);
    assert.equal(result, 50);
    assert.equal(await state.read(), 50);
  });

  it("has no value in a folder that is empty, missing, or full of other files", async () => {
    assert.equal(await new SharedState(folder).read(), undefined);
    await writeFile(join(folder, "a.json"), "5");
    await writeFile(join(folder, "1.json"), "5");
    await mkdir(join(folder, "2.json"));
    putVersion("3", '{"marks":"none"}');
    assert.equal(await new SharedState(folder).read(), undefined);
    assert.equal(await new SharedState(join(folder, "not", "there")).read(), undefined);
  });

  it("skips a version that a crash left incomplete, and continues from the one before", async () => {
    const state = new SharedState(folder);
    await state.change(more);
    putVersion("2", '{"content":');
    putVersion("3", " ".repeat(5 * 1024 * 1024));
    await mkdir(join(folder, "4.json", "content.json"), { recursive: true });
    await mkdir(join(folder, "5.json"));
    putVersion("6", "");
    assert.equal(await state.read(), 1);
    assert.equal(await state.change(more), 2);
    assert.equal(await state.change(more), 3);
  });

  it("ignores version numbers that are too high to be its own", async () => {
    const state = new SharedState(folder);
    await state.change(more);
    for (const name of ["9007199254740993", "99999999999999999999", "1e3", "-7", "007", "0"])
      putVersion(name, '{"content":70,"marks":[]}');
    assert.equal(await state.change(more), 2);
    assert.equal(await state.read(), 2);
  });

  it("starts over if no number is left, and reports it", async () => {
    let resets = 0;
    const state = new SharedState(folder, { onReset: () => void (resets += 1) });
    putVersion("999999999999999", '{"content":70,"marks":[]}');
    assert.equal(await state.change(more), 1);
    assert.equal(await state.change(more), 2);
    assert.equal(resets, 1);
  });

  describe("whose files are in use, as by a virus scanner on Windows", () => {
    const { rm: remove } = promises;
    beforeEach(() => {
      promises.rm = () => Promise.reject(Object.assign(new Error("EBUSY"), { code: "EBUSY" }));
      syncBuiltinESMExports();
    });
    afterEach(() => {
      promises.rm = remove;
      syncBuiltinESMExports();
    });

    it("makes each change once, although it can't delete what the change leaves behind", async () => {
      const state = new SharedState(folder);
      for (let count = 1; count <= 20; count += 1) assert.equal(await state.change(more), count);
      assert.equal(await state.read(), 20);
    });
  });

  describe("on a full disk", () => {
    const { writeFile: write } = promises;
    before(() => {
      promises.writeFile = async (file) => {
        await write(file, "");
        throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
      };
      syncBuiltinESMExports();
    });
    after(() => {
      promises.writeFile = write;
      syncBuiltinESMExports();
    });

    it("leaves no file behind", async () => {
      await assert.rejects(new SharedState(folder).change(more), /ENOSPC/);
      assert.deepEqual(await readdir(folder), []);
    });
  });

  it("fails if the folder can't be used", async () => {
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
