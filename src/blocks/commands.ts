// Maps each command of the wing to its action.
import { joinTables, oneOf, plain, type CommandTable } from "../workbench/commands.ts";
import type { Shared } from "../workbench/shared.ts";
import type { View } from "../workbench/views.ts";
import { blockCommands, openBlock } from "./block/commands.ts";
import type { Pins } from "./ledger/pins.ts";
import type { Store } from "./ledger/store.ts";
import type { Tail } from "./ledger/tail.ts";
import { networkCommands } from "./network/commands.ts";
import type { NetworkPanel } from "./network/panel.ts";
import { rangeCommands } from "./range/commands.ts";
import type { RangePanel } from "./range/panel.ts";
import { goToBlock, type Targets } from "./references/go-to.ts";

export interface CommandParts extends Targets {
  readonly shared: Shared;
  readonly view: Pick<View, "refresh">;
  readonly store: Store;
  readonly ranges: RangePanel;
  readonly networks: NetworkPanel;
  readonly tail: Pick<Tail, "pause" | "resume" | "state">;
  readonly pins: Pins;
  readonly showLatest: () => void;
}

export function commandTable(parts: CommandParts): CommandTable {
  const { shared, view, store, panel, ranges, networks, tail, pins, pointer, showLatest } = parts;
  const own: CommandTable = {
    "triptych.blocks.refresh": plain(() => {
      store.markStale(store.network);
      view.refresh();
    }),
    "triptych.blocks.toggleLiveUpdates": plain(() => {
      if (tail.state.is !== "paused") return tail.pause();
      tail.resume();
      showLatest();
    }),
    "triptych.blocks.showNewBlocks": plain(() => store.listWaiting(store.network)),
    "triptych.blocks.goToBlock": oneOf(
      openBlock({ panel, pointer }, shared),
      plain(() => goToBlock(store, parts, shared)),
    ),
  };
  // A block and a range also have a network, so the commands on networks are the last ones to be asked.
  return joinTables([
    own,
    blockCommands(store, pins, { ...shared, panel, pointer }),
    rangeCommands(store, ranges, shared),
    networkCommands(store, networks, shared),
  ]);
}
