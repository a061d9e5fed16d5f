// The file of the list of all apps.
import * as v from "valibot";
import { whole } from "../../base/decode.ts";
import { getFields } from "../../base/json/is-table.ts";
import type { ListedApp } from "../model/report.ts";

/** Increment when the content changes. */
export const FILE_VERSION = 4;

export const listFacts = v.object({
  form: v.picklist(["short", "full"]),
  /** When the list was downloaded, in epoch milliseconds. */
  readAt: whole,
  /** Rows that could not be decoded. */
  skipped: whole,
  count: whole,
});
export type ListFacts = v.InferOutput<typeof listFacts>;

interface SavedList {
  readonly facts: ListFacts;
  readonly apps: readonly ListedApp[];
}

export function writeListFile(list: SavedList): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(list));
}

/** Undefined if the file is damaged. */
export function readListFile(file: Uint8Array): SavedList | undefined {
  try {
    const { facts, apps } = getFields(JSON.parse(new TextDecoder().decode(file)));
    if (!v.is(listFacts, facts) || !Array.isArray(apps) || !apps.every(isListedApp)) return undefined;
    return facts.count === apps.length ? { facts, apps } : undefined;
  } catch {
    return undefined;
  }
}

function isListedApp(value: unknown): value is ListedApp {
  const { handle, source, name = "", creator = "" } = getFields(value);
  return [handle, source, name, creator].every((each) => typeof each === "string");
}
