// Everything that the wings share. Each passes on to its classes only the parts that they need.
import type { Memento } from "vscode";
import type { Accounts } from "./accounts.ts";
import type { DiskCache } from "./cache.ts";
import type { Dialogs } from "./dialogs.ts";
import type { Exports } from "./export/exports.ts";
import type { Log } from "./log.ts";
import type { TellNotice } from "./notices.ts";
import type { Panels } from "./panels/host.ts";
import type { ProblemTeller } from "./problems.ts";
import type { References } from "./references/registry.ts";
import type { Settings } from "./settings.ts";
import type { Shares } from "./share/shares.ts";

export interface Shared {
  readonly accounts: Accounts;
  readonly cache: DiskCache;
  readonly dialogs: Dialogs;
  /** Where the built program lies. */
  readonly dist: string;
  readonly exports: Exports;
  /** Where the extension may write, for all windows alike. */
  readonly folder: string;
  readonly log: Log;
  readonly now: () => number;
  readonly panels: Panels;
  readonly problems: ProblemTeller;
  readonly references: References;
  readonly settings: Settings;
  readonly shares: Shares;
  /** What is remembered over restarts: small, and nothing secret. */
  readonly state: Memento;
  readonly tell: TellNotice;
  /** Shows the settings that the query finds. */
  openSettings(query: string): Promise<void>;
}

/** For a suite inside the extension host, which works on the same parts. No one else gets them: they lead to tokens. */
export interface ForTests {
  shared(): Promise<Shared>;
}
