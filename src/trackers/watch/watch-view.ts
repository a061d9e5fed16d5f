import { Disposable, ThemeColor, window } from "vscode";
import type { FileDecoration, Uri } from "vscode";
import { every } from "../../workbench/every.ts";
import type { Every } from "../../workbench/every.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { View } from "../../workbench/views.ts";
import { count } from "../../workbench/words.ts";
import type { WatchList } from "./watch-list.ts";
import { NEWS_PLACE } from "./watch-rows.ts";

/** Marks the rows of watched applications that have something new, in the colour of what is new. */
export function markNews(): Disposable {
  return window.registerFileDecorationProvider({ provideFileDecoration: markOf });
}

function markOf({ scheme, path, query }: Uri): FileDecoration | undefined {
  const fresh = Number(query);
  if (scheme !== "triptych" || !path.startsWith(NEWS_PLACE) || !Number.isInteger(fresh) || fresh < 1) return undefined;
  return {
    badge: fresh > 9 ? "9+" : String(fresh),
    tooltip: l10n.t("{0} new", count(fresh)),
    color: new ThemeColor("textLink.foreground"),
  };
}

/** How often it is looked whether a day has passed; that alone asks nobody. */
const HOUR = 3_600_000;

/** Shows in the view what is new of the watched applications, and has them read once a day while anyone could see it. */
export function keepWatch(watched: WatchList, view: View, again: Every = every): Disposable {
  const mark = (): void => {
    const { fresh } = watched;
    view.badge(
      fresh,
      fresh === 1 ? l10n.t("1 watched app has news") : l10n.t("{0} watched apps have news", count(fresh)),
    );
  };
  const look = (): void => {
    if (view.visible && window.state.focused) void watched.refreshDaily();
  };
  mark();
  look();
  return Disposable.from(
    watched.onDidChange((handle) => {
      mark();
      // The row above counts them; those under it are made anew with it.
      view.redraw();
      view.redraw("watched");
      if (handle === undefined) view.redraw("trackers");
    }),
    view.onDidChangeVisibility(look),
    window.onDidChangeWindowState(look),
    again(HOUR, look),
  );
}
