// Merging what was loaded with what was known, and asking for what is newer.

const SECOND_MS = 1000;

/** Newer values replace known ones with the same id; new ones come last. */
export function mergedById<Value extends { readonly id: bigint }>(
  known: readonly Value[],
  newer: readonly Value[],
): readonly Value[] {
  if (newer.length === 0) return known;
  const values = new Map(known.map((each) => [each.id, each]));
  for (const each of newer) values.set(each.id, each);
  return [...values.values()];
}

/** With a Z, as a plus would have to be escaped. */
export function rfc3339(at: number): string {
  return new Date(Math.floor(at / SECOND_MS) * SECOND_MS).toISOString().replace(".000Z", "Z");
}
