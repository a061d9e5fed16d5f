import type { Tracker } from "./model.ts";

/** What the rows of the view are about, for the commands in their menus. */
export type Subject =
  | { readonly kind: "watched" | "trackers" | "applications" | "group" | "hint" }
  | { readonly kind: "tracker"; readonly tracker: Tracker }
  | { readonly kind: "app"; readonly handle: string; readonly source: string };

const KINDS: ReadonlySet<unknown> = new Set<Subject["kind"]>([
  "watched",
  "trackers",
  "applications",
  "group",
  "hint",
  "tracker",
  "app",
]);

/** Whether this is what one of the rows is about: commands may be called with anything. */
export function isSubject(value: unknown): value is Subject {
  return typeof value === "object" && value !== null && "kind" in value && KINDS.has(value.kind);
}
