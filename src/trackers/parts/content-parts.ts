// Parts of every page of the wing: remedies for problems, banners, and the attribution of the data.
import { commands } from "vscode";
import type { Banner } from "../../panels/kit/content/content-model.ts";
import { remedyMessage } from "../../panels/kit/content/protocol.ts";
import type { Button, Span } from "../../panels/kit/content/text-model.ts";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive-messages.ts";
import { receiveRemedies, remedyButton, type RemedyAct } from "../../workbench/panels/remedies.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { ABOUT_KEYS } from "../model/exodus-urls.ts";
import { OFFICIAL } from "../../scan/index.ts";

/** Messages of every page of the wing. */
export const commonMessages = { ...remedyMessage, refresh: noFields, howToGetKey: noFields };

type KeyAct = DeclaredMessage<typeof commonMessages>;

export function receiveCommon(
  { allowServer, dialogs, log, openSettings }: Pick<Shared, "allowServer" | "dialogs" | "log" | "openSettings">,
  refresh: () => Promise<void>,
) {
  return {
    ...receiveRemedies({
      signIn: () => commands.executeCommand("triptych.trackers.setKey"),
      retry: refresh,
      allowServer,
      openSettings: () => openSettings("triptych.trackers"),
      showLog: () => log.show(),
    }),
    refresh,
    howToGetKey: async () => {
      await dialogs.openExternal(ABOUT_KEYS);
    },
  };
}

/** The label of the remedy for a missing or rejected key. */
export function setKeyLabel(): string {
  return l10n.t("Set API Key…");
}

/** Buttons to set or request an API key, shown where one is needed. */
export function keyButtons(): readonly Button<KeyAct>[] {
  return [
    remedyButton("signIn", setKeyLabel()),
    { act: { type: "howToGetKey" }, label: l10n.t("How to Get a Key"), icon: "link-external" },
  ];
}

/** Says that part of a list could not be read; `start` says how much. */
export function skippedBanner(start: string): Banner<RemedyAct> {
  return {
    kind: "banner",
    tone: "caution",
    start,
    sentence: l10n.t("The server's response could not be read. See the log for details."),
    buttons: [remedyButton("showLog")],
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
