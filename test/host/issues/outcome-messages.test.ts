// Holds what a message says about a text that the outbox has sent.
import assert from "node:assert/strict";
import { OutcomeMessages } from "../../../src/issues/editing/outcome-messages.ts";
import { places } from "../../../src/issues/writing/place.ts";
import { refuse } from "../../../src/issues/writing/targets/target.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { linesLog } from "../../unit/workbench/lines.ts";

const REPOSITORY = { base: "https://forge.example", owner: "alice", name: "demo" };
const THREAD = { ...REPOSITORY, number: 7n };

function messagesIn(dialogs: ScriptedDialogs): OutcomeMessages {
  const nothing = () => Promise.resolve();
  return new OutcomeMessages(
    { dialogs, log: linesLog().log, now: Date.now },
    {
      ...{ show: () => undefined, send: nothing, postAsNew: nothing, discard: nothing },
      ...{ removeNow: nothing, signIn: nothing },
    },
  );
}

describe("A message about a text that may have arrived", () => {
  it("offers what its sentence names", () => {
    const dialogs = new ScriptedDialogs();
    messagesIn(dialogs).showRefused("Not sent.", refuse("unsure"), places.newComment(THREAD));
    assert.deepEqual(dialogs.shown, [
      "Not sent. It may have arrived. Check the thread, then send it anyway or discard the draft. Your draft is kept. [Send Anyway] [Discard…]",
    ]);
  });
});

describe("A message about the outbox", () => {
  it("names what was sent and where it is", () => {
    const dialogs = new ScriptedDialogs();
    const messages = messagesIn(dialogs);
    const sent = {
      sent: true,
      thread: THREAD,
      comment: undefined,
      more: false,
      dropped: [],
      second: undefined,
    } as const;
    for (const place of [
      places.newComment(THREAD),
      places.comment(THREAD, 3n),
      places.newIssue(REPOSITORY, 1n),
      places.issueText(THREAD),
    ])
      messages.showSentLater(place, sent);
    assert.deepEqual(dialogs.shown, [
      "Posted your comment on alice/demo#7. [Show]",
      "Sent your changes to alice/demo#7. [Show]",
      "Created alice/demo#7. [Show]",
      "Sent your changes to alice/demo#7. [Show]",
    ]);
  });
});
