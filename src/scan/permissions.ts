// Android permissions: their protection levels and groups, from `permissions.json`.
import levels from "./permissions.json" with { type: "json" };

/** Before the names of Android's own permissions. */
const ANDROID_PREFIX = "android.permission.";

/** A permission without Android's prefix, as in its documentation. Vendor names stay complete. */
export function shortPermissionName(name: string): string {
  return name.startsWith(ANDROID_PREFIX) ? name.slice(ANDROID_PREFIX.length) : name;
}

/** How a permission is granted, in display order; `unknown` if Android does not define it. */
export const LEVELS = ["dangerous", "special", "normal", "system", "unknown"] as const;

export type Level = (typeof LEVELS)[number];

/** Whether a permission of this level is worth a second look. */
export function isSensitive(level: Level): boolean {
  return level === "dangerous" || level === "special";
}

/** Permissions that Android requests together. */
export type Group = keyof typeof levels.dangerous | "health";

export interface Permission {
  /** Full name, as the app declares it. */
  readonly name: string;
  readonly level: Level;
  readonly group: Group | undefined;
}

/** Health Connect has its own permissions, all of them dangerous. */
const HEALTH = `${ANDROID_PREFIX}health.`;

export function permission(name: string): Permission {
  const known = table().get(name);
  if (known !== undefined) return { name, ...known };
  if (name.startsWith(HEALTH)) return { name, level: "dangerous", group: "health" };
  return { name, level: "unknown", group: undefined };
}

/** Groups permissions by level, sorted by name, without empty levels. */
export function byLevel(
  names: Iterable<string>,
): readonly { readonly level: Level; readonly permissions: readonly Permission[] }[] {
  const known = [...new Set(names)].map(permission);
  return LEVELS.map((level) => ({
    level,
    permissions: known
      .filter((each) => each.level === level)
      .sort((a, b) => (shortPermissionName(a.name) < shortPermissionName(b.name) ? -1 : 1)),
  })).filter(({ permissions }) => permissions.length > 0);
}

type Known = Omit<Permission, "name">;
let cachedTable: ReadonlyMap<string, Known> | undefined;

/** Built on first use. */
function table(): ReadonlyMap<string, Known> {
  const { dangerous, special, normal, system } = levels;
  cachedTable ??= new Map([
    ...Object.entries(dangerous).flatMap(([group, names]) =>
      entries(names, "dangerous", isGroup(group) ? group : undefined),
    ),
    ...entries(special, "special"),
    ...entries(normal, "normal"),
    ...entries(system, "system"),
  ]);
  return cachedTable;
}

function entries(names: readonly string[], level: Level, group?: Group): readonly [string, Known][] {
  return names.map((name) => [name.includes(".") ? name : ANDROID_PREFIX + name, { level, group }]);
}

function isGroup(key: string): key is keyof typeof levels.dangerous {
  return Object.hasOwn(levels.dangerous, key);
}
