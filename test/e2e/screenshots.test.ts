// The screenshots of `npm start -- --screenshots` in two themes: every scene works and looks different.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeScreenshots } from "../runner/screenshots.js";

const THEMES = { dark: "Dark Modern", light: "Light Modern" } as const;
const MIN_PICTURES = 90;

describe("npm start -- --screenshots", function () {
  this.timeout(900_000);

  it("takes a different picture of every scene", async () => {
    const folder = await mkdtemp(join(tmpdir(), "triptych-pictures-"));
    try {
      assert.deepEqual(await takeScreenshots(folder, THEMES), []);
      const names = await readdir(folder);
      assert.ok(names.length >= MIN_PICTURES, `${names.length} pictures`);
      const pictures = await Promise.all(names.map(async (name) => readFile(join(folder, name))));
      const digests = pictures.map((picture) => createHash("sha256").update(picture).digest("hex"));
      const twins = names.flatMap((name, place) => {
        const first = digests.indexOf(digests[place] ?? "");
        return first === place ? [] : [`${name} is ${names[first]}`];
      });
      assert.deepEqual(twins, []);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
