import { extensions } from "vscode";
import type { Event, Uri } from "vscode";

/** The part of the built-in Git extension's interface that is used here. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

export interface GitApi {
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: Event<GitRepository>;
  readonly onDidCloseRepository: Event<GitRepository>;
  getRepository(uri: Uri): GitRepository | null;
}

export interface GitRepository {
  readonly rootUri: Uri;
  readonly state: {
    readonly HEAD: { readonly commit?: string | undefined } | undefined;
    readonly remotes: readonly GitRemote[];
    readonly onDidChange: Event<void>;
  };
  /** The file at a commit. */
  show(ref: string, path: string): Promise<string>;
  getBranches(query: {
    readonly remote?: boolean;
    readonly contains?: string;
    readonly count?: number;
  }): Promise<readonly { readonly name?: string | undefined; readonly remote?: string | undefined }[]>;
}

export interface GitRemote {
  readonly name: string;
  readonly fetchUrl?: string | undefined;
  readonly pushUrl?: string | undefined;
}

/** The built-in Git extension; nothing where it is missing, turned off, or finds no git on the machine. */
export async function gitOfWindow(): Promise<GitApi | undefined> {
  try {
    const exported = await extensions.getExtension<GitExtension>("vscode.git")?.activate();
    return exported?.enabled === true ? exported.getAPI(1) : undefined;
  } catch {
    return undefined;
  }
}
