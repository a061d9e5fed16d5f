// Sends the beginning of very long comments to the panel, and the rest in slices when the user asks for it.
import { l10n } from "../../workbench/text/l10n.ts";
import type { MoreMessage, MoreView } from "../../panels/thread/messages.ts";
import type { Dialogs } from "../../workbench/dialogs/dialogs.ts";
import { windowPlaces } from "../../workbench/export/destinations.ts";
import { format } from "../../workbench/text/format.ts";
import { beginningEnd, sliceEnd } from "../model/long-text.ts";

/** VS Code's Markdown extension parses every Markdown editor on the extension host. A longer text would block it. */
const MAX_EDITOR_CHARS = 256 * 1024;

/** Returns the part of a text that is rendered, and the buttons for the rest. */
export function getBeginning(text: string): { readonly markdown: string; readonly more?: MoreView } {
  const end = beginningEnd(text);
  return end === text.length ? { markdown: text } : { markdown: text.slice(0, end), more: moreView(text, end) };
}

/** Returns the slice of a text that starts at `from`. */
export function getSlice(id: string, text: string, from: number): MoreMessage {
  const end = sliceEnd(text, from);
  const more = end === text.length ? undefined : moreView(text, end);
  return { type: "more", of: id, from, text: text.slice(from, end), ...(more === undefined ? {} : { more }) };
}

/** Opens the whole text in an editor, or saves it to a file if an editor would block the window. */
export async function openText(
  text: string,
  name: string,
  dialogs: Pick<Dialogs, "message" | "saveAs">,
): Promise<void> {
  const places = windowPlaces(dialogs);
  if (text.length <= MAX_EDITOR_CHARS) {
    await places.open(text, "markdown");
    return;
  }
  const saving = { title: l10n.t("Save Text"), name: `${name}.md`, kind: "Markdown", ending: "md" };
  const address = await dialogs.saveAs(saving);
  if (address !== undefined) await places.write(address, text);
}

function moreView(text: string, from: number): MoreView {
  return {
    from,
    sentence: l10n.t("{0} of {1} characters shown.", format.count(from), format.count(text.length)),
    show: l10n.t("Show More as Text"),
    open: text.length <= MAX_EDITOR_CHARS ? l10n.t("Open in Editor") : l10n.t("Save As…"),
  };
}
