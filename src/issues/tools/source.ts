// What the wing's tools read from, in VS Code and in the MCP server. Nothing here can send or change anything.
import type { Confirmation } from "../../base/tools/tool.ts";
import type { Forge } from "../api/forge.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import type { ReviewedLine } from "../model/review.ts";

/** The routes of a server that read. */
export interface ReadingForge extends Pick<
  Forge,
  "commentsOfIssue" | "issue" | "issues" | "repository" | "searchIssues"
> {
  readonly pulls: Pick<Forge["pulls"], "checks" | "content" | "details" | "files">;
  readonly reviews: Pick<Forge["reviews"], "comments" | "list">;
}

/** A server as one of the user's accounts sees it. */
export interface AccountView {
  readonly account: string;
  readonly api: ReadingForge;
}

export interface IssuesSource {
  /** Decides which repositories may be read, and as whom. */
  readonly reading: RepositoryReading;
  /** Undefined where no person could see a draft. */
  readonly drafts: DraftWriter | undefined;
}

export interface RepositoryReading {
  /** The repository that a tool's input names: `owner/name`, a URL, or nothing for that of the open folder. */
  find(named: string | undefined): Promise<RepositoryAddress>;
  /** The server that a tool's input names; without a name, the default one. */
  findServer(named: string | undefined): string;
  /** Opens a repository for reading: a private one only if the user has allowed that. */
  open(address: RepositoryAddress, signal: AbortSignal): Promise<ReadingForge>;
  /** Finds what the user has to allow before a tool reads this repository; undefined if nothing. */
  confirm(named: string | undefined, signal: AbortSignal): Promise<Confirmation | undefined>;
  /** Opens a server as anyone sees it. */
  openPublic(base: string): ReadingForge;
}

/** Fills drafts, and opens them for the person, who sends them or doesn't. */
export interface DraftWriter {
  comment(thread: ThreadAddress, text: string): Promise<void>;
  issue(repository: RepositoryAddress, title: string, text: string): Promise<void>;
  reviewComment(pull: ThreadAddress, comment: NewLineComment): Promise<void>;
}

export interface NewLineComment {
  readonly path: string;
  readonly line: ReviewedLine;
  /** The head of the pull request. */
  readonly commit: string;
  /** The lines to show beside the text. */
  readonly hunk: string;
  readonly text: string;
}
