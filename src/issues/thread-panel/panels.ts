// Opens the panels of threads, restores them after a reload, and knows which one has the focus.
import * as v from "valibot";
import { window } from "vscode";
import { decode } from "../../base/decode.ts";
import type { FromExtension } from "../../panels/thread/messages.ts";
import type { PanelKind } from "../../workbench/panels/kind.ts";
import { after } from "../../workbench/poller.ts";
import type { Shared } from "../../workbench/shared.ts";
import { threadKey, type ThreadAddress } from "../model/address.ts";
import { ThreadPanel, type KeptThread, type PanelTime } from "./panel.ts";
import type { IssueActs, PanelActs } from "./actions.ts";
import { keptThreadAt, PresentPanel } from "./present-panel.ts";
import type { Services } from "../services.ts";

type UsedServices = Pick<
  Services,
  "access" | "changes" | "collaborators" | "emoji" | "images" | "knownServers" | "lists"
> &
  Pick<Services, "reactions" | "renames" | "repositories" | "repositoryNames" | "servers" | "threads" | "writing">;

type ThreadPanelKind = PanelKind<KeptThread, FromExtension>;

const keptThread = v.object({
  base: v.pipe(v.string(), v.url()),
  owner: v.string(),
  name: v.string(),
  number: v.pipe(v.string(), v.regex(/^\d{1,19}$/)),
});

/** The user counts as present while the window has the focus. */
const TIME: PanelTime = {
  attention: { isHere: () => window.state.focused, onDidChange: window.onDidChangeWindowState },
  after,
  random: Math.random,
};

export interface ThreadPanelsParts {
  readonly shared: Shared;
  readonly services: UsedServices;
  readonly acts: PanelActs;
  readonly issues: IssueActs;
  readonly time?: PanelTime;
}

export class ThreadPanels {
  readonly kind: ThreadPanelKind;
  readonly #shared: Shared;
  readonly #renames: Services["renames"];
  /** The comments to scroll to, by thread. */
  readonly #wanted = new Map<string, bigint>();
  readonly #open = new Map<string, ThreadPanel>();
  readonly #addresses = new Map<string, ThreadAddress>();

  constructor({ shared, services, acts, issues, time = TIME }: ThreadPanelsParts) {
    this.#shared = shared;
    this.#renames = services.renames;
    this.kind = {
      id: "triptych.thread",
      script: "thread",
      icon: "thread",
      toKey: (thing) => threadKey(toAddress(thing)),
      decodeThing: (kept) => this.#renames.toPresent(decode(keptThread, kept, "panel")),
      connect: (thing, port) =>
        new PresentPanel(toAddress(thing), {
          ...{ port, onDidMove: services.writing.onDidMove },
          panelFor: (address) => {
            const key = threadKey(address);
            const take = (): bigint | undefined => {
              const id = this.#wanted.get(key);
              this.#wanted.delete(key);
              return id;
            };
            const onGone = (): void => {
              this.#open.delete(key);
              this.#addresses.delete(key);
              this.#wanted.delete(key);
            };
            const front = {
              isInFront: () => shared.panels.focused(this.kind.id) === key,
              onDidChange: shared.panels.onDidChangeFocus,
            };
            const panel = new ThreadPanel(address, port, {
              shared,
              services,
              acts,
              issues,
              time,
              front,
              take,
              onGone,
            });
            this.#open.set(key, panel);
            this.#addresses.set(key, address);
            return panel;
          },
        }),
    };
  }

  /** The thread whose panel has the focus. */
  focused(): ThreadAddress | undefined {
    const key = this.#shared.panels.focused(this.kind.id);
    return key === undefined ? undefined : this.#addresses.get(key);
  }

  show(named: ThreadAddress, comment?: bigint): void {
    const address = this.#renames.toPresent(named);
    const key = threadKey(address);
    if (comment !== undefined) this.#wanted.set(key, comment);
    this.#shared.panels.show(this.kind, keptThreadAt(address));
    this.#open.get(key)?.showWanted();
  }
}

function toAddress({ base, owner, name, number }: KeptThread): ThreadAddress {
  return { base, owner, name, number: BigInt(number) };
}
