// Opens panels of threads on a simulated machine, for tests of the extension's side of them.
import assert from "node:assert/strict";
import { placeKey } from "../../../src/issues/writing/drafts/place.ts";
import { refuse } from "../../../src/issues/writing/drafts/outcome.ts";
import { ThreadPanels } from "../../../src/issues/thread-panel/panels.ts";
import type {
  PanelDraftCommands,
  PanelIssueCommands,
  PanelPullCommands,
} from "../../../src/issues/thread-panel/actions.ts";
import type { ChosenIssue } from "../../../src/issues/triage/issue-commands.ts";
import type { ThreadPanelDependencies } from "../../../src/issues/thread-panel/panel.ts";
import type { PollTime } from "../../../src/issues/thread/thread-poller.ts";
import type { StoredThread } from "../../../src/issues/model/stored-thread.ts";
import { NO_LINES, takeLines } from "../../../src/panels/thread/received-lines.ts";
import type { FromExtension, LineView, Sentence, ThreadView } from "../../../src/panels/thread/messages.ts";
import type { FromPanel } from "../../../src/panels/thread/protocol.ts";
import type { Connection } from "../../../src/workbench/panels/panel-kind.ts";
import { ProblemNotifier } from "../../../src/workbench/problems.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { sharedParts, until } from "../extension.ts";
import { silentActs, silentPasting } from "./panel-acts.ts";
import { forgeTests } from "./forge-tests.ts";

type Of<Type extends FromExtension["type"]> = Extract<FromExtension, { type: Type }>;

