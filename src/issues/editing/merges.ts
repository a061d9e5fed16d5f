// Stores merges in progress on disk, so that they survive a reload of the window.
import * as v from "valibot";
import { RecordFolder } from "../../workbench/storage/records.ts";
import { Version } from "../writing/drafts/draft-document.ts";

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
  readonly #records: RecordFolder<Merge>;

  constructor(folder: string) {
    this.#records = new RecordFolder(folder, FORMAT_VERSION, Merge);
  }

  /** `path` is the path of the merge's document. Each document has at most one merge. */
  async get(path: string): Promise<Merge | undefined> {
    const stored = await this.#records.read(this.#records.hashedPath(path));
    return stored === "damaged" ? undefined : stored;
  }

  async put(merge: Merge): Promise<void> {
    await this.#records.write(this.#records.hashedPath(merge.path), merge);
  }

  async remove(path: string): Promise<void> {
    await this.#records.remove(this.#records.hashedPath(path));
  }
}
