/** True if a value from JSON, a setting or a message has named fields. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True if the table itself has this key, not only its prototype. */
export function isKeyOf<Table extends object>(table: Table, key: string): key is keyof Table & string {
  return Object.hasOwn(table, key);
}
