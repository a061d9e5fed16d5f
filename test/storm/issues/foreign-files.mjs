// Preloaded into a window, to simulate a foreign file system: no hard links and times in steps of two seconds, as on FAT,
// and creates that are exclusive only for windows that don't create the same file at once, as on some network shares.
import fs, { appendFileSync, existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const TURNS = join(sep, "issues", "turns", sep);
const HITS = join(process.argv[2] ?? "", "shared-creates");
const MAX_GAP_MS = 5;
const TIME_STEP_MS = 2000;

const { stat, writeFile } = fs.promises;

/** @param {string} code */
function fail(code) {
  return Promise.reject(Object.assign(new Error(code), { code }));
}

Object.assign(fs.promises, {
  link: () => fail("EPERM"),

  /** @param {string} path @param {string} data @param {{ flag?: string }} [options] */
  async writeFile(path, data, options) {
    if (options?.flag !== "wx" || !path.includes(TURNS)) return await writeFile(path, data, options);
    if (existsSync(path)) return await fail("EEXIST");
    await wait(Math.random() * MAX_GAP_MS);
    if (existsSync(path)) appendFileSync(HITS, "shared\n");
    return await writeFile(path, data, { ...options, flag: "w" });
  },

  /** @param {string} path */
  async stat(path) {
    const found = await stat(path);
    if (path.includes(TURNS)) found.mtimeMs -= found.mtimeMs % TIME_STEP_MS;
    return found;
  },
});

syncBuiltinESMExports();
