// Rows of the apps that builds left in the open folders.
import { posix } from "node:path";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, md, paragraphs } from "../../workbench/text/markdown.ts";
import { format } from "../../workbench/text/format.ts";
import type { Node } from "../../workbench/tree/node.ts";
import type { BuiltApp } from "./built-apps.ts";
import { shortPath } from "./finding-text.ts";
import { groupRow } from "./location-rows.ts";

/** The row above all built apps; none without any. */
export function builtAppsRow(apps: readonly BuiltApp[], now: () => number): readonly Node[] {
  if (apps.length === 0) return [];
  const row = (app: BuiltApp): Node => builtAppRow(app, now);
  return [groupRow("built", l10n.t("Built Apps"), format.count(apps.length), "archive", apps, row)];
}

function builtAppRow({ uri, variant, builtAt, size }: BuiltApp, now: () => number): Node {
  const name = posix.basename(uri.path);
  const path = shortPath({ file: uri.fsPath });
  return {
    id: `workspace built ${path}`,
    subject: { kind: "builtApp", uri },
    label: name,
    description: () => [variant, format.relative(builtAt, now())].filter((part) => part !== "").join(" · "),
    icon: { name: "file-zip" },
    contextValue: "workspace.built",
    tooltip: () => paragraphs(md`**${name}**`, code(path), `${format.bytes(size)} · ${format.exactTime(builtAt)}`),
    click: { command: "vscode.open", title: l10n.t("Open File"), args: [uri] },
  };
}
