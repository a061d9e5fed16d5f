// Rows of the workspace about what a scan had to leave out, and how rows of all kinds come in pages.
import { Uri, workspace } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, paragraphs } from "../../workbench/text/markdown.ts";
import type { Node } from "../../workbench/tree/node.ts";
import { count } from "../../workbench/words.ts";
import type { Store } from "../store.ts";
import { trackerName } from "./finding-text.ts";
import type { Found } from "./scan-result.ts";

/** What the rows are about, for the commands in their menus. */
export type WorkspaceSubject =
  | { readonly kind: "workspace" | "workspace.group" | "workspace.hint" }
  | { readonly kind: "workspace.app"; readonly handle: string }
  | { readonly kind: "finding"; readonly tracker: number }
  | { readonly kind: "workspace.host"; readonly host: string }
  | { readonly kind: "workspace.permission" };

type Row = Node;

/** Begins the id of each row of the workspace. */
export const ROOT = "workspace";
const PAGE = 200;

/** A file that cannot be scanned costs its own findings only, and is named so that nobody takes it for clean. */
export function failedRow(failed: readonly string[]): Row {
  return {
    id: `${ROOT} failed`,
    subject: { kind: "workspace.hint" } satisfies WorkspaceSubject,
    label: failed.length === 1 ? l10n.t("1 file not scanned") : l10n.t("{0} files not scanned", count(failed.length)),
    icon: { name: "warning" },
    contextValue: "hint",
    tooltip: () => l10n.t("Triptych could not read these files, so trackers in them are missing here."),
    children: () => Promise.resolve(pageOf(failed, failedFileRow)),
  };
}

function failedFileRow(file: string): Row {
  return {
    id: `${ROOT} failed ${file}`,
    subject: { kind: "workspace.hint" } satisfies WorkspaceSubject,
    label: file.slice(file.lastIndexOf("/") + 1),
    description: workspace.asRelativePath(Uri.file(file)),
    icon: { name: "file" },
    contextValue: "hint",
    click: { command: "triptych.trackers.openFinding", title: l10n.t("Open File"), given: [file, 0, 0, 0] },
  };
}

/** Signatures come from the network; one that cannot be used is told rather than passed over. */
export function refusedRow(found: Found, store: Store): Row {
  const { refused } = found;
  return {
    id: `${ROOT} refused`,
    subject: { kind: "workspace.hint" } satisfies WorkspaceSubject,
    label:
      refused.length === 1 ? l10n.t("1 signature not used") : l10n.t("{0} signatures not used", count(refused.length)),
    description: l10n.t("not understood"),
    icon: { name: "info" },
    contextValue: "hint",
    children: () =>
      Promise.resolve(
        pageOf(refused, ({ tracker, of, signature, reason }) => ({
          id: `${ROOT} refused ${tracker} ${of} ${signature.slice(0, 80)}`,
          subject: { kind: "finding", tracker } satisfies WorkspaceSubject,
          label: trackerName(tracker, store.knownTrackers),
          description: signature.slice(0, 80),
          icon: { name: "circle-outline" },
          contextValue: "workspace.refused",
          tooltip: () =>
            paragraphs(code(signature), reason === "everything" ? l10n.t("It matches every text.") : reason),
        })),
      ),
  };
}

export function pageOf<Thing>(
  things: readonly Thing[],
  row: (thing: Thing) => Row,
  from = 0,
): Awaited<ReturnType<NonNullable<Row["children"]>>> {
  const to = from + PAGE;
  return {
    nodes: things.slice(from, to).map(row),
    total: things.length,
    ...(to < things.length ? { next: () => Promise.resolve(pageOf(things, row, to)) } : {}),
  };
}
