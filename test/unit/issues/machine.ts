// A simulated machine for tests: windows over one folder, with accounts but without waiting.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Memento, SecretStorage, SecretStorageChangeEvent } from "vscode";
import { Contacts } from "../../../src/base/http/contacts.ts";
import type { Wait } from "../../../src/base/tasks/wait.ts";
import { Redactor } from "../../../src/base/redact.ts";
import { NAMELESS } from "../../../src/issues/repositories/nameless-accounts.ts";
import { buildServices, type ServiceOptions, type Services } from "../../../src/issues/services.ts";
import { RECHECK_DELAY_MS } from "../../../src/issues/writing/overwrites.ts";
import { Accounts } from "../../../src/workbench/accounts/accounts.ts";
import { DiskCache } from "../../../src/workbench/storage/cache.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import { Settings, type Configuration } from "../../../src/workbench/settings.ts";
import { linesLog } from "../workbench/lines.ts";

/** A user's token in the sandbox: the letters of the name in hex. */
export function tokenOf(login: string): string {
  return Buffer.from(login).toString("hex").padEnd(40, "0");
}

const immediately: Wait = () => Promise.resolve();

/**
 * Skips all delays except the one before an edit is checked again, which never ends. Tests of it have their own clock.
 */
const withoutSecondCheck: Wait = (milliseconds) =>
  milliseconds === RECHECK_DELAY_MS ? new Promise(() => undefined) : Promise.resolve();

/** Creates a machine with a folder and secrets, to open windows on. Without a name, the folder is new. */
export async function machine(
  named?: string,
  { wait = withoutSecondCheck, pace = immediately, ...options }: ServiceOptions = {},
) {
  const folder = named ?? (await mkdtemp(join(tmpdir(), "triptych-issues-")));
  const secrets = new Map<string, string>();
  const state: Record<string, unknown> = {};
  const opened: Services[] = [];
  return {
    folder,
    open: (
      base: string,
      parts: {
        readonly remotes?: readonly string[];
        readonly now?: () => number;
        readonly queries?: readonly unknown[];
      } = {},
    ) => {
      const { queries = [] } = parts;
      const { log, lines, levels } = linesLog();
      const { secretStorage, memento } = vscodeParts(secrets, state);
      const accounts = new Accounts({
        secrets: secretStorage,
        index: memento,
        redactor: new Redactor(),
        notify: () => undefined,
        log,
      });
      const configuration: Configuration = {
        inspect: (id) => ({ defaultValue: id === "triptych.issues.queries" ? queries : base }),
        onDidChange: () => ({ dispose: () => undefined }),
        write: () => Promise.resolve(),
      };
      const settings = new Settings(configuration, () => undefined);
      const { remotes = [], now = Date.now } = parts;
      const cache = new DiskCache({ folder: join(folder, "cache"), limit: 1 << 26, now, log, notify: () => undefined });
      const services = buildServices(
        { accounts, cache, contacts: new Contacts({ now }), folder, log, now, settings, state: memento },
        { read: () => Promise.resolve(remotes), onDidChange: new Emitter<void>().event },
        { wait, pace, ...options },
      );
      opened.push(services);
      return {
        services,
        accounts,
        lines,
        levels,
        memento,
        settings,
        log,
        signIn: (login: string, { at = base, named = true } = {}) =>
          accounts.add(
            { service: "issues", origin: new URL(at).origin, id: named ? login : NAMELESS, name: login, base: at },
            { scheme: "token", value: tokenOf(login) },
          ),
        signOut: async () => {
          for (const account of accounts.list("issues")) await accounts.remove(account);
        },
      };
    },
    /** Lists the records of one kind on disk. */
    records: async (kind: "typed" | "attempt") =>
      (await readdir(join(folder, "issues", "journal")).catch(() => [])).filter((name) =>
        name.endsWith(`.${kind}.json`),
      ),
    /** Ends all turns, as if every process that is sending had been killed. */
    releaseLocks: () => rm(join(folder, "issues", "turns"), { recursive: true, force: true }),
    close: async () => {
      for (const services of opened) services.dispose();
      if (named === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export type Machine = Awaited<ReturnType<typeof machine>>;

function vscodeParts(secrets: Map<string, string>, state: Record<string, unknown>) {
  const secretChanged = new Emitter<SecretStorageChangeEvent>();
  const secretStorage: SecretStorage = {
    get: (key) => Promise.resolve(secrets.get(key)),
    store: (key, value) => {
      secrets.set(key, value);
      secretChanged.fire({ key });
      return Promise.resolve();
    },
    delete: (key) => {
      secrets.delete(key);
      secretChanged.fire({ key });
      return Promise.resolve();
    },
    onDidChange: secretChanged.event,
  };
  const memento: Memento = {
    keys: () => Object.keys(state),
    get: <T>(key: string, fallback?: T) => (state[key] as T | undefined) ?? (fallback as T),
    update: (key, value) => {
      state[key] = structuredClone(value);
      return Promise.resolve();
    },
  };
  return { secretStorage, memento };
}
