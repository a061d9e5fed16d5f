// Measures that scanning a file takes time in proportion to its length, however hostile the file.
import assert from "node:assert/strict";
import { GitIgnore } from "../../../src/scan/files/ignore-rules.ts";
import { joinFindings } from "../../../src/scan/join-findings.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { SIGNATURES } from "../../unit/scan/hostile-signatures.ts";
import { leastProcessorTime } from "../growth.ts";

/** Parts of hostile files: openings without an end, blanks, near matches. */
const PARTS = [
  "a a.b ",
  "com.amplitude.x ",
  '"',
  '"\\',
  '"""',
  "'",
  "/*",
  "/* ",
  "*/",
  "{",
  "(",
  "${",
  '"${',
  "<a ",
  "<a b=",
  '<a b="',
  "<!--",
  "<![CDATA[",
  "<a>",
  "&a",
  "&amp;",
  " ",
  "\t",
  "\n",
  "\r",
  ".",
  "..",
  "`",
  "[",
  "[ ",
  "\\",
  "x=\n",
  "a=[\n",
  "a={\n",
  "a = { module",
  "implementation ",
  "implementation 'a.b:c' ",
  "implementation 'a.b:c', ",
  "libs.a ",
  "$a",
  "/",
  "=/",
  "apply ",
  "a(",
  "[a]\n",
  "id(",
  "a{",
  "a{\n",
  "applicationId ",
  "applicationId = a",
  'applicationId "a.b"\n',
  'applicationIdSuffix "b"\n',
  "<a tools:node='remove'>",
  ":",
  "a:",
  "a-",
  "#",
  "!",
  "a = b\n",
  "a . b ",
  "package ",
  '"a" ',
  '"a":{',
  '"a":"',
];

const READERS: readonly (readonly [name: string, read: (text: string) => void])[] = [
  ...[
    "a/build.gradle",
    "a/build.gradle.kts",
    "A.java",
    "A.kt",
    "res/a.xml",
    "AndroidManifest.xml",
    "buildSrc/A.kt",
    "gradle/libs.versions.toml",
    "gradle.properties",
    "package.json",
    "pubspec.yaml",
    "app.json",
    "config.xml",
  ].map(
    (path) => [path, (text: string) => void joinFindings([[`/w/${path}`, scanFile(path, text, SIGNATURES)]])] as const,
  ),
  [".gitignore", (text) => void new GitIgnore("", () => text).file("/app/src/main/java/org/example/Main.java")],
];

const KB = 1024;
/** Ten times the text takes ten times as long, or a hundred times if each part is compared with all others. */
const MAX_GROWTH = 45;
/** Shorter times are noise. */
const NOISE_MS = 6;

describe("Scanning hostile workspace files", function () {
  this.timeout(240_000);
  for (const [name, read] of READERS) {
    it(`takes linear time, whatever ${name} is built from`, () => {
      for (const part of PARTS) {
        for (const begin of ["", "[a]\nx = ", "a."]) {
          const text = (length: number): string => `${begin}${part.repeat(Math.ceil(length / part.length))}\u0001`;
          const shown = JSON.stringify(begin + part);
          const readLarge = (enough: number): number => leastProcessorTime(() => read(text(100 * KB)), enough);
          // So little is fine, however fast a tenth of the text is read.
          if (readLarge(Infinity) <= MAX_GROWTH * NOISE_MS) continue;
          const small = leastProcessorTime(() => read(text(10 * KB)), NOISE_MS);
          assert.ok(small < 400, `${shown}: ${small} ms for 10 KB`);
          const most = MAX_GROWTH * Math.max(small, NOISE_MS);
          const large = readLarge(most);
          assert.ok(large <= most, `${shown}: ${small} ms for 10 KB, ${large} ms for 100 KB`);
        }
      }
    });
  }
});
