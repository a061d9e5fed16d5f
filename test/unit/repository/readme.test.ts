// The README is as true as the manifest.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

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

  it("links only to files that exist", async () => {
    for (const [, path = ""] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) await readFile(path);
  });
});
