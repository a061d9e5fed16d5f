// The build leaves out parts of libraries: what Triptych uses of them must be there.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { re2Parts } from "../../../library-parts.js";

const ROOT = process.cwd();

interface Engine {
  readonly RE2JS: typeof RE2JS;
  readonly Signatures: new (
    trackers: readonly { id: number; code: string | undefined; network: string | undefined }[],
  ) => {
    readonly refused: readonly { tracker: number; reason: string }[];
    byName(name: string): readonly { tracker: number }[];
    byHost(host: string): readonly { tracker: number }[];
  };
}

const ATOMS = [
  ..."a b k . ^ $".split(" "),
  ..."\\w \\W \\d \\s \\b \\B \\. \\x41".split(" "),
  ..."[a-c] [^b] [[:alpha:]] (a|bc) (?:ab|c) (?i)x (?P<n>q) x{2,3} (".split(" "),
  "é",
  "ſ",
];

/** What was made, or the message of the error. */
function outcome<Made>(make: () => Made): Made | string {
  try {
    return make();
  } catch (error) {
    return String(error);
  }
}

describe("The regular expressions of the build", () => {
  let folder = "";
  let engine: Engine;

  before(async () => {
    await mkdir(join(ROOT, "out"), { recursive: true });
    folder = await mkdtemp(join(ROOT, "out/library-parts-"));
    const outfile = join(folder, "signatures.mjs");
    const plugins = [re2Parts];
    const contents = 'export { RE2JS } from "re2js"; export { Signatures } from "./src/trackers/scan/signatures.ts";';
    const stdin = { contents, resolveDir: ROOT };
    await build({ absWorkingDir: ROOT, stdin, outfile, bundle: true, format: "esm", platform: "node", plugins });
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

  it("match, and reject, what those of the whole library do", () => {
    const atom = fc.constantFrom(...ATOMS);
    const pattern = fc.array(fc.tuple(atom, fc.constantFrom("", "", "*", "+", "?", "{2}", "*?", "|")), {
      maxLength: 6,
    });
    const text = fc.array(fc.constantFrom(...Array.from("abcxk.QdsſKé1 A\n")), { maxLength: 40 });
    fc.assert(
      fc.property(
        pattern,
        fc.array(text, { minLength: 10, maxLength: 10 }),
        fc.boolean(),
        (parts, texts, ignoresCase) => {
          const source = parts.flat().join("");
          const flags = ignoresCase ? RE2JS.CASE_INSENSITIVE : 0;
          const [ours, whole] = [engine.RE2JS, RE2JS].map((each) => outcome(() => each.compile(source, flags)));
          assert.equal(typeof ours, typeof whole, source);
          if (typeof ours !== "object" || typeof whole !== "object") return assert.equal(ours, whole);
          for (const each of texts)
            assert.equal(ours.test(each.join("")), whole.test(each.join("")), `${source} in ${each.join("")}`);
        },
      ),
      { numRuns: 500 },
    );
  });

  for (const pattern of ["\\p{L}", "\\p{Lu}", "\\p{Greek}", "\\p{Cn}", "\\p{LC}", "\\PN", "[\\p{L}x]"]) {
    it(`reject ${pattern}, whose characters they don't support, and say why`, () => {
      const { refused } = signatures(`com\\.${pattern}+\\.ads`);
      assert.equal(refused[0]?.tracker, 1);
      assert.match(refused[0]?.reason ?? "", /invalid character class/);
    });
  }
});
