// The lines of a thread as its panel shows them: the description, comments, events, and comments deleted here.
import { encodePart } from "../../base/origin.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { CommentAct } from "../../panels/kit/events.ts";
import type { CommentView, EventView, LineView } from "../../panels/thread/messages.ts";
import { count, formatBytes } from "../../workbench/format.ts";
import {
  editedAt,
  isGhost,
  sameLogin,
  type Attachment,
  type Comment,
  type Issue,
  type Person,
  type Repository,
  type ServerEmoji,
} from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import { foldEvents, isWritten, type Line, type ThreadItem } from "../model/timeline.ts";
import type { Thread } from "../thread/thread.ts";
import { formatPerson } from "../names.ts";
import type { Draft } from "../writing/draft.ts";
import { eventView, foldedView, text } from "./event-text.ts";
import { getBeginning } from "./long-text.ts";
import { commentContext } from "./menus.ts";
import { reviewView } from "./review-view.ts";

/** What may be done with the comments of a thread. */
export interface Rights {
  readonly mayWrite: boolean;
  readonly mayReact: boolean;
  /** Its labels, milestone and assignees. */
  readonly maySort: boolean;
  /** Its title and description. */
  readonly mayChangeIssue: boolean;
  mayChange(comment: Comment): boolean;
  mayDelete(comment: Comment): boolean;
}

/** The state around the thread. */
export interface Around {
  /** Logins, in lower case, of those who may write in the repository. */
  readonly collaborators: ReadonlySet<string>;
  readonly deleted: readonly Draft[];
  readonly rights: Rights;
  readonly repository: Repository | undefined;
  readonly signs: ServerEmoji;
  readonly emojiEndWords: boolean;
  readonly servers: readonly string[];
  readonly seen: SeenBefore;
}

/** What every webview draws. */
const IMAGE_NAME = /\.(avif|bmp|gif|jpe?g|png|svg|webp)$/i;

/** The id of an issue's description among the ids of comments. */
export const DESCRIPTION = "description";

/** The description first, then everything in the order in which it happened. */
export function buildLines(
  address: ThreadAddress,
  thread: Thread,
  { collaborators, deleted, rights, seen }: Around,
): readonly LineView[] {
  const { issue, items } = thread;
  const scene: Scene = { address, issue, rights, collaborators };
  const lines = foldEvents(items).flatMap((line) => lineView(line, scene));
  return [descriptionView(scene), ...markNewComments(lines, items, seen), ...deleted.map(deletedView)];
}

interface Scene extends Pick<Around, "collaborators" | "rights"> {
  readonly address: ThreadAddress;
  readonly issue: Issue;
}

function lineView(line: Line, scene: Scene): readonly LineView[] {
  const { address, rights } = scene;
  switch (line.kind) {
    case "comment":
      return [commentView(line.comment, scene)];
    case "event": {
      const review = reviewView(line.event, address, { ...rights, standing: describeRole(line.event.author, scene) });
      return [review ?? eventView(line.event, address)];
    }
    case "events": {
      const folded = foldedView(line.events, address);
      return folded === undefined ? [] : [folded];
    }
  }
}

/** What the author of a text is to the repository and to the thread: "Owner · Author". */
function describeRole(person: Person | undefined, { address, collaborators, issue }: Scene): string {
  if (person === undefined || isGhost(person)) return "";
  const words = [
    sameLogin(person.login, address.owner)
      ? l10n.t("Owner")
      : collaborators.has(person.login.toLowerCase())
        ? l10n.t("Collaborator")
        : "",
    person.id === issue.author?.id ? l10n.t("Author") : "",
  ];
  return words.filter((word) => word !== "").join(" · ");
}

function descriptionView(scene: Scene): CommentView {
  const { address, issue, rights } = scene;
  const acts: readonly (CommentAct | "")[] = [
    rights.mayReact ? "react" : "",
    rights.mayWrite && issue.body !== "" ? "quote" : "",
    rights.mayChangeIssue ? "edit" : "",
  ];
  return {
    kind: "comment",
    id: DESCRIPTION,
    first: true,
    who: formatPerson(issue.author),
    standing: describeRole(issue.author, scene),
    at: iso(issue.createdAt),
    edited: "",
    ...getBeginning(issue.body),
    can: acts.filter((act) => act !== ""),
    context: commentContext(address, issue),
    files: listFiles(issue.attachments, issue.body, address),
  };
}

function commentView(comment: Comment, scene: Scene): CommentView {
  const { address, issue, rights } = scene;
  const edited = editedAt(comment);
  return {
    kind: "comment",
    id: String(comment.id),
    who: formatPerson(comment.author),
    standing: describeRole(comment.author, scene),
    at: iso(comment.createdAt),
    edited: edited === undefined ? "" : iso(edited),
    ...getBeginning(comment.body),
    can: listActs(comment, rights),
    context: commentContext(address, issue, comment.id),
    files: listFiles(comment.attachments, comment.body, address),
  };
}

function listActs(comment: Comment, rights: Rights): readonly CommentAct[] {
  return [
    ...(rights.mayReact ? (["react"] as const) : []),
    ...(rights.mayWrite ? (["quote"] as const) : []),
    ...(rights.mayChange(comment) ? (["edit"] as const) : []),
    ...(rights.mayDelete(comment) ? (["delete"] as const) : []),
  ];
}

/** Comments that the user deleted here, which can be restored while their text is kept. */
function deletedView({ place, deletedAt, keptAt, author }: Draft): EventView {
  const id = String(place.id ?? "");
  const sentence =
    author === undefined
      ? l10n.t("You deleted a comment. Its text is kept.")
      : l10n.t("You deleted {0}'s comment. Its text is kept.", author);
  return {
    kind: "event",
    id: `deleted ${id}`,
    icon: "trash",
    at: iso(deletedAt ?? keptAt),
    sentence: [text(sentence)],
    inside: [],
    action: { id: "postAgain", word: l10n.t("Post Again"), about: id },
  };
}

/** Image files are drawn, but for those that the text itself draws already. */
function listFiles(attachments: readonly Attachment[], body: string, { base }: ThreadAddress): CommentView["files"] {
  return attachments.map(({ name, size, uuid }) => ({
    name,
    size: formatBytes(size),
    // The URL that the server names may not be the one that it is reached by.
    href: `${base}/attachments/${encodePart(uuid)}`,
    isImage: IMAGE_NAME.test(name) && !body.includes(uuid),
  }));
}

/** Up to when the reader has seen the thread, by the server's time, and who that is. */
export interface SeenBefore {
  readonly until: number | undefined;
  readonly login: string | undefined;
}

/** Marks others' comments since the user's last visit; above the first, it shows their number. */
function markNewComments(
  lines: readonly LineView[],
  items: readonly ThreadItem[],
  { until, login }: SeenBefore,
): readonly LineView[] {
  if (until === undefined) return lines;
  const fresh = items.filter(isWritten).flatMap((item) => {
    const { id, author, at } = item.kind === "comment" ? { ...item.comment, at: item.comment.createdAt } : item.event;
    return at > until && !sameLogin(author?.login, login) ? [String(id)] : [];
  });
  if (fresh.length === 0) return lines;
  const [first] = fresh;
  const all = new Set(fresh);
  return lines.map((line) => {
    if (line.kind !== "comment" || !all.has(line.id)) return line;
    return { ...line, fresh: true, ...(line.id === first ? { news: l10n.t("{0} new", count(fresh.length)) } : {}) };
  });
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
