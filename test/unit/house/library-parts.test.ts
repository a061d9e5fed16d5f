// The build leaves out parts of libraries: what Triptych uses of them must be there.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { re2Parts } from "../../../library-parts.js";

const ROOT = process.cwd();

interface Engine {
  readonly Signatures: new (
    trackers: readonly { id: number; code: string | undefined; network: string | undefined }[],
  ) => {
    readonly refused: readonly { tracker: number; reason: string }[];
    byName(name: string): readonly { tracker: number }[];
    byHost(host: string): readonly { tracker: number }[];
  };
}

describe("The regular expressions of the build", () => {
  let folder = "";
  let engine: Engine;

  before(async () => {
    await mkdir(join(ROOT, "out"), { recursive: true });
    folder = await mkdtemp(join(ROOT, "out/library-parts-"));
    const outfile = join(folder, "signatures.mjs");
    const plugins = [re2Parts];
    const entryPoints = ["src/trackers/scan/signatures.ts"];
    await build({ absWorkingDir: ROOT, entryPoints, outfile, bundle: true, format: "esm", platform: "node", plugins });
    engine = (await import(pathToFileURL(outfile).href)) as Engine;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  function signatures(code: string, network?: string) {
    return new engine.Signatures([{ id: 1, code, network }]);
  }

  it("support character classes, repetition, words and both cases", () => {
    const ads = signatures(String.raw`com\.[a-z]{2,}\.ads\w+|org\.\d+x`, String.raw`[^.]+\.ADS[[:digit:]]\.example`);
    assert.deepEqual(ads.refused, []);
    assert.equal(ads.byName("com.acme.adserver.View")[0]?.tracker, 1);
    assert.equal(ads.byName("org.42x.Start")[0]?.tracker, 1);
    assert.deepEqual(ads.byName("com.acme.maps"), []);
    assert.equal(ads.byHost("track.ads7.example")[0]?.tracker, 1);
  });

  for (const pattern of ["\\p{L}", "\\p{Lu}", "\\p{Greek}", "\\p{Cn}", "\\p{LC}", "\\PN", "[\\p{L}x]"]) {
    it(`reject ${pattern}, whose characters they don't support, and say why`, () => {
      const { refused } = signatures(`com\\.${pattern}+\\.ads`);
      assert.equal(refused[0]?.tracker, 1);
      assert.match(refused[0]?.reason ?? "", /invalid character class/);
    });
  }
});
