// Registers the wing with VS Code at startup. Everything else is loaded on first use.
import { workspace } from "vscode";
import type { EarlyAccounts } from "../workbench/accounts/early-accounts.ts";
import { LazyWing, type ServicesSource } from "../workbench/wing.ts";
import { LazyFiles, MERGE_SCHEME } from "./lazy-files.ts";
import { offerAuthentication } from "./repositories/accounts/authentication.ts";
import type { Rows } from "./wing-rows.ts";
import type { Wing } from "./wing.ts";

const TABLE = {
  view: "triptych.issues",
  panels: ["triptych.thread"],
  loadRows: () => import("./wing-rows.ts"),
  load: () => import("./wing.ts"),
} as const;

export function startIssues(services: ServicesSource, early: EarlyAccounts): LazyWing<Rows, Wing> {
  const wing: LazyWing<Rows, Wing> = new LazyWing<Rows, Wing>(TABLE, services);
  const documents = new LazyFiles(async () => (await wing.load()).documents);
  const merges = new LazyFiles(async () => (await wing.load()).mergeEditor);
  wing.own(
    offerAuthentication({
      hasAny: () => early.hasAny,
      load: async () => (await services.load()).shared,
      onDidLoad: services.onDidLoad,
      add: async () => (await wing.load()).signIn.add(),
    }),
    workspace.registerFileSystemProvider("triptych-comment", documents),
    workspace.registerFileSystemProvider("triptych-issue", documents),
    workspace.registerFileSystemProvider(MERGE_SCHEME, merges),
  );
  return wing;
}
