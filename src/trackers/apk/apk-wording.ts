// How the page of an app's file and its exports name evidence.
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { ApkNote, FoundInApk, HintKind } from "../../scan/index.ts";

const MAX_CLASSES = 3;

/** The first classes of a tracker, and what else there is to say about them. */
export function listClasses(found: FoundInApk | undefined): {
  readonly names: readonly string[];
  readonly notes: readonly string[];
} {
  if (found === undefined) return { names: [], notes: [] };
  const { names, count, isOnlyMentioned } = found;
  const shown = names.slice(0, MAX_CLASSES);
  const more = count - shown.length;
  return {
    names: shown,
    notes: [
      ...(more > 0 ? [l10n.plural(more, "and {0} more class", "and {0} more classes")] : []),
      ...(isOnlyMentioned ? [l10n.t("only mentioned by other code")] : []),
    ],
  };
}

export function nameHint(kind: HintKind): string {
  switch (kind) {
    case "component":
      return l10n.t("Component");
    case "metaData":
      return l10n.t("Meta-data");
    case "library":
      return l10n.t("File");
    case "nativeLibrary":
      return l10n.t("Native library");
    case "resource":
      return l10n.t("Resource");
  }
}

/** What is wrong or unusual about a part of the file. */
export function describeNote({ kind, detail = "" }: ApkNote): string {
  switch (kind) {
    case "damaged":
      return l10n.t("Damaged: {0}", detail);
    case "tooLarge":
      return l10n.t("Larger than the limit");
    case "entries":
      return l10n.t("Only the first {0} files are read", format.count(Number(detail)));
    case "nested":
      return l10n.t("Too many apps in apps");
    case "directory":
      return l10n.t("The list of files is damaged");
    case "duplicate":
      return l10n.t("Several files have this name");
    case "overlap":
      return l10n.t("Overlaps another file");
    case "otherApp":
      return l10n.t("Part of another app: {0}", detail);
    case "resources":
      return l10n.t("Damaged resources: {0}", detail);
    case "listed":
      return l10n.t("Only the first {0} are listed", format.count(Number(detail)));
    case "manifest":
      return l10n.t("No manifest that can be read");
  }
}
