// The command that opens an app's file.
import { commands, Uri } from "vscode";
import { on, oneOf, plain, type Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";

export const APK_ENDINGS = ["apk", "aab", "apks", "xapk"];

/** Scans the file that the user clicked in the explorer, or asks for one. */
export function scanApk({ dialogs }: Pick<Shared, "dialogs">): Command<[() => unknown], unknown> {
  const open = async (uri: Uri): Promise<void> => {
    await commands.executeCommand("vscode.openWith", uri, "triptych.apk");
  };
  return oneOf(
    on((given) => (given instanceof Uri ? given : undefined), open),
    plain(async () => {
      const uri = await dialogs.openFile({
        title: l10n.t("Scan APK"),
        kind: l10n.t("Android apps"),
        endings: APK_ENDINGS,
      });
      if (uri !== undefined) await open(Uri.parse(uri));
    }),
  );
}
