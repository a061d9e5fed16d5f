/** True if a value from JSON, a setting or a message has named fields. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The named fields of a value; none if it isn't a table. */
export function getFields(value: unknown): Readonly<Record<string, unknown>> {
  return isTable(value) ? value : {};
}

/** True if the table itself has this key, not only its prototype. */
export function isKeyOf<Table extends object>(table: Table, key: string): key is keyof Table & string {
  return Object.hasOwn(table, key);
}
