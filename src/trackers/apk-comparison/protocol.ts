// State of the panel that compares the files of two apps, and the messages of its page.
import * as v from "valibot";
import { decode, whole } from "../../base/decode.ts";
import type { Problem } from "../../base/problem.ts";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive-messages.ts";
import type { ApkReport } from "../../scan/index.ts";
import type { Between } from "../model/changes.ts";
import { commonMessages } from "../parts/content-parts.ts";
import type { TrackerList } from "../store/tracker-list.ts";

/** The URIs of two files. */
export type ApkPair = Between<string>;

const uri = v.pipe(v.string(), v.nonEmpty());
const savedState = v.object({ from: uri, to: uri });

export function decodeApkPair(saved: unknown): ApkPair {
  return decode(savedState, saved, "saved comparison of apps");
}

export const apkComparisonMessages = {
  ...commonMessages,
  cancel: noFields,
  swap: noFields,
  openFile: v.object({ side: v.picklist(["from", "to"]) }),
  openTracker: v.object({ tracker: whole }),
  toggleUnchanged: noFields,
};

export type ApkComparisonAct = DeclaredMessage<typeof apkComparisonMessages>;

/** One of the files, with a name that tells it from the other. */
export interface ComparedApk {
  readonly name: string;
  readonly report: ApkReport;
}

export type ApkComparisonScan =
  | { readonly kind: "scanning"; readonly name: string; readonly share: number }
  | { readonly kind: "failed"; readonly name: string; readonly problem: Problem }
  | {
      readonly kind: "scanned";
      readonly files: Between<ComparedApk>;
      /** Why trackers could not be looked for. */
      readonly listProblem: Problem | undefined;
    };

/** Everything that determines the content of the page. */
export interface ApkComparisonInputs {
  readonly names: Between<string>;
  readonly scan: ApkComparisonScan;
  readonly showsUnchanged: boolean;
  readonly list: TrackerList | undefined;
  readonly base: string;
  readonly now: number;
}
