// Stores merges in progress on disk, so that they survive a reload of the window.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { hashedName, readText, writeText } from "../../workbench/storage/files.ts";
import { decodeRecord, encodeRecord } from "../../workbench/storage/records.ts";
import { Version } from "../writing/text.ts";

/** The format version of the files. */
const FORMAT_VERSION = 1;

const Merge = v.object({
  path: v.string(),
  title: v.string(),
  author: v.string(),
  base: v.string(),
  theirs: v.string(),
  mine: v.string(),
  /** The server's version when the merge started, exactly as returned. */
  seen: Version,
  content: v.string(),
  savedAt: v.number(),
});

/** Three texts to merge and the result so far. The draft doesn't change until the user accepts the result. */
export type Merge = v.InferOutput<typeof Merge>;

/** Stores each merge in its own file. */
export class Merges {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `path` is the path of the merge's document. Each document has at most one merge. */
  async get(path: string): Promise<Merge | undefined> {
    const text = await readText(this.#file(path));
    return text === undefined ? undefined : decodeRecord(FORMAT_VERSION, Merge, text);
  }

  async put(merge: Merge): Promise<void> {
    await writeText(this.#file(merge.path), encodeRecord(FORMAT_VERSION, merge));
  }

  async remove(path: string): Promise<void> {
    await rm(this.#file(path), { force: true });
  }

  #file(path: string): string {
    return join(this.#folder, hashedName(path));
  }
}
