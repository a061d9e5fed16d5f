// What the wings' stores need outside of VS Code: a log on standard error, and accounts in memory only.
import { homedir } from "node:os";
import { join } from "node:path";
import type { Memento, SecretStorage, SecretStorageChangeEvent } from "vscode";
import { Contacts } from "../base/http/contacts.ts";
import { Redactor } from "../base/redact.ts";
import { Accounts } from "../workbench/accounts/accounts.ts";
import { Emitter } from "../workbench/events.ts";
import { Log } from "../workbench/log/log.ts";
import { Settings } from "../workbench/settings.ts";
import { DiskCache } from "../workbench/storage/cache.ts";
import { makeFolder } from "../workbench/storage/shared-files.ts";

/** As much as in VS Code, which may use the same folder. */
const CACHE_LIMIT_BYTES = 256 * 1024 * 1024;

export type HeadlessServices = Awaited<ReturnType<typeof buildHeadless>>;

/**
 * `settings` has the value of each setting, and `forbidden` the origins of servers that no request may reach. The folder
 * may be that of VS Code's windows: limits of rates are shared.
 */
export async function buildHeadless(
  settings: Readonly<Record<string, unknown>>,
  forbidden: readonly string[],
  folder = join(homedir(), ".cache", "triptych"),
) {
  await makeFolder(folder);
  const now = Date.now;
  const redactor = new Redactor();
  const write = (line: string): void => void process.stderr.write(`${line}\n`);
  const ignore = (): void => undefined;
  const channel = { debug: ignore, info: write, warn: write, error: write, show: ignore, dispose: ignore };
  const log = new Log(() => channel, { redactor, now });
  const notify = (notice: object): void => log.warn("Notice", { ...notice });
  return {
    redactor,
    shared: {
      contacts: new Contacts({ now, isForbidden: (origin) => forbidden.includes(origin) }),
      accounts: new Accounts({ secrets: secretsInMemory(), index: stateInMemory(), redactor, notify, log }),
      cache: new DiskCache({ folder: join(folder, "cache"), limit: CACHE_LIMIT_BYTES, now, log, notify }),
      folder,
      log,
      now,
      settings: new Settings(
        {
          inspect: (id) => ({ defaultValue: settings[id] }),
          onDidChange: () => ({ dispose: ignore }),
          write: () => Promise.resolve(),
        },
        notify,
      ),
      state: stateInMemory(),
    },
  };
}

/** Forgets everything when the process ends. */
function secretsInMemory(): SecretStorage {
  const secrets = new Map<string, string>();
  const changed = new Emitter<SecretStorageChangeEvent>();
  return {
    get: (key) => Promise.resolve(secrets.get(key)),
    store: (key, value) => {
      secrets.set(key, value);
      changed.fire({ key });
      return Promise.resolve();
    },
    delete: (key) => {
      secrets.delete(key);
      changed.fire({ key });
      return Promise.resolve();
    },
    onDidChange: changed.event,
  };
}

function stateInMemory(): Memento {
  const values = new Map<string, unknown>();
  // Its readers decode the value.
  function get(key: string): undefined;
  function get<T>(key: string, fallback: T): T;
  function get(key: string, fallback?: unknown): unknown {
    return values.get(key) ?? fallback;
  }
  return {
    keys: () => [...values.keys()],
    get,
    update: (key, value: unknown) => {
      values.set(key, value);
      return Promise.resolve();
    },
  };
}
