import { Disposable, window } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Every } from "../../workbench/every.ts";
import { every } from "../../workbench/every.ts";
import type { View } from "../../workbench/views.ts";
import { count } from "../../workbench/words.ts";
import type { WatchList } from "../watch.ts";

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
