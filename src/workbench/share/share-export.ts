// Shares exportable content as Markdown.
import type { Exportable } from "../export/exports.ts";
import { l10n } from "../text/l10n.ts";
import type { Shares } from "./shares.ts";

export async function shareExport(thing: Exportable, shares: Pick<Shares, "share">): Promise<void> {
  const { title } = thing;
  await shares.share(l10n.t("Share {0}", title), async () => ({ title, markdown: await thing.markdown() }));
}
