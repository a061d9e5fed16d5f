// Describes the wing to the workbench. Everything else is loaded on first use.
import { workspace } from "vscode";
import type { WingDescriptor } from "../workbench/wings/wing.ts";
import { LazyFileSystem } from "../workbench/lazy-file-system.ts";
import { MERGE_SCHEME, PULL_SCHEME, COMMENT_SCHEME, ISSUE_SCHEME } from "./model/file-schemes.ts";
import { offerAuthentication } from "./repositories/accounts/authentication.ts";
import type * as wingCode from "./wing.ts";

export const issues: WingDescriptor<wingCode.Wing, typeof wingCode> = {
  view: "triptych.issues",
  hasReorderedRows: true,
  panels: ["triptych.thread"],
  account: { service: "issues", context: "triptych.issues.isSignedIn" },
  register: (wing, { services, accounts }) => {
    const documents = new LazyFileSystem(async () => (await wing.load()).documents);
    const merges = new LazyFileSystem(async () => (await wing.load()).mergeEditor);
    const pullFiles = new LazyFileSystem(async () => (await wing.load()).pullFiles);
    return [
      offerAuthentication({
        hasAny: () => accounts.hasAny,
        load: async () => {
          const [{ toSession }, { shared }] = await Promise.all([wing.code(), services.load()]);
          return { accounts: shared.accounts, toSession };
        },
        onDidLoad: services.onDidLoad,
        add: async () => (await wing.load()).signIn.add(),
      }),
      workspace.registerFileSystemProvider(COMMENT_SCHEME, documents),
      workspace.registerFileSystemProvider(ISSUE_SCHEME, documents),
      workspace.registerFileSystemProvider(MERGE_SCHEME, merges),
      workspace.registerFileSystemProvider(PULL_SCHEME, pullFiles, { isReadonly: true }),
    ];
  },
};
