// Identifies the text that a draft belongs to, by a key or by the path of its document.
import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { int64, optional } from "../../../base/decode.ts";
import type { Id, RepositoryName } from "../../model/entities.ts";
import { COMMENT_SCHEME, ISSUE_SCHEME } from "../../model/file-schemes.ts";
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "../../model/address.ts";

export const KINDS = [
  "newComment",
  "comment",
  "deletedComment",
  "newIssue",
  "newPull",
  "issueText",
  "review",
  "reviewComment",
] as const;
export type Kind = (typeof KINDS)[number];

const repository = v.object({ base: v.pipe(v.string(), v.url()), owner: v.string(), name: v.string() });
const none = optional(v.never());

/** One text that a user can write. Each place has at most one draft. */
export const Place = v.variant("kind", [
  v.object({
    kind: v.picklist(["newComment", "issueText", "review"]),
    repository,
    /** The issue or pull request. */
    number: int64,
    id: none,
  }),
  v.object({
    kind: v.picklist(["comment", "deletedComment", "reviewComment"]),
    repository,
    number: int64,
    /** The comment, or any number for a comment of a review, of which there can be several. */
    id: int64,
  }),
  v.object({
    kind: v.picklist(["newIssue", "newPull"]),
    repository,
    /** It doesn't exist yet. */
    number: none,
    /** Any number, because there can be several. */
    id: int64,
  }),
]);
export type Place = Readonly<v.InferOutput<typeof Place>>;

/** The folder of each kind of document, below its repository. */
const FOLDERS: Readonly<Record<Kind, { readonly scheme: string; readonly folder: string }>> = {
  newComment: { scheme: COMMENT_SCHEME, folder: "issues/{number}/new" },
  comment: { scheme: COMMENT_SCHEME, folder: "issues/{number}/comments/{id}" },
  deletedComment: { scheme: COMMENT_SCHEME, folder: "issues/{number}/deleted/{id}" },
  newIssue: { scheme: ISSUE_SCHEME, folder: "issues/new/{id}" },
  newPull: { scheme: ISSUE_SCHEME, folder: "pulls/new/{id}" },
  issueText: { scheme: ISSUE_SCHEME, folder: "issues/{number}/issue" },
  review: { scheme: COMMENT_SCHEME, folder: "issues/{number}/review" },
  reviewComment: { scheme: COMMENT_SCHEME, folder: "issues/{number}/review/{id}" },
};

/** Differs from those of other windows, which may begin a text at the same moment. */
function randomId(): Id {
  return BigInt(`0x${randomBytes(7).toString("hex")}`);
}

export const places = {
  newComment: (thread: ThreadAddress): Place => ({ kind: "newComment", ...onThread(thread), id: undefined }),
  comment: (thread: ThreadAddress, id: Id): Place => ({ kind: "comment", ...onThread(thread), id }),
  deletedComment: (thread: ThreadAddress, id: Id): Place => ({ kind: "deletedComment", ...onThread(thread), id }),
  newIssue: (repository: RepositoryAddress, id = randomId()): Place => ({
    kind: "newIssue",
    repository: toStored(repository),
    number: undefined,
    id,
  }),
  newPull: (repository: RepositoryAddress, id = randomId()): Place => ({
    kind: "newPull",
    repository: toStored(repository),
    number: undefined,
    id,
  }),
  issueText: (thread: ThreadAddress): Place => ({ kind: "issueText", ...onThread(thread), id: undefined }),
  /** The text of a review. Its comments are drafts of their own. */
  review: (thread: ThreadAddress): Place => ({ kind: "review", ...onThread(thread), id: undefined }),
  reviewComment: (thread: ThreadAddress, id = randomId()): Place => ({
    kind: "reviewComment",
    ...onThread(thread),
    id,
  }),
};

function onThread(thread: ThreadAddress): { readonly repository: RepositoryAddress; readonly number: Id } {
  return { repository: toStored(thread), number: thread.number };
}

/** Leaves out what else the address has, such as the number of an issue. */
function toStored({ base, owner, name }: RepositoryAddress): RepositoryAddress {
  return { base, owner, name };
}

/** Returns the issue that the text belongs to. Undefined for a new issue or pull request. */
export function getThread({ repository, number }: Place): ThreadAddress | undefined {
  return number === undefined ? undefined : { ...repository, number };
}

/** Like `getThread`, for texts that always belong to an existing issue. */
export function threadAt(place: Place): ThreadAddress {
  const thread = getThread(place);
  if (thread === undefined) throw new Error(`A text of the kind ${place.kind} has no thread`);
  return thread;
}

/** Returns the comment's ID, for texts that always belong to an existing comment. */
export function getCommentId({ kind, id }: Place): Id {
  if (id === undefined) throw new Error(`A text of the kind ${kind} has no comment`);
  return id;
}

