// Creating, editing, closing and triaging issues, from the command to what the server has afterwards.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  commands,
  ConfigurationTarget,
  env,
  Position,
  Uri,
  window,
  workspace,
  type CodeLens,
  type CompletionList,
  type Hover,
} from "vscode";
import { commandTable } from "../../../src/issues/commands.ts";
import { Conflicts, mergePath } from "../../../src/issues/editing/conflicts.ts";
import { Documents } from "../../../src/issues/editing/documents.ts";
import { DraftCommands } from "../../../src/issues/editing/draft-commands.ts";
import { offerLenses } from "../../../src/issues/editing/lenses.ts";
import { unsentRoots } from "../../../src/issues/editing/draft-rows.ts";
import { MergeEditor } from "../../../src/issues/editing/merge-editor.ts";
import { PullActions } from "../../../src/issues/pulls/pull-actions.ts";
import { ReviewActions } from "../../../src/issues/pulls/reviews/review-actions.ts";
import { IssueCommands } from "../../../src/issues/triage/issue-commands.ts";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { parsePath, formatPath, places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import type { Theirs } from "../../../src/issues/writing/drafts/outcome.ts";
import { RepositoryPicker } from "../../../src/issues/pickers/repository-picker.ts";
import { Permission } from "../../../src/issues/repositories/permission.ts";
import { SignIn } from "../../../src/issues/repositories/accounts/sign-in.ts";
import type { Services } from "../../../src/issues/services.ts";
import type { ThreadAddress } from "../../../src/issues/model/address.ts";
import type { Issue } from "../../../src/issues/model/entities.ts";
import { RepositorySubject, ThreadSubject } from "../../../src/issues/parts/row-subjects.ts";
import { SubjectPicker } from "../../../src/issues/pickers/subject-picker.ts";
import type { Account } from "../../../src/workbench/accounts/accounts.ts";
import { runCommand } from "../../../src/workbench/commands.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import { NodeRow } from "../../../src/workbench/tree/level-rows.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { tokenOf } from "../../unit/issues/machine.ts";
import { save, sharedParts, until } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";
import { silentCheckout } from "./panel-acts.ts";

const text = (content: Uint8Array): string => new TextDecoder().decode(content);
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);

/** The difference between local time and UTC as the text of a draft shows it, on a computer in Nepal. */
async function minutesBetweenZones(uri: Uri): Promise<number> {
  const { TZ } = process.env;
  const shown = async (zone: string | undefined): Promise<number> => {
    await workspace.getConfiguration().update("triptych.timeZone", zone, ConfigurationTarget.Global);
    let found: RegExpExecArray | null = null;
    await until("it says when the draft was saved", async () => {
      const lenses = await commands.executeCommand<CodeLens[]>("vscode.executeCodeLensProvider", uri);
      found = /^Draft saved .*?(\d\d):(\d\d)$/m.exec(lenses.map(({ command }) => command?.title).join("\n")) ?? null;
      return found !== null;
    });
    const [, hours, minutes] = found ?? [];
    return Number(hours) * 60 + Number(minutes);
  };
  try {
    process.env["TZ"] = "Asia/Kathmandu";
    const utc = await shown("utc");
    const local = await shown(undefined);
    return (local - utc + 24 * 60) % (24 * 60);
  } finally {
    if (TZ === undefined) delete process.env["TZ"];
    else process.env["TZ"] = TZ;
  }
}

