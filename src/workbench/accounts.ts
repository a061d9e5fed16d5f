// Stores the accounts of all wings, with their tokens in VS Code's secret storage only.
import { createHash } from "node:crypto";
import type { Disposable, Memento, SecretStorage } from "vscode";
import type { Credential } from "../base/http.ts";
import { isTable } from "../base/is-table.ts";
import { isPrivate } from "../base/origin.ts";
import { Problem } from "../base/problem.ts";
import type { Redactor } from "../base/redact.ts";
import { ACCOUNT_INDEX, type EarlyAccounts } from "./early-accounts.ts";
import { Emitter } from "./events.ts";
import type { Log } from "./log.ts";
import type { TellNotice } from "./notices.ts";

/** An account at a service. Its secrets are only in SecretStorage. */
export interface Account {
  readonly service: "trackers" | "issues";
  /** The only origin that may ever see the token, as `URL.origin` writes it. */
  readonly origin: string;
  /** Tells the accounts of one origin apart. */
  readonly id: string;
  /** The name that users see. */
  readonly name: string;
  /** The URL of the service: the origin, and a path if the service isn't at its root. */
  readonly base: string;
}

/** Identifies an account. */
export type AccountName = Pick<Account, "service" | "origin" | "id">;

export interface AccountsChange {
  readonly added: readonly Account[];
  readonly removed: readonly Account[];
  /** Accounts with a new token. */
  readonly changed: readonly Account[];
}

/** One stored secret. It includes the account, so that a token can only be read for the account it was given to. */
interface Entry {
  readonly form: 1;
  readonly account: Account;
  readonly scheme: string;
  readonly value: string;
}

const PREFIX = "triptych.account:";

/**
 * All windows write the list of accounts. SecretStorage tells each window which account another one changed, by its
 * key; the window then corrects the list from the secrets themselves.
 */
export class Accounts implements Disposable {
  readonly #secrets: SecretStorage;
  readonly #index: Memento;
  readonly #redactor: Redactor;
  readonly #tell: TellNotice;
  readonly #changed = new Emitter<AccountsChange>();
  readonly #listening: Disposable;
  readonly #log: Log;
  /** The list that listeners saw last. The list itself may already be newer, from another window. */
  readonly #known = new Map<string, { readonly account: Account; readonly fingerprint?: string }>();
  #working: Promise<void> = Promise.resolve();
  readonly onDidChange = this.#changed.event;

  constructor(parts: {
    readonly secrets: SecretStorage;
    readonly index: Memento;
    readonly redactor: Redactor;
    readonly tell: TellNotice;
    readonly log: Log;
    /** Changes since the window started. */
    readonly early?: EarlyAccounts;
  }) {
    this.#secrets = parts.secrets;
    this.#index = parts.index;
    this.#redactor = parts.redactor;
    this.#tell = parts.tell;
    this.#log = parts.log;
    const listed = parts.early === undefined ? this.list() : accountsIn(parts.early.listed);
    for (const account of listed) this.#known.set(toStorageKey(account), { account });
    this.#listening = this.#secrets.onDidChange(({ key }) => this.#onSecretChange(key));
    for (const key of parts.early?.end() ?? []) this.#onSecretChange(key);
  }

