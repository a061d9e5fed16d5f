// What is known of the last attempt to send each draft, in files of their own: whoever types in another window rewrites
// the draft, and must not rewrite this with it.
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, writeAtomic } from "../../workbench/files.ts";
import type { Attempt } from "./draft.ts";
import { decodeAttempt, encodeAttempt } from "./draft-format.ts";

export class Attempts {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** "damaged" if there was one, and it can't be told what became of it. */
  async get(draft: string): Promise<Attempt | "damaged" | undefined> {
    try {
      return decodeAttempt(await readFile(this.#path(draft), "utf8"), draft) ?? "damaged";
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  async list(): Promise<readonly Attempt[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
    const ids = names.filter((name) => name.endsWith(".json")).map((name) => name.replace(/\.json$/, ""));
    const found = await Promise.all(ids.map((id) => this.get(id)));
    return found.filter((attempt) => attempt !== undefined && attempt !== "damaged");
  }

  /** It is on the disk itself before this returns. */
  async put(attempt: Attempt): Promise<void> {
    const bytes = encodeAttempt(attempt);
    await writeAtomic(this.#path(attempt.draft), (file) => file.writeFile(bytes), { durable: true });
  }

  async remove(draft: string): Promise<void> {
    await rm(this.#path(draft), { force: true });
  }

  #path(draft: string): string {
    return join(this.#folder, `${draft}.json`);
  }
}
