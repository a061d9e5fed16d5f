// Stores records as JSON files with a format number, which changes with the fields. A folder of records is shared by
// all windows.
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Schema } from "../../base/decode.ts";
import { stringifyJson, tryParseJson } from "../../base/json/json.ts";
import { readText, writeText } from "./shared-files.ts";

const EXTENSION = ".json";

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

  /** Returns "damaged" if the file can't be decoded or has another format number. */
  async read(path: string): Promise<Stored | "damaged" | undefined> {
    const text = await readText(path);
    return text === undefined ? undefined : (decodeRecord(this.#form, this.#schema, text) ?? "damaged");
  }

  /** Resolves once the record is flushed to disk. */
  async write(path: string, record: Stored): Promise<void> {
    await writeText(path, stringifyJson({ form: this.#form, ...record }, "  "));
  }

  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
  }
}

/** Returns undefined if the text has another format number or doesn't fit the schema. */
export function decodeRecord<Expected>(form: number, expected: Schema<Expected>, text: string): Expected | undefined {
  const json = tryParseJson(text);
  const read = v.safeParse(expected, json);
  return v.is(v.object({ form: v.literal(form) }), json) && read.success ? read.output : undefined;
}
