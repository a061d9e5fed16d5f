// The command Open Website, for the servers that Triptych uses.
import type { Accounts } from "./accounts/accounts.ts";
import { plain, type Command } from "./commands.ts";
import type { Shared } from "./shared.ts";
import { l10n } from "./text/l10n.ts";

type Parts = Pick<Shared, "dialogs" | "settings"> & { readonly accounts: Pick<Accounts, "list"> };

export function openWebsite({ accounts, dialogs, settings }: Parts): Command<[], void> {
  return plain(async () => {
    const trackers = settings.get("triptych.trackers.url");
    const issues = new Set([settings.get("triptych.issues.url"), ...accounts.list("issues").map(({ base }) => base)]);
    const url = await dialogs.pick(l10n.t("Open Website"), [
      { label: new URL(trackers).host, description: l10n.t("Trackers"), value: trackers },
      ...[...issues].map((base) => ({ label: new URL(base).host, description: l10n.t("Issues"), value: base })),
    ]);
    if (url !== undefined) await dialogs.openExternal(url);
  });
}
