// The README is the page that users see first: short, and as true as the manifest.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const MAX_WORDS = 900;

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
    const listed = [...readme.matchAll(/^\| `(triptych\.[\w.]+)`/gm)].map(([, name]) => name ?? "");
    assert.deepEqual(listed.toSorted(), settings.toSorted());
  });

  it(`has at most ${MAX_WORDS} words`, () => {
    const words = readme
      .replaceAll(/<[^>]*>|```[^]*?```|\]\([^)]*\)/g, " ")
      .split(/\s+/)
      .filter((word) => /\p{L}|\d/u.test(word));
    assert.ok(words.length <= MAX_WORDS, `${words.length} words`);
  });

  it("links only to files that exist", async () => {
    for (const [, path = ""] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) await readFile(path);
  });
});
