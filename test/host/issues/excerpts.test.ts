// Sharing the editor's selection, with a link only if the lines are really in a commit on a known server.
import assert from "node:assert/strict";
import { Selection, Uri, window, workspace, type TextEditor } from "vscode";
import { parseKnownRemote } from "../../../src/issues/model/address.ts";
import { readEditorExcerpt as excerptOfEditor } from "../../../src/issues/references/editor-excerpt.ts";
import type { GitApi, GitRepository } from "../../../src/issues/repositories/workspace-remotes.ts";
import { problemOf } from "../../unit/base/service.ts";

const BASE = "https://forge.example/git";
const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const CODE = "const tide = 1;\nconst moon = 2;\nconst sun = 3;\n";

describe("A selection in an editor", () => {
  const folder = workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
  const file = Uri.joinPath(folder, "src", "tide table.ts");
  let editor: TextEditor;

  beforeEach(async () => {
    await workspace.fs.writeFile(file, new TextEncoder().encode(CODE));
    editor = await window.showTextDocument(file);
    editor.selection = new Selection(1, 4, 2, 5);
  });
  afterEach(() => workspace.fs.delete(Uri.joinPath(folder, "src"), { recursive: true, useTrash: false }));

  /** The Git extension's API, simulated, as the machine may have no Git. */
  const git = (more: { readonly committed?: string; readonly pushed?: boolean } = {}) => {
    const { committed, pushed = true } = more;
    const repository: GitRepository = {
      rootUri: folder,
      state: {
        HEAD: { commit: COMMIT },
        remotes: [{ name: "origin", fetchUrl: `${BASE}/lantern/almanac.git` }],
        onDidChange: () => ({ dispose: () => undefined }),
      },
      show: () =>
        committed === undefined ? Promise.reject(new Error("not in the commit")) : Promise.resolve(committed),
      getBranches: () => Promise.resolve(pushed ? [{ name: "origin/main", remote: "origin" }] : []),
    };
    const api: Pick<GitApi, "getRepository"> = { getRepository: () => repository };
    return () => Promise.resolve(api);
  };
  const at = (base: string) => (remote: string) => parseKnownRemote(remote, [base]);
  const link = (lines: string) =>
    `[src/tide table.ts ${lines}](${BASE}/lantern/almanac/src/commit/${COMMIT}/src/tide%20table.ts`;
  const block = "```typescript\nconst moon = 2;\nconst sun = 3;\n```\n";

  it("becomes a code block of whole lines, with a link to these lines at the commit", async () => {
    const { home, markdown } = await excerptOfEditor(at(BASE), git({ committed: CODE }));
    assert.deepEqual(home, { base: BASE, owner: "lantern", name: "almanac" });
    assert.equal(markdown, `${link("lines 2 to 3")}#L2-L3)\n\n${block}`);
  });

  it("doesn't include the line that it ends before", async () => {
    editor.selection = new Selection(1, 0, 2, 0);
    const { markdown } = await excerptOfEditor(at(BASE), git({ committed: CODE }));
    assert.ok(markdown.startsWith(`${link("line 2")}#L2)`), markdown);
  });

  it("is linked if the commit contains it, and marked if it is changed or not pushed", async () => {
    const moved = await excerptOfEditor(at(BASE), git({ committed: `// a line above\n${CODE}` }));
    assert.ok(moved.markdown.startsWith(`${link("lines 3 to 4")}#L3-L4)`), moved.markdown);
    const changed = await excerptOfEditor(at(BASE), git({ committed: "const tide = 1;\n", pushed: false }));
    assert.ok(changed.markdown.startsWith(link("lines 2 to 3") + ")"), changed.markdown);
    assert.match(changed.markdown, /have changed since commit 0123456789\. Commit 0123456789 has not been pushed yet/);
    const fresh = await excerptOfEditor(at(BASE), git());
    assert.match(fresh.markdown, /^`src\/tide table\.ts`\n\n\*The file is not in commit 0123456789\.\*/);
  });

  it("becomes a code block with its file name if no known server has the file", async () => {
    const elsewhere = await excerptOfEditor(at("https://codeberg.org"), git({ committed: CODE }));
    const without = await excerptOfEditor(at(BASE), () => Promise.resolve(undefined));
    for (const { home, markdown } of [elsewhere, without]) {
      assert.equal(home, undefined);
      assert.equal(markdown, `\`src/tide table.ts lines 2 to 3\`\n\n${block}`);
    }
  });

  it("must not be empty", async () => {
    editor.selection = new Selection(0, 0, 0, 0);
    const problem = await problemOf(excerptOfEditor(at(BASE), git({ committed: CODE })));
    assert.match(problem.facts.detail ?? "", /Select some lines/);
  });
});
