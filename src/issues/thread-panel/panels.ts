// Opens the panels of threads, restores them after a reload, and tracks which one has the focus.
import { window } from "vscode";
import { decode } from "../../base/decode.ts";
import type { FromExtension } from "../../panels/thread/messages.ts";
import type { PanelKind, Port } from "../../workbench/panels/kind.ts";
import { after } from "../../workbench/poller.ts";
import type { Shared } from "../../workbench/shared.ts";
import { threadKey, type ThreadAddress } from "../model/address.ts";
import { ThreadPanel, type PanelTime, type Parts } from "./panel.ts";
import type { PanelDraftCommands, PanelIssueCommands, PanelPullCommands } from "./actions.ts";
import { storedThread, toStoredThread, PresentPanel, toAddress, type StoredThread } from "./present-panel.ts";
import type { Services } from "../services.ts";

type ThreadPanelKind = PanelKind<StoredThread, FromExtension>;

export const THREAD_PANEL = "triptych.thread";

/** The user counts as present while the window has the focus. */
const TIME: PanelTime = {
  attention: { isHere: () => window.state.focused, onDidChange: window.onDidChangeWindowState },
  after,
  random: Math.random,
};

export interface ThreadPanelsParts {
  readonly shared: Shared;
  readonly services: Parts["services"] & Pick<Services, "renames">;
  readonly draftCommands: PanelDraftCommands;
  readonly issues: PanelIssueCommands;
  readonly pulls: PanelPullCommands;
  readonly pasting: Parts["pasting"];
  readonly time?: PanelTime;
  /** For tests: whether the panel of this thread has the focus. */
  readonly isInFront?: (key: string) => boolean;
}

export class ThreadPanels {
  readonly kind: ThreadPanelKind;
  readonly #parts: Required<ThreadPanelsParts>;
  /** The comment to scroll to, by thread. */
  readonly #wanted = new Map<string, bigint>();
  readonly #open = new Map<string, ThreadPanel>();

  constructor({ time = TIME, isInFront = (key) => this.#focusedKey() === key, ...parts }: ThreadPanelsParts) {
    const { services } = parts;
    this.#parts = { ...parts, time, isInFront };
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
    return this.#parts.shared.panels.focused(this.kind.id);
  }

  show(named: ThreadAddress, comment?: bigint): void {
    const { services, shared } = this.#parts;
    const address = services.renames.toPresent(named);
    const key = threadKey(address);
    if (comment !== undefined) this.#wanted.set(key, comment);
    shared.panels.show(this.kind, toStoredThread(address));
    this.#open.get(key)?.showWanted();
  }

  #openPanel(address: ThreadAddress, port: Port<FromExtension, StoredThread>): ThreadPanel {
    const { isInFront, shared } = this.#parts;
    const key = threadKey(address);
    const panel = new ThreadPanel(address, port, {
      ...this.#parts,
      front: { isInFront: () => isInFront(key), onDidChange: shared.panels.onDidChangeFocus },
      take: () => this.#takeWanted(key),
      onGone: () => this.#forget(key),
    });
    this.#open.set(key, panel);
    return panel;
  }

  /** Returns the comment to scroll to, once. */
  #takeWanted(key: string): bigint | undefined {
    const id = this.#wanted.get(key);
    this.#wanted.delete(key);
    return id;
  }

  #forget(key: string): void {
    this.#open.delete(key);
    this.#wanted.delete(key);
  }
}
