import { ThemeColor, window } from "vscode";
import type { Disposable, FileDecoration, Uri } from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import { count } from "../workbench/words.ts";
import { NEWS_PLACE } from "./tree/watched.ts";

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
