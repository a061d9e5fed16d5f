// Names of the sources that εxodus gets apps from.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Source } from "../model/report.ts";

/** Display name of a source. A source unknown to Triptych keeps its own name. */
export function sourceName(source: Source): string {
  switch (source) {
    case "google":
      return l10n.t("Google Play");
    case "fdroid":
      return l10n.t("F-Droid");
    case "apk":
      return l10n.t("Uploaded APK");
    case "":
      return l10n.t("Unknown source");
    default:
      return source;
  }
}

/** Short name of a source, for rows. */
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
