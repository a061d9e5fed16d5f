// The messages about the outcome of a send.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import { OutcomeMessages } from "../../../src/issues/editing/outcome-messages.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { refuse } from "../../../src/issues/writing/drafts/outcome.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { linesLog } from "../../unit/workbench/lines.ts";

const REPOSITORY = { base: "https://forge.example", owner: "alice", name: "demo" };
const THREAD = { ...REPOSITORY, number: 7n };
const SENT = {
  sent: true,
  thread: THREAD,
  comment: undefined,
  more: false,
  dropped: [],
  cutTitle: undefined,
  second: undefined,
} as const;

function messagesIn(dialogs: ScriptedDialogs, copied: string[] = [], sent: Place[] = []): OutcomeMessages {
  const nothing = () => Promise.resolve();
  return new OutcomeMessages(
    { allowServer: () => Promise.resolve(true), dialogs, log: linesLog().log, now: Date.now },
    {
      show: () => undefined,
      send: (place) => Promise.resolve(void sent.push(place)),
      postAsNew: nothing,
      discard: nothing,
      removeNow: nothing,
      signIn: nothing,
      copy: (text) => Promise.resolve(void copied.push(text)),
    },
  );
}

describe("A message about a text that may have arrived", () => {
  it("offers the actions that it names, but no retry, which could not tell either", () => {
    const dialogs = new ScriptedDialogs();
    const messages = messagesIn(dialogs);
    const problem = new Problem("offline", { origin: REPOSITORY.base, wrote: "unknown" });
    for (const refused of [refuse("unsure"), refuse("unsure", { problem })])
      messages.showRefused("Not sent.", refused, places.newComment(THREAD));
    messages.showRefused("Not sent.", refuse("unsure", { problem }), places.newIssue(REPOSITORY, 1n));
    const comment =
      "Not sent. It may have arrived. Check alice/demo#7, then send it anyway or discard the draft. Your draft is kept. [Show] [Send Anyway] [Discard…]";
    assert.deepEqual(dialogs.shown, [
      comment,
      comment,
      "Not sent. It may have arrived. Check alice/demo, then send it anyway or discard the draft. Your draft is kept. [Send Anyway] [Discard…]",
    ]);
  });

  it("claims nothing about the server after a lost answer, as the server may not answer any more", () => {
    const dialogs = new ScriptedDialogs();
    const problem = new Problem("offline", { origin: REPOSITORY.base, wrote: "unknown" });
    messagesIn(dialogs).showRefused("Not sent.", refuse("lost", { problem }), places.newComment(THREAD));
    const [message = ""] = dialogs.shown;
    assert.match(
      message,
      /^Not sent\. No response\. Triptych checks whether the text has arrived before resending it\./,
    );
  });
});

describe("A message about a text for a forbidden server", () => {
  it("offers to allow the server, and then sends the text", async () => {
    const dialogs = new ScriptedDialogs("Allow This Server…");
    const sent: Place[] = [];
    const problem = new Problem("forbiddenServer", { origin: REPOSITORY.base, wrote: "no" });
    const place = places.newComment(THREAD);
    messagesIn(dialogs, [], sent).showRefused("Not sent.", refuse("problem", { problem }), place);
    await new Promise(setImmediate);
    assert.deepEqual(dialogs.shown, [
      "Not sent. You have forbidden requests to forge.example. To continue, allow this server. Your draft is kept. [Allow This Server…]",
    ]);
    assert.deepEqual(sent, [place]);
  });
});

describe("A message about a title that the server shortened", () => {
  it("says how much of it is left, and copies all of it", () => {
    const sent = { ...SENT, cutTitle: { whole: "漢".repeat(255), kept: 84 } };
    const dialogs = new ScriptedDialogs("Copy Whole Title", "Copy Whole Title");
    const copied: string[] = [];
    messagesIn(dialogs, copied).showSent(places.newIssue(REPOSITORY, 1n), sent);
    messagesIn(dialogs, copied).showSentLater(places.issueText(THREAD), sent);
    const cut = "The server kept only the first 84 characters of the title. [Copy Whole Title] [Show]";
    assert.deepEqual(dialogs.shown, [`Created #7. ${cut}`, `Sent your changes to alice/demo#7. ${cut}`]);
    assert.deepEqual(copied, [sent.cutTitle.whole, sent.cutTitle.whole]);
  });
});

describe("A message about a posted comment", () => {
  it("is only shown if the comment isn't in front of the user, or if there is more to say", () => {
    const dialogs = new ScriptedDialogs();
    const messages = messagesIn(dialogs);
    const place = places.newComment(THREAD);
    messages.showSent(place, SENT);
    messages.showSent(place, SENT, { isInFront: true });
    messages.showSent(place, { ...SENT, more: true }, { isInFront: true });
    assert.deepEqual(dialogs.shown, [
      "Comment posted. [Show]",
      "Comment posted. What you wrote since then is kept as a draft. [Show]",
    ]);
  });
});

describe("A message about the outbox", () => {
  it("names what was sent and where it is", () => {
    const dialogs = new ScriptedDialogs();
    const messages = messagesIn(dialogs);
    for (const place of [
      places.newComment(THREAD),
      places.comment(THREAD, 3n),
      places.newIssue(REPOSITORY, 1n),
      places.issueText(THREAD),
    ])
      messages.showSentLater(place, SENT);
    assert.deepEqual(dialogs.shown, [
      "Posted your comment on alice/demo#7. [Show]",
      "Sent your changes to alice/demo#7. [Show]",
      "Created alice/demo#7. [Show]",
      "Sent your changes to alice/demo#7. [Show]",
    ]);
  });
});
