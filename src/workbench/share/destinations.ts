// The places outside the wings that can receive shared content: the clipboard and a new document.
import { env, window, workspace } from "vscode";
import { l10n } from "../text/l10n.ts";
import type { Receiver } from "./shares.ts";

export function ownPlaces(): readonly Receiver[] {
  return [
    {
      id: "clipboard",
      label: l10n.t("Copy as Markdown"),
      take: async ({ markdown }) => await env.clipboard.writeText(markdown),
    },
    {
      id: "editor",
      label: l10n.t("Open as New Document"),
      take: async ({ markdown }) => {
        await window.showTextDocument(await workspace.openTextDocument({ language: "markdown", content: markdown }));
      },
    },
  ];
}
