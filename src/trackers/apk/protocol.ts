// State of the editor of an app's file, and the messages of its page.
import * as v from "valibot";
import { decode, whole } from "../../base/decode.ts";
import { LEVELS, type ApkProgress, type ApkReport, type Level } from "../../scan/index.ts";
import type { Problem } from "../../base/problem.ts";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive-messages.ts";
import { commonMessages } from "../parts/content-parts.ts";
import type { AppState } from "../store/app-lookups.ts";
import type { TrackerList } from "../store/tracker-list.ts";
import type { WorkspaceFindings } from "../workspace/scan-result.ts";

/** Which file an editor shows, or which set of splits a panel, by their URIs. */
export interface ApkState {
  readonly uri: string;
  /** The other files of a set. */
  readonly splits?: readonly string[] | undefined;
}

const uri = v.pipe(v.string(), v.nonEmpty());
const savedState = v.object({ uri, splits: v.optional(v.array(uri)) });

export function decodeApkState(saved: unknown): ApkState {
  return decode(savedState, saved, "saved app");
}

export const apkMessages = {
  ...commonMessages,
  cancel: noFields,
  scanSource: noFields,
  openFolder: noFields,
  compareApk: noFields,
  compareExodus: noFields,
  share: noFields,
  export: noFields,
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

/** What is known about the open folders, which may have the source of the app. */
export interface SourceState {
  readonly hasFolder: boolean;
  readonly isScanning: boolean;
  readonly found: WorkspaceFindings | undefined;
  /** Whether the scan that the user asked for failed. */
  readonly hasFailed: boolean;
}

/** Everything that determines the content of the page. */
export interface ApkInputs {
  /** The name of the file. */
  readonly name: string;
  /** Whether there are several files, as splits of one app. */
  readonly isSet: boolean;
  readonly scan: ApkScan;
  readonly unfolded: ReadonlySet<Level>;
  readonly source: SourceState;
  /** What is known about the app on εxodus. */
  readonly exodus: AppState;
  readonly list: TrackerList | undefined;
  readonly base: string;
  readonly host: string;
  readonly now: number;
}
