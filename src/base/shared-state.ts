import { randomBytes } from "node:crypto";
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How many past versions stay, so that no reading of the folder can miss all of them. */
const KEPT_VERSIONS = 16;

/** A change is known by its mark for as long as this many others follow it. */
const KEPT_MARKS = 64;

/** A draft this old was left by a process that was killed. */
const OLD_DRAFT_MS = 60_000;

interface Version {
  /** The highest number that is taken. */
  readonly number: number;
  readonly content: unknown;
  readonly marks: readonly string[];
}

/**
 * A small value that the processes of a machine change together, in a folder of its own. Each change is the next numbered
 * file, made whole elsewhere and put in place by a link, which fails where that number is taken: then the change is made
 * anew upon what the other wrote. Nothing is locked, so nothing stays locked when a process is killed.
 */
export class SharedState {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What was written last, as it was decoded from JSON; undefined where there is nothing. */
  async read(): Promise<unknown> {
    return (await this.#latest()).content;
  }

  /** Replaces what is there by what `edit` makes of it. `edit` may be called again, where another process was faster. */
  async change<Result>(edit: (content: unknown) => { content: unknown; result: Result }): Promise<Result> {
    for (;;) {
      const latest = await this.#latest();
      const { content, result } = edit(latest.content);
      const mark = randomBytes(9).toString("base64url");
      const next: Omit<Version, "number"> = { content, marks: [mark, ...latest.marks].slice(0, KEPT_MARKS) };
      if (!(await this.#put(latest.number + 1, mark, JSON.stringify(next)))) continue;
      // A process that slept since it read may have put a number that was swept away long ago: then it counts for nothing.
      const now = await this.#latest();
      if (!now.marks.includes(mark)) continue;
      await this.#sweep(latest.number + 1 - KEPT_VERSIONS);
      return result;
    }
  }

  async #put(number: number, mark: string, text: string): Promise<boolean> {
    const draft = join(this.#folder, `${mark}.draft`);
    await writeFile(draft, text, { flag: "wx", mode: 0o600 });
    try {
      await link(draft, join(this.#folder, `${number}.json`));
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }

  async #latest(): Promise<Version> {
    for (;;) {
      const numbers = await this.#numbers();
      const [highest = 0] = numbers;
      if (numbers.length === 0) return { number: 0, content: undefined, marks: [] };
      for (const number of numbers) {
        const found = await this.#version(number);
        // A version that a failing machine left in pieces is passed over, and the one before it holds.
        if (found !== "gone" && found !== "broken") return { ...found, number: highest };
        if (found === "broken" && number === numbers.at(-1)) return { number: highest, content: undefined, marks: [] };
      }
    }
  }

  /** The numbers that are taken, the highest first. */
  async #numbers(): Promise<readonly number[]> {
    try {
      const names = await readdir(this.#folder);
      return names
        .map((name) => Number(/^(\d+)\.json$/.exec(name)?.[1] ?? Number.NaN))
        .filter((number) => !Number.isNaN(number))
        .sort((one, other) => other - one);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
      await mkdir(this.#folder, { recursive: true });
      return [];
    }
  }

  async #version(number: number): Promise<Omit<Version, "number"> | "gone" | "broken"> {
    try {
      const found: unknown = JSON.parse(await readFile(join(this.#folder, `${number}.json`), "utf8"));
      return isVersion(found) ? found : "broken";
    } catch (error) {
      if (codeOf(error) === "ENOENT") return "gone";
      if (error instanceof SyntaxError) return "broken";
      throw error;
    }
  }

  async #sweep(upTo: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const number = /^(\d+)\.json$/.exec(name)?.[1];
      if (number === undefined ? await isOldDraft(path) : Number(number) <= upTo) await rm(path, { force: true });
    }
  }
}

async function isOldDraft(path: string): Promise<boolean> {
  if (!path.endsWith(".draft")) return false;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < Date.now() - OLD_DRAFT_MS;
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
