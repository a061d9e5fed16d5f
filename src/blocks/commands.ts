// The wing's command table: what each command does.
import { oneOf, opening, plain, type CommandTable } from "../workbench/commands.ts";
import type { Shared } from "../workbench/wings/shared.ts";
import type { View } from "../workbench/wings/views.ts";
import { blockCommands } from "./block/commands.ts";
import type { BlockPanels } from "./block/panel.ts";
import { readTypeSubject } from "./model/saved-names.ts";
import type { Pins } from "./store/pins.ts";
import type { Store } from "./store/store.ts";
import type { Tail } from "./store/live-tail.ts";
import { networkCommands } from "./network/commands.ts";
import type { NetworkPanels } from "./network/panel.ts";
import { rangeCommands } from "./range/commands.ts";
import type { RangePanels } from "./range/panel.ts";
import type { Navigation } from "./references/go-to-block.ts";

/** What the commands work on. */
interface BlocksWing {
  readonly shared: Shared;
  readonly view: Pick<View, "refresh">;
  readonly store: Store;
  readonly blocks: BlockPanels;
  readonly ranges: RangePanels;
  readonly networks: NetworkPanels;
  readonly navigation: Navigation;
  readonly tail: Pick<Tail, "pause" | "resume" | "state">;
  readonly pins: Pins;
  readonly showLatest: () => void;
}

export function commandTable(wing: BlocksWing): CommandTable {
  const { shared, view, store, navigation, tail, showLatest } = wing;
  const block = blockCommands(store, wing.blocks, { ...shared, pins: wing.pins });
  const range = rangeCommands(store, wing.ranges, shared);
  const network = networkCommands(store, wing.networks, shared);
  return {
    "triptych.blocks.refresh": plain(() => {
      store.markStale(store.network);
      view.refresh();
    }),
    "triptych.blocks.toggleLiveUpdates": plain(() => {
      if (tail.state.kind !== "paused") return tail.pause();
      tail.resume();
      showLatest();
    }),
    "triptych.blocks.showNewBlocks": plain(() => store.listWaiting(store.network)),
    // Opens a block or, for a type of its transactions, those. From the title of the view, VS Code passes the focused
    // row. There, the command asks for a block.
    "triptych.blocks.goToBlock": oneOf(
      opening(readTypeSubject, ({ type, ...address }, placement) => {
        wing.blocks.show(address, type === undefined ? undefined : { tab: "transactions", type }, placement);
      }),
      plain(() => navigation.ask()),
    ),
    "triptych.blocks.lookInLogs": block.searchLogs,
    "triptych.blocks.pinBlock": block.pin,
    "triptych.blocks.showRange": range.show,
    "triptych.blocks.verifyRange": range.verify,
    "triptych.blocks.showNetwork": network.show,
    "triptych.blocks.chooseNetwork": network.choose,
    "triptych.openOnWeb": block.openOnWeb,
    "triptych.copyLink": block.copyLink,
    // A block and a range also have a network, so the commands on networks are the last ones to be asked.
    "triptych.copy": oneOf(block.copyHash, range.copy, network.copyAccount),
    "triptych.export": oneOf(block.export, range.export, network.export),
    "triptych.share": oneOf(block.share, range.share, network.share),
  };
}
