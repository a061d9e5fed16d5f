// The services that all wings share. Each wing passes only the needed ones on to its classes.
import type { Memento } from "vscode";
import type { Contacts } from "../../base/http/contacts.ts";
import type { Problem } from "../../base/problem.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { DiskCache } from "../storage/cache.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";
import type { Exports } from "../export/exports.ts";
import type { Log } from "../log/log.ts";
import type { Notify } from "../dialogs/notices.ts";
import type { Panels } from "../panels/panel-host.ts";
import type { ProblemNotifier } from "../problems.ts";
import type { References } from "../references/registry.ts";
import type { Settings } from "../settings.ts";
import type { Shares } from "../share/shares.ts";

export interface Shared {
  readonly accounts: Accounts;
  /** Allows requests to the forbidden server of a problem, if the user agrees. Returns whether it is allowed. */
  readonly allowServer: (problem?: Problem) => Promise<boolean>;
  readonly cache: DiskCache;
  /** Counts all requests. */
  readonly contacts: Contacts;
  readonly dialogs: Dialogs;
  /** The folder of the built code. */
  readonly dist: string;
  readonly exports: Exports;
  /** The extension's storage folder, which all windows share. */
  readonly folder: string;
  readonly log: Log;
  readonly now: () => number;
  readonly panels: Panels;
  readonly problems: ProblemNotifier;
  readonly references: References;
  readonly settings: Settings;
  readonly shares: Shares;
  /** Small values that survive restarts. Holds no secrets. */
  readonly state: Memento;
  readonly notify: Notify;
  /** Opens the Settings editor with this query. */
  openSettings(query: string): Promise<void>;
}

/**
 * Gives tests in the extension host access to the services. Outside of tests, no extension gets it, because it gives
 * access to tokens.
 */
export interface ForTests {
  shared(): Promise<Shared>;
}
