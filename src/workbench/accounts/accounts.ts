// Stores the accounts of all wings, with their tokens in VS Code's secret storage only.
import { createHash } from "node:crypto";
import type { Disposable, Memento, SecretStorage } from "vscode";
import type { Credential } from "../../base/http/client.ts";
import { isTable } from "../../base/json/is-table.ts";
import { isPrivate } from "../../base/origin.ts";
import { Problem } from "../../base/problem.ts";
import type { Redactor } from "../../base/redact.ts";
import { ACCOUNT_INDEX, type EarlyAccounts } from "./early-accounts.ts";
import { Emitter } from "../events.ts";
import type { Log } from "../log/log.ts";
import type { Notify } from "../dialogs/notices.ts";

/** An account at a service. Its secrets are only in SecretStorage. */
export interface Account {
  /** The wing's name of the service, such as "mail". */
  readonly service: string;
  /** The only origin that the token may be sent to, as `URL.origin` writes it. */
  readonly origin: string;
  /** Distinguishes the accounts of one service. */
  readonly id: string;
  /** The name that users see. */
  readonly name: string;
  /** The URL of the service: the origin, and a path if the service isn't at its root. */
  readonly base: string;
}

export type AccountName = Pick<Account, "service" | "origin" | "base" | "id">;

export interface AccountsChange {
  readonly added: readonly Account[];
  readonly removed: readonly Account[];
  /** Accounts with a new token. */
  readonly changed: readonly Account[];
}

/** One stored secret. It includes its account, so that a token can't be read for another one. */
interface Entry {
  readonly form: 1;
  readonly account: Account;
  readonly scheme: string;
  readonly value: string;
}

interface AccountsDependencies {
  readonly secrets: SecretStorage;
  readonly index: Memento;
  readonly redactor: Redactor;
  readonly notify: Notify;
  readonly log: Log;
  /** Collects changes from the start of the window until now. */
  readonly early?: EarlyAccounts;
}

const PREFIX = "triptych.account:";

/**
 * All windows write the list of accounts. SecretStorage reports to each window the key of an account that another
 * window changed. The window then updates the list to match the secret.
 */
export class Accounts implements Disposable {
  readonly #dependencies: AccountsDependencies;
  readonly #changed = new Emitter<AccountsChange>();
  readonly #listener: Disposable;
  /** The accounts that listeners know. The list itself may already be newer, because another window changed it. */
  readonly #known = new Map<string, { readonly account: Account; readonly fingerprint?: string }>();
  #queue: Promise<void> = Promise.resolve();
  readonly onDidChange = this.#changed.event;

  constructor(dependencies: AccountsDependencies) {
    this.#dependencies = dependencies;
    const listed = dependencies.early === undefined ? this.list() : decodeAccounts(dependencies.early.listed);
    for (const account of listed) this.#known.set(toStorageKey(account), { account });
    this.#listener = dependencies.secrets.onDidChange(({ key }) => this.#onSecretChange(key));
    for (const key of dependencies.early?.end() ?? []) this.#onSecretChange(key);
  }

