import { l10n } from "../workbench/text/l10n.ts";
import type { Source } from "./model/report.ts";

/** A source in the reader's words; what the service may add one day keeps its own name. */
export function sourceName(source: Source): string {
  switch (source) {
    case "google":
      return l10n.t("Google Play");
    case "fdroid":
      return l10n.t("F-Droid");
    case "apk":
      return l10n.t("Uploaded APK");
    case "":
      return l10n.t("Source unknown");
    default:
      return source;
  }
}

/** A source beside the name of a row, where there is little room. */
export function shortSourceName(source: Source): string {
  switch (source) {
    case "google":
      return l10n.t("Play");
    case "apk":
      return l10n.t("APK");
    case "":
      return l10n.t("unknown");
    default:
      return sourceName(source);
  }
}
