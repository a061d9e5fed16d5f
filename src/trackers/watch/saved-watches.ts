import * as v from "valibot";
import { lenientListOf, maybe, whole } from "../../base/decode.ts";
import { StoredValue } from "../../workbench/stored-value.ts";
import type { State } from "../../workbench/stored-value.ts";
import type { Watched } from "../model/news.ts";

const KEY = "triptych.trackers.watched";

const glimpse = v.object({
  source: maybe(v.string()),
  report: whole,
  version: maybe(v.string()),
  created: maybe(v.number()),
  trackers: whole,
  ids: maybe(v.array(whole)),
  permissions: maybe(v.array(v.string())),
});
const watched = v.object({
  handle: v.pipe(v.string(), v.nonEmpty()),
  name: maybe(v.string()),
  seen: v.array(glimpse),
  newest: v.array(glimpse),
  readAt: maybe(v.number()),
});
const all = v.record(v.string(), v.unknown());

/** The watched applications of the service at this address. One that is damaged costs itself alone. */
export function keptWatched(state: State, base: string): readonly Watched[] {
  const read = v.safeParse(lenientListOf(watched, "watched apps"), stored(state).get()[base]);
  return read.success ? read.output.values : [];
}

/** Changes the list upon what any window has written last. */
export async function changeWatched(
  state: State,
  base: string,
  edit: (list: readonly Watched[]) => readonly Watched[],
): Promise<void> {
  const before = keptWatched(state, base);
  await stored(state).update((all) => ({ ...all, [base]: edit(before) }));
}

function stored(state: State): StoredValue<Readonly<Record<string, unknown>>> {
  return new StoredValue(state, KEY, all, {});
}
