// The part of the built-in Git extension that pull requests use.
import type { Event, Uri } from "vscode";
import { inLine } from "../../../workbench/text/encode.ts";
import type { GitRemote } from "../../repositories/workspace-remotes.ts";

interface Change {
  readonly status: number;
}

interface Branch {
  readonly name?: string | undefined;
  readonly commit?: string | undefined;
  readonly upstream?: { readonly remote: string; readonly name: string } | undefined;
  /** How many commits its upstream doesn't have. */
  readonly ahead?: number | undefined;
}

/** The used part of a repository of the built-in Git extension. */
export interface CheckoutRepository {
  readonly rootUri: Uri;
  readonly state: {
    readonly HEAD: Branch | undefined;
    readonly remotes: readonly GitRemote[];
    readonly workingTreeChanges: readonly Change[];
    readonly indexChanges: readonly Change[];
    readonly mergeChanges: readonly Change[];
    readonly onDidChange: Event<void>;
  };
  status(): Promise<void>;
  fetch(remote: string, ref: string): Promise<void>;
  /** Rejects if there is no such branch. */
  getBranch(name: string): Promise<Branch>;
  createBranch(name: string, checkout: boolean, ref: string): Promise<void>;
  setBranchUpstream(name: string, upstream: string): Promise<void>;
  checkout(name: string): Promise<void>;
  push(remote: string, branch: string, setUpstream: boolean): Promise<void>;
  log(options: {
    readonly range: string;
    readonly maxEntries: number;
  }): Promise<readonly { readonly message: string }[]>;
  /** Older versions of VS Code don't have it. */
  createWorktree?(options: {
    readonly path: string;
    readonly commitish: string;
    readonly branch?: string;
  }): Promise<string>;
}

export interface CheckoutGit {
  readonly repositories: readonly CheckoutRepository[];
  readonly onDidOpenRepository: Event<CheckoutRepository>;
  readonly onDidCloseRepository: Event<CheckoutRepository>;
}

/** Returns the first line of Git's own message, which says what is wrong. */
export function readGitError(error: unknown): string {
  const stderr = error instanceof Error && "stderr" in error ? error.stderr : undefined;
  const text = typeof stderr === "string" && stderr.trim() !== "" ? stderr : String(error);
  return inLine(text.trim().split("\n", 1)[0] ?? "");
}
