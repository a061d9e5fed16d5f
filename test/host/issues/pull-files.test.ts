// The changed files of a pull request: rows with checkboxes, and diffs of what the server returns.
import assert from "node:assert/strict";
import { Uri, window, workspace, commands, TabInputTextDiff } from "vscode";
import { Pulls } from "../../../src/issues/pulls/store/pulls.ts";
import { PullFiles, openAllChanges, openChanges } from "../../../src/issues/pulls/files/pull-files.ts";
import { ChangedFileSubject, pullFilesWebUrl } from "../../../src/issues/pulls/files/file-subjects.ts";
import { ViewedFiles } from "../../../src/issues/pulls/files/viewed-files.ts";
import type { Node } from "../../../src/workbench/tree/node.ts";
import { RowProvider } from "../../../src/workbench/tree/provider.ts";
import { NodeRow } from "../../../src/workbench/tree/level-rows.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { until } from "../extension.ts";
import { openPullCommands } from "./pull-table.ts";
import { described, issueRows, under } from "./tree-harness.ts";

describe("The changed files of a pull request", () => {
  const at = issueRows();
  const PULL = { repo: "lantern/almanac", issue: 4 };

  const address = () => ({ base: at.forge.base, owner: "lantern", name: "almanac", number: 4n });
  beforeEach(() => at.services.repositories.pin({ base: at.forge.base, owner: "lantern", name: "almanac" }));
  afterEach(() => commands.executeCommand("workbench.action.closeAllEditors"));

  const filesRow = async (): Promise<Node> => {
    const [row] = (await under(await at.issue("!4 "))).nodes;
    return row ?? assert.fail("there are no files");
  };
  const files = async (): Promise<readonly Node[]> => (await under(await filesRow())).nodes;
  const file = async (path: string): Promise<Node> =>
    (await files()).find(({ id }) => id.endsWith(`/${path}`)) ?? assert.fail(`there is no ${path}`);
  const isViewed = (node: Node) => node.checkbox?.isChecked();
  /** Reads both sides of a diff as the file system provider returns them. */
  const sides = async (path: string): Promise<readonly string[]> => {
    const { subject } = await file(path);
    assert.ok(subject instanceof ChangedFileSubject);
    await openChanges(subject.address, subject.details, subject.file);
    const tab = await openDiff();
    const provider = new PullFiles(at.services, at.now);
    const read = async (uri: Uri) => Buffer.from(await provider.readFile(uri)).toString();
    return [await read(tab.original), await read(tab.modified)];
  };
  const openDiff = async (): Promise<TabInputTextDiff> => {
    const active = () => window.tabGroups.activeTabGroup.activeTab?.input;
    await until("the diff is open", () => active() instanceof TabInputTextDiff);
    const input = active();
    assert.ok(input instanceof TabInputTextDiff);
    return input;
  };

  it("are rows with their status, lines and folder", async () => {
    const group = await filesRow();
    assert.deepEqual([group.label, described(group)], ["Changed Files", ""]);
    const nodes = await files();
    assert.deepEqual(
      nodes.map((node) => [node.label, described(node), node.icon?.name]),
      [
        ["harmonics.rs", "+4 −2 · src", "diff-modified"],
        ["phase.rs", "+1 −1 · renamed from src/angle.rs · src", "diff-renamed"],
        ["calais.rs", "+4 · tests", "diff-added"],
        ["limit.rs", "−1 · src", "diff-removed"],
        ["calais.bin", "binary or mode · data", "file-binary"],
        ["stations.zip", "+2 −2 · data", "diff-modified"],
        ["ephemeris", "+1 −1 · vendor", "diff-modified"],
      ],
    );
    const spoken = (node: Node | undefined) =>
      typeof node?.accessibleLabel === "function" ? node.accessibleLabel() : node?.accessibleLabel;
    assert.equal(spoken(nodes[0]), "src/harmonics.rs, modified, 4 lines added, 2 lines removed");
    assert.equal(described(await filesRow()), "7 files · +12 −7", "known once they are loaded");
    await at.services.threads.read(address());
    assert.equal(described(await file("src/harmonics.rs")), "+4 −2 · 2 comments · src");
    assert.ok(spoken(await file("src/harmonics.rs"))?.endsWith("2 lines removed, 2 comments"));
    assert.equal(described(await file("src/limit.rs")), "−1 · src");
  });

  it("open on the web, all of them or one", async () => {
    const page = `${at.forge.base}/lantern/almanac/pulls/4/files`;
    assert.equal(pullFilesWebUrl(new NodeRow(await filesRow())), page);
    const hash = "d57a25be65bf4d1c99091b9463ebd72a24e748f8";
    assert.equal(pullFilesWebUrl(new NodeRow(await file("src/harmonics.rs"))), `${page}#diff-${hash}`);
  });

  it("come with the commits, newest first, which open on the web", async () => {
    const { head } = (await at.forge.act("push", { ...PULL, by: "ines" })) as { readonly head: string };
    const row = (await under(await at.issue("!4 "))).nodes.find(({ label }) => label === "Commits");
    const { nodes } = await under(row ?? assert.fail("there are no commits"));
    assert.deepEqual(
      nodes.map(({ label }) => label),
      ["Push 1", "Read all constituents, not the first 37"],
    );
    const [newest] = nodes;
    assert.match(
      newest === undefined ? "" : (described(newest) ?? ""),
      new RegExp(`^ines · .+ · ${head.slice(0, 10)}$`),
    );
    assert.deepEqual(newest?.click?.args.map(String), [`${at.forge.base}/lantern/almanac/commit/${head}`]);
  });

  it("stay viewed across restarts and pushes, except those that a push has changed", async () => {
    for (const path of ["src/harmonics.rs", "src/limit.rs", "data/calais.bin"]) {
      const { checkbox } = await file(path);
      await checkbox?.save(true);
    }
    await (await file("data/calais.bin")).checkbox?.save(false);
    assert.equal(isViewed(await file("src/harmonics.rs")), true);
    const pulls = new Pulls((where) => at.services.servers.for(where), Date.now);
    assert.ok(new ViewedFiles(at.window.memento, pulls).isViewed(address(), "src/harmonics.rs"));

    await at.forge.act("push", { ...PULL, by: "ines", changes: { "src/phase.rs": { after: "other\n" } } });
    assert.equal(isViewed(await file("src/harmonics.rs")), true, "the push has not changed it");
    await at.forge.act("push", { ...PULL, by: "ines", changes: { "src/harmonics.rs": { after: "other\n" } } });
    assert.equal(isViewed(await file("src/harmonics.rs")), false);
    assert.equal(isViewed(await file("src/limit.rs")), true);
    assert.equal(isViewed(await file("data/calais.bin")), false);
  });

  it("are checked and unchecked by VS Code's checkboxes", async () => {
    const provider = new RowProvider(async () => ({ nodes: await files() }), {}, at.now);
    const row = async () => {
      const [first] = await provider.getChildren();
      assert.ok(first instanceof NodeRow);
      return first;
    };
    const state = async () => {
      const { checkboxState } = provider.getTreeItem(await row());
      assert.ok(typeof checkboxState === "object");
      return [checkboxState.state, checkboxState.tooltip];
    };
    assert.deepEqual(await state(), [0, "Viewed"]);
    await provider.check([[await row(), 1]]);
    assert.deepEqual(await state(), [1, "Viewed"]);
    provider.dispose();
  });

  it("are marked as viewed or not all at once, and the row above counts them", async () => {
    const run = openPullCommands(at, new ScriptedDialogs());
    let redrawn = 0;
    at.services.viewedFiles.onDidChange(() => {
      redrawn += 1;
    });
    await run("markAllViewed", new NodeRow(await filesRow()));
    assert.ok((await files()).every(isViewed));
    assert.equal(described(await filesRow()), "7 of 7 viewed · +12 −7");
    await (await file("src/limit.rs")).checkbox?.save(false);
    assert.equal(described(await filesRow()), "6 of 7 viewed · +12 −7");
    await at.forge.act("push", { ...PULL, by: "ines", changes: { "src/phase.rs": { after: "other\n" } } });
    await run("markAllNotViewed", new NodeRow(await filesRow()));
    assert.ok(!(await files()).some(isViewed));
    assert.equal(redrawn, 3);
  });

  it("open one after the other, in the order of their rows", async () => {
    const dialogs = new ScriptedDialogs();
    const run = openPullCommands(at, dialogs);
    const paths: string[] = [];
    const go = async (id: "nextFile" | "previousFile"): Promise<void> => {
      const { modified, original } = await openDiff();
      // VS Code passes the document after the change, unless the other one has the focus.
      await run(id, paths.length % 2 === 0 ? modified : original);
      await until("another diff is open", async () => (await openDiff()).modified.toString() !== modified.toString());
      paths.push((await openDiff()).modified.path);
    };
    await sides("vendor/ephemeris");
    await go("previousFile");
    await go("previousFile");
    await go("previousFile");
    await go("previousFile");
    await go("nextFile");
    assert.deepEqual(paths, [
      "/data/stations.zip",
      "/data/calais.bin",
      "/src/limit.rs",
      "/tests/calais.rs",
      "/src/limit.rs",
    ]);
    await sides("vendor/ephemeris");
    await run("nextFile", (await openDiff()).modified);
    await sides("src/harmonics.rs");
    await run("previousFile", (await openDiff()).original);
    assert.deepEqual(dialogs.shown, [
      "ephemeris is the last changed file of !4.",
      "harmonics.rs is the first changed file of !4.",
    ]);
  });

  it("open one after the other from a binary file, which has no text editor", async () => {
    const dialogs = new ScriptedDialogs();
    const run = openPullCommands(at, dialogs);
    await sides("data/calais.bin");
    await until("no text editor is active", () => window.activeTextEditor === undefined);
    await run("nextFile");
    await until("the next file is open", async () => (await openDiff()).modified.path === "/data/stations.zip");
  });

  it("open as diffs of the commits at both ends, never of a branch", async () => {
    const [before, after] = await sides("src/phase.rs");
    assert.match(before ?? "", /degrees % 360/);
    assert.match(after ?? "", /rem_euclid/);
    const [none, added] = await sides("tests/calais.rs");
    assert.equal(none, "");
    assert.match(added ?? "", /fn minutes/);
    assert.deepEqual(await sides("src/limit.rs"), ["pub const LIMIT: usize = 37;\n", ""]);
    const reads = (await at.forge.asked()).filter((line) => line.includes("/contents/"));
    assert.ok(reads.length > 0);
    for (const line of reads) assert.match(line, /\?ref=[0-9a-f]{40}$/);
  });

  it("say what can't be compared: submodules, and files in Git LFS", async () => {
    const [before, after] = await sides("vendor/ephemeris");
    assert.match(before ?? "", /^Submodule https:\/\/example\.org\/ephemeris\.git at [0-9a-f]{40}\n$/);
    assert.notEqual(before, after);
    const [, stored] = await sides("data/stations.zip");
    assert.match(stored ?? "", /^File of 20\.5 kB, stored with Git LFS \([0-9a-f]{40}\)\n$/);
  });

  it("open all together in one editor", async () => {
    await openAllChanges(address(), await at.services.pulls.readFiles(address()));
    await until("the editor is open", () =>
      window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.startsWith("Changes of !4 "))),
    );
  });

  it("aren't read from servers that the user doesn't know, nor at anything but a commit", async () => {
    const provider = new PullFiles(at.services, at.now);
    const { head } = await at.services.pulls.readDetails(address());
    const pull = { base: at.forge.base, owner: "lantern", name: "almanac", number: "4" };
    const known = { pull, side: "new", path: "src/phase.rs" };
    const uri = (query: unknown) =>
      Uri.from({ scheme: "triptych-pull", path: "/src/phase.rs", query: JSON.stringify(query) });
    assert.ok((await provider.stat(uri({ ...known, commit: head.commit }))).size > 0);
    const before = (await at.forge.asked()).length;
    for (const query of [
      { ...known, commit: "main" },
      { ...known, commit: head.commit.slice(0, 10) },
      { ...known, commit: head.commit, pull: { ...pull, base: "http://127.0.0.1:9" } },
      "nothing",
    ]) {
      await assert.rejects(provider.stat(uri(query)), /FileNotFound|not.?found/i);
    }
    assert.equal((await at.forge.asked()).length, before);
    await assert.rejects(async () => workspace.fs.writeFile(uri({ ...known, commit: head.commit }), new Uint8Array()));
  });
});
