// Rows for what a scan skipped, and pages of workspace rows.
import { Uri, workspace } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, paragraphs } from "../../workbench/text/markdown.ts";
import type { Node } from "../../workbench/tree/node.ts";
import type { Store } from "../store.ts";
import { trackerName } from "./finding-text.ts";
import type { Found } from "./scan-result.ts";

/** What a row is about, for the commands in its menu. */
export type WorkspaceSubject =
  | { readonly kind: "workspace" | "workspace.group" | "workspace.hint" }
  | { readonly kind: "workspace.app"; readonly handle: string }
  | { readonly kind: "finding"; readonly tracker: number }
  | { readonly kind: "workspace.host"; readonly host: string }
  | { readonly kind: "workspace.permission" };

type Row = Node;

/** Prefix of every row ID. */
export const WORKSPACE_ROW_ID = "workspace";
const PAGE_SIZE = 200;

/** Names files that could not be scanned, so no one mistakes them for clean. */
export function failedRow(failed: readonly string[]): Row {
  return {
    id: `${WORKSPACE_ROW_ID} failed`,
    subject: { kind: "workspace.hint" } satisfies WorkspaceSubject,
    label: l10n.plural(failed.length, "{0} file not scanned", "{0} files not scanned"),
    icon: { name: "warning" },
    contextValue: "hint",
    tooltip: () => l10n.t("Triptych could not read these files, so trackers in them are missing here."),
    children: () => Promise.resolve(buildPage(failed, failedFileRow)),
  };
}

function failedFileRow(file: string): Row {
  return {
    id: `${WORKSPACE_ROW_ID} failed ${file}`,
    subject: { kind: "workspace.hint" } satisfies WorkspaceSubject,
    label: file.slice(file.lastIndexOf("/") + 1),
    description: workspace.asRelativePath(Uri.file(file)),
    icon: { name: "file" },
    contextValue: "hint",
    click: { command: "triptych.trackers.openFinding", title: l10n.t("Open File"), given: [file, 0, 0, 0] },
  };
}

/** Lists signatures from the server that can't be used. */
export function refusedRow(found: Found, store: Store): Row {
  const { refused } = found;
  return {
    id: `${WORKSPACE_ROW_ID} refused`,
    subject: { kind: "workspace.hint" } satisfies WorkspaceSubject,
    label: l10n.plural(refused.length, "{0} signature not used", "{0} signatures not used"),
    description: l10n.t("not supported"),
    icon: { name: "info" },
    contextValue: "hint",
    children: () =>
      Promise.resolve(
        buildPage(refused, ({ tracker, of, signature, reason }) => ({
          id: `${WORKSPACE_ROW_ID} refused ${tracker} ${of} ${signature.slice(0, 80)}`,
          subject: { kind: "finding", tracker } satisfies WorkspaceSubject,
          label: trackerName(tracker, store.knownTrackers),
          description: signature.slice(0, 80),
          icon: { name: "circle-outline" },
          contextValue: "workspace.refused",
          tooltip: () => paragraphs(code(signature), reason === "everything" ? l10n.t("It matches any text.") : reason),
        })),
      ),
  };
}

export function buildPage<Thing>(
  things: readonly Thing[],
  row: (thing: Thing) => Row,
  from = 0,
): Awaited<ReturnType<NonNullable<Row["children"]>>> {
  const to = from + PAGE_SIZE;
  return {
    nodes: things.slice(from, to).map(row),
    total: things.length,
    ...(to < things.length ? { next: () => Promise.resolve(buildPage(things, row, to)) } : {}),
  };
}