/** Call in a `describe`: each of its tests gets its own machine. */
export function threadPanels() {
  const here = forgeTests(() => {
    for (const each of opened) each.dispose();
  });
  let window: ReturnType<Machine["open"]>;
  let shared: Shared;
  let dialogs: ScriptedDialogs;
  let opened: Connection[];
  /** Pending timers. No test waits for them; tests run them instead. */
  let timers: Set<() => void>;
  let done: string[];
  /** What has the user's attention in place of the panels. */
  let elsewhere: "window" | "tab" | undefined;

  before(async () => {
    shared = await sharedParts();
  });
  beforeEach(() => {
    window = here.home.open(here.forge.base);
    dialogs = new ScriptedDialogs();
    opened = [];
    timers = new Set();
    done = [];
    elsewhere = undefined;
  });

  /** Records the commands that the panel runs. Only sending is real. */
  const note = (what: string): Promise<void> => Promise.resolve(void done.push(what));
  const draftCommands = (): PanelDraftCommands => ({
    ...silentActs(() => window.services),
    send: async (place) => {
      await note(`send ${placeKey(place)}`);
      return refuse("empty");
    },
    postAgain: (place) => note(`post again ${placeKey(place)}`),
    signIn: (base) => note(`sign in at ${base}`),
    write: () => note("write"),
    quote: (_thread, { body }) => note(`quote ${body.slice(0, 12)}`),
    edit: (_thread, { id }) => note(`edit ${id}`),
    editIssue: ({ number }) => note(`edit issue ${number}`),
    remove: (_thread, { id }) => note(`delete ${id}`),
    removeSecond: (_thread, id) => note(`remove the second ${id}`),
    copyLink: ({ number }, _pull, id) => note(id === undefined ? `link of issue ${number}` : `link ${id}`),
    show: ({ owner, name, number }, comment) => void done.push(`show ${owner}/${name}#${number} ${comment ?? ""}`),
    copyDraft: () => note("copy the draft"),
    openDraft: () => note("open the draft"),
  });
  const numbers = (chosen: readonly ChosenIssue[]): string => chosen.map(({ address }) => address.number).join();
  const issues: PanelIssueCommands = {
    setClosed: (chosen, closed) => note(`${closed ? "close" : "reopen"} ${numbers(chosen)}`),
    setDraft: ({ number }, draft) => note(`mark ${number} as ${draft ? "a draft" : "ready"}`),
    setLabels: (chosen) => note(`labels ${numbers(chosen)}`),
    setMilestone: (chosen) => note(`milestone ${numbers(chosen)}`),
    assign: (chosen) => note(`assign ${numbers(chosen)}`),
  };
  const pulls: PanelPullCommands = {
    openAllChanges: ({ number }) => note(`open the changes of ${number}`),
    openChangesSinceReview: ({ number }) => note(`open what is new in ${number}`),
    checkOut: ({ number }) => note(`check out ${number}`),
    merge: ({ number }) => note(`merge ${number}`),
  };

  const time: PollTime = {
    attention: { isHere: () => elsewhere !== "window", onDidChange: () => ({ dispose: () => undefined }) },
    after: (_milliseconds, run) => {
      timers.add(run);
      return { dispose: () => timers.delete(run) };
    },
    random: () => 0.5,
  };

  interface Others {
    readonly answers?: ScriptedDialogs;
    readonly issues?: Partial<PanelIssueCommands>;
    readonly pasting?: ThreadPanelDependencies["pasting"];
  }

  /** Opens a panel. `answers` replaces the dialogs of the test, and `issues` what changes the issue. */
  function open(number: number, name = "demo", owner = "alice", others: Others = {}) {
    const { answers = dialogs } = others;
    const panels = new ThreadPanels({
      shared: { ...shared, dialogs: answers, problems: new ProblemNotifier(answers, shared.log, shared.now) },
      services: window.services,
      draftCommands: draftCommands(),
      issues: { ...issues, ...others.issues },
      pulls,
      pasting: others.pasting ?? silentPasting,
      time,
      isInFront: () => elsewhere === undefined,
    });
    const sent: FromExtension[] = [];
    let title = "";
    let about = `${owner}/${name}#${number}`;
    const move = (thing: StoredThread): boolean => {
      about = `${thing.owner}/${thing.name}#${thing.number}`;
      return true;
    };
    const connection = panels.kind.connect(
      { base: here.forge.base, owner, name, number: String(number) },
      { post: (message) => void sent.push(message), setTitle: (newer) => (title = newer), move },
    );
    opened.push(connection);
    const last = <Type extends FromExtension["type"]>(type: Type): Of<Type> | undefined =>
      sent.findLast((message): message is Of<Type> => message.type === type);
    /** The lines that the page has received so far. */
    const lines = (): readonly LineView[] => {
      const parts = sent.filter((message) => message.type === "lines");
      return parts.reduce(takeLines, NO_LINES).lines;
    };
    const shown = async (): Promise<ThreadView & { readonly lines: readonly LineView[] }> => {
      connection.ready();
      const isWhole = (): boolean => last("thread")?.thread.rest === undefined && last("busy")?.busy === false;
      await until(
        "the thread is shown",
        () => last("thread") !== undefined && last("banners") !== undefined && isWhole(),
      );
      return { ...(last("thread")?.thread ?? assert.fail()), lines: lines() };
    };
    const send = async (message: FromPanel): Promise<void> => {
      await connection.receive(JSON.parse(JSON.stringify(message)));
    };
    const banners = () =>
      (last("banners")?.banners ?? []).map(({ start = "", sentence }) => `${start} ${sentence}`.trim());
    return { connection, sent, last, lines, shown, send, banners, panels, title: () => title, about: () => about };
  }

  return {
    get forge() {
      return here.forge;
    },
    get window() {
      return window;
    },
    get services() {
      return window.services;
    },
    get folder() {
      return here.home.folder;
    },
    get dialogs() {
      return dialogs;
    },
    get timers() {
      return timers;
    },
    /** The commands that the panel has run. */
    get done() {
      return done;
    },
    open,
    /** Turns the user to another window, or to another tab of this one. */
    leaveFor: (what: "window" | "tab") => void (elsewhere = what),
    /** Opens panels in a new window from now on. */
    openWindow: () => {
      window = here.home.open(here.forge.base);
    },
    thread: (number: number, name = "demo") => ({
      base: here.forge.base,
      owner: "alice",
      name,
      number: BigInt(number),
    }),
  };
}

/** Returns the text of a sentence, without its times. */
export function plain(sentence: Sentence): string {
  return sentence
    .map((part) => (part.is === "label" ? part.label.name : part.is === "time" ? "…" : part.text))
    .join("");
}
