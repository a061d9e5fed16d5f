// Tasks in the panel of a thread, without VS Code.
import assert from "node:assert/strict";
import type { FromExtension } from "../../../src/panels/thread/messages.ts";
import type * as Actions from "../../../src/issues/thread-panel/actions.ts";
import type * as Replies from "../../../src/issues/thread-panel/reply.ts";
import { refuse } from "../../../src/issues/writing/drafts/outcome.ts";
import type * as Problems from "../../../src/workbench/problems.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { importTexts } from "../import-texts.ts";
import { breakDisk } from "./broken-disk.ts";
import { machine, type Machine } from "./machine.ts";
import { startForge, type Forge } from "./service.ts";

describe("A task in a comment on a full disk", () => {
  let forge: Forge;
  let here: Machine;
  let modules: typeof Actions & typeof Replies & typeof Problems;
  before(async () => {
    forge = await startForge("forgejo");
    const parts = [
      "src/issues/thread-panel/actions.ts",
      "src/issues/thread-panel/reply.ts",
      "src/workbench/problems.ts",
    ];
    const [actions, replies, problems] = await Promise.all(parts.map((each) => importTexts(each, "en")));
    modules = { ...(actions as typeof Actions), ...(replies as typeof Replies), ...(problems as typeof Problems) };
  });
  beforeEach(async () => {
    here = await machine();
  });
  afterEach(() => here.close());
  after(() => forge.close());

  it("says why it was not changed, and the panel is no longer busy", async () => {
    const window = here.open(forge.base);
    await window.signIn("alice");
    const { services, log } = window;
    const address = { base: forge.base, owner: "alice", name: "other", number: 1n };
    forge.act("addComment", { repo: "alice/other", issue: 1, by: "alice", body: "- [ ] one" });
    await services.threads.read(address);
    const id = String(services.threads.at(address).thread?.comments?.at(-1)?.id);
    const dialogs = new ScriptedDialogs();
    let busy = false;
    const post = (message: FromExtension): void => {
      if (message.type === "busy") ({ busy } = message);
    };
    const nothing = (): Promise<void> => Promise.resolve();
    const draftCommands = {
      signIn: nothing,
      write: nothing,
      quote: nothing,
      edit: nothing,
      editIssue: nothing,
      remove: nothing,
      removeSecond: nothing,
      copyLink: nothing,
      show: () => undefined,
      copyDraft: nothing,
      openDraft: nothing,
      postAgain: nothing,
      send: () => Promise.resolve(refuse("empty")),
      sendQuietly: () => Promise.resolve(refuse("empty")),
    };
    const after = () => ({ dispose: () => undefined });
    const reply = new modules.Reply(address, { shared: { now: Date.now }, services, draftCommands, post, after });
    const actions = new modules.PanelActions(address, {
      shared: {
        allowServer: () => Promise.resolve(false),
        dialogs,
        log,
        now: Date.now,
        openSettings: nothing,
        problems: new modules.ProblemNotifier(dialogs, log, Date.now),
      },
      services,
      draftCommands,
      reply,
      post,
      issues: { assign: nothing, setClosed: nothing, setDraft: nothing, setLabels: nothing, setMilestone: nothing },
      pasting: { attach: nothing },
      isUserHere: () => true,
      onVisible: () => undefined,
      pulls: { checkOut: nothing, merge: nothing, openAllChanges: nothing, openChangesSinceReview: nothing },
      refresh: () => Promise.resolve(post({ type: "busy", busy: false })),
    });
    const repair = breakDisk(here.folder, "ENOSPC");
    try {
      await actions.receive({ type: "tick", id, line: 0, done: true });
    } finally {
      repair();
      reply.dispose();
    }
    assert.deepEqual(dialogs.shown, [
      "The task was not changed. The disk is full. Free up some space and try again. [Retry] [Show Log]",
    ]);
    assert.equal(busy, false);
  });
});
