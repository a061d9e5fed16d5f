// The known servers: those with an account, the one in the settings, and those found or chosen for Git remotes.
import * as v from "valibot";
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { StoredValue } from "../../workbench/storage/stored-value.ts";
import { SERVER_URL } from "./settings.ts";

const HOSTS = "triptych.issues.remoteHosts";
/** Marks a host as a server of another kind. */
const OTHER_KIND = "";

const hostTable = v.record(v.string(), v.string());

export class KnownServers {
  readonly #dependencies: Pick<Shared, "accounts" | "settings">;
  readonly #hosts: StoredValue<Readonly<Record<string, string | undefined>>>;
  readonly #changed = new Emitter<void>();
  /** Fires when the server of a Git remote's host was set. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor({ accounts, settings, state }: Pick<Shared, "accounts" | "settings" | "state">) {
    this.#dependencies = { accounts, settings };
    this.#hosts = new StoredValue(state, HOSTS, hostTable, {});
  }

  /** Returns the server in the settings. */
  getConfigured(): string {
    return this.#dependencies.settings.get(SERVER_URL);
  }

  bases(): readonly string[] {
    const accounts = this.#dependencies.accounts.list("issues").map(({ base }) => base);
    const chosen = Object.values(this.#hosts.get()).filter((base) => base !== undefined && base !== OTHER_KIND);
    return [...new Set([...accounts, this.getConfigured(), ...chosen])].filter((base) => base !== undefined);
  }

  /**
   * Returns the server that was set for Git remotes with this host. `base` is undefined for a server of another kind.
   * Returns undefined if none was set.
   */
  findServer(host: string): { readonly base: string | undefined } | undefined {
    const hosts = this.#hosts.get();
    const base = Object.hasOwn(hosts, host) ? hosts[host] : undefined;
    return base === undefined ? undefined : { base: base === OTHER_KIND ? undefined : base };
  }

  /** Sets the server for Git remotes with this host. Undefined means a server of another kind. */
  async setServer(host: string, base: string | undefined): Promise<void> {
    await this.#hosts.update((hosts) => ({ ...hosts, [host]: base ?? OTHER_KIND }));
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
