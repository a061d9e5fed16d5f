// Commands on the row of an app: open its web page, copy its package name.
import { env } from "vscode";
import { on, type Command } from "../../workbench/commands.ts";
import type { Choice } from "../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { getSubject } from "../../workbench/tree/level-rows.ts";
import { appArgument } from "../apps/app-argument.ts";
import { trackerFromRow } from "../tracker/commands.ts";
import { ETIP, pages } from "../model/exodus-urls.ts";
import { isSubject } from "../parts/row-builders.ts";
import type { Store } from "../store/store.ts";
import type { ReportState } from "../report-content/protocol.ts";

/** Opens the web page of a row. For the rows of all trackers and all apps, the user picks one of their pages. */
export function openOnWeb(
  { dialogs }: Pick<Shared, "dialogs">,
  store: Store,
): Command<[readonly WebPageChoice[]], boolean> {
  return on(
    (given) => pagesAbout(given, store),
    async (choices) => {
      const [only] = choices;
      const url = choices.length === 1 ? only?.value : await dialogs.pick(l10n.t("Open on the Web"), choices);
      return url !== undefined && (await dialogs.openExternal(url));
    },
  );
}

type WebPageChoice = Choice<string>;

function pagesAbout(given: unknown, { base }: Store): readonly WebPageChoice[] | undefined {
  const page = pages(base);
  const tracker = trackerFromRow(given);
  const app = appArgument(given);
  if (tracker !== undefined) return [{ label: tracker.name, value: page.tracker(tracker.id) }];
  if (app !== undefined) return [{ label: app.handle, value: page.app(app.handle) }];
  const subject = getSubject(given);
  if (!isSubject(subject)) return undefined;
  if (subject.kind === "applications") {
    return [
      { label: l10n.t("Apps with the Most Trackers"), value: page.mostTrackers },
      { label: l10n.t("Apps without Trackers"), value: page.noTrackers },
    ];
  }
  if (subject.kind !== "trackers") return undefined;
  return [
    { label: l10n.t("Trackers"), value: page.trackers },
    { label: l10n.t("ETIP"), description: l10n.t("research on new trackers"), value: ETIP },
  ];
}

/** Copies the URL of the page of a tracker or an app. */
export function copyLink(store: Store): Command<[string], void> {
  return on(
    (given) => {
      const [only, ...others] = pagesAbout(given, store) ?? [];
      return others.length === 0 ? only?.value : undefined;
    },
    async (url) => {
      await env.clipboard.writeText(url);
    },
  );
}

export function copyPackageName(): Command<[ReportState], void> {
  return on(appArgument, async ({ handle }) => {
    await env.clipboard.writeText(handle);
  });
}
