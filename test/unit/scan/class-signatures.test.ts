// Which classes belong to a tracker: those that its signature matches as a regular expression, anywhere in the name.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readApk } from "../../../src/scan/index.ts";
import { mixer } from "../../services/core/mix.js";
import { writeDex } from "./dex-writer.ts";
import { writeZip } from "./zip-writer.ts";

/** Words that contain, overlap or begin each other, single characters, wildcards, alternatives, and other expressions. */
const SIGNATURES = [
  "com.ads",
  "com.adsdk",
  "adsd",
  "dkit.core",
  String.raw`\.adsdk\.`,
  "com/ads",
  ".*ads.core",
  "a.b.c",
  "....",
  "com.ads.core|com.kit",
  "kit.....",
  "com-kit",
  "(?:ads|kit)/Core",
  "^com/ads",
  "core$",
  "A+.B",
  "Core|core",
  String.raw`adsdk\w+.core`,
  "(?:x)?com.kit.",
];

describe("The classes of a tracker", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-classes-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("are those that its signature matches anywhere, the first ones in order", async () => {
    const parts = ["ads", "adsdk", "dkit", "core", "kit", "Core", "a", "b", "c", "AB", "AxB", "comkit"];
    const mix = mixer("class names");
    let drawn = 0;
    const draw = (below: number): number => mix((drawn += 1)) % below;
    const names = new Set(["com/ads", "x/a", "com/adsdkit/core"]);
    while (names.size < 2000) {
      const path = Array.from({ length: 1 + draw(4) }, () => parts[draw(parts.length)]);
      names.add([["com", "org"][draw(2)], ...path].join("/"));
    }
    const path = join(folder, "app.apk");
    await writeFile(path, writeZip([{ path: "classes.dex", bytes: writeDex([...names]) }]));
    const { trackers } = readApk(
      path,
      SIGNATURES.map((code, id) => ({ id, code, network: undefined })),
    );
    const sorted = [...names].toSorted();
    const expected = SIGNATURES.flatMap((signature, tracker) => {
      const matching = sorted.filter((name) => new RegExp(signature).test(name));
      const { length: count } = matching;
      return count === 0
        ? []
        : [
            {
              tracker,
              signature,
              count,
              names: matching.slice(0, 50).map((name) => name.replaceAll("/", ".")),
              isOnlyMentioned: false,
            },
          ];
    });
    assert.ok(expected.length > 14);
    assert.deepEqual(trackers, expected);
  });
});
