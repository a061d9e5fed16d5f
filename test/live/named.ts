/**
 * Returns the environment variables that name a real server. If one is missing, logs that and returns undefined, and
 * the caller registers no tests.
 */
export function named<Name extends string>(
  what: string,
  names: readonly [Name, ...Name[]],
): Readonly<Record<Name, string>> | undefined {
  const found = names.map((name) => [name, process.env[name] ?? ""] as const);
  const missing = found.filter(([, value]) => value === "").map(([name]) => name);
  if (missing.length === 0) return Object.fromEntries(found) as Record<Name, string>;
  console.log(`${what} is not tested: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not set.`);
  return undefined;
}
