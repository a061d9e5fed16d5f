// Pages of an εxodus instance and of stores, and the form of an API key.
import type { Source } from "./report.ts";

/** The public instance, of those who make εxodus. */
export const OFFICIAL = "https://reports.exodus-privacy.eu.org";

/** What the service says of keys. */
export const ABOUT_KEYS = "https://github.com/Exodus-Privacy/exodus/blob/HEAD/doc/api.md";

/** Pages of the service for people. */
export function pages(base: string) {
  const page = (path: string): string => `${base.replace(/\/$/, "")}/${path}`;
  return {
    report: (id: number) => page(`en/reports/${id}/`),
    app: (handle: string) => page(`en/reports/${encodeURIComponent(handle)}/latest/`),
    tracker: (id: number) => page(`en/trackers/${id}/`),
    trackers: page("en/trackers/"),
    analysis: (handle: string) => page(`en/analysis/submit/#${encodeURIComponent(handle)}`),
  };
}

/** Where an application can be had, for the sources of which that is known. */
export function storePage(handle: string, source: Source): string | undefined {
  const name = encodeURIComponent(handle);
  if (source === "google") return `https://play.google.com/store/apps/details?id=${name}`;
  if (source === "fdroid") return `https://f-droid.org/packages/${name}`;
  return undefined;
}

/** The key as it is sent; the documentation shows it with its scheme, and so it is pasted. */
export function keyIn(pasted: string): string {
  return pasted.trim().replace(/^token\s+/i, "");
}
