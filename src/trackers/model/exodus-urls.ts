// Pages of an εxodus instance and of stores, what a pasted URL shows, and the form of an API key.
import { encodePart } from "../../base/origin.ts";
import { trackerPage } from "../../scan/index.ts";
import type { Source } from "./report.ts";

/** Where the makers of εxodus research trackers, including those not in its list yet. */
export const ETIP = "https://etip.exodus-privacy.eu.org/";

/** How to get a key. */
export const ABOUT_KEYS = "https://github.com/Exodus-Privacy/exodus/blob/HEAD/doc/api.md";

/** Web pages of an instance. */
export function pages(base: string) {
  const page = (path: string): string => `${base.replace(/\/$/, "")}/${path}`;
  return {
    report: (id: number) => page(`en/reports/${id}/`),
    app: (handle: string) => page(`en/reports/${encodePart(handle)}/latest/`),
    tracker: (id: number) => trackerPage(base, id),
    trackers: page("en/trackers/"),
    mostTrackers: page("en/reports/list/?filter=most_trackers"),
    noTrackers: page("en/reports/list/?filter=no_trackers"),
    analysis: (handle: string) => page(`en/analysis/submit/#${encodePart(handle)}`),
  };
}

/** Store page of an app, for known sources. */
export function storePage(handle: string, source: Source): string | undefined {
  const name = encodePart(handle);
  if (source === "google") return `https://play.google.com/store/apps/details?id=${name}`;
  if (source === "fdroid") return `https://f-droid.org/packages/${name}`;
  return undefined;
}

/** What a pasted URL shows. */
export type UrlSubject =
  | { readonly kind: "app"; readonly handle: string }
  | { readonly kind: "report" | "tracker"; readonly id: number }
  /** A report or tracker of another instance, which has other IDs. */
  | { readonly kind: "elsewhere"; readonly host: string };

/** An app's page in a store or at εxodus, with or without the scheme. */
const APP_URL = /^(?:\w+:\/\/)?[^\s/]\S*(?:[?&]id=|\/(?:packages|reports|reports\/search)\/)([a-z]\w*(?:\.\w+)+)/i;
/** The page of a report or tracker, with or without the language. */
const ID_URL = /^(?:https?:\/\/)?([^\s/?#][^\s?#]*?)(?:\/[a-z]{2})?\/(reports|trackers)\/(\d{1,15})(?:[/?#]|$)/i;

/** Returns undefined for any other text. `base` is the URL of the instance. */
export function readUrl(base: string, text: string): UrlSubject | undefined {
  const handle = APP_URL.exec(text)?.[1];
  if (handle !== undefined) return { kind: "app", handle };
  const [, place = "", kind, id] = ID_URL.exec(text) ?? [];
  if (id === undefined) return undefined;
  if (place.toLowerCase() !== base.toLowerCase().replace(/^\w+:\/\/|\/$/g, ""))
    return { kind: "elsewhere", host: place.replace(/\/.*/, "") };
  return { kind: kind?.toLowerCase() === "reports" ? "report" : "tracker", id: Number(id) };
}

/** Returns the key without its scheme, which people paste along as the documentation shows it. */
export function parseKey(pasted: string): string {
  return pasted.trim().replace(/^token\s+/i, "");
}