  list(service?: Account["service"]): readonly Account[] {
    const accounts = accountsIn(this.#index.get(ACCOUNT_INDEX));
    return service === undefined ? accounts : accounts.filter((each) => each.service === service);
  }

  /** Stores the account and its token. An existing account gets the new token. */
  async add(account: Account, { scheme, value }: Pick<Credential, "scheme" | "value">): Promise<void> {
    if (new URL(account.origin).origin !== account.origin || new URL(account.base).origin !== account.origin) {
      throw new Error(`An account's origin is not its own: ${account.origin}, ${account.base}`);
    }
    if (!isPrivate(new URL(account.origin))) throw new Problem("insecure", { origin: account.origin });
    this.#redactor.register(value);
    const entry: Entry = { form: 1, account, scheme, value };
    const key = toStorageKey(account);
    await this.#secrets.store(key, JSON.stringify(entry));
    await this.#inTurn(() => this.#follow(key, account));
  }

  /** Deletes the account and its token. */
  async remove(account: Account): Promise<void> {
    const key = toStorageKey(account);
    await this.#secrets.delete(key);
    await this.#inTurn(() => this.#follow(key, account));
  }

  /** The token of the account for a request to this origin; undefined if it was entered for another one. */
  async credentialFor(origin: string, account: AccountName): Promise<Credential | undefined> {
    if (origin !== account.origin) return undefined;
    const entry = await this.#read(toStorageKey(account), account);
    return entry === undefined ? undefined : { origin, scheme: entry.scheme, value: entry.value };
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  #onSecretChange(key: string): void {
    const named = accountOfKey(key);
    if (named === undefined) return;
    this.#inTurn(() => this.#follow(key, named)).catch((error: unknown) => {
      this.#log.warn("Could not update the list of accounts", { origin: named.origin, error: String(error) });
    });
  }

  async #read(key: string, expected: AccountName): Promise<Entry | undefined> {
    const kept = await this.#secrets.get(key);
    if (kept === undefined) return undefined;
    const entry = decodeEntry(kept);
    if (entry === undefined || toStorageKey(entry.account) !== toStorageKey(expected)) {
      this.#tell({ about: "account", origin: expected.origin, id: expected.id });
      return undefined;
    }
    this.#redactor.register(entry.value);
    return entry;
  }

  /** Updates the list to match the secret under the key, and fires what changed. */
  async #follow(key: string, named: AccountName): Promise<void> {
    const kept = await this.#secrets.get(key);
    const others = this.list().filter((each) => toStorageKey(each) !== key);
    const listed = this.list().find((each) => toStorageKey(each) === key);
    const known = this.#known.get(key);
    if (kept === undefined) {
      this.#known.delete(key);
      if (listed !== undefined) await this.#index.update(ACCOUNT_INDEX, others);
      if (known !== undefined) this.#changed.fire({ added: [], removed: [known.account], changed: [] });
      return;
    }
    const entry = await this.#read(key, named);
    if (entry === undefined) return;
    const { account } = entry;
    const fingerprint = createHash("sha256").update(kept).digest("hex");
    this.#known.set(key, { account, fingerprint });
    if (listed === undefined || !sameAccount(listed, account))
      await this.#index.update(ACCOUNT_INDEX, [...others, account]);
    if (known === undefined) this.#changed.fire({ added: [account], removed: [], changed: [] });
    else if (known.fingerprint !== fingerprint) this.#changed.fire({ added: [], removed: [], changed: [account] });
  }

  /** Makes one change at a time, so that no two changes in this window start from the same version of the list. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#working.then(work);
    this.#working = done.catch(() => undefined);
    return done;
  }
}

function accountsIn(kept: unknown): readonly Account[] {
  return Array.isArray(kept) ? kept.filter(isAccount) : [];
}

/** Names an account among those of its service. */
export function accountKey({ origin, id }: Pick<Account, "origin" | "id">): string {
  return JSON.stringify([origin, id]);
}

function toStorageKey({ service, origin, id }: AccountName): string {
  return PREFIX + JSON.stringify([service, origin, id]);
}

function accountOfKey(key: string): AccountName | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const parts = parseEntry(key.slice(PREFIX.length));
  if (!Array.isArray(parts)) return undefined;
  const [service, origin, id]: readonly unknown[] = parts;
  return isService(service) && typeof origin === "string" && typeof id === "string"
    ? { service, origin, id }
    : undefined;
}

function decodeEntry(kept: string): Entry | undefined {
  const entry = parseEntry(kept);
  if (!isTable(entry) || entry["form"] !== 1 || !isAccount(entry["account"])) return undefined;
  const { account, scheme, value } = entry;
  return typeof scheme === "string" && typeof value === "string" ? { form: 1, account, scheme, value } : undefined;
}

function isAccount(value: unknown): value is Account {
  return (
    isTable(value) &&
    isService(value["service"]) &&
    [value["origin"], value["id"], value["name"]].every((each) => typeof each === "string") &&
    typeof value["base"] === "string" &&
    URL.parse(value["base"])?.origin === value["origin"]
  );
}

function isService(value: unknown): value is Account["service"] {
  return value === "trackers" || value === "issues";
}

function parseEntry(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sameAccount(one: Account, other: Account): boolean {
  return one.name === other.name && one.base === other.base;
}
