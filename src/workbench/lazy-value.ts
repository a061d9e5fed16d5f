// Values that are created on first use.

/** Creates a value on first use. Tries again on the next use after a failure. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () =>
    (created ??= make().catch((error: unknown) => {
      created = undefined;
      throw error;
    }));
}
