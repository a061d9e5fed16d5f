// State of the editor of an app's file, and the messages of its page.
import * as v from "valibot";
import { decode, whole } from "../../base/decode.ts";
import { LEVELS, type ApkProgress, type ApkReport, type Level } from "../../scan/index.ts";
import type { Problem } from "../../base/problem.ts";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive-messages.ts";
import { commonMessages } from "../parts/content-parts.ts";
import type { TrackerList } from "../store/tracker-list.ts";

/** Which file an editor shows, by its URI. */
export interface ApkState {
  readonly uri: string;
}

const savedState = v.object({ uri: v.pipe(v.string(), v.nonEmpty()) });

export function decodeApkState(saved: unknown): ApkState {
  return decode(savedState, saved, "saved app");
}

export const apkMessages = {
  ...commonMessages,
  cancel: noFields,
  openReport: noFields,
  openTracker: v.object({ tracker: whole }),
  togglePermissions: v.object({ level: v.picklist(LEVELS) }),
};

export type ApkAct = DeclaredMessage<typeof apkMessages>;

/** What is known about the file. */
export type ApkScan =
  | { readonly kind: "scanning"; readonly progress: ApkProgress | undefined }
  | { readonly kind: "failed"; readonly problem: Problem }
  | {
      readonly kind: "scanned";
      readonly report: ApkReport;
      /** Why trackers could not be looked for. */
      readonly listProblem: Problem | undefined;
    };

/** Everything that determines the content of the page. */
export interface ApkInputs {
  /** The name of the file. */
  readonly name: string;
  readonly scan: ApkScan;
  readonly unfolded: ReadonlySet<Level>;
  readonly list: TrackerList | undefined;
  readonly base: string;
  readonly now: number;
}
