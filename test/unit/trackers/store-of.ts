// Opens tracker stores with real files, but without VS Code.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Memento, SecretStorage, SecretStorageChangeEvent } from "vscode";
import { Contacts } from "../../../src/base/http/contacts.ts";
import type { Wait } from "../../../src/base/tasks/wait.ts";
import { Redactor } from "../../../src/base/redact.ts";
import { Store, type Change } from "../../../src/trackers/store/store.ts";
import { Accounts } from "../../../src/workbench/accounts/accounts.ts";
import { DiskCache } from "../../../src/workbench/storage/cache.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import { Settings, type Configuration } from "../../../src/workbench/settings.ts";
import { linesLog } from "../workbench/lines.ts";

const immediately: Wait = () => Promise.resolve();

/** The script of the list's thread, as the tests' own build makes it. */
const PROGRAM = join(process.cwd(), "out/unit/trackers/app-list.process.js");

/** The folder and the secrets of one machine, which all its windows share. */
export async function machine({ at, program = PROGRAM }: { readonly at?: string; readonly program?: string } = {}) {
  const folder = at ?? (await mkdtemp(join(tmpdir(), "triptych-trackers-")));
  const secrets = new Map<string, string>();
  const stores: Store[] = [];
  return {
    secrets,
    /** The store of a new window. */
    open: (base: string, now: () => number = Date.now, wait = immediately, forbidden?: ReadonlySet<string>) => {
      const made = windowOf({ base, now, wait, folder, secrets, program, forbidden });
      stores.push(made.store);
      return made;
    },
    close: async () => {
      for (const store of stores) store.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** State that survives restarts. */
export function memento(kept: Record<string, unknown> = {}): Memento {
  return {
    keys: () => Object.keys(kept),
    get: <T>(key: string, fallback?: T) => (kept[key] as T | undefined) ?? (fallback as T),
    update: (key, value) => {
      kept[key] = structuredClone(value);
      return Promise.resolve();
    },
  };
}

function windowOf(parts: {
  readonly base: string;
  readonly now: () => number;
  readonly wait: Wait;
  readonly folder: string;
  readonly secrets: Map<string, string>;
  readonly program: string;
  /** Origins of servers. */
  readonly forbidden: ReadonlySet<string> | undefined;
}) {
  const { now, folder, program } = parts;
  const redactor = new Redactor();
  const { log, lines } = linesLog(redactor);
  const notices: unknown[] = [];
  const notify = (notice: unknown): void => void notices.push(notice);
  const secretChanged = new Emitter<SecretStorageChangeEvent>();
  const secrets: SecretStorage = {
    get: (key) => Promise.resolve(parts.secrets.get(key)),
    store: (key, value) => {
      parts.secrets.set(key, value);
      secretChanged.fire({ key });
      return Promise.resolve();
    },
    delete: (key) => {
      parts.secrets.delete(key);
      secretChanged.fire({ key });
      return Promise.resolve();
    },
    onDidChange: secretChanged.event,
  };
  const index = memento();
  const settingChanged = new Emitter<(section: string) => boolean>();
  let base = parts.base;
  const configuration: Configuration = {
    inspect: (id) => (id === "triptych.trackers.url" ? { defaultValue: base } : undefined),
    onDidChange: settingChanged.event,
    write: () => Promise.resolve(),
  };
  const settings = new Settings(configuration, notify);
  const accounts = new Accounts({ secrets, index, redactor, notify, log });
  const cache = new DiskCache({ folder: join(folder, "cache"), limit: 1 << 26, now, log, notify });
  const store = new Store({
    accounts,
    cache,
    contacts: new Contacts({ now, isForbidden: (origin) => parts.forbidden?.has(origin) === true }),
    folder,
    log,
    now,
    settings,
    wait: parts.wait,
    program,
  });
  const changes: Change[] = [];
  store.onDidChange((change) => void changes.push(change));
  return {
    store,
    changes,
    lines,
    cache,
    folder,
    move: (to: string) => {
      base = to;
      settingChanged.fire(() => true);
    },
  };
}
