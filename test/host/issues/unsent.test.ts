import assert from "node:assert/strict";
import { Uri } from "vscode";
import { disputedIssue, theirIssue } from "../../../src/issues/conflicts/issues.ts";
import { IssueDocuments } from "../../../src/issues/issue-documents.ts";
import type { IssuePlace } from "../../../src/issues/model/issue-draft.ts";
import { FIELDS, writeIssueText } from "../../../src/issues/model/issue-text.ts";
import { Merging } from "../../../src/issues/documents/merging.ts";
import type { Store } from "../../../src/issues/store.ts";
import { IssueDraftSubject } from "../../../src/issues/subjects.ts";
import { TreeRows as Rows } from "../../../src/issues/lists/tree-rows.ts";
import { textOfIssue } from "../../../src/issues/issue-documents.ts";
import type { Node } from "../../../src/workbench/tree/node.ts";
import { machine } from "../../unit/issues/store-of.ts";
import { forgeService } from "./service.ts";
import type { ForgeService } from "./service.ts";

const SIGNAL = new AbortController().signal;
const EMPTY = { title: "", body: "", labels: [], milestone: "", assignees: [] };

describe("Issues that were written and not sent", () => {
  let forge: ForgeService;
  let home: Awaited<ReturnType<typeof machine>>;
  let window: ReturnType<typeof home.open>;
  let store: Store;
  let rows: Rows;
  const now = () => Date.now();
  const repository = () => ({ base: forge.base, owner: "alice", name: "other" });

  before(async () => {
    forge = await forgeService();
  });
  beforeEach(async () => {
    await forge.reset();
    home = await machine();
    window = home.open(forge.base, { now });
    ({ store } = window);
    rows = new Rows(store, { now });
    await window.signIn("alice");
  });
  afterEach(() => home.close());

  const described = ({ description }: Node) => (typeof description === "function" ? description() : description);
  const begun = async (title: string): Promise<IssuePlace> => {
    const { drafts } = store.issueDesk;
    const place = await drafts.freeSlot(repository());
    await drafts.begin(place, writeIssueText(EMPTY, FIELDS), {});
    await drafts.save(place, writeIssueText({ ...EMPTY, title, body: "Text" }, FIELDS));
    return place;
  };
  const changed = async (title: string): Promise<IssuePlace> => {
    const place: IssuePlace = { repository: repository(), target: { kind: "issue", number: 1n } };
    const issue = await store.glances.at({ ...repository(), number: 1n }, SIGNAL);
    const opened = { title: issue.title, body: issue.body, version: issue.version };
    await store.issueDesk.drafts.begin(place, textOfIssue(issue), { opened });
    await store.issueDesk.drafts.save(place, textOfIssue({ title, body: issue.body }));
    return place;
  };
  /** The rows of the first level that hold what is not sent, and what is in them. */
  const unsent = async () => {
    const roots = (await rows.roots(SIGNAL)).nodes.filter(({ contextValue }) =>
      /outbox|drafts/.test(String(contextValue)),
    );
    return await Promise.all(
      roots.map(async (root) => ({ label: root.label, nodes: (await root.children?.(SIGNAL))?.nodes ?? [] })),
    );
  };

  it("stand among the drafts, with where they belong, what they are and their title", async () => {
    await begun("Lamp flickers");
    await changed("Another title");
    const [drafts, ...others] = await unsent();
    assert.deepEqual([drafts?.label, others], ["Drafts", []]);
    const said = drafts?.nodes.map((node) => [node.label, described(node), node.contextValue]);
    assert.deepEqual(
      new Set(said),
      new Set([
        ["New Issue", "now · Lamp flickers", "issueDraft.new"],
        ["#1 Title and Text", "now · Another title", "issueDraft.issue"],
      ]),
    );
    assert.ok(drafts?.nodes.every(({ subject }) => subject instanceof IssueDraftSubject));
  });

  it("that were only opened are no drafts", async () => {
    const place = await begun("x");
    await store.issueDesk.drafts.save(place, writeIssueText(EMPTY, FIELDS));
    assert.deepEqual(await unsent(), []);
  });

  it("stand under their issue as well, before its comments", async () => {
    await store.repositories.pin(repository());
    await changed("Another title");
    const open = async (node: Node | undefined) => (await node?.children?.(SIGNAL))?.nodes ?? assert.fail();
    const [root] = (await rows.roots(SIGNAL)).nodes;
    const [query] = await open(root);
    const issue = (await open(query)).find(({ label }) => label.startsWith("#1 "));
    const [first] = await open(issue);
    assert.deepEqual([first?.label, first?.contextValue], ["Title and Text", "issueDraft.issue"]);
  });

  it("wait in the outbox for the connection, and are sent once when it is back", async () => {
    const place = await begun("Waits");
    store.issueDesk.open((waiting) => store.issueDesk.writing.send(waiting));
    store.desk.outbox.start(() => Promise.resolve());
    await forge.fault({ kind: "refuse", path: "/api/v1" });
    assert.equal((await store.issueDesk.writing.send(place)).sent, false);
    const [outbox] = await unsent();
    const [row] = outbox?.nodes ?? [];
    assert.ok(row !== undefined);
    assert.deepEqual([outbox?.label, described(row), row.icon?.name], ["Outbox", "waits: offline · Waits", "error"]);
    await forge.mend();
    await store.desk.outbox.turn();
    await store.desk.outbox.turn();
    assert.deepEqual(await unsent(), []);
    const made = (await forge.asked()).filter((line) => line === "POST /api/v1/repos/alice/other/issues");
    assert.equal(made.length, 1);
  });

  it("are not sent by themselves once something in them was changed, nor what the server refused", async () => {
    const changedSince = await begun("Changed since");
    const refused = await begun("Refused");
    store.issueDesk.open((waiting) => store.issueDesk.writing.send(waiting));
    store.desk.outbox.start(() => Promise.resolve());
    await forge.fault({ kind: "refuse", path: "/api/v1" });
    await store.issueDesk.writing.send(changedSince);
    await forge.mend();
    await store.issueDesk.drafts.type(changedSince, writeIssueText({ ...EMPTY, title: "Not asked for" }, FIELDS));
    await store.issueDesk.drafts.save(
      refused,
      writeIssueText({ ...EMPTY, title: "Refused", labels: ["none"] }, FIELDS),
    );
    await store.issueDesk.writing.send(refused);
    await store.desk.outbox.turn();
    assert.deepEqual(
      (await forge.asked()).filter((line) => line.startsWith("POST")),
      [],
    );
    const [outbox] = await unsent();
    assert.deepEqual(
      new Set(outbox?.nodes.map(described)),
      new Set(["not sent: offline · Not asked for", "not sent: unknown name · Refused"]),
    );
  });

  it("are told to this window when another one writes them", async () => {
    const other = home.open(forge.base, { now });
    await begun("From here");
    const told: string[] = [];
    other.store.issueDesk.drafts.onDidChange(({ place }) => void told.push(place.target.kind));
    await other.store.issueDesk.drafts.lookAgain();
    assert.deepEqual(told, ["new"]);
    await other.store.issueDesk.drafts.lookAgain();
    assert.deepEqual(told, ["new"], "only what is new is told");
    await store.issueDesk.drafts.remove({ repository: repository(), target: { kind: "new", slot: 1 } });
    await other.store.issueDesk.drafts.lookAgain();
    assert.deepEqual(told, ["new", "new"]);
  });

  describe("while somebody else has changed the issue", () => {
    let documents: IssueDocuments;
    beforeEach(() => {
      documents = new IssueDocuments(store.issueDesk, now);
    });
    afterEach(() => documents.dispose());

    const dispute = (place: IssuePlace) =>
      disputedIssue(place, {
        store,
        documents,
        read: (thread) => store.glances.at(thread, SIGNAL),
        send: (sent) => store.issueDesk.writing.send(sent),
      });

    it("know what was opened, what is there now and what was written, also in the next window", async () => {
      const place = await changed("Mine");
      await forge.act("changeIssue", { repo: "alice/other", issue: 1, by: "dave", title: "Theirs" });
      const outcome = await store.issueDesk.writing.send(place);
      assert.ok(!outcome.sent && outcome.why === "conflict" && outcome.theirs !== undefined);
      const { text, seen, author } = theirIssue(outcome.theirs);
      const { mergePath: path, number: title, ...disputed } = dispute(place);
      const { base, mine } = (await disputed.texts()) ?? assert.fail();
      assert.match(base, /^---\ntitle: (?!Mine|Theirs)/);
      assert.match(mine, /^---\ntitle: Mine\n/);
      assert.match(text, /^---\ntitle: Theirs\n/);
      await store.merges.put({ path, title, author, base, mine, theirs: text, seen, content: "<<<<<<<", savedAt: 1 });

      // As after a reload: nothing of it was kept in memory.
      const next = home.open(forge.base, { now });
      const merging = new Merging(next.store.merges, { log: next.log, now });
      const read = async (query: string) =>
        new TextDecoder().decode(await merging.readFile(Uri.from({ scheme: "triptych-merge", path, query })));
      assert.deepEqual([await read("base"), await read("theirs"), await read("mine")], [base, text, mine]);
      await assert.rejects(
        merging.writeFile(Uri.from({ scheme: "triptych-merge", path, query: "theirs" }), new Uint8Array()),
        /NoPermissions/,
      );
      const output = Uri.from({ scheme: "triptych-merge", path });
      await merging.writeFile(output, new TextEncoder().encode("---\ntitle: Both\n---\n\ntext"));
      const settled = (await merging.settled(output)) ?? assert.fail("the merge is settled");
      assert.deepEqual(settled.merge.seen, seen);
      merging.dispose();
    });

    it("are found changed again as long as nothing was merged, and sent once that is done", async () => {
      const place = await changed("Mine");
      await forge.act("changeIssue", { repo: "alice/other", issue: 1, by: "dave", title: "Theirs" });
      const first = await store.issueDesk.writing.send(place);
      const again = await store.issueDesk.writing.send(place);
      assert.ok(!first.sent && !again.sent && again.theirs !== undefined);
      assert.deepEqual([first.why, again.why], ["conflict", "conflict"]);
      await dispute(place).take("---\ntitle: Theirs and mine\n---\n\ntext", theirIssue(again.theirs).seen);
      const sent = await store.issueDesk.writing.send(place);
      assert.ok(sent.sent);
      assert.equal(sent.issue.title, "Theirs and mine");
    });
  });
});
