// What the wing needs from a server for pull requests and their reviews.
import type { Listed, Paged, RequestOptions } from "./caller.ts";
import type { NewPull } from "../model/issue-fields.ts";
import type { Id, Person, RepositoryName } from "../model/entities.ts";
import type {
  BranchRules,
  ChangedFile,
  Check,
  CommitId,
  Comparison,
  FileContent,
  ListedPull,
  MergeRequest,
  MergeSettings,
  PullCommit,
  PullDetails,
  Reviewer,
  UpdateStyle,
} from "../model/pull.ts";
import type { NewReview, Review, ReviewComment } from "../model/review.ts";

/** Loads pull requests, their changed files and checks, and what merging requires, and merges them. */
export interface PullRoutes {
  /** Newest first. */
  list(
    repo: RepositoryName,
    options: Paged & { readonly state: "open" | "closed" | "all" },
  ): Promise<Listed<ListedPull>>;
  /** If the answer is lost, the caller must check whether the pull request exists. */
  create(repo: RepositoryName, pull: NewPull, options?: RequestOptions): Promise<ListedPull>;
  branches(repo: RepositoryName, options?: Paged): Promise<Listed<{ readonly name: string }>>;
  /** Compares two commits or branches. A branch of a fork is `owner:branch`. */
  compare(repo: RepositoryName, base: string, head: string, options?: RequestOptions): Promise<Comparison>;
  details(repo: RepositoryName, number: Id, options?: RequestOptions): Promise<PullDetails>;
  files(repo: RepositoryName, number: Id, options?: Paged): Promise<Listed<ChangedFile>>;
  /** Newest first. */
  commits(repo: RepositoryName, number: Id, options?: Paged): Promise<Listed<PullCommit>>;
  /** Undefined if there is no such file. The ID must be full: some servers answer others with another file. */
  content(
    repo: RepositoryName,
    file: string,
    commit: CommitId,
    options?: RequestOptions,
  ): Promise<FileContent | undefined>;
  /** One page of a commit's checks. */
  checks(repo: RepositoryName, commit: CommitId, options?: Paged): Promise<Listed<Check>>;
  branchRules(repo: RepositoryName, branch: string, options?: RequestOptions): Promise<BranchRules>;
  mergeSettings(repo: RepositoryName, options?: RequestOptions): Promise<MergeSettings>;
  /**
   * If the answer is lost, the caller must check whether it is merged. Even a rejection may follow a merge, if only the
   * branch could not be deleted.
   */
  merge(repo: RepositoryName, number: Id, request: MergeRequest, options?: RequestOptions): Promise<void>;
  /** Puts the commits of the base branch into the head branch. If it has them already, some servers fail. */
  update(repo: RepositoryName, number: Id, style: UpdateStyle, options?: RequestOptions): Promise<void>;
}

/** Lists, creates, submits and deletes the reviews of pull requests, with their comments on lines. */
export interface ReviewRoutes {
  /** The total includes other people's pending reviews, which the list leaves out. */
  list(repo: RepositoryName, number: Id, options?: Paged): Promise<Listed<Review>>;
  /** All comments of a review, oldest first. */
  comments(repo: RepositoryName, number: Id, id: Id, options?: RequestOptions): Promise<Listed<ReviewComment>>;
  /**
   * Also publishes a pending review of the user, which becomes this one. A rejected review may stay behind as a pending
   * one. Reviews of one user that are sent at the same time get mixed.
   */
  create(repo: RepositoryName, number: Id, given: NewReview, options?: RequestOptions): Promise<Review>;
  /** The people with write access. Some servers list them only to those who may ask for reviews. */
  candidates(repo: RepositoryName, options?: RequestOptions): Promise<Listed<Person>>;
  /** The names of the teams with access. Only repositories of organizations have this list. */
  teams(repo: RepositoryName, options?: RequestOptions): Promise<Listed<string>>;
  /** If one of them is unknown, the server asks no one. Asking again changes nothing. */
  request(repo: RepositoryName, number: Id, reviewers: readonly Reviewer[], options?: RequestOptions): Promise<void>;
  /** Also succeeds if they weren't asked. */
  withdraw(repo: RepositoryName, number: Id, reviewers: readonly Reviewer[], options?: RequestOptions): Promise<void>;
  remove(repo: RepositoryName, number: Id, id: Id, options?: RequestOptions): Promise<void>;
  /** Deletes a comment on a line. */
  removeComment(
    repo: RepositoryName,
    number: Id,
    comment: { readonly id: Id; readonly review: Id },
    options?: RequestOptions,
  ): Promise<void>;
  /** Marks the conversation that a comment begins. Safe to call twice. Not all servers can do it. */
  resolve(repo: RepositoryName, id: Id, isResolved: boolean, options?: RequestOptions): Promise<void>;
}
