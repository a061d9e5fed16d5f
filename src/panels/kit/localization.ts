// Strings of the kit, and helpers that compose sentences and format values in the user's language.
import { Format } from "../../base/format.ts";
import { isolateText } from "../../base/visible-text.ts";
import type { KitStrings } from "../../workbench/text/kit-strings.ts";

/** Reads `<meta name="triptych-strings" content='{"copy":"Kopieren"}'>`, as webviews have no `vscode.l10n`. */
function readStrings(): KitStrings {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="triptych-strings"]');
  const given: unknown = JSON.parse(meta?.content ?? "{}");
  if (!isKitStrings(given)) throw new Error("The page has no strings: <meta name=triptych-strings> is missing.");
  return given;
}

function isKitStrings(given: unknown): given is KitStrings {
  return typeof given === "object" && given !== null && "copy" in given && Object.values(given).every(isString);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

export const strings: KitStrings = readStrings();

/** Formats numbers, ages, dates and times in VS Code's display language and the user's time zone. */
export const format = new Format(document.documentElement.lang || "en", readTimeZone());

/** Reads `<html data-time-zone="Europe/Berlin">`; undefined if this browser doesn't know the zone. */
function readTimeZone(): string | undefined {
  const { timeZone } = document.documentElement.dataset;
  try {
    return timeZone === undefined ? undefined : new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Inserts values for {0}, {1}, … in a sentence, isolated so that none reverses the text around it. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)\}/g, (place, index: string) => isolateText(String(values[Number(index)] ?? place)));
}

/** Joins names as the reader's language does: "ines", "you and ines", "you, jun, and ines". */
export function joinNames(names: readonly string[]): string {
  return format.list(names.map(isolateText));
}
