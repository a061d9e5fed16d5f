// Stores records as JSON files with a format number, which changes with the fields. A folder of records is shared by
// all windows.
import { createHash, randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Schema } from "../../base/decode.ts";
import { stringifyJson, tryParseJson } from "../../base/json/json.ts";
import { filesIn, readText, unlessMissing, writeText } from "./files.ts";
import { exists, moveAway, moveBack } from "./moved-files.ts";

const EXTENSION = ".json";

class FileChanged extends Error {}

/** A folder with one file per record. */
export class RecordFolder<Stored extends object> {
  readonly folder: string;
  readonly #form: number;
  readonly #schema: Schema<Stored>;

  constructor(folder: string, form: number, schema: Schema<Stored>) {
    this.folder = folder;
    this.#form = form;
    this.#schema = schema;
  }

  path(name: string): string {
    return join(this.folder, `${name}${EXTENSION}`);
  }

  /** Returns the path for a key of any length and any characters. */
  hashedPath(key: string): string {
    return this.path(createHash("sha256").update(key).digest("hex").slice(0, 32));
  }

  async names(): Promise<readonly string[]> {
    return (await filesIn(this.folder, EXTENSION)).map((name) => name.slice(0, -EXTENSION.length));
  }

  /** Returns "damaged" if the file can't be decoded or has another format number. */
  async read(path: string): Promise<Stored | "damaged" | undefined> {
    const text = await readText(path);
    return text === undefined ? undefined : (decodeRecord(this.#form, this.#schema, text) ?? "damaged");
  }

  /** Resolves once the record is flushed to disk. If `check` throws before the file is replaced, the file stays. */
  async write(path: string, record: Stored, check?: () => Promise<unknown>): Promise<void> {
    await writeText(path, stringifyJson({ form: this.#form, ...record }, "  "), check);
  }

  /**
   * Runs work that reads a file and then writes it with this check. Starts over if another window has changed the file
   * by then, because one of the two changes would be lost.
   */
  async update<Result>(path: string, work: (check: () => Promise<void>) => Promise<Result>): Promise<Result> {
    for (;;) {
      const before = await readText(path);
      const check = async (): Promise<void> => {
        if ((await readText(path)) !== before) throw new FileChanged();
      };
      try {
        return await work(check);
      } catch (error) {
        if (!(error instanceof FileChanged)) throw error;
      }
    }
  }

  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  /** Moves a damaged file aside and returns its new path. Returns undefined if it was repaired or removed first. */
  async setAside(path: string): Promise<string | undefined> {
    const moved = await moveAway(path);
    if (moved === undefined) return undefined;
    if ((await this.read(moved)) !== "damaged") {
      await moveBack(moved, path);
      return undefined;
    }
    const part = (await exists(`${path}.damaged`)) ? `.${randomBytes(6).toString("hex")}` : "";
    const aside = `${path}${part}.damaged`;
    await unlessMissing(rename(moved, aside), undefined);
    return aside;
  }
}

/** Returns undefined if the text has another format number or doesn't fit the schema. */
export function decodeRecord<Expected>(form: number, expected: Schema<Expected>, text: string): Expected | undefined {
  const json = tryParseJson(text);
  const read = v.safeParse(expected, json);
  return v.is(v.object({ form: v.literal(form) }), json) && read.success ? read.output : undefined;
}
