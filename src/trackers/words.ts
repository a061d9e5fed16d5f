import { l10n } from "vscode";
import type { ShortApplication, Source } from "./model.ts";

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

/** A text of the service inside Markdown: nothing in it is markup. */
export function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&$]/g, "\\$&").replace(/\s+/g, " ");
}

/** A text of the service as code inside Markdown, whatever quotes are in it, and not without end. */
export function code(text: string): string {
  const shown = text.length > LONGEST_CODE ? `${text.slice(0, LONGEST_CODE)}…` : text;
  const fence = "`".repeat(1 + Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)));
  return `${fence} ${shown.replace(/\s+/g, " ")} ${fence}`;
}

const LONGEST_CODE = 200;

export function appTooltip({ handle, source }: Pick<ShortApplication, "handle" | "source">, more: string): string {
  return [`**${plain(handle)}**`, sourceName(source), plain(more)].join("\n\n");
}
