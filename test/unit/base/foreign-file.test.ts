// Files that others wrote: which of them are read, and how much of each.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readForeignFile, readForeignFileSync, type ForeignFileLimits } from "../../../src/base/foreign-file.ts";

const READERS: Readonly<Record<string, (path: string, limits: ForeignFileLimits) => Promise<Buffer | undefined>>> = {
  readForeignFile,
  readForeignFileSync: (path, limits) => Promise.resolve(readForeignFileSync(path, limits)),
};

for (const [name, read] of Object.entries(READERS)) {
  describe(`A file of others, read by ${name}`, () => {
    let place: string;
    let within: string;

    beforeEach(async () => {
      place = await mkdtemp(join(tmpdir(), "triptych-foreign-"));
      within = join(place, "folder");
      await mkdir(within);
      await writeFile(join(within, "file"), "0123456789");
    });
    afterEach(() => rm(place, { recursive: true, force: true }));

    const textOf = async (path: string, maxBytes = 10): Promise<string | undefined> =>
      (await read(join(within, path), { within, maxBytes }))?.toString();

    it("is read whole, or not at all if it is larger than the limit", async () => {
      assert.equal(await textOf("file"), "0123456789");
      assert.equal(await textOf("file", 9), undefined);
      await writeFile(join(within, "empty"), "");
      assert.equal(await textOf("empty"), "");
    });

    it("is read through links within the folder, and through none that leads out of it", async () => {
      await writeFile(join(place, "outside"), "outside");
      await symlink("file", join(within, "inside"));
      await symlink("../folder/file", join(within, "around"));
      await symlink("../outside", join(within, "out"));
      await symlink("..", join(within, "up"));
      await symlink("circle", join(within, "circle"));
      await symlink(within, join(place, "linked folder"));
      assert.equal(await textOf("inside"), "0123456789");
      assert.equal(await textOf("around"), "0123456789");
      for (const path of ["out", "up/outside", "../outside", "circle"]) assert.equal(await textOf(path), undefined);
      const linked = join(place, "linked folder");
      const bytes = await read(join(linked, "file"), { within: linked, maxBytes: 10 });
      assert.equal(bytes?.toString(), "0123456789", "the folder itself may be a link");
      const out = await read(join(within, "out"), { within: undefined, maxBytes: 10 });
      assert.equal(out?.toString(), "outside");
    });

    it("is a file, not a folder or a pipe that no one writes to", async () => {
      assert.equal(await textOf("."), undefined);
      assert.equal(await textOf("none"), undefined);
      if (process.platform === "win32") return;
      await promisify(execFile)("mkfifo", [join(within, "pipe")]);
      assert.equal(await textOf("pipe"), undefined);
    });

    it("ends at the limit even if it has more bytes than its size says", async () => {
      if (!existsSync("/proc/self/pagemap")) return;
      assert.equal(await read("/proc/self/pagemap", { within: undefined, maxBytes: 100_000 }), undefined);
      const limits = await read("/proc/self/limits", { within: undefined, maxBytes: 100_000 });
      assert.match(limits?.toString() ?? "", /Max open files/);
    });
  });
}
