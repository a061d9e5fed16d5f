import { l10n } from "../workbench/text/l10n.ts";
import { md, paragraphs } from "../workbench/text/markdown.ts";
import type { Markdown } from "../workbench/text/markdown.ts";
import { count, language, until } from "../workbench/words.ts";
import type { ShortApplication, Source } from "./model.ts";
import type { ListReading } from "./store/apps.ts";

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

export function appTooltip({ handle, source }: Pick<ShortApplication, "handle" | "source">, more: string): Markdown {
  return paragraphs(md`**${handle}**`, sourceName(source), more);
}

/** How far a long list has come: how long the service thinks, and then bytes and applications. */
export function progressWords({ since, progress }: ListReading, now: number): string {
  if (progress === undefined) return l10n.t("the service is preparing it · {0}", until(now, since));
  const { bytes, total, apps } = progress;
  return total === undefined
    ? l10n.t("{0} MB · {1} apps", megabytes(bytes), count(apps))
    : l10n.t("{0} of {1} MB · {2} apps", megabytes(bytes), megabytes(total), count(apps));
}

function megabytes(bytes: number): string {
  const form = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language(), form).format(bytes / 1_000_000);
}
