// Which servers are known: those with an account, the one of the settings, and those that git remotes lead to.
import * as v from "valibot";
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/shared.ts";
import { StoredValue } from "../../workbench/stored-value.ts";

const HOSTS = "triptych.issues.remoteHosts";
/** Marks a host as a server of another kind. */
const OTHER_KIND = "";

const hostTable = v.record(v.string(), v.string());

export class KnownServers {
  readonly #parts: Pick<Shared, "accounts" | "settings">;
  readonly #hosts: StoredValue<Readonly<Record<string, string | undefined>>>;
  readonly #changed = new Emitter<void>();
  /** A remote's host leads to another server. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor({ accounts, settings, state }: Pick<Shared, "accounts" | "settings" | "state">) {
    this.#parts = { accounts, settings };
    this.#hosts = new StoredValue(state, HOSTS, hostTable, {});
  }

  /** The server of the settings. */
  own(): string {
    return this.#parts.settings.get("triptych.issues.url");
  }

  bases(): readonly string[] {
    const accounts = this.#parts.accounts.list("issues").map(({ base }) => base);
    const chosen = Object.values(this.#hosts.get()).filter((base) => base !== undefined && base !== OTHER_KIND);
    return [...new Set([...accounts, this.own(), ...chosen])].filter((base) => base !== undefined);
  }

  /**
   * Where a remote with this host leads: without a base, to a server of another kind. Undefined if the user hasn't
   * chosen.
   */
  findServer(host: string): { readonly base: string | undefined } | undefined {
    const hosts = this.#hosts.get();
    const base = Object.hasOwn(hosts, host) ? hosts[host] : undefined;
    return base === undefined ? undefined : { base: base === OTHER_KIND ? undefined : base };
  }

  /** From now on, a remote with this host leads to this server; undefined means a server of another kind. */
  async setServer(host: string, base: string | undefined): Promise<void> {
    await this.#hosts.update((hosts) => ({ ...hosts, [host]: base ?? OTHER_KIND }));
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
