// Builds the wing on first use, and connects its parts.
import * as v from "valibot";
import { commands, Disposable, TextEditorSelectionChangeKind, window } from "vscode";
import type { Nanoseconds } from "../base/time.ts";
import { after } from "../workbench/poller.ts";
import type { Shared } from "../workbench/shared.ts";
import { StoredValue } from "../workbench/storage/stored-value.ts";
import { inLine } from "../workbench/text/encode.ts";
import { every } from "../workbench/timer.ts";
import type { View } from "../workbench/views.ts";
import type { Wing as AnyWing } from "../workbench/wing.ts";
import { blockPanel, type BlockPanel } from "./block/panel.ts";
import { Pointer } from "./block/pointer.ts";
import { commandTable } from "./commands.ts";
import { entityPanel, type EntityPanel } from "./entity/panel.ts";
import { Pins } from "./ledger/pins.ts";
import { Store } from "./ledger/store.ts";
import { Tail } from "./ledger/tail.ts";
import { buildRoots, newestId, TAIL_ID } from "./tree/tree-rows.ts";
import type { Network } from "./model/network.ts";
import { networkPanel } from "./network/panel.ts";
import { NETWORK_SETTINGS, selectedName } from "./ledger/selection.ts";
import { rangePanel } from "./range/panel.ts";
import { goTo, goToBlock, openTransaction } from "./references/go-to.ts";
import { mentionParts } from "./references/mention-details.ts";
import type { MentionParts } from "./references/mention-resolver.ts";

/** How often the ages in the view are redrawn. */
const AGE_UPDATE_INTERVAL_MS = 10_000;
/** Key of the stored time at which live updates were paused, in milliseconds since 1970. */
const PAUSED_SINCE_KEY = "triptych.blocks.pausedSince";

export interface Wing extends AnyWing {
  readonly mentions: MentionParts;
}

export function build(shared: Shared, view: View): Wing {
  const { now, notify, panels, settings, state } = shared;
  const store = new Store(shared);
  const pins = new Pins(state);
  const pausedSince = new StoredValue(state, PAUSED_SINCE_KEY, v.optional(v.number()), undefined);
  const tail = new Tail({
    ask: (signal) => store.catchUp(store.network, { signal, retries: 0 }),
    after,
    now,
    random: Math.random,
    pausedSince: pausedSince.get(),
  });
  const describe = (): void => {
    const { name } = store.network;
    if (name !== selectedName(settings))
      notify({ about: "setting", id: "triptych.blocks.customNetwork", fault: "unknownNetwork" });
    view.describe(inLine(name));
  };
  const describeTail = (): void => {
    void commands.executeCommand("setContext", "triptych.blocks.isLive", tail.state.is !== "paused");
  };
  const showLatest = (): void => {
    store.markLatestStale(store.network);
    view.redraw(newestId(store.network));
  };
  const disposables = Disposable.from(
    store,
    tail,
    pins,
    every(AGE_UPDATE_INTERVAL_MS, () => view.repaint()),
    tail.onDidChange((changed) => {
      if (changed.is !== "failing") void pausedSince.set(changed.is === "paused" ? changed.since : undefined);
      describeTail();
      view.redraw();
    }),
    pins.onDidChange(() => view.refresh()),
    // Before the tail asks for new blocks, so that both share one request.
    view.onDidChangeVisibility(() => {
      if (view.visible && tail.state.is !== "paused") showLatest();
    }),
    tail.follow(view),
    // VS Code doesn't report where the pointer is. While the user works in an editor or in another window, it isn't aimed
    // at a row.
    window.onDidChangeTextEditorSelection(({ kind }) => {
      if (kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse)
        store.listWaiting(store.network);
    }),
    window.onDidChangeWindowState(({ focused }) => {
      if (!focused) store.listWaiting(store.network);
    }),
    settings.onDidChange((id) => {
      if (!NETWORK_SETTINGS.has(id)) return;
      describe();
      tail.restart();
      view.refresh();
    }),
  );
  store.onDidReplace(() => view.refresh());
  store.onDidAdvance((network) => {
    if (window.state.focused) view.redraw(TAIL_ID);
    else store.listWaiting(network);
  });
  store.onDidList((network) => {
    view.redraw(TAIL_ID);
    view.redraw(newestId(network));
  });
  store.onDidRefineTimes(() => view.repaint());
  describe();
  describeTail();

  const pointer = new Pointer();
  const links = {
    openEntity: (network: string, entity: string) => panels.show(entities, { network, entity }),
    openTransaction: (network: Network, time: Nanoseconds) =>
      openTransaction(network, time, store, { panel, pointer }, shared),
  };
  const panel: BlockPanel = blockPanel(store, {
    ...shared,
    pins,
    pointer,
    ...links,
    goToBlock: () => goToBlock(store, { panel, pointer, entities }, shared),
  });
  const entities: EntityPanel = entityPanel(store, { ...shared, ...links });
  const ranges = rangePanel(store, panel, shared);
  const networks = networkPanel(store, { ...shared, ...links, after });
  return {
    roots: buildRoots({ store, tail, pins, now }),
    commands: commandTable({ shared, view, store, panel, entities, ranges, networks, tail, pins, pointer, showLatest }),
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
    dispose: () => disposables.dispose(),
  };
}
