// Kills a simulated window at one of its operations: from then on, none of its file operations and requests happens.
import { AsyncLocalStorage } from "node:async_hooks";
import promises, { type FileHandle } from "node:fs/promises";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { join, sep } from "node:path";
import { Writable } from "node:stream";

/** The life of a window, counted in operations. Each number is a point where it can be killed. */
export class Life {
  /** The operations so far: on files in the folder, and requests and their answers. */
  readonly operations: string[] = [];
  readonly #folder: string;
  #killAt: number;
  readonly died: Promise<"killed">;
  #die: (what: "killed") => void = () => undefined;
  isDead = false;
  /** Files that a killed window left open. */
  readonly files: FileHandle[] = [];
  /** What happens elsewhere before the window receives the answer to its next POST. */
  beforeAnswer: (() => Promise<unknown>) | undefined;

  constructor(folder: string, killAt: number) {
    this.#folder = folder + sep;
    this.#killAt = killAt;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  /** Returns false if the window is dead before this operation. */
  begin(what: string): boolean {
    if (this.isDead) return false;
    this.operations.push(what);
    if (this.operations.length === this.#killAt) {
      this.isDead = true;
      this.#die("killed");
    }
    return !this.isDead;
  }

  /** It isn't killed from now on. */
  survive(): void {
    this.#killAt = Infinity;
  }

  isInside(path: string): boolean {
    return path.startsWith(this.#folder);
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return current.run(this, work);
  }
}

const current = new AsyncLocalStorage<Life>();
const never = (): Promise<never> => new Promise(() => undefined);
const paths = new WeakMap<object, string>();

type Operation = (...given: unknown[]) => Promise<unknown>;

/** Runs an operation of the current window, unless it is dead before or after it. */
async function operate(name: string, path: string, run: () => Promise<unknown>): Promise<unknown> {
  const life = current.getStore();
  if (life === undefined) return await run();
  if (life.isDead || (life.isInside(path) && !life.begin(`${name} ${path}`))) return await never();
  const settled = await run().then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  if (life.isDead) return await never();
  if ("error" in settled) throw settled.error;
  return settled.result;
}

const FILE_OPERATIONS = [
  ...["open", "rename", "link", "rm", "unlink", "mkdir", "readdir", "readFile", "writeFile", "stat", "lstat"],
  ...["utimes", "rmdir", "copyFile", "appendFile", "access"],
] as const;
const HANDLE_OPERATIONS = ["read", "readFile", "write", "writeFile", "sync", "datasync", "stat", "utimes"] as const;

/** Intercepts the operations of this process. Returns how to end that. */
export async function interceptOperations(): Promise<() => void> {
  const undo: (() => void)[] = [];
  const replace = (target: object, name: string, wrap: (original: Operation) => Operation): void => {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== "function") return;
    Reflect.set(target, name, wrap(original as Operation));
    undo.push(() => Reflect.set(target, name, original));
  };
  for (const name of FILE_OPERATIONS)
    replace(promises, name, (original) => async (...given) => {
      const path = String(given[0]);
      const life = current.getStore();
      return await operate(name, path, async () => {
        const result = await original(...given);
        if (name !== "open" || life === undefined) return result;
        const file = result as FileHandle;
        paths.set(file, path);
        life.files.push(file);
        return file;
      });
    });
  const probe = await promises.open(process.execPath);
  const prototype = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  for (const name of HANDLE_OPERATIONS)
    replace(
      prototype,
      name,
      (original) =>
        async function intercepted(this: FileHandle, ...given: unknown[]) {
          const path = paths.get(this) ?? "";
          const life = current.getStore();
          const [data] = given;
          // A killed process may have written half of a file.
          if (name === "writeFile" && life?.isInside(path) === true && typeof data === "string") {
            await operate("half of writeFile", path, () => original.call(this, data.slice(0, data.length / 2)));
            await this.truncate(0);
            return await operate(name, path, () => this.write(data, 0));
          }
          return await operate(name, path, () => original.apply(this, given));
        },
    );
  const { request } = http;
  Reflect.set(http, "request", (...given: Parameters<typeof request>) => send(request, given));
  undo.push(() => Reflect.set(http, "request", request));
  syncBuiltinESMExports();
  return () => {
    for (const each of undo) each();
    syncBuiltinESMExports();
  };
}

function send(request: typeof http.request, given: Parameters<typeof request>): ClientRequest {
  const life = current.getStore();
  if (life === undefined) return request(...given);
  const [{ method = "GET", path = "" }] = given as unknown as [{ method?: string; path?: string }];
  if (!life.begin(`${method} ${path}`)) return neverSent();
  const sent = request(...given);
  const emit = sent.emit.bind(sent);
  sent.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== "response") return life.isDead ? false : emit(event, ...args);
    const deliver = (): void => {
      if (life.begin(`answer to ${method} ${path}`)) emit(event, ...args);
      else (args[0] as IncomingMessage).resume();
    };
    const { beforeAnswer } = life;
    if (method !== "POST" || beforeAnswer === undefined) deliver();
    else {
      life.beforeAnswer = undefined;
      void beforeAnswer().then(deliver);
    }
    return true;
  };
  return sent;
}

function neverSent(): ClientRequest {
  const request = new Writable({ write: (_chunk, _encoding, done) => done() });
  const itself = () => request;
  const like = { setTimeout: itself, setNoDelay: itself, setSocketKeepAlive: itself, abort: itself, setHeader: itself };
  return Object.assign(request, like) as unknown as ClientRequest;
}

/** The folder of everything that is written. */
export function writingFolder(folder: string): string {
  return join(folder, "issues");
}
