// News of watched apps as text.
import type { Banner } from "../../panels/kit/content/content-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { trackerCount } from "../wording/counts.ts";
import type { Snapshot, News } from "../model/news.ts";
import { versionName } from "../report-content/versions.ts";
import { sourceName } from "../wording/source-names.ts";
import { describeChanges } from "../wording/change-summary.ts";

export function snapshotName({ version }: Pick<Snapshot, "version">): string {
  return versionName({ version });
}

/** "8.4 from Google Play: 2 trackers added, 1 removed". */
export function describeNews({ from, to, changes }: News): string {
  const what =
    to.source === undefined ? snapshotName(to) : l10n.t("{0} from {1}", snapshotName(to), sourceName(to.source));
  if (from === undefined) {
    const trackers = trackerCount(to.trackers);
    return to.source === undefined
      ? l10n.t("{0}: {1}, new report", what, trackers)
      : l10n.t("{0}: {1}, first report from this source", what, trackers);
  }
  if (changes !== undefined) return l10n.t("{0}: {1}", what, describeChanges(changes, false));
  return l10n.t("{0}: {1}, previously {2}", what, trackerCount(to.trackers), trackerCount(from.trackers));
}

/** Banner above the report with what is new since the user last looked. */
export function newsBanner(news: readonly News[]): Banner<{ readonly type: "showNews" }> {
  return {
    kind: "banner",
    tone: "info",
    start: l10n.t("New since your last visit."),
    sentence: `${news.map(describeNews).join(". ")}.`,
    buttons: news.some(({ from, changes }) => from !== undefined && changes !== undefined)
      ? [{ act: { type: "showNews" }, label: l10n.t("Show Changes") }]
      : [],
  };
}