describe("Issues as documents", () => {
  const here = forgeTests();
  let shared: Shared;
  let services: Services;
  const demo = () => ({ base: here.forge.base, owner: "alice", name: "demo" });
  const thread = (number = 3n) => ({ ...demo(), number });

  before(async () => {
    shared = await sharedParts();
  });
  beforeEach(async () => {
    const opened = here.home.open(here.forge.base);
    await opened.signIn("alice");
    ({ services } = opened);
  });

  /** Builds the commands with documents that record what would open, instead of opening editors. */
  const acts = (...answers: readonly (string | boolean | undefined)[]) => {
    const dialogs = new ScriptedDialogs(...answers);
    const shown: (bigint | undefined)[][] = [];
    const showThread = (at: ReturnType<typeof thread>, comment?: bigint) => void shown.push([at.number, comment]);
    const disputed: string[] = [];
    const opened: string[] = [];
    const parts = { ...shared, dialogs };
    const { writing } = services;
    const { drafts } = writing;
    const documents = Object.assign(
      new Documents({
        findVisibleColumn: () => undefined,
        failed: assert.ifError,
        drafts,
        onDidRename: services.repositoryNames.onDidRename,
        present: (place) => writing.present(place),
      }),
      {
        open: (place: Place) => Promise.resolve(void opened.push(formatPath(place, ""))),
        close: () => Promise.resolve(),
      },
    );
    const merged: string[] = [];
    const mergeEditor = Object.assign(new MergeEditor(services.merges, parts), {
      close: (path: string) => Promise.resolve(void merged.push(path)),
    });
    const conflicts = new Conflicts({
      dialogs,
      drafts,
      documents,
      mergeEditor,
      load: (place) => services.writing.load(place),
      present: (place) => writing.present(place),
    });
    const show = (_place: unknown, { title = "" }: Theirs) => Promise.resolve(void disputed.push(title));
    let changed = 0;
    const signIn = new SignIn(parts, services);
    const common = {
      shared: parts,
      permission: new Permission({
        dialogs,
        access: services.access,
        now: Date.now,
        signIn: (base) => signIn.add(base),
        issueAt: (at) => services.threads.at(at).thread?.issue,
      }),
      signIn: (base: string) => signIn.add(base),
      readIssue: (at: ReturnType<typeof thread>) => {
        services.issueCache.forget(at);
        return services.issueCache.at(at, new AbortController().signal);
      },
      refresh: () => Promise.resolve(),
      changed: () => void (changed += 1),
    };
    const made = new DraftCommands({
      isInFront: () => false,
      showThread,
      scrollTo: () => assert.fail("nothing is in front"),
      ...common,
      writing,
      documents,
      conflicts: Object.assign(conflicts, { show }),
      findUploadFault: () => Promise.resolve(undefined),
      pushFirst: () => Promise.resolve(true),
    });
    const issues = new IssueCommands({ ...common, changes: services.changes, choices: services.choices });
    const lenses = offerLenses({ drafts, getPlace: (uri) => documents.getPlace(uri), now: Date.now });
    const run = (front: ReturnType<typeof thread> | undefined, id: string, given: readonly unknown[]) =>
      runCommand(
        id,
        given,
        () =>
          commandTable({
            shared: parts,
            services,
            draftCommands: made,
            conflicts,
            issues,
            pulls: new PullActions({ ...common, services, wait: () => Promise.resolve(), checkout: silentCheckout }),
            pullCreation: { begin: () => Promise.resolve() },
            reviewRequests: { change: () => Promise.resolve() },
            reviews: new ReviewActions({ ...common, services, documents, draftCommands: made }),
            checkedOut: { findFile: () => undefined, list: () => [] },
            lineComments: {
              find: () => undefined,
              findComment: () => undefined,
              findDraft: () => undefined,
              getFile: () => undefined,
              list: () => undefined,
            },
            permission: common.permission,
            signIn,
            threads: { show: showThread },
            subjectPicker: new SubjectPicker(parts, services),
            repositoryPicker: new RepositoryPicker(parts, services, common.signIn),
            shareReceiver: { selection: () => Promise.resolve() },
            refresh: () => undefined,
            redraw: () => undefined,
            getPlace: (uri) => documents.getPlace(uri),
            focused: () => front,
          }),
        (problem) => assert.fail(problem.message),
      );
    /** Runs a command as the palette does while the panel of the thread is in front. */
    const runInFront = (front: ReturnType<typeof thread>, id: string) => run(front, id, []);
    /** Runs a command as the menu of the first row does while these rows are selected. */
    const runOnRows = (id: string, rows: readonly unknown[]) => run(undefined, id, [rows[0], rows]);
    return {
      acts: made,
      issues,
      dialogs,
      documents,
      lenses,
      shown,
      disputed,
      opened,
      merged,
      runInFront,
      runOnRows,
      changed: () => changed,
    };
  };
  const asked = async (method: string) => (await here.forge.asked()).filter((line) => line.startsWith(method));

  it("start as a document with a header, which Save keeps and Send sends", async () => {
    const { acts: own, documents, dialogs, shown, changed } = acts();
    await own.beginIssue(demo());
    const [draft] = await services.writing.drafts.list();
    const place = draft?.place ?? assert.fail("a draft is there");
    const uri = Uri.from({ scheme: "triptych-issue", path: formatPath(place, "New Issue") });
    assert.deepEqual(parsePath(uri), place);
    assert.equal(text(await documents.readFile(uri)), "---\ntitle: \nlabels: \nmilestone: \nassignees: \n---\n\n");
    await documents.writeFile(uri, bytes("---\ntitle: From the editor\nlabels: bug\n---\n\nText"));
    assert.deepEqual(await asked("POST"), []);
    await own.send(place);
    const [post] = await asked("POST");
    assert.equal(post, "POST /api/v1/repos/alice/demo/issues");
    const [[number] = []] = shown;
    assert.ok(number !== undefined && number > 74n);
    assert.deepEqual(dialogs.shown, [`Created #${number}.`]);
    assert.deepEqual([(await services.writing.drafts.list()).length, changed()], [0, 1]);
    documents.dispose();
  });

  it("continue a started draft, or start another", async () => {
    const { acts: own, dialogs, documents } = acts("Continue “The first”", "Start a New Draft");
    await own.beginIssue(demo(), { title: "The first" });
    await own.beginIssue(demo());
    assert.match(dialogs.asked[0] ?? "", /^New Issue in alice\/demo: Start a New Draft, Continue “The first”$/);
    assert.equal((await services.writing.drafts.list()).length, 1);
    await own.beginIssue(demo());
    assert.equal((await services.writing.drafts.list()).length, 2);
    documents.dispose();
  });

  it("can be discarded if they can't be read, and their row says why and where they are", async () => {
    const file = join(here.home.folder, "issues", "journal", "words.1.a.typed.json");
    await mkdir(join(file, "in it"), { recursive: true });
    const rows = async () => (await unsentRoots(services.writing.drafts, Date.now)).map((root) => root.children);
    const [children = assert.fail("no outbox")] = await rows();
    const [row = assert.fail("no row"), ...others] = (await children(new AbortController().signal)).nodes;
    assert.deepEqual([row.label, row.description, others], ["Can't be read", "not a file", []]);
    const { dialogs, documents, runOnRows } = acts("Copy Path", "Discard…", false, true);
    await runOnRows(row.click?.command ?? "", row.click?.args ?? []);
    assert.equal(await env.clipboard.readText(), file);
    assert.deepEqual(dialogs.shown, [`This draft can't be read (not a file): ${file} [Copy Path] [Discard…]`]);
    await runOnRows(row.click?.command ?? "", row.click?.args ?? []);
    assert.equal((await rows()).length, 1, "it stays without a confirmation");
    await runOnRows("triptych.issues.discardDraft", [row.subject]);
    assert.deepEqual(await rows(), []);
    documents.dispose();
  });

  it("open at a comment if its URL is pasted", async () => {
    const { documents, runInFront, shown } = acts(` ${here.forge.base}/alice/demo/issues/7#issuecomment-335 `);
    await runInFront(thread(), "triptych.issues.openIssue");
    assert.deepEqual(shown, [[7n, 335n]]);
    documents.dispose();
  });

  it("are asked for in the title of the view, whichever row has the focus", async () => {
    const { dialogs, documents, runOnRows, shown } = acts(`${here.forge.base}/alice/demo/issues/7`);
    const subject = new ThreadSubject(thread());
    await runOnRows("triptych.issues.openIssue", [new NodeRow({ id: "focused", label: "Focused", subject })]);
    assert.equal(dialogs.asked.length, 1);
    await runOnRows("triptych.issues.openIssue", [subject]);
    assert.deepEqual([shown.map(([number]) => number), dialogs.asked.length], [[7n, 3n], 1]);
    documents.dispose();
  });

  it("say what the server ignored", async () => {
    const opened = here.home.open(here.forge.base);
    await opened.signOut();
    await opened.signIn("bob");
    ({ services } = opened);
    const { acts: own, dialogs, documents } = acts();
    await own.beginIssue(demo(), { title: "From bob", labels: ["bug"], milestone: "v1.0" });
    const [draft] = await services.writing.drafts.list();
    await own.send(draft?.place ?? assert.fail());
    assert.match(
      dialogs.shown[0] ?? "",
      /^Created .*The server ignored: bug, v1\.0\. Setting this requires write access to alice\/demo/,
    );
    documents.dispose();
  });

  it("don't overwrite others' changes, however often they are sent, until the user has merged", async () => {
    const { acts: own, dialogs, disputed, documents } = acts();
    await own.editIssue(thread());
    const place = places.issueText(thread());
    await services.writing.drafts.save(place, "---\ntitle: Mine\n---\n\nmine");
    await here.forge.act("changeIssue", { repo: "alice/demo", issue: 3, by: "dave", title: "Theirs" });
    await own.send(place);
    await own.send(place);
    assert.deepEqual([disputed, dialogs.shown], [["Theirs", "Theirs"], []]);
    assert.deepEqual(await asked("PATCH"), []);
    const draft = await services.writing.drafts.get(place);
    assert.deepEqual([draft?.failure?.why, draft?.opened?.title === "Theirs"], ["conflict", false]);
    documents.dispose();
  });

  it("keep what is typed while a text that is opened again is still loading", async () => {
    const { acts: own, disputed, documents } = acts();
    const place = places.issueText(thread());
    await own.editIssue(thread());
    const before = (await services.writing.drafts.get(place))?.opened?.title;
    await here.forge.act("changeIssue", { repo: "alice/demo", issue: 3, by: "dave", title: "Theirs" });
    const { issueCache } = services;
    const at = issueCache.at.bind(issueCache);
    Object.assign(issueCache, {
      at: async (...asked: Parameters<typeof at>) => {
        const issue = await at(...asked);
        await services.writing.drafts.storeUnsaved(place, "---\ntitle: Mine\n---\n\ntyped since");
        return issue;
      },
    });
    await own.editIssue(thread());
    const draft = (await services.writing.drafts.get(place)) ?? assert.fail("the draft is gone");
    assert.match(getText(draft), /typed since$/);
    assert.equal(draft.opened?.title, before);
    await own.send(place);
    assert.deepEqual([disputed, await asked("PATCH")], [["Theirs"], []]);
    documents.dispose();
  });

  it("are discarded with their merge, after one question that names what is lost", async () => {
    const { acts: own, dialogs, documents, merged } = acts(true, true);
    await own.editIssue(thread());
    await services.writing.drafts.save(places.issueText(thread()), "---\ntitle: Mine\n---\n\nmine");
    const comment = places.comment(thread(), 301n);
    await services.writing.drafts.begin(comment, { opened: { title: undefined, body: "theirs", version: undefined } });
    await services.writing.drafts.save(comment, "mine");
    for (const place of [places.issueText(thread()), comment]) await own.discard(place);
    assert.deepEqual(
      dialogs.asked.map((question) => question.split("?")[0]),
      ["Discard your changes to #3", "Discard your changes to this comment"],
    );
    assert.deepEqual(merged, [mergePath(places.issueText(thread())), mergePath(comment)]);
    assert.deepEqual(await services.writing.drafts.list(), []);
    documents.dispose();
  });

  it("keep the new text of a deleted comment that the user may not post as a new one", async () => {
    const opened = here.home.open(here.forge.base);
    await opened.signOut();
    ({ services } = opened);
    const { acts: own, documents } = acts();
    const place = places.comment(thread(), 301n);
    await services.writing.drafts.begin(place, { opened: { title: undefined, body: "theirs", version: undefined } });
    await services.writing.drafts.save(place, "mine");
    await own.postAsNew(place);
    assert.equal((await services.writing.drafts.get(place))?.text, "mine");
    await opened.signIn("alice");
    await own.postAsNew(place);
    const [draft, ...others] = await services.writing.drafts.list();
    assert.deepEqual([draft?.place, draft?.text, others], [places.newComment(thread()), "mine\n", []]);
    documents.dispose();
  });

  it("ask before the second copy of a comment is deleted", async () => {
    const { acts: own, dialogs, documents } = acts(undefined, true);
    await own.removeSecond(thread(1n), 301n);
    assert.deepEqual(await asked("DELETE"), []);
    await own.removeSecond(thread(1n), 301n);
    assert.equal((await asked("DELETE")).length, 1);
    assert.match(dialogs.asked[0] ?? "", /^Delete the second copy of your comment on #1\?/);
    documents.dispose();
  });

  it("close and reopen, and say why not", async () => {
    const { issues, dialogs, changed, documents } = acts();
    await issues.setClosed([{ address: thread() }], true);
    await issues.setClosed([{ address: thread(70n) }], true);
    await issues.setLocked([{ address: thread() }], true);
    assert.deepEqual(dialogs.shown, [
      "Not closed. Blocked by open issues. Close those first.",
      `Not locked. ${new URL(here.forge.base).host} has no API for this. Do it on the web.`,
    ]);
    assert.equal(changed(), 3);
    documents.dispose();
  });

  it("show current labels, milestone and assignees when others are chosen, and send only a change", async () => {
    const { issues, dialogs, documents } = acts("bug, feature", "v2.0", "alice, dave", "bug, feature", "v2.0");
    await issues.setLabels([{ address: thread(1n) }]);
    await issues.setMilestone([{ address: thread(1n) }]);
    await issues.assign([{ address: thread(1n) }]);
    await issues.setLabels([{ address: thread(1n) }]);
    await issues.setMilestone([{ address: thread(1n) }]);
    assert.match(dialogs.asked[0] ?? "", /^Select Labels for #1 .*: \[bug\], feature, prio\/high, prio\/low$/);
    assert.match(dialogs.asked[1] ?? "", /^Select a Milestone for #1 .*: No Milestone, v1\.0, v2\.0$/);
    assert.match(dialogs.asked[2] ?? "", /^Assign #1 .*: \[dave\], alice$/);
    assert.match(dialogs.asked[3] ?? "", /: \[bug\], \[feature\], prio\/high, prio\/low$/);
    assert.deepEqual(dialogs.shown, []);
    assert.equal((await asked("PUT")).length, 1);
    assert.equal((await asked("PATCH")).length, 2);
    documents.dispose();
  });

  describe("of several selected rows", () => {
    const select = async (...threads: readonly ThreadAddress[]) =>
      await Promise.all(threads.map(async (at) => new ThreadSubject(at, await services.issueCache.at(at))));
    const issueAt = async (at: ThreadAddress) => {
      services.issueCache.forget(at);
      return await services.issueCache.at(at);
    };

    it("are all closed after one question that lists them, and one message says which failed and why", async () => {
      const { runOnRows, dialogs, changed, documents } = acts(true);
      const rows = await select(thread(3n), thread(70n), thread(20n));
      await runOnRows("triptych.issues.closeOrReopen", [...rows, new RepositorySubject(demo())]);
      assert.deepEqual(dialogs.asked, ["Close 3 issues?"]);
      assert.deepEqual(dialogs.details, [
        rows.map(({ address, issue }) => `#${address.number} ${issue?.title}`).join("\n"),
      ]);
      assert.deepEqual(dialogs.shown, [
        "Changed 2 of 3 issues. Not changed: #70. Blocked by open issues. Close those first.",
      ]);
      const closed = await Promise.all(rows.map(async ({ address }) => (await issueAt(address)).closed));
      assert.deepEqual([closed, changed()], [[true, false, true], 1]);
      documents.dispose();
    });

    it("are closed if one is open, and reopened by the same command if all are closed", async () => {
      const { runOnRows, dialogs, documents } = acts(true, true);
      const threads = [thread(3n), thread(20n)];
      await runOnRows("triptych.issues.closeOrReopen", await select(...threads));
      const closed = await Promise.all(threads.map(async (at) => new ThreadSubject(at, await issueAt(at))));
      await runOnRows("triptych.issues.closeOrReopen", closed);
      assert.deepEqual(dialogs.asked, ["Close 2 issues?", "Reopen 2 issues?"]);
      const states = await Promise.all(threads.map(async (at) => await issueAt(at)));
      assert.deepEqual(
        states.map((issue) => issue.closed),
        [false, false],
      );
      documents.dispose();
    });

    it("are left as they are if the user says no, and those that are closed already aren't counted", async () => {
      const { runOnRows, dialogs, documents } = acts(false);
      const opened = await select(thread(3n), thread(20n));
      await services.changes.setClosed(thread(21n), true);
      const [closed] = await select(thread(21n));
      const before = (await asked("PATCH")).length;
      await runOnRows("triptych.issues.closeOrReopen", [...opened, closed]);
      assert.deepEqual([dialogs.asked, dialogs.shown], [["Close 2 issues?"], []]);
      assert.equal((await asked("PATCH")).length, before);
      documents.dispose();
    });

    it("are tried again if the server couldn't be reached for them", async () => {
      const { runOnRows, dialogs, documents } = acts(true, "Retry");
      const rows = await select(thread(3n), thread(20n));
      await here.forge.fault({ kind: "refuse", method: "PATCH", path: "/issues/20$", times: 1 });
      const bothShown = dialogs.nextMessage().then(() => dialogs.nextMessage());
      await runOnRows("triptych.issues.closeOrReopen", rows);
      await bothShown;
      assert.match(dialogs.shown[0] ?? "", /^Changed 1 of 2 issues\. Not changed: #20\. Could not reach .* \[Retry\]$/);
      assert.deepEqual(dialogs.shown.slice(1), ["Changed 1 issue."]);
      assert.equal((await asked("PATCH")).filter((line) => line.endsWith("/issues/3")).length, 1);
      assert.equal((await issueAt(thread(20n))).closed, true);
      documents.dispose();
    });

    it("get the labels, milestone and assignees that are chosen for all, and keep the others", async () => {
      const { runOnRows, dialogs, documents } = acts("feature", true, "v2.0", true, "alice", true);
      const [one, three] = await select(thread(1n), thread(3n));
      const { labels } = await services.choices.read(demo());
      await services.changes.setLabels(
        thread(3n),
        labels.filter(({ name }) => name === "prio/low"),
      );
      const rows = [one, ...(await select(thread(3n)))];
      assert.deepEqual([one?.issue?.labels.length, three?.issue?.labels.length], [1, 0]);
      await runOnRows("triptych.issues.setLabels", rows);
      await runOnRows("triptych.issues.setMilestone", rows);
      await runOnRows("triptych.issues.assign", rows);
      assert.deepEqual(dialogs.asked, [
        "Select Labels for 2 issues: bug, feature, prio/high, prio/low",
        "Change the labels of 2 issues?",
        "Select a Milestone for 2 issues: No Milestone, v1.0, v2.0",
        "Change the milestone of 2 issues?",
        "Assign 2 issues To: dave, alice",
        "Change the assignees of 2 issues?",
      ]);
      assert.match(dialogs.details[0] ?? "", /^Add: feature\n\n#1 .*\n#3 /);
      const [first, second] = await Promise.all([issueAt(thread(1n)), issueAt(thread(3n))]);
      const names = (issue: Issue) => issue.labels.map(({ name }) => name).sort();
      assert.deepEqual(
        [names(first), names(second)],
        [
          ["bug", "feature"],
          ["feature", "prio/low"],
        ],
      );
      assert.deepEqual([first.milestone?.title, second.milestone?.title], ["v2.0", "v2.0"]);
      assert.deepEqual(
        [first, second].map(({ assignees }) => assignees.map(({ login }) => login).sort()),
        [["alice", "dave"], ["alice"]],
      );
      documents.dispose();
    });

    it("of several repositories can get what all of those have, under its ID in each", async () => {
      const opened = here.home.open(here.forge.base);
      await opened.signOut();
      await opened.signIn("wren");
      ({ services } = opened);
      const { runOnRows, dialogs, documents } = acts("docs", true);
      const harbour = (name: string, number: bigint) => ({ base: here.forge.base, owner: "harbour", name, number });
      const rows = await select(harbour("chart-kit", 1n), harbour("tide-gauges", 2n));
      await runOnRows("triptych.issues.setLabels", rows);
      assert.match(dialogs.asked[0] ?? "", /^Select Labels for 2 issues.*: .*bug, docs, feature, performance$/);
      assert.match(dialogs.details[0] ?? "", /\nharbour\/chart-kit[#!]1 .*\nharbour\/tide-gauges[#!]2 /);
      for (const { address } of rows) {
        const { labels } = await issueAt(address);
        assert.ok(
          labels.some(({ name }) => name === "docs"),
          labels.map(({ name }) => name).join(),
        );
      }
      await runOnRows("triptych.issues.setLabels", [
        ...rows,
        ...(await select({ base: here.forge.base, owner: "lantern", name: "lamp-firmware", number: 1n })),
      ]);
      assert.match(
        dialogs.shown.at(-1) ?? "",
        /^harbour\/chart-kit, harbour\/tide-gauges,? and lantern\/lamp-firmware have no label in common\.$/,
      );
      documents.dispose();
    });
  });

  it("keep what cannot be sent, with the reason in the document", async () => {
    const { acts: own, dialogs, documents, lenses: given } = acts();
    await own.beginIssue(demo(), { title: "Refused", labels: ["no such"] });
    const [draft] = await services.writing.drafts.list();
    const place = draft?.place ?? assert.fail();
    await own.send(place);
    assert.match(dialogs.shown[0] ?? "", /^Not sent\. Unknown in alice\/demo: no such\. .*Your draft is kept\.$/);
    const uri = Uri.from({ scheme: "triptych-issue", path: formatPath(place, "x") });
    const lenses = await given.provideCodeLenses({ uri });
    assert.deepEqual(
      lenses.map(({ command }) => command?.title.replace(/^\$\([\w-]+\)\s/, "").slice(0, 40)),
      ["Not sent. Unknown in alice/demo: no such.", "Try Again", "Copy Text", "Discard…"].map((each) =>
        each.slice(0, 40),
      ),
    );
    documents.dispose();
  });

  it("are used by palette commands while their thread is in front, without a question", async () => {
    await services.repositoryNames.add(demo());
    const front = thread(1n);
    await services.threads.read(front);
    const { dialogs, documents, opened, runInFront } = acts();
    await runInFront(front, "triptych.issues.newComment");
    assert.deepEqual(opened, [formatPath(places.newComment(front), "")]);
    await runInFront(front, "triptych.openOnWeb");
    assert.deepEqual([dialogs.opened, dialogs.asked], [[`${here.forge.base}/alice/demo/issues/1`], []]);
    for (const command of ["quoteComment", "editComment", "deleteComment"] as const)
      await runInFront(front, `triptych.issues.${command}`);
    assert.equal(dialogs.asked.length, 3);
    for (const asked of dialogs.asked) assert.match(asked, /^Select a Comment on #1 /);
    documents.dispose();
  });

  it("open as Markdown, with completion in the header", async () => {
    const account: Account = {
      service: "issues",
      origin: new URL(here.forge.base).origin,
      id: "alice",
      name: "alice",
      base: here.forge.base,
    };
    await shared.accounts.add(account, { scheme: "token", value: tokenOf("alice") });
    try {
      await shared.state.update("triptych.issues.repositories", [demo()]);
      await commands.executeCommand("triptych.issues.newIssue");
      await until("the cursor is at the title", () => window.activeTextEditor?.selection.active.character === 7);
      const editor = window.activeTextEditor;
      const document = editor?.document ?? assert.fail("an editor is open");
      assert.deepEqual([document.uri.scheme, document.languageId], ["triptych-issue", "markdown"]);
      assert.deepEqual([editor?.selection.active.line, editor?.selection.active.character], [1, 7]);
      const offered = async (line: number, character: number) => {
        const list = await commands.executeCommand<CompletionList>(
          "vscode.executeCompletionItemProvider",
          document.uri,
          new Position(line, character),
        );
        return list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
      };
      await until("labels are offered", async () => (await offered(2, 8)).includes("prio/high"));
      assert.deepEqual(
        (await offered(3, 11)).filter((each) => each.startsWith("v")),
        ["v1.0", "v2.0"],
      );
      await editor?.edit((edit) => edit.insert(new Position(4, 11), "@d"));
      assert.deepEqual((await offered(4, 13)).filter((each) => each === "dave").length, 1);
      const people = document.lineAt(4);
      await editor?.edit((edit) => edit.delete(people.range));
      assert.deepEqual(await offered(4, 0), ["assignees"]);
      await editor?.edit((edit) => edit.insert(new Position(4, 0), people.text));
      await editor?.edit((edit) => edit.insert(new Position(6, 0), "See #1"));
      assert.ok((await offered(6, 6)).some((each) => each.startsWith("#1 ")));
      await editor?.edit((edit) => edit.insert(new Position(6, 6), ", and ask @dave."));
      const at = new Position(6, 18);
      const hovers = await commands.executeCommand<Hover[]>("vscode.executeHoverProvider", document.uri, at);
      assert.deepEqual(
        hovers.flatMap(({ range }) => (range === undefined ? [] : [document.getText(range)])),
        ["@dave"],
      );
      const lenses = await commands.executeCommand<CodeLens[]>("vscode.executeCodeLensProvider", document.uri);
      assert.ok(lenses.some(({ command }) => command?.command === "triptych.issues.sendDraft"));
      await editor?.edit((edit) => edit.insert(new Position(1, 7), "Rain"));
      await save(document);
      assert.equal(await minutesBetweenZones(document.uri), 5 * 60 + 45);
    } finally {
      await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await shared.state.update("triptych.issues.repositories", undefined);
      await shared.accounts.remove(account);
    }
    assert.equal(
      workspace.textDocuments.some(({ isDirty }) => isDirty),
      false,
    );
  });
});
