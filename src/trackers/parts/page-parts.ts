// Parts of every page of the wing: remedies for problems, banners, and the attribution of the data.
import { commands } from "vscode";
import type { Problem } from "../../base/problem.ts";
import type { Banner } from "../../panels/kit/page/model.ts";
import type { Button, Span } from "../../panels/kit/page/text-model.ts";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive.ts";
import { describeOutdated } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Shared } from "../../workbench/shared.ts";
import { ABOUT_KEYS } from "../model/exodus-urls.ts";
import { OFFICIAL } from "../../scan/index.ts";

export const remedyMessages = {
  refresh: noFields,
  setKey: noFields,
  howToGetKey: noFields,
  openSettings: noFields,
  showLog: noFields,
};

export type RemedyAct = DeclaredMessage<typeof remedyMessages>;

/** Handlers of all remedies except `refresh`. */
export function remedyActions({ dialogs, log, openSettings }: Pick<Shared, "dialogs" | "log" | "openSettings">) {
  return {
    setKey: async () => {
      await commands.executeCommand("triptych.trackers.setKey");
    },
    howToGetKey: async () => {
      await dialogs.openExternal(ABOUT_KEYS);
    },
    openSettings: () => openSettings("triptych.trackers"),
    showLog: () => log.show(),
  };
}

const MAX_BUTTONS = 2;

/** Buttons for the most likely remedy of a problem, and for more information. */
export function problemButtons({ remedies }: Problem): readonly Button<RemedyAct>[] {
  const found = remedies.map((remedy) => {
    switch (remedy) {
      case "signIn":
        return setKeyButton();
      case "retry":
        return retryButton();
      case "openSettings":
        return { act: { type: "openSettings" }, label: l10n.t("Open Settings") } as const;
      case "showLog":
        return showLogButton();
    }
  });
  return (found.length < MAX_BUTTONS ? [...found, showLogButton()] : found).slice(0, MAX_BUTTONS);
}

export function retryButton(): Button<RemedyAct> {
  return { act: { type: "refresh" }, label: l10n.t("Retry") };
}

function showLogButton(): Button<RemedyAct> {
  return { act: { type: "showLog" }, label: l10n.t("Show Log") };
}

function setKeyButton(): Button<RemedyAct> {
  return { act: { type: "setKey" }, label: l10n.t("Set API Key…") };
}

/** Buttons to set or request an API key, shown where one is needed. */
export function keyButtons(): readonly Button<RemedyAct>[] {
  return [setKeyButton(), { act: { type: "howToGetKey" }, label: l10n.t("How to Get a Key"), icon: "link-external" }];
}

/** Says that a refresh failed, so the page shows older data. */
export function staleBanner(problem: Problem, readAt: number, now: number): Banner<RemedyAct> {
  return {
    kind: "banner",
    tone: "caution",
    ...describeOutdated(problem, readAt, now),
    buttons: problemButtons(problem),
  };
}

/** Says that part of a list could not be read; `start` says how much. */
export function skippedBanner(start: string): Banner<RemedyAct> {
  return {
    kind: "banner",
    tone: "caution",
    start,
    sentence: l10n.t("The server's response could not be read. See the log for details."),
    buttons: [showLogButton()],
  };
}

/** Source and license of the data, as the license requires. */
export function dataNote({ base, host }: { readonly base: string; readonly host: string }, updated: string): Span[] {
  const links: readonly Span[] = [
    { text: base === OFFICIAL ? "εxodus" : host, href: base },
    { text: l10n.t("Open Database License 1.0"), href: "https://opendatacommons.org/licenses/odbl/1-0/" },
  ];
  // A link takes the place of each number in braces.
  const parts = l10n.t("Data: {0}, under the {1}.").split(/\{(\d)\}/);
  const spans = parts.map((part, at) => (at % 2 === 0 ? { text: part } : (links[Number(part)] ?? {})));
  return [...spans, { text: ` ${updated}` }];
}
