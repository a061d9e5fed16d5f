// Strings of the kit, and helpers that compose sentences and format values in the user's language.
import { Format } from "../../base/format.ts";
import { isolateText } from "../../base/visible.ts";
import type { KitStrings } from "../../workbench/panels/kit-strings.ts";

/** `<meta name="triptych-words" content='{"copy":"Kopieren"}'>`: written by the extension, as a webview has no `vscode.l10n`. */
function wordsOfPage(): KitStrings {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="triptych-words"]');
  const given: unknown = JSON.parse(meta?.content ?? "{}");
  if (!isWords(given)) throw new Error("The page has no words: <meta name=triptych-words> is missing.");
  return given;
}

function isWords(given: unknown): given is KitStrings {
  return typeof given === "object" && given !== null && "copy" in given && Object.values(given).every(isString);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

export const words: KitStrings = wordsOfPage();

/** Numbers, ages, dates and times in the language of the page, which is that of VS Code, and in the user's time zone. */
export const format = new Format(document.documentElement.lang || "en", timeZoneOfPage());

/** `<html data-time-zone="Europe/Berlin">`, unless this browser doesn't know the zone. */
function timeZoneOfPage(): string | undefined {
  const { timeZone } = document.documentElement.dataset;
  try {
    return timeZone === undefined ? undefined : new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Inserts values for {0}, {1}, … in a sentence. None reverses the words around it. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)\}/g, (place, index: string) => isolateText(String(values[Number(index)] ?? place)));
}

/** "ines", "you and ines", "you, jun and ines", as the reader's language joins them. */
export function joinNames(names: readonly string[]): string {
  return format.list(names.map(isolateText));
}

/** VS Code names a language without a region; of the English ones, British has one way to write a date for all. */
export function language(): string {
  const named = document.documentElement.lang;
  return named === "" || named === "en" ? "en-GB" : named;
}
