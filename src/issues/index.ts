// Registers the wing with VS Code at startup. Everything else is loaded on first use.
import { workspace } from "vscode";
import { LazyWing, type ServicesSource } from "../workbench/wing.ts";
import { LazyFiles, MERGE_SCHEME, PULL_SCHEME } from "./lazy-files.ts";
import { offerAuthentication } from "./repositories/accounts/authentication.ts";
import type * as wingCode from "./wing.ts";

/** `hasAccounts` returns whether the user is signed in anywhere. */
export function startIssues(
  services: ServicesSource,
  code: () => Promise<typeof wingCode>,
  hasAccounts: () => boolean,
): LazyWing<wingCode.Wing> {
  const wing = new LazyWing<wingCode.Wing>({ view: "triptych.issues", panels: ["triptych.thread"], code }, services);
  const documents = new LazyFiles(async () => (await wing.load()).documents);
  const merges = new LazyFiles(async () => (await wing.load()).mergeEditor);
  const pullFiles = new LazyFiles(async () => (await wing.load()).pullFiles);
  wing.own(
    offerAuthentication({
      hasAny: hasAccounts,
      load: async () => {
        const [{ toSession }, { shared }] = await Promise.all([code(), services.load()]);
        return { accounts: shared.accounts, toSession };
      },
      onDidLoad: services.onDidLoad,
      add: async () => (await wing.load()).signIn.add(),
    }),
    workspace.registerFileSystemProvider("triptych-comment", documents),
    workspace.registerFileSystemProvider("triptych-issue", documents),
    workspace.registerFileSystemProvider(MERGE_SCHEME, merges),
    workspace.registerFileSystemProvider(PULL_SCHEME, pullFiles, { isReadonly: true }),
  );
  return wing;
}
