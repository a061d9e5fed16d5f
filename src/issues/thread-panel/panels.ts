// Opens the panels of threads, restores them after a reload, follows renamed repositories, and tracks which panel has the
// focus.
import type { Disposable, Event } from "vscode";
import { decode } from "../../base/decode.ts";
import type { FromExtension } from "../../panels/thread/messages.ts";
import type { Connection, FirstPaint, PanelKind, Port } from "../../workbench/panels/panel-kind.ts";
import type { Receive } from "../../workbench/panels/receive-messages.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { repositoryKey, threadKey, type ThreadAddress } from "../model/address.ts";
import { storedThread, toAddress, toStoredThread, type StoredThread } from "../model/stored-thread.ts";
import type { Rename } from "../repositories/repository-names.ts";
import { PRESENT_USER } from "../thread/present-user.ts";
import type { PollTime } from "../thread/thread-poller.ts";
import { ThreadPanel, type ThreadPanelDependencies, type WantedComment } from "./panel.ts";
import type { PanelDraftCommands, PanelIssueCommands, PanelPullCommands } from "./actions.ts";
import type { Renames } from "../repositories/renames.ts";
import type { Placement } from "../../workbench/placement.ts";
import type { RecentThreads } from "../lists/recent-threads.ts";

type ThreadPanelKind = PanelKind<StoredThread, FromExtension>;

export const THREAD_PANEL = "triptych.thread";

export interface ThreadPanelsDependencies {
  readonly shared: Shared;
  readonly services: ThreadPanelDependencies["services"] & {
    readonly recentThreads: RecentThreads;
    readonly renames: Renames;
  };
  readonly draftCommands: PanelDraftCommands;
  readonly issues: PanelIssueCommands;
  readonly pulls: PanelPullCommands;
  readonly pasting: ThreadPanelDependencies["pasting"];
  readonly time?: PollTime;
  /** For tests: whether the panel of this thread has the focus. */
  readonly isInFront?: (key: string) => boolean;
}

export class ThreadPanels {
  readonly kind: ThreadPanelKind;
  readonly #dependencies: Required<ThreadPanelsDependencies>;
  /** The comment to scroll to, by thread. */
  readonly #wanted = new Map<string, WantedComment>();
  readonly #open = new Map<string, ThreadPanel>();

  constructor({
    time = PRESENT_USER,
    isInFront = (key) => this.#focusedKey() === key,
    ...dependencies
  }: ThreadPanelsDependencies) {
    const { services } = dependencies;
    this.#dependencies = { ...dependencies, time, isInFront };
    this.kind = {
      id: THREAD_PANEL,
      script: "thread",
      icon: "thread",
      toKey: (subject) => threadKey(toAddress(subject)),
      decodeSubject: (kept) => services.renames.toPresent(decode(storedThread, kept, "panel")),
      connect: (subject, port) =>
        new PresentPanel(toAddress(subject), {
          port,
          onDidRename: services.repositoryNames.onDidRename,
          panelFor: (address) => this.#openPanel(address, port),
        }),
    };
  }

  /** Returns the thread whose panel has the focus. */
  focused(): ThreadAddress | undefined {
    const key = this.#focusedKey();
    return key === undefined ? undefined : this.#open.get(key)?.address;
  }

  #focusedKey(): string | undefined {
    return this.#dependencies.shared.panels.focused(this.kind.id);
  }

  show(named: ThreadAddress, comment?: bigint, placement?: Placement): void {
    const { services, shared } = this.#dependencies;
    const address = services.renames.toPresent(named);
    const key = threadKey(address);
    if (comment !== undefined) this.#wanted.set(key, { comment, takesFocus: true });
    shared.panels.show(this.kind, toStoredThread(address), placement);
    void services.recentThreads.add(address);
    this.#open.get(key)?.showWanted();
  }

  /** Scrolls an open panel to the comment, and leaves the focus where it is. */
  scrollTo(thread: ThreadAddress, comment: bigint | undefined): void {
    const key = threadKey(this.#dependencies.services.renames.toPresent(thread));
    if (comment === undefined || !this.#open.has(key)) return;
    this.#wanted.set(key, { comment, takesFocus: false });
    this.#open.get(key)?.showWanted();
  }

  #openPanel(address: ThreadAddress, port: Port<FromExtension, StoredThread>): ThreadPanel {
    const { isInFront, shared } = this.#dependencies;
    const key = threadKey(address);
    const panel = new ThreadPanel(address, port, {
      ...this.#dependencies,
      front: { isInFront: () => isInFront(key), onDidChange: shared.panels.onDidChangeFocus },
      takeWanted: () => this.#takeWanted(key),
      onGone: () => this.#forget(key),
    });
    this.#open.set(key, panel);
    return panel;
  }

  /** Returns the comment to scroll to, once. */
  #takeWanted(key: string): WantedComment | undefined {
    const wanted = this.#wanted.get(key);
    this.#wanted.delete(key);
    return wanted;
  }

  #forget(key: string): void {
    this.#open.delete(key);
    this.#wanted.delete(key);
  }
}

interface PresentPanelDependencies {
  readonly onDidRename: Event<Rename>;
  readonly port: Port<FromExtension, StoredThread>;
  readonly panelFor: (address: ThreadAddress) => Connection;
}

/** Shows a thread under the current name of its repository. After a rename, a new panel takes over the page. */
class PresentPanel implements Connection {
  readonly receive: Receive = (message) => this.#panel.receive(message);
  readonly #dependencies: PresentPanelDependencies;
  readonly #listening: Disposable;
  #address: ThreadAddress;
  #panel: Connection;
  #isShown = false;

  constructor(address: ThreadAddress, dependencies: PresentPanelDependencies) {
    this.#dependencies = dependencies;
    this.#address = address;
    this.#panel = dependencies.panelFor(address);
    this.#listening = dependencies.onDidRename((rename) => this.#follow(rename));
  }

  paint(): FirstPaint {
    return this.#panel.paint();
  }

  ready(): void {
    this.#isShown = true;
    this.#panel.ready();
  }

  hidden(): void {
    this.#isShown = false;
    this.#panel.hidden?.();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#panel.dispose();
  }

  #follow({ from, to: { owner, name } }: Rename): void {
    if (repositoryKey(from) !== repositoryKey(this.#address)) return;
    const address = { ...this.#address, owner, name };
    if (!this.#dependencies.port.move(toStoredThread(address), "renamed")) return;
    const before = this.#panel;
    this.#address = address;
    // The new panel retains the thread before the old one releases it.
    this.#panel = this.#dependencies.panelFor(address);
    before.dispose();
    if (this.#isShown) this.#panel.ready();
  }
}
