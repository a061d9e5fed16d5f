// Inputs and messages of a tracker panel.
import * as v from "valibot";
import { whole } from "../../base/decode.ts";
import type { Problem } from "../../base/problem.ts";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive-messages.ts";
import type { TrackerUsage } from "../model/tracker.ts";
import type { Counts } from "../store/exodus-instance.ts";
import type { WatchedApp } from "../model/news.ts";
import { commonMessages } from "../parts/content-parts.ts";
import type { AppsWithTracker } from "../store/apps-by-tracker.ts";
import type { TrackerList } from "../store/tracker-list.ts";

export const trackerMessages = {
  ...commonMessages,
  cancel: noFields,
  copyName: noFields,
  findInWorkspace: noFields,
  share: noFields,
  openOnWeb: noFields,
  /** Opens the report of the app in this row. */
  openApp: v.object({ at: whole }),
};

export type TrackerAct = DeclaredMessage<typeof trackerMessages>;

/** The data of a tracker panel. */
export interface TrackerInputs {
  readonly id: number;
  readonly list: TrackerList | undefined;
  /** Why the list could not be loaded. */
  readonly problem: Problem | undefined;
  readonly counts: Counts | undefined;
  readonly appsWithTracker: AppsWithTracker | undefined;
  readonly appsProblem: Problem | undefined;
  readonly isLoadingApps: boolean;
  /** How many apps contain the tracker in their latest version. */
  readonly usage?: TrackerUsage | undefined;
  /** Watched apps. */
  readonly watched: readonly WatchedApp[];
  readonly hasKey: boolean;
  readonly base: string;
  readonly host: string;
  readonly now: number;
}
