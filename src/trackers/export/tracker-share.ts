// A tracker as Markdown to share in an issue.
import { blocks, code, link, text } from "../../workbench/export/export-markdown.ts";
import type { SharedContent } from "../../workbench/share/shares.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { appCount } from "../wording/counts.ts";
import { pages } from "../model/exodus-urls.ts";
import type { Tracker } from "../model/tracker.ts";
import { alternatives } from "../../scan/index.ts";
import { describeCategories } from "../wording/tracker-names.ts";
import { attribution, type ExportContext } from "./common-sections.ts";

export interface SharedTracker {
  readonly tracker: Tracker;
  /** Number of apps that contain it in any version; undefined if not loaded. */
  readonly apps: number | undefined;
}

/** A tracker as Markdown for an issue: what it is, how it is detected, and the source of the data. */
export function trackerParcel({ tracker, apps }: SharedTracker, context: ExportContext): SharedContent {
  const { id, name, website, codeSignature, networkSignature } = tracker;
  const signature = (text: string | undefined): string =>
    text === undefined ? l10n.t("none") : alternatives(text).map(code).join(", ");
  const usage = apps === undefined ? [] : [l10n.t("found in {0}", appCount(apps))];
  return {
    title: l10n.t("Tracker {0}", name),
    markdown: blocks(
      `## ${text(name)}`,
      [
        link(l10n.t("tracker {0}", id), pages(context.base).tracker(id)),
        text(describeCategories(tracker)),
        ...usage,
      ].join(" · "),
      [
        `- ${l10n.t("Code:")} ${signature(codeSignature)}`,
        `- ${l10n.t("Network:")} ${signature(networkSignature)}`,
        ...(website === undefined ? [] : [`- ${l10n.t("Website:")} ${code(website)}`]),
      ].join("\n"),
      attribution(context),
    ),
  };
}
