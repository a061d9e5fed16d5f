// The command that compares the files of two apps.
import { TabInputCustom, Uri, window } from "vscode";
import { getFields } from "../../base/json/is-table.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { getSubject } from "../../workbench/tree/level-rows.ts";
import { APK_ENDINGS } from "../apk/commands.ts";
import type { ApkPair } from "./protocol.ts";

type Show = (pair: ApkPair) => void;

/** Compares two selected files, or one with another that the user picks. */
export function compareApks({ dialogs }: Pick<Shared, "dialogs">, show: Show): Command<readonly Uri[], void> {
  return {
    accepts: ([given, selected]) => {
      if (given === undefined) return [];
      const file = asFile(given);
      if (file === undefined) return undefined;
      const files = Array.isArray(selected) ? selected.flatMap((each) => asFile(each) ?? []) : [];
      const isAmongThem = files.some((each) => each.toString() === file.toString());
      return isAmongThem && files.length === 2 ? files : [file];
    },
    run: async (first, second) => {
      const one = first ?? findOpenFile() ?? (await pickFile(dialogs, l10n.t("Compare APKs")));
      const other = one && (second ?? (await pickFile(dialogs, l10n.t("Compare with Another APK"))));
      if (other !== undefined) show({ from: one.toString(), to: other.toString() });
    },
  };
}

async function pickFile(dialogs: Shared["dialogs"], title: string): Promise<Uri | undefined> {
  const uri = await dialogs.openFile({ title, kind: l10n.t("Android apps"), endings: APK_ENDINGS });
  return uri === undefined ? undefined : Uri.parse(uri);
}

/** A file of the explorer, or the row of a built app. */
function asFile(given: unknown): Uri | undefined {
  if (given instanceof Uri) return given;
  const { uri } = getFields(getSubject(given));
  return uri instanceof Uri ? uri : undefined;
}

function findOpenFile(): Uri | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof TabInputCustom && input.viewType === "triptych.apk" ? input.uri : undefined;
}
