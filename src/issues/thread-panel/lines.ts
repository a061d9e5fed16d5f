// Builds the lines of a thread's panel: the description, comments, events, and comments that the user deleted.
import { encodePart } from "../../base/origin.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { CommentAct } from "../../panels/kit/events.ts";
import type { CommentView, EventView, LineView } from "../../panels/thread/messages.ts";
import { format } from "../../workbench/text/format.ts";
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
import type { Act } from "../model/rights.ts";
import { foldEvents, isWritten, type Line, type ThreadItem } from "../model/timeline.ts";
import type { Thread } from "../thread/thread.ts";
import { formatPerson } from "../wording/people.ts";
import type { Draft } from "../writing/drafts/draft.ts";
import { eventView, foldedView, text } from "./event-text.ts";
import { getBeginning } from "./long-text.ts";
import { commentContext } from "../parts/comment-context.ts";
import { reviewView } from "./review-view.ts";

/** Everything besides the thread itself that its panel shows. */
export interface ThreadContext {
  readonly deleted: readonly Draft[];
  /** Whether to offer an action on the issue or on one of its comments. */
  readonly may: (act: Act, comment?: Comment) => boolean;
  readonly repository: Repository | undefined;
  readonly emoji: ServerEmoji;
  readonly emojiEndWords: boolean;
  readonly servers: readonly string[];
  readonly seen: ReadState;
}

/** Image formats that every webview can show. */
const IMAGE_NAME = /\.(avif|bmp|gif|jpe?g|png|svg|webp)$/i;

/** The id of the description, where other texts have the id of their comment. */
export const DESCRIPTION = "description";

/** Finds a comment by the id of its line. Returns the text of a review as a comment too, so that it can be quoted. */
export function findWritten({ items }: Thread, id: string): Comment | undefined {
  const item = items.find((each) => String(each.kind === "comment" ? each.comment.id : each.event.id) === id);
  if (item?.kind !== "event") return item?.comment;
  const { author, at, id: review, meaning } = item.event;
  if (meaning.kind !== "reviewed") return undefined;
  return { id: review, author, body: meaning.body, createdAt: at, updatedAt: at, attachments: [] };
}

/** Builds all lines: the description, comments and events by time, and then deleted comments. */
export function buildLines(
  address: ThreadAddress,
  thread: Thread,
  { deleted, may, seen }: ThreadContext,
): readonly LineView[] {
  const { issue, items } = thread;
  const context: LineContext = { address, issue, may };
  const lines = foldEvents(items).flatMap((line) => lineView(line, context));
  return [descriptionView(context), ...markNewComments(lines, items, seen), ...deleted.map(deletedView)];
}

interface LineContext extends Pick<ThreadContext, "may"> {
  readonly address: ThreadAddress;
  readonly issue: Issue;
}

function lineView(line: Line, context: LineContext): readonly LineView[] {
  const { address, may } = context;
  switch (line.kind) {
    case "comment":
      return [commentView(line.comment, context)];
    case "event": {
      const review = reviewView(line.event, address, {
        mayWrite: may("comment"),
        authorRole: describeRole(line.event.author, context),
      });
      return [review ?? eventView(line.event, address)];
    }
    case "events": {
      const folded = foldedView(line.events, address);
      return folded === undefined ? [] : [folded];
    }
  }
}

/** Describes the role of a text's author in the repository and in the thread: "Owner · Author". */
function describeRole(person: Person | undefined, { address, issue }: LineContext): string {
  if (person === undefined || isGhost(person)) return "";
  const words = [
    sameLogin(person.login, address.owner) ? l10n.t("Owner") : "",
    person.id === issue.author?.id ? l10n.t("Author") : "",
  ];
  return words.filter((word) => word !== "").join(" · ");
}

function descriptionView(context: LineContext): CommentView {
  const { address, issue, may } = context;
  const isQuotable = may("comment") && issue.body !== "";
  return {
    ...writtenView(issue, context),
    id: DESCRIPTION,
    first: true,
    edited: "",
    can: listActs({ react: may("react"), quote: isQuotable, edit: may("changeIssue"), delete: false }),
    context: commentContext(address, issue),
  };
}

function commentView(comment: Comment, context: LineContext): CommentView {
  const { address, issue, may } = context;
  const edited = editedAt(comment);
  const [mayEdit, mayDelete] = [may("editComment", comment), may("deleteComment", comment)];
  return {
    ...writtenView(comment, context),
    id: String(comment.id),
    edited: edited === undefined ? "" : iso(edited),
    can: listActs({ react: may("react"), quote: may("comment"), edit: mayEdit, delete: mayDelete }),
    context: commentContext(address, issue, comment.id),
  };
}

function writtenView(
  { attachments, author, body, createdAt }: Omit<Comment, "id" | "updatedAt">,
  context: LineContext,
) {
  return {
    kind: "comment",
    who: formatPerson(author),
    authorRole: describeRole(author, context),
    at: iso(createdAt),
    ...getBeginning(body),
    files: listFiles(attachments, body, context.address),
  } as const;
}

function listActs(may: Readonly<Record<Exclude<CommentAct, "link">, boolean>>): readonly CommentAct[] {
  return (["react", "quote", "edit", "delete"] as const).filter((act) => may[act]);
}

/** Shows a comment that the user deleted, and offers to post it again. */
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
    action: { id: "postAgain", label: l10n.t("Post Again"), about: id },
  };
}

/** Lists the attachments. Images are shown, except those that the text itself already shows. */
function listFiles(attachments: readonly Attachment[], body: string, { base }: ThreadAddress): CommentView["files"] {
  return attachments.map(({ name, size, uuid }) => ({
    name,
    size: format.bytes(size),
    // Not the URL that the server returns, because its host may not be reachable from here.
    href: `${base}/attachments/${encodePart(uuid)}`,
    isImage: IMAGE_NAME.test(name) && !body.includes(uuid),
  }));
}

/** Up to when the user has seen the thread, by the server's clock, and the user's login. */
export interface ReadState {
  readonly until: number | undefined;
  readonly login: string | undefined;
}

export interface NewComment {
  /** The id of its line. */
  readonly id: string;
  readonly at: number;
}

/** Finds the comments by other people since the user's last visit. */
export function findNewComments(items: readonly ThreadItem[], { until, login }: ReadState): readonly NewComment[] {
  if (until === undefined) return [];
  return items.filter(isWritten).flatMap((item) => {
    const { id, author, at } = item.kind === "comment" ? { ...item.comment, at: item.comment.createdAt } : item.event;
    return at > until && !sameLogin(author?.login, login) ? [{ id: String(id), at }] : [];
  });
}

/** Marks new comments. The first shows their number above it. */
function markNewComments(
  lines: readonly LineView[],
  items: readonly ThreadItem[],
  seen: ReadState,
): readonly LineView[] {
  const fresh = findNewComments(items, seen).map(({ id }) => id);
  if (fresh.length === 0) return lines;
  const [first] = fresh;
  const all = new Set(fresh);
  return lines.map((line) => {
    if (line.kind !== "comment" || !all.has(line.id)) return line;
    return {
      ...line,
      fresh: true,
      ...(line.id === first ? { news: l10n.t("{0} new", format.count(fresh.length)) } : {}),
    };
  });
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
