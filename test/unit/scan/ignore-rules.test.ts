// Rules of .gitignore files, compared with `git check-ignore`.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { GitIgnore } from "../../../src/scan/files/ignore-rules.ts";

const FILES = [
  "a.kt",
  "keep.kt",
  "secret.xml",
  "name ",
  "#odd",
  "!odd",
  "[x]",
  "a*c",
  "abcde",
  "v1.kt",
  "app/secret.xml",
  "app/screen.xml",
  "app/build/B.kt",
  "app/deep/made/C.kt",
  "app/deep/secret.xml",
  "app [1]/a.kt",
  "app [1]/sub/a.kt",
  "build/out/A.kt",
  "made/x/y.kt",
  "made/z.kt",
];

/** The rules of each folder; a test compares every file and folder with git. */
const CASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a name anywhere": { "": "secret.xml" },
  "a path from the folder of the rules": { "": "/secret.xml\napp/deep/made\nscreen.xml/\ndeep/secret.xml" },
  "folders only": { "": "made/\nsecret.xml/\n/build/" },
  asterisks: { "": "*.xml\na*c*e\nmade/*.kt\na\\*c" },
  "double asterisks": { "": "**/deep/**\nmade/**/y.kt\n**/build\n***/z.kt" },
  "question marks and sets": { "": "v?.kt\n[s-t]ecret.xml\n[!a]eep.kt\n[[]x]\n[[:alpha:]].kt" },
  "malformed sets": { "": "[\n[*\n[[:foo:]]\n[a.kt\nv1.kt" },
  "the last rule that matches": { "": "*.kt\n!keep.kt\n!secret.xml\nsecret.xml" },
  "comments and blank lines": { "": "# *.kt\n\n   \n#odd\n/\n!/\nv1.kt" },
  "escaped characters": { "": "\\#odd\n\\!odd\nname\\ \n\\[x\\]" },
  "spaces and carriage returns at the end": { "": "a.kt  \r\nmade/ \r\nname" },
  "rules of folders, which win": { "": "*.xml\nmade/", app: "!screen.xml\n/secret.xml", made: "!z.kt" },
  "a folder that an inner rule keeps": { "": "build/\n*.kt", app: "!build/", "app/build": "!B.kt" },
  "rules of a folder with special characters": { "app [1]": "/a.kt", "app/deep": "made", "": "app ?1]/sub" },
  "a folder and all that is in it": { app: "*\n!/deep/\n!screen.xml", "app/deep": "/" },
  "rules in another case": { "": "SECRET.XML\nMade/" },
};

describe("A .gitignore", () => {
  let root = "";

  before(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), "triptych-ignore-")));
    await git("init", "--quiet");
    for (const file of FILES) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), "");
    }
  });
  after(() => rm(root, { recursive: true, force: true }));

  async function git(...args: readonly string[]): Promise<string> {
    const env = {
      ...process.env,
      GIT_CONFIG_GLOBAL: join(root, "none"),
      GIT_CONFIG_NOSYSTEM: "1",
      XDG_CONFIG_HOME: root,
    };
    return await new Promise((resolve, reject) => {
      execFile("git", args, { cwd: root, env }, (error, stdout) =>
        // 1 means that none of the paths is ignored.
        error === null || error.code === 1 ? resolve(stdout) : reject(error),
      );
    });
  }

  async function compare(rules: Readonly<Record<string, string>>, ignoreCase: boolean): Promise<readonly string[]> {
    for (const [folder, text] of Object.entries(rules)) await writeFile(join(root, folder, ".gitignore"), text);
    const folders = new Set(FILES.flatMap((file) => listParents(file)));
    const config = ["-c", `core.ignoreCase=${ignoreCase}`];
    const answer = await git(...config, "check-ignore", "--no-index", "--", ...FILES, ...folders);
    for (const folder of Object.keys(rules)) await rm(join(root, folder, ".gitignore"));
    const ours = new GitIgnore(root, (folder) => rules[folder.slice(root.length + 1)], ignoreCase);
    const ignored = [
      ...FILES.filter((file) => ours.file(`${root}/${file}`)),
      ...[...folders].filter((folder) => ours.folder(`${root}/${folder}`)),
    ];
    assert.deepEqual(ignored, answer.split("\n").slice(0, -1));
    return ignored;
  }

  for (const [name, rules] of Object.entries(CASES)) {
    it(`is applied as git does: ${name}`, async () => {
      const ignored = [await compare(rules, false), await compare(rules, true)];
      assert.notDeepEqual(ignored, [[], []], "a case that ignores something");
    });
  }

  it("ignores nothing by rules built for catastrophic backtracking", () => {
    const ignores = (rule: string, path: string): boolean =>
      new GitIgnore("", (folder) => (folder === "" ? rule : undefined)).file(`/${path}`);
    assert.ok(!ignores(`${"*a".repeat(2000)}b`, `${"a".repeat(5000)}c`));
    assert.ok(!ignores(`${"**/a/".repeat(500)}b`, `${"a/".repeat(2000)}c`));
    assert.ok(!ignores(`${"**/a/".repeat(4)}b`, `${"a/".repeat(45)}b`), "too many double asterisks");
    assert.ok(!ignores("**/a/**/b", `${"a/".repeat(2000)}b`), "too deep");
    assert.ok(ignores(`${"**/a/".repeat(3)}b`, `${"a/".repeat(45)}b`));
  });
});

function listParents(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === "." ? [] : [parent, ...listParents(parent)];
}
