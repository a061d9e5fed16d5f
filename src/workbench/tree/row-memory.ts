// What a view showed last, from one window of a workspace to the next.
import type { State } from "../stored-value.ts";
import type { Look } from "./node-item.ts";

/** What is stored of a row: texts only. */
export interface RememberedLook extends Look {
  /** The title of what a click does. */
  readonly click?: string | undefined;
  /** The rows under it, if VS Code expands it by itself. */
  readonly under: readonly RememberedLook[];
}

export interface RowMemory {
  read(): readonly RememberedLook[];
  /** No rows remove what is remembered. */
  write(looks: readonly RememberedLook[]): void;
}

/** Rows are forgotten if the stamp has changed: they are in another language, or someone else's. */
export function rowMemory(state: State, view: string, getStamp: () => string): RowMemory {
  const key = `${view}.rows`;
  return {
    read() {
      const stored: unknown = state.get(key);
      if (typeof stored !== "object" || stored === null) return [];
      return Reflect.get(stored, "stamp") === getStamp() ? readLooks(Reflect.get(stored, "rows")) : [];
    },
    write(rows) {
      if (rows.length > 0) void state.update(key, { stamp: getStamp(), rows });
      else if (state.get(key) !== undefined) void state.update(key, undefined);
    },
  };
}

/** Another version may have stored it, so anything that isn't a look is left out. */
function readLooks(stored: unknown): readonly RememberedLook[] {
  return Array.isArray(stored) ? stored.flatMap((each: unknown) => readLook(each) ?? []) : [];
}

function readLook(stored: unknown): RememberedLook | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const text = (key: keyof RememberedLook): string | undefined => {
    const value: unknown = Reflect.get(stored, key);
    return typeof value === "string" ? value : undefined;
  };
  const id = text("id");
  const label = text("label");
  if (id === undefined || label === undefined) return undefined;
  const fold = text("fold");
  return {
    id,
    label,
    icon: text("icon"),
    color: text("color"),
    picture: text("picture"),
    description: text("description"),
    contextValue: text("contextValue"),
    resource: text("resource"),
    spoken: text("spoken"),
    click: text("click"),
    fold: fold === "open" || fold === "closed" ? fold : undefined,
    under: readLooks(Reflect.get(stored, "under")),
  };
}
