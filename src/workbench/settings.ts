// The settings of the manifest, typed, with a fallback for invalid values.
import type { Disposable } from "vscode";
import { isKeyOf } from "../base/json/is-table.ts";
import { parseBase } from "../base/origin.ts";
import { Emitter } from "./events.ts";

/** Why a value is invalid. */
export type SettingFault = "notText" | "notAddress" | "notFlag" | "notList" | "notChoice";

export interface SettingNotice {
  readonly about: "setting";
  readonly id: SettingId;
  readonly fault: SettingFault;
}

type Decoded<T> = { readonly value: T } | { readonly fault: SettingFault };
type Decode<T> = (value: unknown) => Decoded<T>;

const SEVERITIES = ["off", "hint", "information", "warning", "error"] as const;

const column = choice(["active", "beside"]);
const timeZone = choice(["local", "utc"]);
const severity = choice(SEVERITIES);

/** Every setting of the manifest with the decoder of its value. */
export const SETTINGS = {
  "triptych.openPanels": column,
  "triptych.timeZone": timeZone,
  "triptych.links": flag,
  "triptych.trackers.url": address,
  "triptych.trackers.diagnostics": severity,
  "triptych.issues.url": address,
  "triptych.issues.queries": list,
  "triptych.blocks.networks": list,
} as const satisfies Record<`triptych.${string}`, Decode<unknown>>;

export type SettingId = keyof typeof SETTINGS;
export type SettingValue<Id extends SettingId> =
  ReturnType<(typeof SETTINGS)[Id]> extends infer D ? (D extends { readonly value: infer T } ? T : never) : never;

/** The part of VS Code's configuration that settings need. */
export interface Configuration {
  inspect(id: string): { readonly defaultValue?: unknown; readonly globalValue?: unknown } | undefined;
  /** Writes a value to the user's settings, not to the workspace's. */
  write(id: string, value: unknown): Promise<void>;
  /** Calls listeners with a function that says whether a setting has changed. */
  onDidChange(listener: (affects: (id: SettingId) => boolean) => void): Disposable;
}

/**
 * The settings, typed. All have application scope, so values of a workspace are ignored. An invalid value is reported
 * and replaced by the default.
 */
export class Settings implements Disposable {
  readonly #configuration: Configuration;
  readonly #notify: (notice: SettingNotice) => void;
  readonly #changed = new Emitter<SettingId>();
  readonly #listener: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(configuration: Configuration, notify: (notice: SettingNotice) => void) {
    this.#configuration = configuration;
    this.#notify = notify;
    this.#listener = configuration.onDidChange((affects) => {
      for (const id of Object.keys(SETTINGS)) if (isKeyOf(SETTINGS, id) && affects(id)) this.#changed.fire(id);
    });
  }

  get<Id extends SettingId>(id: Id): SettingValue<Id>;
  get(id: SettingId): unknown {
    const decode: Decode<unknown> = SETTINGS[id];
    const found = this.#configuration.inspect(id);
    const fallback = decode(found?.defaultValue);
    if (!("value" in fallback)) throw new Error(`The default of ${id} is not of its own form: ${fallback.fault}`);
    if (found?.globalValue === undefined) return fallback.value;
    const chosen = decode(found.globalValue);
    if ("value" in chosen) return chosen.value;
    this.#notify({ about: "setting", id, fault: chosen.fault });
    return fallback.value;
  }

  async set(id: "triptych.issues.queries" | "triptych.blocks.networks", value: readonly unknown[]): Promise<void> {
    await this.#configuration.write(id, value);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}

function choice<const Values extends readonly string[]>(values: Values): Decode<Values[number]> {
  return (value) => {
    const found = values.find((each) => each === value);
    return found === undefined ? { fault: "notChoice" } : { value: found };
  };
}

function flag(value: unknown): Decoded<boolean> {
  return typeof value === "boolean" ? { value } : { fault: "notFlag" };
}

/** The caller validates the elements. */
function list(value: unknown): Decoded<readonly unknown[]> {
  return Array.isArray(value) ? { value } : { fault: "notList" };
}

/** The URL of a service, without a trailing slash. */
function address(value: unknown): Decoded<string> {
  if (typeof value !== "string") return { fault: "notText" };
  try {
    return { value: parseBase(value).href.replace(/\/$/, "") };
  } catch {
    return { fault: "notAddress" };
  }
}
