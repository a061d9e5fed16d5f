// The settings of the manifest, typed, with a fallback for invalid values.
import type { Disposable } from "vscode";
import { getFields, isKeyOf, isTable } from "../base/json/is-table.ts";
import { parseBase } from "../base/origin.ts";
import { Emitter } from "./events.ts";

/** Why a value is invalid. */
export type SettingFault = "notText" | "notAddress" | "notTable" | "notFlag" | "notList" | "notChoice";

export interface SettingNotice {
  readonly about: "setting";
  readonly id: SettingId;
  readonly fault: SettingFault;
}

/** A value with a fault is partly valid; its invalid parts are left out. */
type Decoded<T> = { readonly value: T; readonly fault?: SettingFault } | { readonly fault: SettingFault };
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
  "triptych.blocks.network": text,
  "triptych.blocks.customNetwork": optionalText,
  "triptych.blocks.networks": addresses,
} as const satisfies Record<`triptych.${string}`, Decode<unknown>>;

export type SettingId = keyof typeof SETTINGS;
export type SettingValue<Id extends SettingId> =
  ReturnType<(typeof SETTINGS)[Id]> extends infer D ? (D extends { readonly value: infer T } ? T : never) : never;

/** The part of VS Code's configuration that settings need. */
export interface Configuration {
  inspect(id: SettingId): { readonly defaultValue?: unknown; readonly globalValue?: unknown } | undefined;
  /** Writes a value to the user's settings, not to the workspace's. */
  write(id: SettingId, value: unknown): Promise<void>;
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
    const chosen = decode(mergeDefaults(found.defaultValue, found.globalValue));
    if (chosen.fault !== undefined) this.#notify({ about: "setting", id, fault: chosen.fault });
    return "value" in chosen ? chosen.value : fallback.value;
  }

  /** Returns the user's entries of a table as they are written, so that a change keeps invalid entries. */
  own(id: "triptych.blocks.networks"): Readonly<Record<string, unknown>> {
    return getFields(this.#configuration.inspect(id)?.globalValue);
  }

  async set(id: "triptych.blocks.network" | "triptych.blocks.customNetwork", value: string): Promise<void>;
  async set(id: "triptych.issues.queries", value: readonly unknown[]): Promise<void>;
  async set(id: "triptych.blocks.networks", value: Readonly<Record<string, unknown>>): Promise<void>;
  async set(id: SettingId, value: unknown): Promise<void> {
    await this.#configuration.write(id, value);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}

/** Merges the user's table into the default one, as VS Code itself does. */
function mergeDefaults(fallback: unknown, chosen: unknown): unknown {
  return isTable(fallback) && isTable(chosen) ? { ...fallback, ...chosen } : chosen;
}

function text(value: unknown): Decoded<string> {
  return typeof value === "string" && value.trim() !== "" ? { value: value.trim() } : { fault: "notText" };
}

function optionalText(value: unknown): Decoded<string> {
  return typeof value === "string" ? { value: value.trim() } : { fault: "notText" };
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

function addresses(value: unknown): Decoded<ReadonlyMap<string, string>> {
  if (!isTable(value)) return { fault: "notTable" };
  const decoded = new Map<string, string>();
  let fault: SettingFault | undefined;
  for (const [name, given] of Object.entries(value)) {
    const one = address(given);
    if ("value" in one) decoded.set(name, one.value);
    else fault = one.fault;
  }
  return fault === undefined ? { value: decoded } : { value: decoded, fault };
}
