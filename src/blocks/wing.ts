// Builds the wing's commands, panels and mentions on first use.
import { after } from "../workbench/poller.ts";
import type { Shared } from "../workbench/shared.ts";
import type { View } from "../workbench/views.ts";
import type { Wing as AnyWing } from "../workbench/wing.ts";
import { blockPanel } from "./block/panel.ts";
import { Pointer } from "./block/pointer.ts";
import { commandTable } from "./command-table.ts";
import { entityPanel } from "./entity/panel.ts";
import { networkPanel } from "./network/panel.ts";
import { rangePanel } from "./range/panel.ts";
import { goTo, goToBlock, openTransaction } from "./references/go-to.ts";
import { mentionParts } from "./references/mention-details.ts";
import type { MentionParts } from "./references/mention-resolver.ts";
import type { Rows } from "./wing-rows.ts";

export interface Wing extends AnyWing {
  readonly mentions: MentionParts;
}

export function build(shared: Shared, { store, pins, tail }: Rows, view: View): Wing {
  const { panels } = shared;
  const pointer = new Pointer();
  const panel = blockPanel(store, {
    ...{ ...shared, pins, pointer },
    goToBlock: async () => goToBlock(store, { panel, pointer, entities }, shared).run(),
  });
  const entities = entityPanel(store, {
    ...shared,
    openTransaction: (network, time) => openTransaction(network, time, store, { panel, pointer }, shared),
  });
  const ranges = rangePanel(store, panel, shared);
  const networks = networkPanel(store, { ...shared, after });
  return {
    commands: commandTable({ shared, view, store, panel, entities, ranges, networks, tail, pins, pointer }),
    mentions: mentionParts(store, {
      ...shared,
      goTo: (reading) => goTo(reading, store, { panel, pointer, entities }, shared),
      warn: (message) => void shared.dialogs.message("warning", message),
    }),
    panels: {
      "triptych.block": panels.serializer(panel),
      "triptych.blocks.range": panels.serializer(ranges),
      "triptych.blocks.network": panels.serializer(networks),
      "triptych.blocks.entity": panels.serializer(entities),
    },
  };
}
