import * as v from "valibot";
import { decode, listOf, maybeText, whole } from "../../base/decode.ts";
import type { DiskCache } from "../../workbench/cache.ts";
import type { Tracker } from "../model.ts";

/** The trackers of a service, as they were read at some time. */
export interface TrackerList {
  readonly trackers: ReadonlyMap<number, Tracker>;
  readonly readAt: number;
  /** How many could not be read. */
  readonly skipped: number;
}

/** Counts up with the form of what is kept. */
const VERSION = 1;

const tracker = v.object({
  id: whole,
  name: v.string(),
  codeSignature: maybeText,
  networkSignature: maybeText,
  created: maybeText,
  website: maybeText,
  description: maybeText,
  categories: listOf(v.string()),
  documentation: listOf(v.string()),
});
const kept = v.object({ readAt: whole, skipped: whole, trackers: v.array(tracker) });

/** What was read from the service at this address before, in any window. */
export async function keptTrackers(cache: DiskCache, base: string): Promise<TrackerList | undefined> {
  const found = await cache.read(keyOf(base), VERSION);
  if (found === undefined) return undefined;
  try {
    const wire: unknown = JSON.parse(new TextDecoder().decode(found.bytes));
    const { trackers, ...rest } = decode(kept, wire, "kept tracker list");
    return { ...rest, trackers: byId(trackers) };
  } catch {
    await cache.setAside(keyOf(base));
    return undefined;
  }
}

export async function keepTrackers(cache: DiskCache, base: string, list: TrackerList): Promise<void> {
  const text = JSON.stringify({ ...list, trackers: [...list.trackers.values()] });
  await cache.write(keyOf(base), VERSION, Buffer.from(text));
}

export function byId(trackers: readonly Tracker[]): ReadonlyMap<number, Tracker> {
  return new Map(trackers.map((each) => [each.id, each]));
}

function keyOf(base: string): string {
  return `trackers ${base}`;
}
