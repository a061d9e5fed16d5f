// Saves the watched apps of each instance.
import * as v from "valibot";
import { lenientListOf, optional, whole } from "../../base/decode.ts";
import { StoredValue, type State } from "../../workbench/stored-value.ts";
import type { WatchedApp } from "../model/news.ts";

const KEY = "triptych.trackers.watched";

const snapshot = v.object({
  source: optional(v.string()),
  report: whole,
  version: optional(v.string()),
  created: optional(v.number()),
  trackers: whole,
  ids: optional(v.array(whole)),
  permissions: optional(v.array(v.string())),
});
const watched = v.object({
  handle: v.pipe(v.string(), v.nonEmpty()),
  name: optional(v.string()),
  seen: v.array(snapshot),
  newest: v.array(snapshot),
  readAt: optional(v.number()),
  place: optional(whole),
});
const all = v.record(v.string(), v.unknown());

/** Watched apps of the instance at this URL. A damaged entry loses only itself. */
export function readWatched(state: State, base: string): readonly WatchedApp[] {
  const read = v.safeParse(lenientListOf(watched, "watched apps"), watchStore(state).get()[base]);
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
