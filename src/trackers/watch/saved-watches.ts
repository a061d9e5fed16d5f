// Saves the watched apps of each instance.
import * as v from "valibot";
import { lenientListOf } from "../../base/decode.ts";
import { StoredValue, type State } from "../../workbench/stored-value.ts";
import { watchedApp, type WatchedApp } from "../model/news.ts";

const KEY = "triptych.trackers.watched";

const all = v.record(v.string(), v.unknown());

/** Watched apps of the instance at this URL. A damaged entry loses only itself. */
export function readWatched(state: State, base: string): readonly WatchedApp[] {
  const read = v.safeParse(lenientListOf(watchedApp, "watched apps"), watchStore(state).get()[base]);
  return read.success ? read.output.values : [];
}

/** Edits the list last saved by any window. */
export async function editWatched(
  state: State,
  base: string,
  edit: (list: readonly WatchedApp[]) => readonly WatchedApp[],
): Promise<void> {
  const before = readWatched(state, base);
  await watchStore(state).update((all) => ({ ...all, [base]: edit(before) }));
}

function watchStore(state: State): StoredValue<Readonly<Record<string, unknown>>> {
  return new StoredValue(state, KEY, all, {});
}
