// Typed settings, with a fallback for invalid values. Each setting of the manifest is declared once: those of all wings
// here, and those of a wing in a settings.ts of its own.
import type { Disposable } from "vscode";
import { parseBase } from "../base/origin.ts";
import type { SettingFault, SettingNotice } from "./dialogs/notices.ts";
import { Emitter } from "./events.ts";

/** A setting's ID in the manifest. */
export type SettingId = `triptych.${string}`;

type Decoded<T> = { readonly value: T } | { readonly fault: SettingFault };
type Decode<T> = (value: unknown) => Decoded<T>;

/** A setting of the manifest, with the decoder of its value. */
export interface Setting<Value> {
  readonly id: SettingId;
  readonly decode: Decode<Value>;
}

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
  readonly #changed = new Emitter<(setting: Pick<Setting<unknown>, "id">) => boolean>();
  readonly #listener: Disposable;
  /** Fires with a function that returns whether a setting has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(configuration: Configuration, notify: (notice: SettingNotice) => void) {
    this.#configuration = configuration;
    this.#notify = notify;
    this.#listener = configuration.onDidChange((affects) => this.#changed.fire(({ id }) => affects(id)));
  }

  get<Value>({ id, decode }: Setting<Value>): Value {
    const found = this.#configuration.inspect(id);
    const fallback = decode(found?.defaultValue);
    if (!("value" in fallback)) throw new Error(`The default of ${id} is not of its own form: ${fallback.fault}`);
    if (found?.globalValue === undefined) return fallback.value;
    const chosen = decode(found.globalValue);
    if ("value" in chosen) return chosen.value;
    this.#notify({ about: "setting", id, fault: chosen.fault });
    return fallback.value;
  }

  async set({ id }: Setting<readonly unknown[]>, value: readonly unknown[]): Promise<void> {
    await this.#configuration.write(id, value);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}

export function choice<const Values extends readonly string[]>(values: Values): Decode<Values[number]> {
  return (value) => {
    const found = values.find((each) => each === value);
    return found === undefined ? { fault: "notChoice" } : { value: found };
  };
}

function flag(value: unknown): Decoded<boolean> {
  return typeof value === "boolean" ? { value } : { fault: "notFlag" };
}

/** The caller validates the elements. */
export function list(value: unknown): Decoded<readonly unknown[]> {
  return Array.isArray(value) ? { value } : { fault: "notList" };
}

/** The URL of a service, without a trailing slash. */
export function url(value: unknown): Decoded<string> {
  if (typeof value !== "string") return { fault: "notText" };
  try {
    return { value: parseBase(value).href.replace(/\/$/, "") };
  } catch {
    return { fault: "notAddress" };
  }
}

export const OPEN_PANELS = { id: "triptych.openPanels", decode: choice(["active", "beside"]) } as const;
export const TIME_ZONE = { id: "triptych.timeZone", decode: choice(["local", "utc"]) } as const;
export const FORBIDDEN_SERVERS = { id: "triptych.forbiddenServers", decode: list } as const;
export const LINKS = { id: "triptych.links", decode: flag } as const;
export const AGENT_TOOLS = { id: "triptych.agentTools", decode: flag } as const;
