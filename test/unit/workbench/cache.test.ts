// The disk cache: shared by windows, limited in size, and never trusted if damaged.
import assert from "node:assert/strict";
import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskCache } from "../../../src/workbench/storage/cache.ts";
import { UNFINISHED } from "../../../src/workbench/storage/shared-files.ts";
import type { Notice } from "../../../src/workbench/dialogs/notices.ts";
import { linesLog } from "./lines.ts";

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

describe("The disk cache", () => {
  let folder: string;
  let clock: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-cache-"));
    clock = 1_700_000_000_000;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function window({ limit = 1_000_000, at = folder } = {}) {
    const notices: Notice[] = [];
    const { log, lines } = linesLog();
    const notify = (notice: Notice): void => void notices.push(notice);
    // Each use is a second after the previous one, so that file times show the order of use.
    const now = (): number => (clock += 1000);
    return { cache: new DiskCache({ folder: at, limit, now, log, notify }), notices, lines };
  }

  const files = async (): Promise<string[]> => {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((each) => each.isFile()).map(({ name }) => join(folder, name));
  };
  const onlyFile = async (): Promise<string> => (await files())[0] ?? assert.fail("no file was kept");
  const kept = async (cache: DiskCache, key: string, version = 1): Promise<string | undefined> => {
    const cached = await cache.read(key, version);
    return cached === undefined ? undefined : new TextDecoder().decode(cached.bytes);
  };

  it("returns what was stored, with the time of the write", async () => {
    const { cache } = window();
    assert.equal(await kept(cache, "trackers"), undefined);
    await cache.write("trackers", 1, text("all of them"));
    const cached = await cache.read("trackers", 1);
    assert.equal(new TextDecoder().decode(cached?.bytes), "all of them");
    assert.ok(cached !== undefined && cached.savedAt > 1_700_000_000_000 && cached.savedAt <= clock);
  });

  it("returns what was read even if the file can't be marked as used", async () => {
    await window().cache.write("trackers", 1, text("all of them"));
    const path = await onlyFile();
    const { log, lines } = linesLog();
    // Another window deletes the file just after it was read.
    const now = (): number => {
      rmSync(path);
      return clock;
    };
    const cache = new DiskCache({ folder, limit: 1_000_000, now, log, notify: () => undefined });
    assert.equal(await kept(cache, "trackers"), "all of them");
    assert.deepEqual(lines, []);
  });

  it("accepts any key, and empty content", async () => {
    const { cache } = window();
    for (const key of ["", "../../etc/passwd", "a/b\\c:d*?", "ü".repeat(5000)]) {
      await cache.write(key, 1, text(`of ${key.length}`));
      assert.equal(await kept(cache, key), `of ${key.length}`);
    }
    await cache.write("nothing", 1, text(""));
    assert.equal(await kept(cache, "nothing"), "");
    assert.equal((await files()).length, 5);
  });

  it("accepts content in chunks", async () => {
    const { cache } = window();
    await cache.write(
      "list",
      1,
      (async function* () {
        for (const word of ["one ", "two ", "three"]) yield text(word);
      })(),
    );
    assert.equal(await kept(cache, "list"), "one two three");
  });

  it("is shared by all windows", async () => {
    await window().cache.write("trackers", 1, text("all of them"));
    assert.equal(await kept(window().cache, "trackers"), "all of them");
  });

  it("ignores content of another version, without a message", async () => {
    const { cache, notices } = window();
    await cache.write("trackers", 1, text("old form"));
    assert.equal(await kept(cache, "trackers", 2), undefined);
    await cache.write("trackers", 2, text("new form"));
    assert.equal(await kept(cache, "trackers", 2), "new form");
    assert.deepEqual(notices, []);
  });

  for (const [what, damage] of [
    ["cut off", async (path: string) => truncate(path, (await stat(path)).size - 3)],
    ["cut off in its header", (path: string) => truncate(path, 20)],
    ["too long", async (path: string) => writeFile(path, `${await readFile(path, "latin1")}x`, "latin1")],
    ["of another format", (path: string) => writeFile(path, "x".repeat(900))],
    [
      "changed",
      async (path: string) => writeFile(path, (await readFile(path, "latin1")).replace(/.$/s, "?"), "latin1"),
    ],
    ["empty", (path: string) => writeFile(path, "")],
  ] as const) {
    it(`moves a file aside that is ${what}, and logs it once`, async () => {
      const { cache, notices } = window();
      await cache.write("trackers", 1, text("all of them"));
      await damage(await onlyFile());
      assert.equal(await kept(cache, "trackers"), undefined);
      assert.equal(await kept(cache, "trackers"), undefined);
      assert.deepEqual(
        notices.map(({ about }) => about),
        ["cache"],
      );
      const [notice] = notices;
      assert.ok(notice?.about === "cache");
      assert.ok((await stat(notice.aside)).isFile());
      await cache.write("trackers", 1, text("second load"));
      assert.equal(await kept(cache, "trackers"), "second load");
    });
  }

  it("keeps only a few of the files that were moved aside", async () => {
    const { cache } = window();
    for (let damaged = 0; damaged < 9; damaged += 1) {
      await cache.write("trackers", 1, text(`number ${damaged}`));
      await writeFile(await onlyFile(), "damaged");
      await cache.read("trackers", 1);
    }
    assert.equal((await readdir(join(folder, "aside"))).length, 5);
  });

  it("drops the least recently used entries when it grows too large", async () => {
    const { cache } = window({ limit: 4000 });
    for (const key of ["one", "two", "three"]) await cache.write(key, 1, text(key.padEnd(1000)));
    await cache.read("one", 1);
    await cache.write("four", 1, text("four".padEnd(1000)));
    assert.deepEqual(
      await Promise.all(["one", "two", "three", "four"].map(async (key) => (await kept(cache, key))?.trim())),
      ["one", undefined, "three", "four"],
    );
  });

  it("stays under its limit whatever several windows write", async () => {
    const windows = [1, 2, 3].map(() => window({ limit: 20_000 }).cache);
    await Promise.all(
      Array.from({ length: 60 }, (_none, number) =>
        (windows[number % 3] ?? assert.fail()).write(`key ${number}`, 1, text("x".repeat(900))),
      ),
    );
    await windows[0]?.write("last", 1, text("last"));
    const sizes = await Promise.all((await files()).map(async (path) => (await stat(path)).size));
    // A window notices what others wrote when it next measures the folder: after each eighth of the limit.
    const most = 20_000 * (1 + 3 / 8);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= most);
    const after = window({ limit: 20_000 }).cache;
    await after.write("one more", 1, text("x"));
    const now = await Promise.all((await files()).map(async (path) => (await stat(path)).size));
    assert.ok(now.reduce((sum, size) => sum + size, 0) <= 20_000);
  });

  it("never returns a half-written file, nor leaves one behind, if the source fails", async () => {
    const { cache, lines } = window();
    await cache.write("list", 1, text("before"));
    await cache.write(
      "list",
      1,
      (async function* () {
        yield text("half of ");
        assert.equal(await kept(cache, "list"), "before");
        throw new Error("the line broke");
      })(),
    );
    assert.equal(await kept(cache, "list"), "before");
    assert.equal((await files()).length, 1);
    assert.match(lines.join("\n"), /the line broke/);
  });

  it("deletes a file that a crash left half-written, but not one that another window is writing", async () => {
    const [old, fresh] = ["old", "fresh"].map((name) => join(folder, `${name}${UNFINISHED}`));
    assert.ok(old !== undefined && fresh !== undefined);
    for (const path of [old, fresh]) await writeFile(path, "half");
    await utimes(old, new Date(clock - 7_200_000), new Date(clock - 7_200_000));
    await utimes(fresh, new Date(clock), new Date(clock));
    await window().cache.write("trackers", 1, text("all of them"));
    assert.deepEqual(
      (await files()).filter((path) => path.endsWith(UNFINISHED)),
      [fresh],
    );
  });

  it("logs nothing if another window has just deleted a half-written file", async () => {
    const path = join(folder, `old${UNFINISHED}`);
    const leave = (): void => {
      writeFileSync(path, "half");
      utimesSync(path, new Date(clock - 7_200_000), new Date(clock - 7_200_000));
    };
    const { log, lines } = linesLog();
    const remove = (): void => rmSync(path, { force: true });
    // The cache asks for the time several times, the last time right before it deletes the file.
    const now = (): number => {
      if (existsSync(path)) remove();
      else leave();
      return clock;
    };
    for (const begin of [leave, remove]) {
      begin();
      const cache = new DiskCache({ folder, limit: 1_000_000, now, log, notify: () => undefined });
      await cache.write("trackers", 1, text("all of them"));
    }
    assert.deepEqual(lines, []);
  });

  it("is empty if its folder can't be used, and logs that", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const { cache, lines } = window({ at: join(file, "below") });
    await cache.write("trackers", 1, text("all of them"));
    assert.equal(await kept(cache, "trackers"), undefined);
    assert.match(lines.join("\n"), /Could not write the cache/);
  });

  it("is empty if a damaged file can't be moved aside, and logs that", async () => {
    const { cache, lines } = window();
    await cache.write("trackers", 1, text("not what the caller expects"));
    await writeFile(join(folder, "aside"), "");
    await cache.setAside("trackers");
    assert.match(lines.join("\n"), /Could not move the damaged cache aside/);
  });

  it("forgets removed entries", async () => {
    const { cache, notices } = window();
    await cache.write("trackers", 1, text("all of them"));
    await cache.remove("trackers");
    await cache.remove("trackers");
    assert.equal(await kept(cache, "trackers"), undefined);
    assert.deepEqual(notices, []);
  });
});
