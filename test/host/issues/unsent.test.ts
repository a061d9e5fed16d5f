// Issues that are not sent yet: where they are listed, when they are sent, and conflicts with newer versions.
import assert from "node:assert/strict";
import { Uri } from "vscode";
import { Conflicts, mergePath, shownText } from "../../../src/issues/editing/conflicts.ts";
import { Documents } from "../../../src/issues/editing/documents.ts";
import { MergeEditor } from "../../../src/issues/editing/merge-editor.ts";
import type { Services } from "../../../src/issues/services.ts";
import { DraftSubject } from "../../../src/issues/parts/row-subjects.ts";
import { TreeRows as Rows } from "../../../src/issues/lists/tree-rows.ts";
import type { Node } from "../../../src/workbench/tree/node.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { writeDocument } from "../../../src/issues/writing/drafts/draft-document.ts";
import { keepIssue } from "../../unit/issues/written-texts.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { forgeTests } from "./forge-tests.ts";

const SIGNAL = new AbortController().signal;

describe("Unsent issues", () => {
  const here = forgeTests();
  let window: ReturnType<Machine["open"]>;
  let services: Services;
  let rows: Rows;
  const now = () => Date.now();
  const repository = () => ({ base: here.forge.base, owner: "alice", name: "other" });

  beforeEach(async () => {
    window = here.home.open(here.forge.base, { now });
    ({ services } = window);
    rows = new Rows(services, { now });
    await window.signIn("alice");
  });

  const described = ({ description }: Node) => (typeof description === "function" ? description() : description);
  const begin = (title: string): Promise<Place> =>
    keepIssue(services.writing.drafts, repository(), { title, body: "Text" });
  const changed = async (title: string): Promise<Place> => {
    const place = places.issueText({ ...repository(), number: 1n });
    const issue = await services.issueCache.at({ ...repository(), number: 1n }, SIGNAL);
    const opened = { title: issue.title, body: issue.body, version: issue.version };
    await services.writing.drafts.begin(place, { opened });
    await services.writing.drafts.save(place, writeDocument(place.kind, { title, body: issue.body }));
    return place;
  };
  /** The top-level rows for unsent texts, and their children. */
  const unsent = async () => {
    const roots = (await rows.roots(SIGNAL)).nodes.filter(({ contextValue }) =>
      /outbox|drafts/.test(String(contextValue)),
    );
    return await Promise.all(
      roots.map(async (root) => ({ label: root.label, nodes: (await root.children?.(SIGNAL))?.nodes ?? [] })),
    );
  };

  it("appear among the drafts with repository, kind and title", async () => {
    await begin("Lamp flickers");
    await changed("Another title");
    const [drafts, ...others] = await unsent();
    assert.deepEqual([drafts?.label, others], ["Drafts", []]);
    const said = drafts?.nodes.map((node) => [node.label, described(node), node.contextValue]);
    assert.deepEqual(
      new Set(said),
      new Set([
        ["New Issue", "now · Lamp flickers", "draft.newIssue"],
        ["#1 Title and Text", "now · Another title", "draft.issueText"],
      ]),
    );
    assert.ok(drafts?.nodes.every(({ subject }) => subject instanceof DraftSubject));
  });

  it("that were only opened don't become drafts", async () => {
    const place = await begin("x");
    await services.writing.drafts.save(place, writeDocument(place.kind, { title: "", body: "" }));
    assert.deepEqual(await unsent(), []);
  });

  it("appear under their issue as well, before its comments", async () => {
    await services.repositories.pin(repository());
    await changed("Another title");
    const open = async (node: Node | undefined) => (await node?.children?.(SIGNAL))?.nodes ?? assert.fail();
    const [root] = (await rows.roots(SIGNAL)).nodes;
    const [query] = await open(root);
    const issue = (await open(query)).find(({ label }) => label.startsWith("#1 "));
    const [first] = await open(issue);
    assert.deepEqual([first?.label, first?.contextValue], ["Title and Text", "draft.issueText"]);
  });

  it("wait in the outbox, and are sent once when the connection is back", async () => {
    const place = await begin("Waits");
    services.writing.outbox.start();
    await here.forge.fault({ kind: "refuse", path: "/api/v1" });
    assert.equal((await services.writing.sender.send(place)).sent, false);
    const [outbox] = await unsent();
    const [row] = outbox?.nodes ?? [];
    assert.ok(row !== undefined);
    assert.deepEqual([outbox?.label, described(row), row.icon?.name], ["Outbox", "waiting: offline · Waits", "clock"]);
    await here.forge.mend();
    await services.writing.outbox.run();
    await services.writing.outbox.run();
    assert.deepEqual(await unsent(), []);
    const made = (await here.forge.asked()).filter((line) => line === "POST /api/v1/repos/alice/other/issues");
    assert.equal(made.length, 1);
  });

  it("are not sent automatically once edited, or if the server rejected them", async () => {
    const changedSince = await begin("Changed since");
    const refused = await begin("Refused");
    services.writing.outbox.start();
    await here.forge.fault({ kind: "refuse", path: "/api/v1" });
    await services.writing.sender.send(changedSince);
    await here.forge.mend();
    await services.writing.drafts.storeUnsaved(
      changedSince,
      writeDocument(changedSince.kind, { title: "Not asked for", body: "" }),
    );
    await services.writing.drafts.save(
      refused,
      writeDocument(refused.kind, { title: "Refused", body: "" }, { labels: ["none"] }),
    );
    await services.writing.sender.send(refused);
    await services.writing.outbox.run();
    assert.deepEqual(
      (await here.forge.asked()).filter((line) => line.startsWith("POST")),
      [],
    );
    const [outbox] = await unsent();
    assert.deepEqual(
      new Set(outbox?.nodes.map(described)),
      new Set(["not sent: offline · Not asked for", "not sent: unknown name · Refused"]),
    );
  });

  it("appear in this window when another window writes them", async () => {
    const other = here.home.open(here.forge.base, { now });
    const place = await begin("From here");
    const changes: string[] = [];
    other.services.writing.drafts.onDidChange(({ place }) => void changes.push(place.kind));
    await other.services.writing.drafts.reportChanges();
    assert.deepEqual(changes, ["newIssue"]);
    await other.services.writing.drafts.reportChanges();
    assert.deepEqual(changes, ["newIssue"], "only what is new is reported");
    await services.writing.drafts.remove(place);
    await other.services.writing.drafts.reportChanges();
    assert.deepEqual(changes, ["newIssue", "newIssue"]);
  });

  describe("when someone else has changed the issue", () => {
    let documents: Documents;
    let mergeEditor: MergeEditor;
    beforeEach(() => {
      const { drafts } = services.writing;
      documents = new Documents({
        findVisibleColumn: () => undefined,
        failed: assert.ifError,
        drafts,
        onDidRename: services.repositoryNames.onDidRename,
        present: (place) => services.writing.present(place),
      });
      mergeEditor = new MergeEditor(services.merges, { log: window.log, now });
    });
    afterEach(() => {
      documents.dispose();
      mergeEditor.dispose();
    });

    const conflicts = (dialogs = new ScriptedDialogs()) =>
      new Conflicts({
        dialogs,
        drafts: services.writing.drafts,
        documents,
        mergeEditor,
        load: (place) => services.writing.load(place),
        present: (place) => services.writing.present(place),
      });

    it("keep the original, the current and the written text, also in the next window", async () => {
      const place = await changed("Mine");
      await here.forge.act("changeIssue", { repo: "alice/other", issue: 1, by: "dave", title: "Theirs" });
      const outcome = await services.writing.sender.send(place);
      assert.ok(!outcome.sent && outcome.why === "conflict" && outcome.theirs !== undefined);
      const { author = "someone else", ...seen } = outcome.theirs;
      const [text, path, title] = [shownText(place, outcome.theirs), mergePath(place), "#1"];
      const { base, mine } = (await conflicts().texts(place)) ?? assert.fail();
      assert.match(base, /^---\ntitle: (?!Mine|Theirs)/);
      assert.match(mine, /^---\ntitle: Mine\n/);
      assert.match(text, /^---\ntitle: Theirs\n/);
      await services.merges.put({
        path,
        title,
        author,
        base,
        mine,
        theirs: text,
        seen,
        content: "<<<<<<<",
        savedAt: 1,
      });

      // As after a reload: nothing is left in memory.
      const next = here.home.open(here.forge.base, { now });
      const merging = new MergeEditor(next.services.merges, { log: next.log, now });
      const read = async (query: string) =>
        new TextDecoder().decode(await merging.readFile(Uri.from({ scheme: "triptych-merge", path, query })));
      assert.deepEqual([await read("base"), await read("theirs"), await read("mine")], [base, text, mine]);
      await assert.rejects(
        merging.writeFile(Uri.from({ scheme: "triptych-merge", path, query: "theirs" }), new Uint8Array()),
        /NoPermissions/,
      );
      const output = Uri.from({ scheme: "triptych-merge", path });
      await merging.writeFile(output, new TextEncoder().encode("---\ntitle: Both\n---\n\ntext"));
      const settled = (await merging.getMerged(output)) ?? assert.fail("the merge is settled");
      assert.deepEqual(settled.merge.seen, seen);
      merging.dispose();
    });

    it("are offered for merging when someone overwrote the sent text, without opening anything", async () => {
      const place = await changed("Mine");
      const dialogs = new ScriptedDialogs("Overwrite…", true);
      const sent: Place[] = [];
      await here.forge.act("changeIssue", { repo: "alice/other", issue: 1, by: "dave", title: "Theirs" });
      await conflicts(dialogs).offer(place, {
        send: async (each) => void sent.push(each),
        discard: () => Promise.resolve(),
      });
      const kept = "Someone overwrote your changes to #1. They are kept as a draft.";
      assert.equal(dialogs.shown[0], `${kept} [Compare and Merge] [Overwrite…] [Discard My Changes…]`);
      assert.match(dialogs.asked[0] ?? "", /^Overwrite #1 with your title and text\?/);
      assert.deepEqual(sent, [place]);
      assert.equal((await services.writing.drafts.get(place))?.opened?.title, "Theirs");
    });

    it("are discarded in a merge only if the user confirms it", async () => {
      const place = await changed("Mine");
      const base = "---\ntitle: Before\n---\n\ntext";
      const seen = { title: "Theirs", body: "text", version: undefined };
      const sides = {
        path: mergePath(place),
        title: "#1",
        author: "dave",
        base,
        mine: "Mine\n",
        theirs: "Theirs\n",
        seen,
      };
      await services.merges.put({ ...sides, content: base, savedAt: 1 });
      const result = Uri.from({ scheme: "triptych-merge", path: sides.path });
      const opening = Object.assign(documents, { open: () => Promise.resolve() });
      const dialogs = new ScriptedDialogs(false, true);
      await conflicts(dialogs).useMerged(result);
      assert.match((await services.writing.drafts.get(place))?.text ?? "", /title: Mine/);
      await conflicts(dialogs).useMerged(result);
      assert.equal((await services.writing.drafts.get(place))?.text, base);
      assert.match(dialogs.asked[0] ?? "", /^Complete the merge without either change\?/);
      assert.equal(dialogs.asked.length, 2);
      opening.dispose();
    });

    it("stay in conflict until they are merged, and are sent after that", async () => {
      const place = await changed("Mine");
      await here.forge.act("changeIssue", { repo: "alice/other", issue: 1, by: "dave", title: "Theirs" });
      const first = await services.writing.sender.send(place);
      const again = await services.writing.sender.send(place);
      assert.ok(!first.sent && !again.sent && again.theirs !== undefined);
      assert.deepEqual([first.why, again.why], ["conflict", "conflict"]);
      await services.writing.drafts.save(place, "---\ntitle: Theirs and mine\n---\n\ntext");
      await services.writing.drafts.rebase(place, again.theirs);
      const sent = await services.writing.sender.send(place);
      assert.ok(sent.sent);
      assert.equal((await services.writing.load(place)).title, "Theirs and mine");
    });
  });
});
