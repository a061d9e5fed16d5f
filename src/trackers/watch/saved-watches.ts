// Saves the watched apps of each instance.
import * as v from "valibot";
import { lenientListOf } from "../../base/decode.ts";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import { watchedApp, type WatchedApp } from "../model/news.ts";

const KEY = "triptych.trackers.watched";

const all = v.record(v.string(), v.unknown());

/** Reads the watched apps of the instance at this URL. Drops only entries that are damaged. */
export function readWatched(state: State, base: string): readonly WatchedApp[] {
  const read = v.safeParse(lenientListOf(watchedApp, "watched apps"), watchStore(state).get()[base]);
  return read.success ? read.output.values : [];
}

/** Edits the list as the last window saved it. */
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
