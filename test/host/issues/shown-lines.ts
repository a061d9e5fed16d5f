// Shows comments on lines in VS Code for a window of the sandbox's machine, and records its threads.
import assert from "node:assert/strict";
import { comments, MarkdownString, type CommentThread } from "vscode";
import { LineComments, type LineCommentDependencies } from "../../../src/issues/pulls/lines/line-comments.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import { ProblemNotifier } from "../../../src/workbench/problems.ts";
import type { ScriptedDialogs } from "../../scripted-dialogs.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { until } from "../extension.ts";

export const FILE = "src/harmonics.rs";
/** Line 42 of the file after the change, and 41 before it. */
export const MAP = "         .map(constituent)";
export const PULL = { repo: "lantern/almanac", issue: 4 };

export const NOTHING_CHECKED_OUT: LineCommentDependencies["checkedOut"] = {
  findFile: () => undefined,
  onDidChange: new Emitter<void>().event,
};

/** Returns a comment of a review. */
export function note(line: number, text: string, hunk: string, more: object = {}) {
  return { path: FILE, line, text, hunk: hunk === "" ? "" : `@@ -1 +1 @@\n${hunk}`, ...more };
}

export function readBodies({ comments: list }: CommentThread) {
  return list.map(({ body }) => (body instanceof MarkdownString ? body.value : body));
}

interface Options {
  readonly dialogs: ScriptedDialogs;
  readonly checkedOut?: LineCommentDependencies["checkedOut"];
}

export class ShownLines {
  readonly lines: LineComments;
  readonly threads = new Set<CommentThread>();
  /** Pending timers. No test waits for them; tests run them instead. */
  readonly timers = new Set<() => void>();
  readonly #controllerOf = new WeakMap<CommentThread, ReturnType<LineCommentDependencies["createController"]>>();
  #isUserHere = true;
  readonly #attention = new Emitter<void>();

  constructor({ log, services }: ReturnType<Machine["open"]>, { dialogs, checkedOut = NOTHING_CHECKED_OUT }: Options) {
    this.lines = new LineComments({
      shared: { now: Date.now, problems: new ProblemNotifier(dialogs, log, Date.now) },
      services,
      checkedOut,
      time: {
        attention: { isHere: () => this.#isUserHere, onDidChange: this.#attention.event },
        after: (_milliseconds, run) => {
          this.timers.add(run);
          return { dispose: () => this.timers.delete(run) };
        },
        random: () => 0.5,
      },
      mayReact: () => Promise.resolve(true),
      createController: (subject) => this.#createController(subject),
    });
  }

  /** Conversations of the test: all but the one that is there from the beginning. */
  conversations(): readonly CommentThread[] {
    return [...this.threads].filter(
      ({ comments: [first], contextValue }) => first?.author.name !== "tomas" && contextValue !== "draft",
    );
  }

  drafts(): readonly CommentThread[] {
    return [...this.threads].filter(({ contextValue }) => contextValue === "draft");
  }

  /** Waits until VS Code shows these, each with what `describe` says of it, in order. */
  async become(
    kind: "conversations" | "drafts",
    describe: (thread: CommentThread) => string,
    expected: readonly string[],
  ): Promise<void> {
    const read = () => this[kind]().map(describe).toSorted();
    for (let look = 0; look < 400 && read().join() !== expected.join(); look += 1)
      await new Promise((resolve) => setTimeout(resolve, 25));
    assert.deepEqual(read(), expected);
  }

  async react(thread: CommentThread, name: string): Promise<void> {
    const [comment = assert.fail("no comment")] = thread.comments;
    const reaction = comment.reactions?.find(({ label }) => label === name) ?? assert.fail(`no ${name}`);
    await this.#controllerOf.get(thread)?.reactionHandler?.(comment, reaction);
  }

  /** Whether VS Code shows its button for reactions at the comments of a thread. */
  offersReactions(thread: CommentThread): boolean {
    return this.#controllerOf.get(thread)?.reactionHandler !== undefined;
  }

  /** Polls as if the time had come, until something is as expected. */
  async poll(what: string, isThere: () => boolean): Promise<void> {
    await until(what, () => {
      for (const run of [...this.timers]) {
        this.timers.delete(run);
        run();
      }
      return isThere();
    });
  }

  setUserHere(isHere: boolean): void {
    this.#isUserHere = isHere;
    this.#attention.fire();
  }

  dispose(): void {
    this.lines.dispose();
  }

  /** Creates the real controller, whose threads are recorded. */
  #createController(subject: string): ReturnType<LineCommentDependencies["createController"]> {
    const controller = comments.createCommentController(`recorded-${subject}`, subject);
    const recorded: ReturnType<LineCommentDependencies["createController"]> = {
      createCommentThread: (...given) => {
        const thread = controller.createCommentThread(...given);
        const { dispose } = thread;
        keepSetState(thread);
        this.threads.add(thread);
        this.#controllerOf.set(thread, recorded);
        thread.dispose = () => {
          this.threads.delete(thread);
          dispose.call(thread);
        };
        return thread;
      },
      dispose: () => controller.dispose(),
    };
    return recorded;
  }
}

/**
 * Makes a conversation say whether Triptych expanded it last. VS Code's window repeats each change, and if it is slow, its
 * answer to an earlier one comes after the next.
 */
function keepSetState(thread: CommentThread): void {
  const real =
    Object.getOwnPropertyDescriptor(thread, "collapsibleState") ?? assert.fail("VS Code has no such property");
  let state = thread.collapsibleState;
  Object.defineProperty(thread, "collapsibleState", {
    ...real,
    get: () => state,
    set: (value: typeof state) => {
      state = value;
      real.set?.call(thread, value);
    },
  });
}
