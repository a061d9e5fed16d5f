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
  /** The folder of the built code. */
  readonly dist: string;
  readonly exports: Exports;
  /** The folder in which the extension may write, shared by all windows. */
  readonly folder: string;
  readonly log: Log;
  readonly now: () => number;
  readonly panels: Panels;
  readonly problems: ProblemTeller;
  readonly references: References;
  readonly settings: Settings;
  readonly shares: Shares;
  /** Small values that survive restarts. Nothing secret. */
  readonly state: Memento;
  readonly tell: TellNotice;
  /** Shows the settings that the query finds. */
  openSettings(query: string): Promise<void>;
}

/**
 * For tests inside the extension host, which use the same parts. No one else gets them, as they give access to tokens.
 */
export interface ForTests {
  shared(): Promise<Shared>;
}
