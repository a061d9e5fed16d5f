// Polls for new conversations of pull requests while their files are visible.
import { window, type Disposable, type TextDocument } from "vscode";
import { threadKey, type ThreadAddress } from "../../model/address.ts";
import { ThreadPoller, type PollTime } from "../../thread/thread-poller.ts";
import type { Threads } from "../../thread/threads.ts";

/** A file of a pull request that is open. */
export interface OpenFile {
  readonly pull: ThreadAddress;
  /** Whether it is being worked on, which takes all day. A diff is open for a review. */
  readonly isWorking: boolean;
}

export interface PolledPullsDependencies {
  readonly time: PollTime;
  readonly now: () => number;
  readonly threads: Pick<Threads, "refresh">;
  readonly findFile: (document: TextDocument) => OpenFile | undefined;
  /** Called after each poll. */
  readonly onPoll: (pull: ThreadAddress) => void;
}

interface Polled {
  readonly poller: ThreadPoller;
  readonly isVisible: boolean;
}

export class PolledPulls implements Disposable {
  readonly #dependencies: PolledPullsDependencies;
  /** By the key of the pull request. */
  readonly #polled = new Map<string, Polled>();
  readonly #listening: Disposable;

  constructor(dependencies: PolledPullsDependencies) {
    this.#dependencies = dependencies;
    this.#listening = window.onDidChangeVisibleTextEditors(() => this.#watch());
  }

  /** Call when other files are open. */
  follow(pulls: readonly ThreadAddress[]): void {
    const open = new Map(pulls.map((pull) => [threadKey(pull), pull]));
    for (const [key, { poller }] of this.#polled) {
      if (open.has(key)) continue;
      poller.dispose();
      this.#polled.delete(key);
    }
    for (const [key, pull] of open)
      if (!this.#polled.has(key)) this.#polled.set(key, { poller: this.#createPoller(pull), isVisible: false });
    this.#watch();
  }

  /** Call when the thread changed: more changes may follow soon. */
  wake(pull: ThreadAddress): void {
    this.#polled.get(threadKey(pull))?.poller.wake();
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { poller } of this.#polled.values()) poller.dispose();
    this.#polled.clear();
  }

  #createPoller(pull: ThreadAddress): ThreadPoller {
    const { now, onPoll, threads, time } = this.#dependencies;
    const key = threadKey(pull);
    return new ThreadPoller({
      ...time,
      now,
      front: { isInFront: () => this.#isInFront(key), onDidChange: window.onDidChangeActiveTextEditor },
      look: async (how) => {
        const isFresh = await threads.refresh(pull, how);
        onPoll(pull);
        return isFresh;
      },
    });
  }

  #isInFront(key: string): boolean {
    const document = window.activeTextEditor?.document;
    const file = document && this.#dependencies.findFile(document);
    return file !== undefined && !file.isWorking && threadKey(file.pull) === key;
  }

  #watch(): void {
    const files = window.visibleTextEditors.map(({ document }) => this.#dependencies.findFile(document));
    const visible = new Set(files.flatMap((file) => (file === undefined ? [] : [threadKey(file.pull)])));
    for (const [key, { isVisible, poller }] of this.#polled) {
      if (visible.has(key) === isVisible) continue;
      this.#polled.set(key, { poller, isVisible: !isVisible });
      if (isVisible) poller.end();
      else poller.resume();
    }
  }
}
