// The command that opens apps' files.
import { commands, Uri } from "vscode";
import { on, oneOf, plain, type Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { ApkState } from "./protocol.ts";

export const APK_ENDINGS = ["apk", "aab", "apks", "xapk"];

/** Parts of an app whose base has another name. */
const SPLIT = /^(?:split_|config\.)/;

/** Scans the file that the user clicked in the explorer, or asks for one. */
export function scanApk({ dialogs }: Pick<Shared, "dialogs">): Command<[() => unknown], unknown> {
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

/** Scans the APKs that are selected in the explorer as the parts of one app, which `showSet` shows. */
export function scanSelectedApks(showSet: (set: ApkState) => void): Command<[readonly Uri[]], void> {
  return {
    accepts: ([first, selected]) => (first instanceof Uri ? [listSelected(first, selected)] : undefined),
    run: async (uris) => {
      const [base, ...splits] = sortParts(uris);
      if (base === undefined) return;
      if (splits.length === 0) await open(base);
      else showSet({ uri: base.toString(), splits: splits.map(String) });
    },
  };
}

async function open(uri: Uri): Promise<void> {
  await commands.executeCommand("vscode.openWith", uri, "triptych.apk");
}

/** The selected APKs if the clicked file is one of them, or else that file alone. */
function listSelected(clicked: Uri, selected: unknown): readonly Uri[] {
  const uris = Array.isArray(selected) ? selected.filter((each): each is Uri => each instanceof Uri) : [];
  const apks = uris.filter(({ path }) => /\.apk$/i.test(path));
  return apks.some((each) => each.toString() === clicked.toString()) ? apks : [clicked];
}

/** The base comes first, as far as names tell. It names the page. */
function sortParts(uris: readonly Uri[]): readonly Uri[] {
  const isSplit = ({ path }: Uri): boolean => SPLIT.test(path.slice(path.lastIndexOf("/") + 1));
  const sorted = uris.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return [...sorted.filter((each) => !isSplit(each)), ...sorted.filter(isSplit)];
}