export function placeKey({ kind, repository, number, id }: Place): string {
  return `${repositoryKey(repository)} ${kind} ${number ?? ""} ${id ?? ""}`;
}

export function samePlace(one: Place, other: Place): boolean {
  return placeKey(one) === placeKey(other);
}

/** Whether both texts are comments on one thread, or new issues or pull requests of one repository. */
export function sameParent(one: Place, other: Place): boolean {
  return one.number === other.number && repositoryKey(one.repository) === repositoryKey(other.repository);
}

export function isOnThread(place: Place, thread: ThreadAddress): boolean {
  return sameParent(place, places.newComment(thread));
}

export function getOrigin({ repository }: Place): string {
  return new URL(repository.base).origin;
}

/** Returns the place of the same text after its repository was renamed. */
export function withRepositoryName(place: Place, { owner, name }: RepositoryName): Place {
  return { ...place, repository: { base: place.repository.base, owner, name } };
}

/** Whether the text has a title and belongs to an issue itself, not to a comment on it. */
export function isIssue({ kind }: Pick<Place, "kind">): boolean {
  return FOLDERS[kind].scheme === ISSUE_SCHEME;
}

/** Whether the text is sent with a review of a pull request. */
export function isReview({ kind }: Pick<Place, "kind">): boolean {
  return kind === "review" || kind === "reviewComment";
}

/** Whether the document of the text exists before its draft. */
export function existsWithoutDraft({ kind }: Pick<Place, "kind">): boolean {
  return kind === "newComment" || kind === "review";
}

/**
 * Returns the turns that sending a draft takes. Servers mix reviews of one user that arrive at the same time, so those of
 * a pull request share one.
 */
export function turnsOf(place: Place, draft: string): readonly [string, ...string[]] {
  if (!isReview(place)) return [draft];
  return [`reviews ${repositoryKey(place.repository)} ${place.number}`, draft];
}

export function getScheme({ kind }: Place): string {
  return FOLDERS[kind].scheme;
}

/**
 * Returns `/codeberg.org/lantern/almanac/issues/12/comments/345/NAME.md`. The name is only for display. For a server
 * without HTTPS, the first part starts with the protocol.
 */
export function formatPath({ kind, repository, number, id }: Place, name: string): string {
  const { base, owner, name: repo } = repository;
  const { protocol, host, pathname } = new URL(base);
  const server = `${protocol === "https:" ? "" : protocol}${host}${pathname.replace(/\/$/, "")}`;
  const folder = FOLDERS[kind].folder.replace("{number}", String(number)).replace("{id}", String(id));
  return `/${server}/${owner}/${repo}/${folder}/${name.replaceAll("/", "∕")}.md`;
}

/** No draft has a longer path. Longer ones, which any extension may open, never reach the patterns. */
const MAX_PATH_CHARS = 4096;

const PATTERNS = KINDS.map((kind) => {
  const folder = FOLDERS[kind].folder
    .replace("{number}", String.raw`(?<number>\d{1,19})`)
    .replace("{id}", String.raw`(?<id>\d{1,19})`);
  const pattern = String.raw`^/(?<protocol>http:)?(?<server>[^/]+(?:/[^/]+)*?)/(?<owner>[^/]+)/(?<name>[^/]+)/${folder}/`;
  return { kind, scheme: FOLDERS[kind].scheme, file: new RegExp(`${pattern}[^/]+\\.md$`) };
});

export function parsePath({ scheme, path }: { readonly scheme: string; readonly path: string }): Place | undefined {
  if (path.length > MAX_PATH_CHARS) return undefined;
  for (const { kind, file } of PATTERNS.filter((each) => each.scheme === scheme)) {
    const { protocol, server, owner = "", name = "", number, id } = file.exec(path)?.groups ?? {};
    const base = `${protocol ?? "https:"}//${server}`;
    if (server === undefined || !URL.canParse(base)) continue;
    const integer = (text: string | undefined): Id | undefined => (text === undefined ? undefined : BigInt(text));
    return toPlace(kind, { base, owner, name }, integer(number), integer(id));
  }
  return undefined;
}

function toPlace(
  kind: Kind,
  address: RepositoryAddress,
  number: Id | undefined,
  id: Id | undefined,
): Place | undefined {
  switch (kind) {
    case "newComment":
    case "issueText":
    case "review":
      return number === undefined ? undefined : { kind, repository: address, number, id: undefined };
    case "comment":
    case "deletedComment":
    case "reviewComment":
      return number === undefined || id === undefined ? undefined : { kind, repository: address, number, id };
    case "newIssue":
    case "newPull":
      return id === undefined ? undefined : { kind, repository: address, number: undefined, id };
  }
}

/** Whether the path is in a folder that can only hold the document of a draft. */
export function isInDraftFolder({ scheme, path }: { readonly scheme: string; readonly path: string }): boolean {
  return parsePath({ scheme, path: `${path.slice(0, path.lastIndexOf("/"))}/draft.md` }) !== undefined;
}
