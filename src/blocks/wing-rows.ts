// Builds the parts behind the wing's rows when its view is first shown. `wing.ts` builds the rest from them.
import * as v from "valibot";
import { commands, Disposable } from "vscode";
import { every } from "../workbench/timer.ts";
import { after } from "../workbench/poller.ts";
import type { Shared } from "../workbench/shared.ts";
import { StoredValue } from "../workbench/storage/stored-value.ts";
import { inLine } from "../workbench/text/encode.ts";
import type { View } from "../workbench/views.ts";
import type { WingRows } from "../workbench/wing.ts";
import { Pins } from "./ledger/pins.ts";
import { Store } from "./ledger/store.ts";
import { Tail } from "./ledger/tail.ts";
import { newestId, buildRoots } from "./ledger/tree-rows.ts";
import { NETWORK_SETTINGS, selectedName } from "./network/selection.ts";

const SECOND_MS = 1000;
/** How often the ages in the view are redrawn. */
const AGE_UPDATE_INTERVAL_MS = 10_000;
/** Key of the stored time at which live updates were paused, in milliseconds since 1970. */
const PAUSED_SINCE_KEY = "triptych.blocks.pausedSince";

export interface Rows extends WingRows {
  readonly store: Store;
  readonly pins: Pins;
  readonly tail: Tail;
}

export function buildRows(shared: Shared, view: View): Rows {
  const { now, settings, state, notify } = shared;
  const store = new Store(shared);
  const pins = new Pins(state);
  const pausedSince = new StoredValue(state, PAUSED_SINCE_KEY, v.optional(v.number()), undefined);
  const tail = new Tail({
    ask: (signal) => store.catchUp(store.network, { signal, retries: 0 }),
    interval: () => settings.get("triptych.blocks.interval") * SECOND_MS,
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
    void commands.executeCommand("setContext", "triptych.blocks.isPaused", tail.state.is === "paused");
  };
  const describeNetworks = (): void => {
    const custom = Object.keys(settings.own("triptych.blocks.networks"));
    void commands.executeCommand("setContext", "triptych.blocks.hasOwnNetworks", custom.length > 0);
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
    tail.follow(view),
    settings.onDidChange((id) => {
      if (id === "triptych.blocks.interval") tail.reschedule();
      if (!NETWORK_SETTINGS.has(id)) return;
      describe();
      describeNetworks();
      tail.restart();
      view.refresh();
    }),
  );
  store.onDidReplace(() => view.refresh());
  store.onDidAdvance((network) => view.redraw(newestId(network)));
  store.onDidRefineTimes(() => view.repaint());
  describe();
  describeTail();
  describeNetworks();
  return { store, pins, tail, roots: buildRoots({ store, tail, pins, now }), dispose: () => disposables.dispose() };
}
