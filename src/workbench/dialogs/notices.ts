// Notices about faults that the user's current task didn't cause, such as an invalid setting or a damaged file.
import { l10n } from "../text/l10n.ts";
import type { Dialogs } from "./dialogs.ts";
import type { Log } from "../log/log.ts";

/** Why a setting can't be used. */
export type SettingFault = "notText" | "notAddress" | "notFlag" | "notList" | "notChoice";

export interface SettingNotice {
  readonly about: "setting";
  readonly id: string;
  readonly fault: SettingFault;
}

export type Notice =
  | SettingNotice
  /** A setting whose value has an entry that a wing can't use. */
  | { readonly about: "setting"; readonly id: string; readonly fault: "invalidEntry"; readonly sentence: string }
  | { readonly about: "cache"; readonly key: string; readonly aside: string }
  | { readonly about: "account"; readonly origin: string; readonly id: string };

export type Notify = (notice: Notice) => void;

/** Shows each notice once per window, because a setting is read often, and a crash may damage many files. */
export function createNotifier(dialogs: Dialogs, log: Log, openSettings: (query: string) => unknown): Notify {
  const shown = new Set<string>();
  return (notice) => {
    const sentence = describeNotice(notice);
    if (notice.about === "cache" || !shown.has(sentence)) log.warn(`Notice: ${notice.about}`, { ...notice });
    if (shown.has(sentence)) return;
    shown.add(sentence);
    const action =
      notice.about === "setting"
        ? { label: l10n.t("Open Settings"), run: () => openSettings(notice.id) }
        : { label: l10n.t("Show Log"), run: () => log.show() };
    void dialogs.message("warning", sentence, [action]);
  };
}

function describeNotice(notice: Notice): string {
  switch (notice.about) {
    case "setting":
      return notice.fault === "invalidEntry" ? notice.sentence : settingSentence(notice.id, notice.fault);
    case "cache":
      return l10n.t("A cache file is damaged. Triptych moved it aside and loads its data again.");
    case "account":
      return l10n.t("The stored account {0} on {1} is damaged. Sign in again.", notice.id, notice.origin);
  }
}

function settingSentence(id: string, fault: SettingFault): string {
  switch (fault) {
    case "notText":
      return l10n.t("The setting {0} must be text. Its default is used instead.", id);
    case "notAddress":
      return l10n.t("The setting {0} must be a valid URL. Its default is used instead.", id);
    case "notList":
      return l10n.t("The setting {0} must be a list. Its default is used instead.", id);
    case "notFlag":
      return l10n.t("The setting {0} must be true or false. Its default is used instead.", id);
    case "notChoice":
      return l10n.t("The setting {0} has an unknown value. Its default is used instead.", id);
  }
}
