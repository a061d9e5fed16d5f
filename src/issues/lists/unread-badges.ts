// Adds a badge to the rows of threads that have something new.
import type { FileDecoration, Uri } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { fileDecoration } from "../../workbench/vscode-objects.ts";

/** VS Code limits badges to two characters. */
const MAX_BADGE_COUNT = 99;

/** The query of a row's URI is the number of new comments, or empty if that is unknown. */
export const unreadBadges = {
  provideFileDecoration({ scheme, path, query }: Uri): FileDecoration | undefined {
    if (scheme !== "triptych" || !path.startsWith("/new/")) return undefined;
    const comments = /^\d+$/.test(query) ? Number(query) : undefined;
    const badge = comments === undefined ? "•" : String(Math.min(comments, MAX_BADGE_COUNT));
    const words = comments === undefined ? l10n.t("New") : l10n.plural(comments, "{0} new comment", "{0} new comments");
    return fileDecoration(badge, words, "textLink.foreground");
  },
};
