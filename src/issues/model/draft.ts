import type { ProblemKind } from "../../base/problem.ts";
import { sameText } from "./entities.ts";
import type { Id, RepositoryName } from "./entities.ts";
import { threadKey } from "./address.ts";
import type { ThreadAddress } from "./address.ts";

/** What a text is for: a new comment, the change of one, or one that was deleted and is to be posted again. */
export type Target =
  | { readonly kind: "new" }
  | { readonly kind: "comment"; readonly id: Id }
  | { readonly kind: "deleted"; readonly id: Id };

/** What a draft is of. There is one draft for each. */
export interface DraftPlace {
  readonly thread: ThreadAddress;
  readonly target: Target;
}

/** A POST that was begun, until it is known what came of it. As long as it has no id, nobody knows whether the comment exists. */
export interface Attempt {
  readonly text: string;
  /** Who wrote it, where that was known: by now another account may be the one for the repository. */
  readonly by: string | undefined;
  /** The newest comment of the thread before it; the new one has a higher id. */
  readonly after: Id;
  /** When the newest of the thread was changed before it, by the server's clock; undefined where there was none. */
  readonly since: number | undefined;
  readonly at: number;
  /** The comment that it became, once the server has said so or it was found in the thread. */
  readonly id: Id | undefined;
  /** The draft went because of it. */
  readonly settled: boolean;
  /** It was seen to be there once: what stands between may have sent it on twice. */
  readonly once: boolean;
}

/** Why a text was not sent. */
export type Refusal =
  /** Nothing is written that could be sent. */
  | "empty"
  /** There is no draft any more: another window has sent it, or it was discarded. */
  | "gone"
  | "locked"
  | "archived"
  /** Another repository has taken the name. */
  | "otherRepository"
  /** The record is an event or a review, which cannot be changed so. */
  | "notPlain"
  /** The comment, or the whole issue, is gone. */
  | "missing"
  /** The comment that was to be deleted is there, so its text is not posted beside it. */
  | "standing"
  | "conflict"
  /** The answer was lost, and the thread did not have the comment when it was read. */
  | "lost"
  /** A file that belongs to it is still on its way. */
  | "uploading"
  /** It is being sent already. */
  | "underWay"
  /** Whatever else the problem says. */
  | "problem";

export interface Failure {
  readonly at: number;
  /** What was to be sent: by itself nothing else is sent later. */
  readonly asked: string | undefined;
  readonly why: Refusal;
  /** The kind of the problem, where there was one. */
  readonly kind: ProblemKind | undefined;
}

/** What a person wrote and has not sent. */
export interface Draft {
  readonly place: DraftPlace;
  /** As it was last saved. */
  readonly text: string;
  /** As it was last typed, where that was not saved yet. */
  readonly unsaved: string | undefined;
  /** When the last of it was written down. */
  readonly keptAt: number;
  /** When it was last saved, which is what an editor compares. */
  readonly savedAt: number;
  /** The comment as it stood when it was opened, or when its newer text was shown. */
  readonly opened: string | undefined;
  /** Whose comment it is. */
  readonly author: string | undefined;
  /** The repository that was meant; another one may come to have its name. */
  readonly repository: Id | undefined;
  readonly failure: Failure | undefined;
  /** Of a deleted comment: when it was deleted. */
  readonly deletedAt: number | undefined;
}

export function textOf(draft: Draft): string {
  return draft.unsaved ?? draft.text;
}

/** Whether there is something that was not sent: a comment that was only opened is no draft. */
export function isUnsent(draft: Draft): boolean {
  switch (draft.place.target.kind) {
    case "new":
      return textOf(draft) !== "";
    case "comment":
      return draft.opened === undefined || !sameText(textOf(draft), draft.opened);
    case "deleted":
      return draft.deletedAt !== undefined;
  }
}

export function draftKey({ thread, target }: DraftPlace): string {
  return `${threadKey(thread)} ${target.kind}${target.kind === "new" ? "" : ` ${target.id}`}`;
}

/**
 * Where the draft stands as a file: `/codeberg.org/lantern/almanac/issues/12/comments/345/NAME.md`. The name is for the
 * reader's eye and means nothing. A server that is not reached by https says so in the first part.
 */
export function draftPath({ thread, target }: DraftPlace, name: string): string {
  const { base, owner, name: repo, number } = thread;
  const { protocol, host, pathname } = new URL(base);
  const server = `${protocol === "https:" ? "" : protocol}${host}${pathname.replace(/\/$/, "")}`;
  const folder = target.kind === "new" ? "new" : `${FOLDERS[target.kind]}/${target.id}`;
  return `/${server}/${owner}/${repo}/issues/${number}/${folder}/${name.replaceAll("/", "∕")}.md`;
}

const FOLDERS = { comment: "comments", deleted: "deleted" } as const;

export function parseDraftPath(path: string): DraftPlace | undefined {
  const found =
    /^\/(http:)?([^/]+(?:\/[^/]+)*?)\/([^/]+)\/([^/]+)\/issues\/(\d{1,19})\/(?:(new)|(comments|deleted)\/(\d{1,19}))\/[^/]+\.md$/.exec(
      path,
    );
  if (found === null) return undefined;
  const [, protocol, server = "", owner = "", name = "", number = "", fresh, folder, id = ""] = found;
  const base = `${protocol ?? "https:"}//${server}`;
  if (!URL.canParse(base)) return undefined;
  const thread: ThreadAddress = { base, owner, name, number: BigInt(number) };
  if (fresh !== undefined) return { thread, target: { kind: "new" } };
  return { thread, target: { kind: folder === "comments" ? "comment" : "deleted", id: BigInt(id) } };
}

/** The same draft, after the repository was renamed. */
export function renamed(place: DraftPlace, { owner, name }: RepositoryName): DraftPlace {
  return { ...place, thread: { ...place.thread, owner, name } };
}
