// The API for other extensions. docs/api.md has the same text, for them to copy.

/** What `activate` returns, and `extensions.getExtension("triptych.triptych")` has as its `exports`. */
export interface TriptychExports {
  /** Returns the API of this version, or undefined if this Triptych doesn't have it. */
  getApi(version: 1): TriptychApi | undefined;
}

/** No function throws, sends a text, or returns a token or anything of a repository. */
export interface TriptychApi {
  readonly version: 1;
  /** Opens an issue or pull request, given by its URL, which may name a comment. Triptych must know its server. */
  openThread(thread: { readonly url: string }): Promise<Result>;
  /** Opens a block, given by its number or hash, on the network with this name, or else on the selected one. */
  openBlock(block: { readonly block: string | number | bigint; readonly network?: string }): Promise<Result>;
  /** Opens the report of an app: the latest one, or the one with this ID. */
  openReport(app: { readonly packageName: string; readonly report?: number }): Promise<Result>;
  /** Looks up what the selected εxodus instance knows about an app. */
  findReports(app: { readonly packageName: string }): Promise<Result<AppReports>>;
  /** Adds a text to the draft of a comment on a thread, and opens it. Without a URL, the user selects the thread. */
  draftComment(draft: { readonly text: string; readonly url?: string }): Promise<Result>;
  /** Opens the draft of a new issue. Without the URL of a repository, the user selects one. */
  draftIssue(draft: { readonly text: string; readonly title?: string; readonly url?: string }): Promise<Result>;
}

export type Result<Value = void> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ApiProblem };

/** Why a call failed, for the user. */
export interface ApiProblem {
  /** `invalid` for wrong arguments, `canceled` if the user didn't go on, `notFound`, `offline` and others. */
  readonly kind: string;
  readonly message: string;
  /** What helps, in a few words. */
  readonly remedy: string;
}

export interface AppReports {
  readonly packageName: string;
  readonly name: string | undefined;
  readonly creator: string | undefined;
  /** URL of the εxodus instance. */
  readonly instance: string;
  /** Newest first. Without an API key, εxodus returns only the latest one, with counts. */
  readonly reports: readonly AppReport[];
}

/** What is undefined is unknown. */
export interface AppReport {
  /** ID of the report on this instance. */
  readonly report: number | undefined;
  /** `google`, `fdroid`, `apk` or another one. */
  readonly source: string | undefined;
  readonly version: string | undefined;
  readonly versionCode: string | undefined;
  /** When the report was created, in ISO 8601. */
  readonly created: string | undefined;
  readonly trackerCount: number | undefined;
  readonly trackers: readonly { readonly id: number; readonly name: string | undefined }[] | undefined;
  readonly permissionCount: number | undefined;
  readonly permissions: readonly string[] | undefined;
}
