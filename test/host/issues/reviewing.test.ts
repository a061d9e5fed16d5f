// Reviewing a pull request: what is asked and confirmed, and what becomes of pending reviews of other clients.
import assert from "node:assert/strict";
import { Uri } from "vscode";
import type { Documents } from "../../../src/issues/editing/documents.ts";
import { offerLenses } from "../../../src/issues/editing/lenses.ts";
import { TreeRows } from "../../../src/issues/lists/tree-rows.ts";
import { ReviewActions } from "../../../src/issues/pulls/reviews/review-actions.ts";
import { getText, isUnsent } from "../../../src/issues/writing/drafts/draft.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { commonParts, openDocuments, openDraftCommands } from "./draft-harness.ts";
import { forgeTests } from "./forge-tests.ts";
import { described, menuOf, SIGNAL, under } from "./tree-harness.ts";

const PULL = { repo: "lantern/almanac", issue: 4 };
const FILE = "src/harmonics.rs";

interface StoredReview {
  readonly by: string;
  readonly state: string;
  readonly body: string;
  readonly comments: readonly { readonly text: string }[];
}

for (const server of ["forgejo", "gitea-1.27"] as const) {
  describe(`Reviewing a pull request at ${server}`, () => {
    let window: ReturnType<Machine["open"]>;
    let documents: Documents;
    const at = forgeTests(() => documents.dispose(), server);

    beforeEach(async () => {
      window = at.home.open(at.forge.base);
      await window.signIn("yuki");
      documents = openDocuments(window);
    });

    const address = () => ({ base: at.forge.base, owner: "lantern", name: "almanac", number: 4n });
    const open = (dialogs: ScriptedDialogs): ReviewActions => {
      const draftCommands = openDraftCommands(window, documents, dialogs);
      const { services } = window;
      return new ReviewActions({ ...commonParts(window, dialogs), services, documents, draftCommands });
    };
    const submit = async (...answers: readonly (string | boolean)[]) => {
      const dialogs = new ScriptedDialogs(...answers);
      await open(dialogs).submit(address());
      return dialogs;
    };
    const details = () => window.services.pulls.readDetails(address());
    const start = async (text: string, number = 3) => {
      const { head } = await details();
      const anchor = { path: FILE, line: { side: "new", number }, commit: head.commit, hunk: "" } as const;
      return await window.services.pendingReviews.startComment(address(), anchor, text);
    };
    const stored = async (login = "yuki") => {
      const all = (await at.forge.act("readReviews", PULL)) as readonly StoredReview[];
      return all
        .filter(({ by }) => by === login)
        .map(({ body, comments, state }) => `${state} ${[body, ...comments.map(({ text }) => text)].join(" | ")}`);
    };
    const left = async () => (await window.services.writing.drafts.list()).filter(isUnsent).map(getText);
    const posts = async () => (await at.forge.asked()).filter((line) => line.startsWith("POST")).length;
    const fromTheWeb = () =>
      at.forge.act("addReview", {
        ...PULL,
        by: "yuki",
        state: "PENDING",
        notes: [{ path: FILE, line: 1, hunk: "", text: "From the web" }],
      });

    it("asks for a verdict and a text, and confirms exactly what will happen", async () => {
      await start("Empty lines, too", 9);
      await start("Please with a test");
      const { head } = await details();
      const dialogs = await submit("Request Changes", "", "Two small things", true);
      assert.deepEqual(dialogs.asked, [
        "Submit Review of !4: Comment, Approve, Request Changes, Write a Text in an Editor…",
        "Request Changes: Text of Your Review of !4",
        "Request changes to !4?",
      ]);
      assert.deepEqual(dialogs.details[0]?.split("\n"), [
        "Read all constituents, not the first 37",
        "Text: Two small things",
        "2 comments:",
        "src/harmonics.rs:3 · Please with a test",
        "src/harmonics.rs:9 · Empty lines, too",
        `Head: ${head.commit.slice(0, 10)} of all-constituents`,
        "As yuki in lantern/almanac",
      ]);
      assert.deepEqual(dialogs.shown, ["Enter a text", "Review submitted. [Show]"]);
      assert.deepEqual(await stored(), ["REQUEST_CHANGES Two small things | Please with a test | Empty lines, too"]);
      assert.deepEqual(await left(), []);
    });

    it("approves without a text", async () => {
      await submit("Approve", "", true);
      assert.deepEqual(await stored(), ["APPROVED "]);
    });

    it("sends nothing if any question is canceled, and keeps what was typed", async () => {
      await start("Pending");
      await submit();
      await submit("Comment");
      await submit("Comment", "What I think");
      assert.deepEqual([await posts(), await stored()], [0, []]);
      assert.deepEqual(new Set(await left()), new Set(["Pending", "What I think"]));
      const { prefilled } = await submit("Approve", "What I think", true);
      assert.deepEqual(prefilled, ["What I think"]);
      assert.deepEqual(await stored(), ["APPROVED What I think | Pending"]);
    });

    it("says why the user's own pull request can only be commented on", async () => {
      await window.signOut();
      await window.signIn("ines");
      const { shown } = await submit("Approve");
      assert.deepEqual(shown, ["Not possible: this is your own pull request."]);
      await submit("Comment", "A note", true);
      assert.deepEqual(await stored("ines"), ["COMMENT A note"]);
    });

    it("names a pending review of another client, and publishes it only if the user says so", async () => {
      await fromTheWeb();
      await start("Mine");
      const host = new URL(at.forge.base).host;
      const canceled = await submit();
      assert.deepEqual(canceled.asked, [
        `You Have a Pending Review of !4 on ${host}: Publish It Together with This Review, Discard It on ${host}…`,
      ]);
      assert.deepEqual(await stored(), ["PENDING  | From the web"]);
      const { details: confirmed } = await submit("Publish It Together with This Review", "Comment", "Both", true);
      assert.match(
        confirmed[0] ?? "",
        /2 comments:\n.*Mine\n.*From the web\nYour pending review on the server is publ/,
      );
      assert.deepEqual(await stored(), ["COMMENT Both | From the web | Mine"]);
      assert.deepEqual(await left(), []);
    });

    it("discards it on the server only if the user confirms that", async () => {
      await fromTheWeb();
      await start("Mine");
      const discard = `Discard It on ${new URL(at.forge.base).host}…`;
      await submit(discard, false);
      assert.deepEqual(await stored(), ["PENDING  | From the web"]);
      const { details: confirmed } = await submit(discard, true, "Approve", "", true);
      assert.match(confirmed[0] ?? "", /src\/harmonics\.rs:1 · From the web/);
      assert.deepEqual(await stored(), ["APPROVED  | Mine"]);
    });

    it("asks about it before a single comment as well, which would publish it", async () => {
      await fromTheWeb();
      const place = await start("Alone");
      const dialogs = new ScriptedDialogs();
      await open(dialogs).sendComment(place);
      assert.equal(dialogs.asked.length, 1);
      assert.deepEqual([await posts(), await left()], [0, ["Alone"]]);
    });

    it("shows in the editor of a comment what it is about, and what can be done with it", async () => {
      const place = await start("Pending");
      const { drafts } = window.services.writing;
      const lenses = offerLenses({ drafts, getPlace: () => place, now: Date.now });
      const shown = await lenses.provideCodeLenses({ uri: Uri.parse("triptych-comment:/x.md") });
      lenses.dispose();
      const titles = shown.map(({ command }) => command?.title.replace(/^\$\([\w-]+\)\s/, "").replace(/ \(.*/, ""));
      assert.deepEqual(titles.slice(0, 4), [
        "!4 · src/harmonics.rs:3",
        "Add Single Comment",
        "Submit Review…",
        "Discard…",
      ]);
    });

    it("sends a single comment, and keeps the others pending", async () => {
      const place = await start("Alone");
      await start("Pending", 9);
      await open(new ScriptedDialogs()).sendComment(place);
      assert.deepEqual([await stored(), await left()], [["COMMENT  | Alone"], ["Pending"]]);
    });

    it("doesn't submit for commits that the user hasn't seen", async () => {
      await window.services.pullHeads.refresh(address());
      await at.forge.act("push", { ...PULL, by: "ines" });
      const { asked, shown } = await submit("Approve", "", true);
      const moved = "!4 has new commits since it was shown. Look at them, then submit your review again.";
      assert.deepEqual([asked, shown], [[], [`${moved} [Open All Changes]`]]);
      await submit("Approve", "", true);
      assert.deepEqual(await stored(), ["APPROVED "]);
    });

    it("moves comments with their lines after a push, and asks about those whose lines have changed", async () => {
      await start("Stays with its line", 6);
      await start("Its line is gone", 2);
      const before = await window.services.pulls.readContent(address(), FILE, (await details()).head.commit);
      const bytes = before?.kind === "file" ? before.bytes : undefined;
      const lines = Buffer.from(bytes ?? assert.fail("no file"))
        .toString("utf8")
        .split("\n");
      const after = ["// A new line", ...lines.map((line, at) => (at === 1 ? "something else entirely" : line))];
      await at.forge.act("push", { ...PULL, by: "ines", changes: { [FILE]: { after: after.join("\n") } } });
      const dialogs = await submit("Comment on the Whole File Instead", "Approve", "", true);
      assert.equal(
        dialogs.asked[0],
        "1 Comment Is About a Line That Has Changed Since: Comment on the Whole File Instead, Leave Out",
      );
      assert.match(
        dialogs.details[0] ?? "",
        /2 comments:\nsrc\/harmonics\.rs:7 · Stays .*\nsrc\/harmonics\.rs · Its line/,
      );
      assert.deepEqual(await stored(), ["APPROVED  | Stays with its line | Its line is gone"]);
    });

    it("leaves comments out whose lines have changed, as drafts", async () => {
      await start("Its line is gone", 2);
      await at.forge.act("push", { ...PULL, by: "ines", changes: { [FILE]: { after: "Nothing of it" } } });
      await submit("Leave Out", "Approve", "", true);
      assert.deepEqual([await stored(), await left()], [["APPROVED "], ["Its line is gone"]]);
    });

    it("discards the text and the comments after asking, and nothing on the server", async () => {
      const nothing = new ScriptedDialogs();
      await open(nothing).discard(address());
      assert.deepEqual(nothing.shown, ["You have no unsent review of !4."]);
      await start("Pending");
      await window.services.writing.drafts.save(places.review(address()), "What I think");
      await open(new ScriptedDialogs(false)).discard(address());
      assert.equal((await left()).length, 2);
      const dialogs = new ScriptedDialogs(true);
      await open(dialogs).discard(address());
      assert.deepEqual(dialogs.details[0]?.split("\n"), [
        "Its drafts are deleted. Nothing changes on the server.",
        "Text: What I think",
        "src/harmonics.rs:3 · Pending",
      ]);
      assert.deepEqual([await left(), await posts()], [[], 0]);
    });

    it("shows pending comments under the pull request, and what was not sent in the outbox", async () => {
      const { services } = window;
      await start("Pending");
      await services.repositories.pin(address());
      const rows = new TreeRows(services, { now: Date.now });
      const roots = (await rows.roots(SIGNAL)).nodes;
      const shown = (await under(roots.find(({ contextValue }) => contextValue === "drafts"))).nodes;
      assert.deepEqual(
        shown.map((node) => [node.label, described(node), menuOf(node)]),
        [["!4 Review Comment", "now · src/harmonics.rs:3 · Pending", "draft.reviewComment"]],
      );
      const lists = (await under(roots.find(({ label }) => label === "lantern/almanac"))).nodes;
      const rowsOfLists = await Promise.all(lists.map(async (list) => (await under(list)).nodes));
      const pull = rowsOfLists.flat().find(({ label }) => label.startsWith("!4 "));
      const labels = new Set((await under(pull)).nodes.map(({ label }) => label));
      assert.ok(labels.has("Changed Files") && labels.has("Review Comment"));
      await at.forge.fault({ kind: "refuse", path: "/reviews$", method: "POST" });
      await submit("Approve", "", true);
      const outbox = (await rows.roots(SIGNAL)).nodes.find(({ contextValue }) => contextValue === "outbox");
      const waiting = (await under(outbox)).nodes;
      assert.deepEqual(
        waiting.map((node) => [node.label, described(node)]),
        [["!4 Review", "waiting: no response · Approve · 1 comment"]],
      );
      await at.forge.mend();
      await services.writing.outbox.run();
      services.writing.outbox.start();
      await services.writing.outbox.run();
      assert.deepEqual([await stored(), await left()], [["APPROVED  | Pending"], []]);
    });
  });
}
