// Other users of the machine can't read what Triptych stores.
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SharedState } from "../../../src/base/processes/shared-state.ts";
import { makeFolder, protectFolder, writeText } from "../../../src/workbench/storage/shared-files.ts";

describe("The storage folder", function () {
  if (process.platform === "win32") return;
  let place: string;
  const modeOf = async (path: string): Promise<string> => ((await stat(join(place, path))).mode & 0o777).toString(8);

  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), "triptych-private-"));
    await chmod(place, 0o755);
  });
  afterEach(() => rm(place, { recursive: true, force: true }));

  it("is created for the user only, with everything in it", async () => {
    await protectFolder(join(place, "storage"));
    await writeText(join(place, "storage/drafts/a/b.json"), "text");
    await new SharedState(join(place, "storage/state")).change(() => ({ content: 1, result: undefined }));
    await makeFolder(join(place, "storage/cache/aside"));
    const folders = (await readdir(place, { recursive: true, withFileTypes: true })).filter((each) =>
      each.isDirectory(),
    );
    assert.ok(folders.length >= 5);
    for (const { name, parentPath } of folders)
      assert.equal(await modeOf(join(parentPath, name).slice(place.length)), "700", name);
  });

  it("is closed to others if an earlier version left it open, and nothing outside of it is changed", async () => {
    await mkdir(join(place, "storage/drafts/a"), { recursive: true, mode: 0o755 });
    await mkdir(join(place, "other"), { mode: 0o755 });
    await writeFile(join(place, "storage/drafts/a/b.json"), "text");
    await symlink(join(place, "other"), join(place, "storage/link"));
    await protectFolder(join(place, "storage"));
    for (const path of ["storage", "storage/drafts", "storage/drafts/a"]) assert.equal(await modeOf(path), "700");
    assert.equal(await modeOf("other"), "755");
    assert.equal(await modeOf("."), "755");
  });
});
