import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, writeAtomic } from "../../workbench/files.ts";
import type { Attempt, DraftPlace } from "../model/draft.ts";
import { decodeAttempt, encodeAttempt, fileName } from "./draft-file.ts";
import type { KeptAttempt } from "./draft-file.ts";

/**
 * What is known of the last POST from each draft. In files of their own: whoever types in another window rewrites the
 * draft, and must not rewrite this with it. Only who holds the draft's lock changes one.
 */
export class Attempts {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get(place: DraftPlace): Promise<KeptAttempt | undefined> {
    return this.#read(fileName(place));
  }

  async list(): Promise<readonly KeptAttempt[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
    const found = await Promise.all(names.filter((name) => name.endsWith(".json")).map((name) => this.#read(name)));
    return found.filter((attempt) => attempt !== undefined);
  }

  /** It is on the disk itself before this returns. */
  async put(place: DraftPlace, { text, by, after, since, at, id, settled, once }: Attempt): Promise<void> {
    const bytes = encodeAttempt({ place, text, by, after, since, at, id, settled, once });
    await writeAtomic(join(this.#folder, fileName(place)), (file) => file.writeFile(bytes), { durable: true });
  }

  async remove(place: DraftPlace): Promise<void> {
    await rm(join(this.#folder, fileName(place)), { force: true });
  }

  /** The repository has a new name. */
  async move(from: DraftPlace, to: DraftPlace): Promise<void> {
    const attempt = await this.get(from);
    if (attempt === undefined || fileName(from) === fileName(to)) return;
    await this.put(to, attempt);
    await this.remove(from);
  }

  async #read(name: string): Promise<KeptAttempt | undefined> {
    try {
      return decodeAttempt(await readFile(join(this.#folder, name), "utf8"));
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
  }
}
