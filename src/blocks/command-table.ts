// What each command of the wing does.
import { plain, type CommandTable } from "../workbench/commands.ts";
import type { Shared } from "../workbench/shared.ts";
import type { View } from "../workbench/views.ts";
import * as block from "./block/commands.ts";
import { exportBlock, shareBlock } from "./block/export.ts";
import type { BlockPanel } from "./block/panel.ts";
import type { Pointer } from "./block/pointer.ts";
import type { EntityPanel } from "./entity/panel.ts";
import type { Pins } from "./ledger/pins.ts";
import type { Store } from "./ledger/store.ts";
import type { Tail } from "./ledger/tail.ts";
import * as network from "./network/commands.ts";
import { exportNetwork, shareNetwork } from "./network/export.ts";
import type { NetworkPanel } from "./network/panel.ts";
import * as range from "./range/commands.ts";
import type { RangePanel } from "./range/panel.ts";
import { exportRange, shareRange } from "./range/load-range.ts";
import { goToBlock } from "./references/go-to.ts";

export interface CommandParts {
  readonly shared: Shared;
  readonly view: Pick<View, "refresh">;
  readonly store: Store;
  readonly panel: BlockPanel;
  readonly entities: EntityPanel;
  readonly ranges: RangePanel;
  readonly networks: NetworkPanel;
  readonly tail: Pick<Tail, "pause" | "resume">;
  readonly pins: Pins;
  readonly pointer: Pointer;
}

export function commandTable(parts: CommandParts): CommandTable {
  const { shared, view, store, panel, entities, ranges, networks, tail, pins, pointer } = parts;
  const targets = { panel, pointer, entities };
  return {
    "triptych.blocks.refresh": plain(() => {
      store.markStale(store.network);
      view.refresh();
    }),
    "triptych.blocks.pauseTail": plain(() => tail.pause()),
    "triptych.blocks.resumeTail": plain(() => tail.resume()),
    "triptych.blocks.pinBlock": block.pinBlock(store, pins),
    "triptych.blocks.unpinBlock": block.unpinBlock(store, pins),
    "triptych.blocks.goToBlock": goToBlock(store, targets, shared),
    "triptych.blocks.openBlock": block.openBlock(panel, shared),
    "triptych.blocks.openTransactions": block.openTransactions(targets, shared),
    "triptych.blocks.lookInLogs": block.lookInLogs(store, targets, shared),
    "triptych.blocks.openInHashScan": block.openInHashScan(shared),
    "triptych.blocks.copyLink": block.copyLink(store),
    "triptych.blocks.copyHash": block.copyHash(store),
    "triptych.blocks.copyNumber": block.copyNumber(store),
    "triptych.blocks.exportBlock": block.takeBlock(store, exportBlock, shared),
    "triptych.blocks.shareBlock": block.takeBlock(store, shareBlock, shared),
    "triptych.blocks.showRange": range.showRange(store, ranges, shared),
    "triptych.blocks.verifyRange": range.verifyRange(store, ranges, shared),
    "triptych.blocks.verifyThisRange": range.verifyThisRange(store, ranges, shared),
    "triptych.blocks.verifyFromHere": range.verifyFromHere(store, ranges, shared),
    "triptych.blocks.openCharts": range.openCharts(store, ranges, shared),
    "triptych.blocks.copyRange": range.copyRange(store),
    "triptych.blocks.exportRange": range.takeThisRange(store, exportRange, shared),
    "triptych.blocks.shareRange": range.takeThisRange(store, shareRange, shared),
    "triptych.blocks.showNetwork": network.showNetwork(store, networks, shared),
    "triptych.blocks.chooseNetwork": network.chooseNetwork(store, shared),
    "triptych.blocks.addNetwork": network.addNetwork(store, shared),
    "triptych.blocks.removeNetwork": network.removeNetwork(store, shared),
    "triptych.blocks.copyAccount": network.copyAccount(),
    "triptych.blocks.exportNetwork": network.takeNetwork(store, exportNetwork, shared),
    "triptych.blocks.shareNetwork": network.takeNetwork(store, shareNetwork, shared),
  };
}
