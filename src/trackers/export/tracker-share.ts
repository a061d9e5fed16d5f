import { blocks, code, link, text } from "../../workbench/export/markdown.ts";
import type { Parcel } from "../../workbench/share/shares.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/words.ts";
import { pages } from "../model/exodus-urls.ts";
import { alternatives } from "../model/tracker.ts";
import type { Tracker } from "../model/tracker.ts";
import { attribution } from "./export-parts.ts";
import type { Given } from "./export-parts.ts";

export interface ToldTracker {
  readonly tracker: Tracker;
  /** How many applications carried it in some version; undefined where that was not asked. */
  readonly carriers: number | undefined;
}

/** A tracker as it is told in an issue: what it is, how it is found and who says so. */
export function trackerParcel({ tracker, carriers }: ToldTracker, given: Given): Parcel {
  const { id, name, categories, website, codeSignature, networkSignature } = tracker;
  const signature = (signs: string | undefined): string =>
    signs === undefined ? l10n.t("none") : alternatives(signs).map(code).join(", ");
  const carried =
    carriers === undefined
      ? []
      : [carriers === 1 ? l10n.t("found in one app") : l10n.t("found in {0} apps", count(carriers))];
  return {
    title: l10n.t("Tracker {0}", name),
    markdown: blocks(
      `## ${text(name)}`,
      [
        link(l10n.t("tracker {0}", id), pages(given.base).tracker(id)),
        text(categories.length === 0 ? l10n.t("Uncategorised") : categories.join(", ")),
        ...carried,
      ].join(" · "),
      [
        `- ${l10n.t("In code:")} ${signature(codeSignature)}`,
        `- ${l10n.t("On the network:")} ${signature(networkSignature)}`,
        ...(website === undefined ? [] : [`- ${l10n.t("Website:")} ${code(website)}`]),
      ].join("\n"),
      attribution(given),
    ),
  };
}
