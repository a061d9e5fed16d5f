// Mentions of issues in files and terminals, and the repository that a bare number refers to.
import assert from "node:assert/strict";
import { commands, Position, Uri, window, workspace, type DocumentLink, type Hover } from "vscode";
import { mentionDetails as mentioned } from "../../../src/issues/references/mention-details.ts";
import { MentionResolver as Mentions } from "../../../src/issues/references/mention-resolver.ts";
import { WorkspaceRemotes } from "../../../src/issues/repositories/workspace-remotes.ts";
import type { Account } from "../../../src/workbench/accounts/accounts.ts";
import { Settings } from "../../../src/workbench/settings.ts";
import { tokenOf } from "../../unit/issues/machine.ts";
import { sharedParts } from "../extension.ts";
import { shown } from "../shown.ts";
import { forgeTests } from "./forge-tests.ts";

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("A reference to an issue in a file", () => {
  const here = forgeTests(async () => {
    remotes.dispose();
    await workspace.fs.delete(file(".git"), { recursive: true, useTrash: false }).then(undefined, () => undefined);
  });
  let remotes: WorkspaceRemotes;
  let on: boolean;
  const folder = () => workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
  const file = (name: string): Uri => Uri.joinPath(folder(), name);

  /** Makes the folder look like a clone from this URL. */
  const clonedFrom = (url: string) =>
    workspace.fs.writeFile(file(".git/config"), encoded(`[remote "origin"]\n\turl = ${url}\n`));

  beforeEach(() => {
    remotes = new WorkspaceRemotes();
    on = true;
  });

  const mentions = async ({ login = "alice" }: { readonly login?: string | undefined } = {}) => {
    const opened: bigint[] = [];
    const { services, signIn } = here.home.open(here.forge.base);
    if (login !== "") await signIn(login);
    let built = 0;
    const settings = new Settings(
      {
        inspect: () => ({ defaultValue: on }),
        onDidChange: () => ({ dispose: () => undefined }),
        write: () => Promise.resolve(),
      },
      () => undefined,
    );
    const wing = () => {
      built += 1;
      return Promise.resolve(
        mentioned(services, remotes, {
          now: () => Date.UTC(2026, 10, 21),
          show: ({ number }) => void opened.push(number),
        }),
      );
    };
    const found = async (line: string, where: string | undefined = file("notes.md").toString()) => {
      await resolver.prepare(line, where);
      return resolver.find(line, where).map(({ start, end }) => line.slice(start, end));
    };
    const resolver = new Mentions(wing, settings, Date.now);
    return { resolver, found, opened, services, built: () => built };
  };

  it("is found by its number if the folder was cloned from a known server", async () => {
    await clonedFrom(`${here.forge.base}/alice/demo.git`);
    const { found } = await mentions();
    assert.deepEqual(await found("Mends #1 and alice/other#2"), ["#1", "alice/other#2"]);
    assert.deepEqual(await found("const a = '#1'", file("main.ts").toString()), []);
    assert.deepEqual(await found("  // see #1", file("main.ts").toString()), ["#1"]);
  });

  it("is found by its number if the folder was cloned from a host whose server the user chose", async () => {
    await clonedFrom("work:alice/demo.git");
    const { found, services } = await mentions();
    await services.knownServers.setServer("work", here.forge.base);
    assert.deepEqual(await found("Mends #1"), ["#1"]);
  });

  it("is found in the terminal of that folder, and in unsaved files", async () => {
    await clonedFrom(`${here.forge.base}/alice/demo.git`);
    const { found } = await mentions();
    assert.deepEqual(await found("a1b2c3d Mend the lamp (#1)", `${folder().toString()}/`), ["#1"]);
    assert.deepEqual(await found("see #1", "untitled:Untitled-1"), ["#1"]);
  });

  it("is not found in a folder from another server, unless its repository is in the view", async () => {
    await clonedFrom("https://elsewhere.example/microsoft/vscode.git");
    const { found, services } = await mentions();
    assert.deepEqual(await found("Mends #1, as microsoft/vscode#2 did"), []);
    await services.repositoryNames.add({ base: here.forge.base, owner: "alice", name: "demo" });
    const { found: later } = await mentions();
    assert.deepEqual(await later("Mends #1, as alice/demo#2 did"), ["alice/demo#2"]);
  });

  it("is found by full name without a repository if there is an account", async () => {
    assert.deepEqual(await (await mentions()).found("alice/demo#1 and #2"), ["alice/demo#1"]);
  });

  it("is not found by full name without a repository and without an account", async () => {
    assert.deepEqual(await (await mentions({ login: "" })).found("alice/demo#1"), []);
  });

  it("loads the wing only for texts that may contain one, and is not found at all if the setting is off", async () => {
    await clonedFrom(`${here.forge.base}/alice/demo.git`);
    const { found, built, resolver } = await mentions();
    assert.deepEqual(await found("nothing here, 12 # 13"), []);
    assert.equal(built(), 0, "the wing is not loaded for it");
    assert.deepEqual(await found("#1"), ["#1"]);
    on = false;
    assert.deepEqual(resolver.find("#1", file("notes.md").toString()), []);
    assert.equal(resolver.prepare("#1", file("other.md").toString()), undefined);
  });

  it("has a hover that loads only once and can't run anything", async () => {
    await clonedFrom(`${here.forge.base}/alice/demo.git`);
    await here.forge.act("changeIssue", {
      repo: "alice/demo",
      issue: 1,
      by: "alice",
      title: "**bold** [x](command:y) $(bug)",
    });
    const { found, resolver } = await mentions();
    const where = file("notes.md").toString();
    await found("#1", where);
    const { signal } = new AbortController();
    const said = String(await resolver.hover("#1", signal, where));
    assert.match(said, /^\*\*\\\*\\\*bold\\\*\\\* \\\[x\\\]\\\(command\\:y\\\) &#36;\\\(bug\\\)\*\* `alice\/demo#1`/);
    assert.match(said, /\$\(issues\) Open/);
    await resolver.hover("#1", signal, where);
    const asked = await here.forge.asked();
    assert.equal(asked.filter((line) => line.endsWith("/alice/demo/issues/1")).length, 1);
  });

  it("says in its hover why it could not be loaded", async () => {
    await clonedFrom(`${here.forge.base}/alice/demo.git`);
    const { found, resolver } = await mentions();
    const where = file("notes.md").toString();
    await found("#99999", where);
    const said = shown(await resolver.hover("#99999", new AbortController().signal, where));
    assert.match(said, /^Could not load `alice\/demo#99999`: .*Not found on/);
  });

  it("opens only by its reference", async () => {
    await clonedFrom(`${here.forge.base}/alice/demo.git`);
    const { found, resolver, opened } = await mentions();
    const where = file("notes.md").toString();
    await found("#1", where);
    await resolver.open("#1", where);
    await resolver.open("rm -rf", where);
    assert.deepEqual(opened, [1n]);
  });

  it("is a link with a hover in an editor of the running extension", async () => {
    const { accounts } = await sharedParts();
    const account: Account = {
      service: "issues",
      origin: new URL(here.forge.base).origin,
      id: "alice",
      name: "alice",
      base: here.forge.base,
    };
    await clonedFrom(`${here.forge.base}/alice/demo.git`);
    await accounts.add(account, { scheme: "token", value: tokenOf("alice") });
    const uri = file("mentions.md");
    try {
      await workspace.fs.writeFile(uri, encoded("# Notes\n\nMends #1 at `#333`.\n"));
      const document = await workspace.openTextDocument(uri);
      await window.showTextDocument(document);
      const links = await commands.executeCommand<DocumentLink[]>("vscode.executeLinkProvider", uri);
      const own = links.filter(({ target }) => target?.scheme === "command");
      assert.deepEqual(
        own.map(({ range }) => document.getText(range)),
        ["#1"],
      );
      const hovers = await commands.executeCommand<Hover[]>("vscode.executeHoverProvider", uri, new Position(2, 7));
      const said = hovers
        .flatMap(({ contents }) => contents)
        .map((each) => (typeof each === "string" ? each : each.value));
      assert.ok(
        said.some((each) => each.includes("`alice/demo#1`")),
        said.join("\n"),
      );
    } finally {
      await accounts.remove(account);
      await commands.executeCommand("workbench.action.closeAllEditors");
      await workspace.fs.delete(uri);
    }
  });
});
