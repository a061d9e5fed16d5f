import type { Banner } from "../../panels/report/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Glimpse, News } from "../model/news.ts";
import { versionName } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import { changeWords, trackerCount } from "../timeline/change-summary.ts";

export function glimpseName({ version }: Pick<Glimpse, "version">): string {
  return versionName({ version });
}

/** "8.4 from Google Play: 2 trackers added, 1 removed". */
export function newsWords({ from, to, changes }: News): string {
  const what =
    to.source === undefined ? glimpseName(to) : l10n.t("{0} from {1}", glimpseName(to), sourceName(to.source));
  if (from === undefined) return l10n.t("{0}: {1}, the first report from there", what, trackerCount(to.trackers));
  if (changes !== undefined) return l10n.t("{0}: {1}", what, changeWords(changes, false));
  return l10n.t("{0}: {1}, {2} before", what, trackerCount(to.trackers), trackerCount(from.trackers));
}

/** What is new since the reader looked last, over the report. */
export function newsBanner(news: readonly News[]): Banner {
  return {
    kind: "info",
    start: l10n.t("New since you looked last."),
    sentence: `${news.map(newsWords).join(". ")}.`,
    buttons: news.some(({ from, changes }) => from !== undefined && changes !== undefined)
      ? [{ act: "showNews", label: l10n.t("Show What Changed") }]
      : [],
  };
}
