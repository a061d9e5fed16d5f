// Builds the top-level rows of the Blocks view.
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Children, Node } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { formatAgo, formatBlockAge, MINUTE_MS } from "../wording/block-text.ts";
import { buildPage, pinnedRow, type RowContext } from "./block-rows.ts";
import type { Pins } from "../store/pins.ts";
import { allBlocks } from "./range-rows.ts";
import type { Store } from "../store/store.ts";
import type { Tail, TailState } from "../store/live-tail.ts";
import { QUIET_AFTER_MS } from "../model/block.ts";
import type { Network } from "../model/network.ts";
import { networkRow } from "./network-rows.ts";

/** The data that the rows show. */
export interface Sources {
  readonly store: Store;
  readonly tail: Pick<Tail, "state">;
  readonly pins: Pick<Pins, "of" | "has">;
  readonly now: () => number;
}

/** The live tail, the network itself, the pinned blocks, the latest blocks, and all blocks by range. */
export function buildRoots({ store, tail, pins, now }: Sources): Children {
  const isPinned = (network: Network, number: bigint): boolean => pins.has({ network: network.name, number });
  const context: RowContext = { store, now, isPinned };
  return () => {
    const { network } = store;
    const pinned = pins.of(network.name);
    return Promise.resolve({
      nodes: [
        tailRow(tail, network, { store, now }),
        ...startedOverRow(store.startedOverAt(network), network, now()),
        networkRow(network, context),
        ...(pinned.length === 0 ? [] : [pinnedGroup(pinned, network, context)]),
        newestGroup(network, context),
        allBlocks(network, context),
      ],
    });
  };
}

/** ID of the row of the live updates. */
export const TAIL_ID = "tail";

/** ID of the row with the latest blocks. */
export function newestId({ name, address }: Network): string {
  return `newest ${name} ${address}`;
}

const ICONS: Readonly<Record<TailState["kind"], string>> = {
  live: "debug-start",
  paused: "debug-pause",
  failing: "debug-disconnect",
};

/** The row is always there, so that a new block changes its text and moves no row. A click shows the new blocks. */
function tailRow(tail: Pick<Tail, "state">, network: Network, { store, now }: Pick<RowContext, "store" | "now">): Node {
  const { state } = tail;
  const paused = state.kind === "paused";
  const describe = (): string => {
    const waiting = store.countWaiting(network);
    const described = describeTail(tail.state, store.measureQuiet(network), now());
    return waiting === 0n ? described : l10n.t("{0} new · {1}", format.count(waiting), described);
  };
  return {
    id: TAIL_ID,
    subject: undefined,
    label: l10n.t("Live Tail"),
    description: describe,
    icon: { name: ICONS[state.kind] },
    contextValue: "tail",
    click: paused
      ? { command: "triptych.blocks.toggleLiveUpdates", title: l10n.t("Resume"), args: [] }
      : { command: "triptych.blocks.showNewBlocks", title: l10n.t("Show New Blocks"), args: [] },
    accessibleLabel: () => l10n.t("Live Tail, {0}", describe()),
    tooltip: () =>
      paused
        ? l10n.t("Paused. Resume to load new blocks.")
        : l10n.t(
            "Checks for new blocks while this view is visible. New blocks wait so that no row moves under the pointer. Select this row to show them.",
          ),
  };
}

/** A note that the network started over, shown until the next refresh. */
function startedOverRow(at: number | undefined, network: Network, now: number): readonly Node[] {
  if (at === undefined) return [];
  const sentence = l10n.t(
    "{0} started over with different blocks. Everything loaded before {1} was cleared.",
    network.name,
    format.clockTime(at, now),
  );
  return [
    {
      id: `started over ${network.name}`,
      subject: undefined,
      label: l10n.t("Network Started Over"),
      description: format.clockTime(at, now),
      icon: { name: "info" },
      contextValue: "note",
      accessibleLabel: sentence,
      tooltip: () => sentence,
      click: { command: "triptych.blocks.refresh", title: l10n.t("Refresh Blocks"), args: [] },
    },
  ];
}

function pinnedGroup(pinned: readonly bigint[], network: Network, context: RowContext): Node {
  const id = `pinned ${network.name}`;
  return {
    id,
    subject: undefined,
    label: l10n.t("Pinned"),
    description: format.count(pinned.length),
    icon: { name: "pinned" },
    contextValue: "pinned",
    expanded: true,
    children: () => Promise.resolve({ nodes: pinned.map((number) => pinnedRow(number, network, id, context)) }),
  };
}

function newestGroup(network: Network, context: RowContext): Node {
  const { store } = context;
  return {
    // The ID includes the network, so that its rows don't appear under another network that fails to load.
    id: newestId(network),
    subject: undefined,
    label: l10n.t("Latest Blocks"),
    description: () => {
      const newest = store.newestListed(network);
      return newest === undefined ? "" : l10n.t("from {0}", format.count(newest.number));
    },
    icon: { name: "history" },
    contextValue: "newest",
    expanded: true,
    children: async (signal) =>
      buildPage(await store.newest(network, { signal }), network, `${network.name} ${network.address}`, context),
  };
}

/** "live", "live · no new block for 12 min", "paused 3 min ago", "Offline · retrying in 8 s" */
function describeTail(state: TailState, quietMs: number, now: number): string {
  switch (state.kind) {
    case "live":
      return quietMs < QUIET_AFTER_MS
        ? l10n.t("live")
        : l10n.t("live · no new block for {0}", formatBlockAge(now - quietMs, now));
    case "paused":
      return state.since === undefined || now - state.since < MINUTE_MS
        ? l10n.t("paused")
        : l10n.t("paused {0}", formatAgo(state.since, now));
    case "failing": {
      const { short } = describeProblem(state.problem, now);
      // Nothing is sent until the user allows the server, whatever the poller does.
      if (state.problem.kind === "forbiddenServer") return short;
      return l10n.t("{0} · retrying in {1}", short, format.until(state.retryAt, now));
    }
  }
}
