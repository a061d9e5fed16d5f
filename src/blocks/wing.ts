// Builds the wing on first use, and connects its parts.
import * as v from "valibot";
import { commands, Disposable, TextEditorSelectionChangeKind, window } from "vscode";
import { userConfiguration } from "../workbench/configuration.ts";
import { offerTools } from "../base/tools/tool.ts";
import { after } from "../workbench/poller.ts";
import type { Shared } from "../workbench/wings/shared.ts";
import { StoredValue } from "../workbench/storage/stored-value.ts";
import { inLine } from "../workbench/text/encode.ts";
import { l10n } from "../workbench/text/l10n.ts";
import { every } from "../workbench/timer.ts";
import type { View } from "../workbench/wings/views.ts";
import type { Wing as AnyWing } from "../workbench/wings/wing.ts";
import { BlockPanels } from "./block/panel.ts";
import { commandTable } from "./commands.ts";
import { extensionApi, type BlocksApi } from "./extension-api.ts";
import { EntityPanels } from "./entity/panel.ts";
import { Pins } from "./store/pins.ts";
import { Store } from "./store/store.ts";
import { Tail } from "./store/live-tail.ts";
import { blockTools } from "./tools/tools.ts";
import { buildRoots, newestId, TAIL_ID } from "./tree/top-rows.ts";
import { takeOverNetworks } from "./network/former-settings.ts";
import { NetworkPanels } from "./network/panel.ts";
import { listEntries } from "./store/network-list.ts";
import { NETWORKS } from "./store/settings.ts";
import { RangePanels } from "./range/panel.ts";
import { parseEntry } from "./model/network.ts";
import { mentionActions } from "./references/mention-details.ts";
import type { Links } from "./parts/content-parts.ts";
import type { MentionActions } from "./references/mention-resolver.ts";
import { Navigation } from "./references/go-to-block.ts";

/** How often the ages in the view are redrawn. */
const AGE_UPDATE_INTERVAL_MS = 10_000;
/** Key of the stored time at which live updates were paused, in milliseconds since 1970. */
const PAUSED_SINCE_KEY = "triptych.blocks.pausedSince";

export { offer } from "./references/mention-resolver.ts";

export async function prepare(): Promise<void> {
  await takeOverNetworks(userConfiguration);
}

export function serverOptions({ settings }: Pick<Shared, "settings">): readonly string[] {
  const known = listEntries(settings).filter((entry) => parseEntry(entry) !== undefined);
  return known.flatMap((entry) => ["--network", String(entry)]);
}

export interface Wing extends AnyWing {
  readonly mentions: MentionActions;
  readonly extensionApi: BlocksApi;
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
    if (listEntries(settings).some((entry) => parseEntry(entry) === undefined)) {
      const { id } = NETWORKS;
      const sentence = l10n.t("The setting {0} has an invalid entry. Enter a public network, or a name and a URL.", id);
      notify({ about: "setting", id, fault: "invalidEntry", sentence });
    }
    view.describe(inLine(store.network.name));
  };
  const describeTail = (): void => {
    void commands.executeCommand("setContext", "triptych.blocks.isLive", tail.state.kind !== "paused");
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
      if (changed.kind !== "failing") void pausedSince.set(changed.kind === "paused" ? changed.since : undefined);
      describeTail();
      view.redraw();
    }),
    pins.onDidChange(() => view.refresh()),
    // Before the tail asks for new blocks, so that both share one request.
    view.onDidChangeVisibility(() => {
      if (view.visible && tail.state.kind !== "paused") showLatest();
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
    settings.onDidChange((affects) => {
      if (!affects(NETWORKS)) return;
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

  // Panels link to each other, so each finds the others when a link is followed.
  const links: Links = {
    openEntity: (network, entity) => entities.show({ network, entity }),
    openTransaction: (network, time) => navigation.openTransaction(network, time),
    goToBlock: () => navigation.ask(),
  };
  const blocks = new BlockPanels(store, { ...shared, pins, ...links });
  const entities = new EntityPanels(store, { ...shared, ...links });
  const ranges = new RangePanels(store, { ...shared, blocks });
  const networks = new NetworkPanels(store, { ...shared, ...links, after });
  const navigation = new Navigation(store, { ...shared, blocks, entities });
  return {
    extensionApi: extensionApi(store, blocks),
    roots: buildRoots({ store, tail, pins, now }),
    tools: offerTools(blockTools, { store, now }),
    commands: commandTable({ shared, view, store, blocks, ranges, networks, navigation, tail, pins, showLatest }),
    mentions: mentionActions(store, {
      now,
      navigation,
      warn: (message) => void shared.dialogs.message("warning", message),
    }),
    panels: {
      "triptych.block": panels.serializer(blocks.kind),
      "triptych.blocks.range": panels.serializer(ranges.kind),
      "triptych.blocks.network": panels.serializer(networks.kind),
      "triptych.blocks.entity": panels.serializer(entities.kind),
    },
    dispose: () => disposables.dispose(),
  };
}
