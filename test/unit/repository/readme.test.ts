// The README is the page that users see first: short, and as true as the manifest.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

/** Without the table of settings, which grows with the manifest. */
const MAX_WORDS = 772;
/** Of a row of that table, its id and default included. */
const MAX_ROW_WORDS = 12;
const SETTING_ROW = /^\| `(triptych\.[\w.]+)`.*$/gm;

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

describe("The README", () => {
  let readme = "";
  before(async () => {
    readme = await readFile("README.md", "utf8");
  });

  it("lists every setting", async () => {
    const { contributes } = JSON.parse(await readFile("package.json", "utf8")) as Manifest;
    const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    const listed = [...readme.matchAll(SETTING_ROW)].map(([, name]) => name ?? "");
    assert.deepEqual(listed.toSorted(), settings.toSorted());
  });

  const countWords = (text: string): number =>
    text
      .replaceAll(/<[^>]*>|```[^]*?```|\]\([^)]*\)/g, " ")
      .split(/\s+/)
      .filter((word) => /\p{L}|\d/u.test(word)).length;

  it(`has at most ${MAX_WORDS} words beside its settings`, () => {
    const words = countWords(readme.replaceAll(SETTING_ROW, ""));
    assert.ok(words <= MAX_WORDS, `${words} words`);
  });

  it(`describes each setting in one row of at most ${MAX_ROW_WORDS} words`, () => {
    for (const [row] of readme.matchAll(SETTING_ROW)) assert.ok(countWords(row) <= MAX_ROW_WORDS, row);
  });

  it("links only to files that exist", async () => {
    for (const [, path = ""] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) await readFile(path);
  });
});
