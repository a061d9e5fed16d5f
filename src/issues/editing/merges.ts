// Stores merges in progress on disk, so that a reload of the window loses none of them.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { int64, optional } from "../../base/decode.ts";
import { stringifyJson, tryParseJson } from "../../base/json.ts";
import { hashedName, readText, writeText } from "../../workbench/files.ts";

/** The format of the file. Files in any other are ignored. */
const FILE_VERSION = 1;

/** The server's version when the merge started, exactly as returned. */
const seen = v.object({ title: optional(v.string()), body: v.string(), version: optional(int64) });

const file = v.object({
  form: v.literal(FILE_VERSION),
  path: v.string(),
  title: v.string(),
  author: v.string(),
  base: v.string(),
  theirs: v.string(),
  mine: v.string(),
  seen,
  content: v.string(),
  savedAt: v.number(),
});

/** Three texts to merge. The draft does not change until the user accepts the result. */
export type Merge = Omit<v.InferOutput<typeof file>, "form">;

/** Each merge has a file of its own. */
export class Merges {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `path` is the path of the draft's document; each has at most one merge. */
  async get(path: string): Promise<Merge | undefined> {
    const text = await readText(this.#file(path));
    if (text === undefined) return undefined;
    const read = v.safeParse(file, tryParseJson(text));
    if (!read.success) return undefined;
    const { form: _form, ...merge } = read.output;
    return merge;
  }

  async put(merge: Merge): Promise<void> {
    await writeText(this.#file(merge.path), stringifyJson({ form: FILE_VERSION, ...merge }, "  "));
  }

  async remove(path: string): Promise<void> {
    await rm(this.#file(path), { force: true });
  }

  #file(path: string): string {
    return join(this.#folder, hashedName(path));
  }
}
