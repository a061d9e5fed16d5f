// State of a report panel and decoders of its messages.
import * as v from "valibot";
import { decode, maybe, whole } from "../../base/decode.ts";
import type { Act, FromPanel, TabId } from "../../panels/report/messages.ts";
import type { SideName } from "../model/changes.ts";

/** State of a report panel: its app and what the user picked. */
export interface ReportState {
  readonly handle: string;
  readonly source?: string | undefined;
  /** Report ID of a version. */
  readonly report?: number | undefined;
  readonly tab?: TabId | undefined;
  readonly compare?: { readonly from: SideName; readonly to: SideName } | undefined;
}

const TABS = ["report", "timeline"] as const satisfies readonly TabId[];

const ACTS = [
  "refresh",
  "find",
  "setKey",
  "howToGetKey",
  "analyse",
  "web",
  "log",
  "settings",
  "whatChanged",
  "swap",
  "otherApp",
  "ownApp",
  "share",
  "export",
  "shareComparison",
  "exportComparison",
  "watch",
  "unwatch",
  "showNews",
] as const satisfies readonly Act[];

const handle = v.pipe(v.string(), v.nonEmpty());
const side = v.object({ handle, report: maybe(whole), source: maybe(v.string()) });

const thing = v.object({
  handle,
  source: maybe(v.string()),
  report: maybe(whole),
  tab: maybe(v.picklist(TABS)),
  compare: maybe(v.object({ from: side, to: side })),
});

/** Decodes the state saved across a reload. */
export function decodeReportState(kept: unknown): ReportState {
  return decode(thing, kept, "kept report");
}

const messages = {
  act: v.object({ type: v.literal("act"), act: v.picklist(ACTS) }),
  chooseVersion: v.object({ type: v.literal("chooseVersion"), report: whole }),
  chooseSource: v.object({ type: v.literal("chooseSource"), source: v.string() }),
  chooseTab: v.object({ type: v.literal("chooseTab"), tab: v.picklist(TABS) }),
  chooseSide: v.object({
    type: v.literal("chooseSide"),
    side: v.picklist(["from", "to"]),
    handle,
    report: whole,
  }),
  openTracker: v.object({ type: v.literal("openTracker"), tracker: whole }),
  openApp: v.object({ type: v.literal("openApp"), handle }),
  saw: v.object({ type: v.literal("saw") }),
} satisfies { readonly [Type in FromPanel["type"]]: unknown };

/** Decoders of the panel's messages. */
export const read = {
  act: (body: unknown) => decode(messages.act, body, "message"),
  chooseVersion: (body: unknown) => decode(messages.chooseVersion, body, "message"),
  chooseSource: (body: unknown) => decode(messages.chooseSource, body, "message"),
  chooseTab: (body: unknown) => decode(messages.chooseTab, body, "message"),
  chooseSide: (body: unknown) => decode(messages.chooseSide, body, "message"),
  openTracker: (body: unknown) => decode(messages.openTracker, body, "message"),
  openApp: (body: unknown) => decode(messages.openApp, body, "message"),
  saw: (body: unknown) => decode(messages.saw, body, "message"),
};
