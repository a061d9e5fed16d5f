// State of a report panel, and its messages.
import * as v from "valibot";
import { decode, optional, whole } from "../../base/decode.ts";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive-messages.ts";
import type { Between, SideName } from "../model/changes.ts";
import type { AppTarget } from "../model/report.ts";
import { LEVELS } from "../../scan/index.ts";
import { commonMessages } from "../parts/content-parts.ts";

const TABS = ["report", "timeline"] as const;

export type TabId = (typeof TABS)[number];

/** State of a report panel: its app and what the user picked; without a pick, the latest report. */
export interface ReportState extends AppTarget {
  readonly tab?: TabId | undefined;
  /** The sides of the comparison, if the user chose them. */
  readonly compare?: Between<SideName> | undefined;
}

const handle = v.pipe(v.string(), v.nonEmpty());
const side = v.object({ handle, report: optional(whole), source: optional(v.string()) });

const savedState = v.object({
  handle,
  source: optional(v.string()),
  report: optional(whole),
  tab: optional(v.picklist(TABS)),
  compare: optional(v.object({ from: side, to: side })),
});

/** Decodes the state saved across a reload. */
export function decodeReportState(saved: unknown): ReportState {
  return decode(savedState, saved, "saved report");
}

/** Messages without fields. */
export const buttonMessages = {
  findApp: noFields,
  requestAnalysis: noFields,
  openOnWeb: noFields,
  watch: noFields,
  unwatch: noFields,
  share: noFields,
  export: noFields,
  showNews: noFields,
  showChanges: noFields,
  showCertificate: noFields,
  swap: noFields,
  otherApp: noFields,
  ownApp: noFields,
  shareComparison: noFields,
  exportComparison: noFields,
  toggleUnchanged: noFields,
};

export const reportMessages = {
  ...commonMessages,
  ...buttonMessages,
  chooseVersion: v.object({ report: whole }),
  chooseSource: v.object({ source: v.string() }),
  chooseTab: v.object({ tab: v.picklist(TABS) }),
  chooseSide: v.object({ side: v.picklist(["from", "to"]), handle, report: whole }),
  openTracker: v.object({ tracker: whole }),
  openApp: v.object({ handle }),
  togglePermissions: v.object({ level: v.picklist(LEVELS) }),
};

export type ReportAct = DeclaredMessage<typeof reportMessages>;

/** The message of a tracker's name. */
export type TrackerAct = Extract<ReportAct, { type: "openTracker" }>;

/** The messages of the sections that reports of εxodus and of files share. */
export type SectionAct = Extract<ReportAct, { type: "openTracker" | "togglePermissions" }>;
