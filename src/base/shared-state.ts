// A small JSON value that several processes of one machine change together, without locks or hard links.
import { randomBytes } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./problem.ts";

/** How many past versions stay, so that a process that is listing the folder can't miss all of them. */
const MAX_KEPT_VERSIONS = 16;

/** A change is recognized by its mark as long as no more than this many others have followed it. */
const MAX_KEPT_MARKS = 64;

/** Whatever isn't a version and is older than this was left by a process that was killed. */
const MAX_DRAFT_AGE_MS = 60_000;

/** Numbers stay below this. A higher one isn't ours, and above 2^53 the next number would be the same one. */
const MAX_VERSION = 1e15;

/** A version larger than this isn't ours. */
const MAX_VERSION_BYTES = 4 * 1024 * 1024;

/** More attempts than this at one change mean that the folder loses writes. */
const MAX_ATTEMPTS = 1000;

/** Holds a version's text if the version is a folder. */
const CONTENT_FILE = "content.json";

interface Version {
  /** The highest number in use. */
  readonly number: number;
  readonly content: unknown;
  readonly marks: readonly string[];
}

export interface SharedStateOptions {
  /** Called when the folder was so damaged that the value starts over from nothing. */
  readonly onReset?: () => void;
}

/**
 * Each change is the next numbered file. It is completed under another name and then linked, which fails if the number is
 * in use; then the change is made again on top of what the other process wrote. Where a file system has no hard links, a
 * folder is renamed instead: that fails as well if the number is in use, and takes four times as long. Since nothing is
 * locked, nothing stays locked when a process is killed.
 */
export class SharedState {
  readonly #folder: string;
  readonly #onReset: (() => void) | undefined;

  constructor(folder: string, { onReset }: SharedStateOptions = {}) {
    this.#folder = folder;
    this.#onReset = onReset;
  }

  /** The latest value, decoded from JSON; undefined if there is none. */
  async read(): Promise<unknown> {
    return (await this.#latest()).content;
  }

  /** Replaces the value by what `edit` returns. Calls `edit` again if another process was faster. */
  async change<Result>(edit: (content: unknown) => { content: unknown; result: Result }): Promise<Result> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const latest = await this.#latest();
      if (latest.number + 1 >= MAX_VERSION) {
        await this.#startOver();
        continue;
      }
      const { content, result } = edit(latest.content);
      const mark = randomBytes(9).toString("hex");
      const next: Omit<Version, "number"> = { content, marks: [mark, ...latest.marks].slice(0, MAX_KEPT_MARKS) };
      if (!(await this.#put(latest.number + 1, mark, JSON.stringify(next)))) continue;
      // A process that was asleep may have used a number that was deleted long ago; then its change doesn't count.
      const now = await this.#latest();
      if (!now.marks.includes(mark)) continue;
      await this.#sweep(latest.number + 1 - MAX_KEPT_VERSIONS);
      return result;
    }
    throw new Error("The folder doesn't keep what is written into it");
  }

  async #put(number: number, mark: string, text: string): Promise<boolean> {
    const draft = join(this.#folder, `${mark}.draft`);
    await writeFile(draft, text, { flag: "wx", mode: 0o600 });
    try {
      await link(draft, this.#path(number));
      return true;
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
    } finally {
      await rm(draft, { force: true });
    }
    return await this.#putFolder(number, mark, text);
  }

  async #putFolder(number: number, mark: string, text: string): Promise<boolean> {
    const draft = join(this.#folder, `${mark}.folder.draft`);
    await mkdir(draft, { mode: 0o700 });
    try {
      await writeFile(join(draft, CONTENT_FILE), text, { flag: "wx", mode: 0o600 });
      await rename(draft, this.#path(number));
      return true;
    } catch (error) {
      // Systems name this failure in different ways; if the number is in use, none of them matters.
      if (await exists(this.#path(number))) return false;
      throw error;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  #path(number: number): string {
    return join(this.#folder, `${number}.json`);
  }

  async #latest(): Promise<Version> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const numbers = await this.#numbers();
      const [highest = 0] = numbers;
      if (numbers.length === 0) return { number: 0, content: undefined, marks: [] };
      for (const number of numbers) {
        const found = await this.#version(number);
        // A version that a failing machine left in pieces is skipped, and the one before it counts.
        if (found !== "gone" && found !== "broken") return { ...found, number: highest };
        if (found === "broken" && number === numbers.at(-1)) return { number: highest, content: undefined, marks: [] };
      }
    }
    throw new Error("The folder changes faster than it can be read");
  }

  /** The numbers in use, the highest first. */
  async #numbers(): Promise<readonly number[]> {
    try {
      const names = await readdir(this.#folder);
      return names
        .map((name) => parseVersion(name))
        .filter((number) => number !== undefined)
        .toSorted((one, other) => other - one);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
      await mkdir(this.#folder, { recursive: true });
      return [];
    }
  }

  async #version(number: number): Promise<Omit<Version, "number"> | "gone" | "broken"> {
    try {
      const found: unknown = JSON.parse(await readVersion(this.#path(number)));
      return isVersion(found) ? found : "broken";
    } catch (error) {
      if (errorCode(error) === "ENOENT") return (await exists(this.#path(number))) ? "broken" : "gone";
      if (errorCode(error) === "EISDIR" || error instanceof SyntaxError) return "broken";
      throw error;
    }
  }

  async #startOver(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (parseVersion(name) !== undefined) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
    this.#onReset?.();
  }

  async #sweep(upTo: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const number = parseVersion(name);
      if (number === undefined ? await isAbandoned(path) : number <= upTo)
        await rm(path, { recursive: true, force: true });
    }
  }
}

function parseVersion(name: string): number | undefined {
  const number = Number(/^([1-9]\d{0,15})\.json$/.exec(name)?.[1]);
  return number < MAX_VERSION ? number : undefined;
}

async function readVersion(path: string): Promise<string> {
  const found = await stat(path);
  const file = found.isDirectory() ? join(path, CONTENT_FILE) : path;
  const { size } = file === path ? found : await stat(file);
  return size > MAX_VERSION_BYTES ? "" : await readFile(file, "utf8");
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < Date.now() - MAX_DRAFT_AGE_MS;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

function isVersion(found: unknown): found is Omit<Version, "number"> {
  return (
    typeof found === "object" &&
    found !== null &&
    "content" in found &&
    "marks" in found &&
    Array.isArray(found.marks) &&
    found.marks.every((mark) => typeof mark === "string")
  );
}
