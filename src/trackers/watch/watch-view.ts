// Connects the watched apps with the view: badge, decorations, daily refresh.
import { Disposable, ThemeColor, window, type FileDecoration, type Uri } from "vscode";
import { every, type Every } from "../../workbench/timer.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { inLine } from "../../workbench/text/encode.ts";
import type { View } from "../../workbench/wings/views.ts";
import type { WatchList } from "./watch-list.ts";
import { NEWS_PATH } from "./watch-rows.ts";

/** Adds badges to rows of watched apps with news. */
export function decorateNews(): Disposable {
  return window.registerFileDecorationProvider({ provideFileDecoration: newsDecoration });
}

function newsDecoration({ scheme, path, query }: Uri): FileDecoration | undefined {
  const newsCount = Number(query);
  if (scheme !== "triptych" || !path.startsWith(NEWS_PATH) || !Number.isInteger(newsCount) || newsCount < 1)
    return undefined;
  return {
    badge: newsCount > 9 ? "9+" : String(newsCount),
    tooltip: l10n.plural(newsCount, "{0} new report", "{0} new reports"),
    color: new ThemeColor("textLink.foreground"),
  };
}

/** How often to check whether a day has passed. The check sends no request. */
const CHECK_INTERVAL_MS = 3_600_000;

/** Shows news of watched apps in the view, and refreshes them once a day while the view is visible. */
export function connectWatchList(watched: WatchList, view: View, repeat: Every = every): Disposable {
  const updateBadge = (): void => {
    const { newsCount } = watched;
    view.badge(newsCount, () =>
      inLine(l10n.plural(newsCount, "{0} watched app has news", "{0} watched apps have news")),
    );
  };
  const refreshIfDue = (): void => {
    if (view.visible && window.state.focused) void watched.refreshDaily();
  };
  updateBadge();
  refreshIfDue();
  return Disposable.from(
    watched.onDidChange((handle) => {
      updateBadge();
      // The parent row shows the count; its children are redrawn with it.
      view.redraw();
      view.redraw("watched");
      if (handle === undefined) view.redraw("trackers");
    }),
    view.onDidChangeVisibility(refreshIfDue),
    window.onDidChangeWindowState(refreshIfDue),
    repeat(CHECK_INTERVAL_MS, refreshIfDue),
  );
}
