// A small JSON value that several processes of one machine can change at the same time, without locks.
import { randomBytes } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../problem.ts";

/** How many past versions are kept, so that a process that is listing the folder can't miss all of them. */
const MAX_KEPT_VERSIONS = 16;

/** A change is recognized by its mark as long as no more than this many others have followed it. */
const MAX_KEPT_MARKS = 64;

/** Any other file that is older than this was left behind by a killed process. */
const MAX_DRAFT_AGE_MS = 60_000;

/** Our version numbers stay below this. Above 2^53, a number plus one would be the same number. */
const MAX_VERSION = 1e15;

/** A version larger than this isn't ours. */
const MAX_VERSION_BYTES = 4 * 1024 * 1024;

/** More attempts than this at one change mean that the folder loses writes. */
const MAX_ATTEMPTS = 1000;

/** The file with a version's text, if the version is a folder. */
const CONTENT_FILE = "content.json";

interface Version {
  /** The highest number in use. */
  readonly number: number;
  readonly content: unknown;
  readonly marks: readonly string[];
}

export interface SharedStateOptions {
  /** Called if the folder is so damaged that the value starts over from nothing. */
  readonly onReset?: () => void;
}

/**
 * Each change writes the next numbered file. The file is completed under another name and then linked, which fails if
 * the number is in use. In that case, another process was faster, and the change is repeated on top of its version. If
 * the file system has no hard links, a folder is renamed instead, which also fails if the number is in use, but takes
 * four times as long. Nothing is locked, so a killed process leaves no lock behind.
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

  /** Replaces the value with what `edit` returns. Calls `edit` again if another process was faster. */
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
      // If this process slept, the number may have been used and deleted long ago. Then this change doesn't count.
      const now = await this.#latest();
      if (!now.marks.includes(mark)) continue;
      await this.#sweep(latest.number + 1 - MAX_KEPT_VERSIONS);
      return result;
    }
    throw new Error("The folder doesn't keep what is written into it");
  }

  async #put(number: number, mark: string, text: string): Promise<boolean> {
    const draft = join(this.#folder, `${mark}.draft`);
    try {
      await writeFile(draft, text, { flag: "wx", mode: 0o600 });
      try {
        await link(draft, this.#path(number));
        return true;
      } catch (error) {
        if (errorCode(error) === "EEXIST") return false;
      }
    } finally {
      // A full disk leaves a part of the file.
      await discard(draft);
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
      // Systems report this failure with different codes. If the number is in use, the code doesn't matter.
      if (await exists(this.#path(number))) return false;
      throw error;
    } finally {
      await discard(draft);
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
        // If a crash left a version incomplete, the version before it counts.
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
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
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
      if (number === undefined ? await isAbandoned(path) : number <= upTo) await discard(path);
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

/**
 * Deletes what is no longer needed, if possible. On Windows, a virus scanner may have it open. By then the change is
 * made, so it must not fail; a later one sweeps again.
 */
async function discard(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
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