  list(service?: string): readonly Account[] {
    const accounts = decodeAccounts(this.#dependencies.index.get(ACCOUNT_INDEX));
    return service === undefined ? accounts : accounts.filter((each) => each.service === service);
  }

  /** Stores the account and its token. An existing account gets the new token. */
  async add(account: Account, { scheme, value }: Pick<Credential, "scheme" | "value">): Promise<void> {
    if (new URL(account.origin).origin !== account.origin || new URL(account.base).origin !== account.origin) {
      throw new Error(`An account's origin is not its own: ${account.origin}, ${account.base}`);
    }
    if (!isPrivate(new URL(account.origin))) throw new Problem("insecure", { origin: account.origin });
    this.#dependencies.redactor.register(value);
    const entry: Entry = { form: 1, account, scheme, value };
    const key = toStorageKey(account);
    await this.#dependencies.secrets.store(key, JSON.stringify(entry));
    await this.#enqueue(() => this.#syncList(key, account));
  }

  /** Deletes the account and its token. */
  async remove(account: Account): Promise<void> {
    const key = toStorageKey(account);
    await this.#dependencies.secrets.delete(key);
    await this.#enqueue(() => this.#syncList(key, account));
  }

  /** Returns the account's token for a request to this origin; undefined if it was entered for another origin. */
  async credentialFor(origin: string, account: AccountName): Promise<Credential | undefined> {
    if (origin !== account.origin) return undefined;
    const entry = await this.#read(toStorageKey(account), account);
    return entry === undefined ? undefined : { origin, scheme: entry.scheme, value: entry.value };
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  #onSecretChange(key: string): void {
    const name = parseStorageKey(key);
    if (name === undefined) return;
    this.#enqueue(() => this.#syncList(key, name)).catch((error: unknown) => {
      this.#dependencies.log.warn("Could not update the list of accounts", {
        origin: name.origin,
        error: String(error),
      });
    });
  }

  async #read(key: string, expected: AccountName): Promise<Entry | undefined> {
    const stored = await this.#dependencies.secrets.get(key);
    if (stored === undefined) {
      // Without a keyring, VS Code forgets secrets when it is closed, and reports no change.
      if (this.list().some((each) => toStorageKey(each) === key)) this.#onSecretChange(key);
      return undefined;
    }
    const entry = decodeEntry(stored);
    if (entry === undefined || toStorageKey(entry.account) !== toStorageKey(expected)) {
      this.#dependencies.notify({ about: "account", origin: expected.origin, id: expected.id });
      return undefined;
    }
    this.#dependencies.redactor.register(entry.value);
    return entry;
  }

  /** Updates the list to match the secret under the key, and fires the change. */
  async #syncList(key: string, name: AccountName): Promise<void> {
    const stored = await this.#dependencies.secrets.get(key);
    const others = this.list().filter((each) => toStorageKey(each) !== key);
    const listed = this.list().find((each) => toStorageKey(each) === key);
    const known = this.#known.get(key);
    if (stored === undefined) {
      this.#known.delete(key);
      if (listed !== undefined) await this.#dependencies.index.update(ACCOUNT_INDEX, others);
      if (known !== undefined) this.#changed.fire({ added: [], removed: [known.account], changed: [] });
      return;
    }
    const entry = await this.#read(key, name);
    if (entry === undefined) return;
    const { account } = entry;
    const fingerprint = createHash("sha256").update(stored).digest("hex");
    this.#known.set(key, { account, fingerprint });
    if (listed?.name !== account.name || listed.base !== account.base)
      await this.#dependencies.index.update(ACCOUNT_INDEX, [...others, account]);
    if (known === undefined) this.#changed.fire({ added: [account], removed: [], changed: [] });
    else if (known.fingerprint !== fingerprint) this.#changed.fire({ added: [], removed: [], changed: [account] });
  }

  /** Runs one change at a time, so that no two changes in this window start from the same version of the list. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

function decodeAccounts(stored: unknown): readonly Account[] {
  return Array.isArray(stored) ? stored.filter(isAccount) : [];
}

/** Returns a key for an account that is unique in its service. An origin may have several servers, by path. */
export function accountKey({ base, id }: Pick<Account, "base" | "id">): string {
  return JSON.stringify([base.toLowerCase(), id]);
}

function toStorageKey({ service, base, id }: AccountName): string {
  return PREFIX + JSON.stringify([service, base.toLowerCase(), id]);
}

function parseStorageKey(key: string): AccountName | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const parts = parseEntry(key.slice(PREFIX.length));
  if (!Array.isArray(parts)) return undefined;
  const [service, base, id]: readonly unknown[] = parts;
  if (typeof service !== "string" || typeof base !== "string" || typeof id !== "string") return undefined;
  const origin = URL.parse(base)?.origin;
  return origin === undefined ? undefined : { service, origin, base, id };
}

function decodeEntry(stored: string): Entry | undefined {
  const entry = parseEntry(stored);
  if (!isTable(entry) || entry["form"] !== 1 || !isAccount(entry["account"])) return undefined;
  const { account, scheme, value } = entry;
  return typeof scheme === "string" && typeof value === "string" ? { form: 1, account, scheme, value } : undefined;
}

function isAccount(value: unknown): value is Account {
  return (
    isTable(value) &&
    [value["service"], value["origin"], value["id"], value["name"]].every((each) => typeof each === "string") &&
    typeof value["base"] === "string" &&
    URL.parse(value["base"])?.origin === value["origin"]
  );
}

function parseEntry(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
