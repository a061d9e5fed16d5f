import { l10n } from "../../workbench/text/l10n.ts";
import { fromMilliseconds } from "../../base/time.ts";
import { verdict } from "../model.ts";
import type { Version } from "../model.ts";

/** What is to be said of the trackers of a version beside their names. */
export function trackersNote(version: Version, now: number): string {
  switch (verdict(version, fromMilliseconds(now))) {
    case "found":
      return l10n.t("Found in the code of the app. That a tracker is there does not say that it is active.");
    case "none":
      return l10n.t("No known trackers found.");
    case "provisional":
      return l10n.t("No trackers found so far: the report is less than a day old, and trackers come last.");
  }
}
