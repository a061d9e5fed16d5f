/** One at a time of each name, in this window. */
export function oneAtATime() {
  const names = new Set<string>();
  return async <Result>(
    name: string,
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> => {
    if (names.has(name)) return undefined;
    names.add(name);
    try {
      return { result: await work() };
    } finally {
      names.delete(name);
    }
  };
}
