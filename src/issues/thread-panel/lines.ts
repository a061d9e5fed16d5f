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
import type { Act } from "../model/rights.ts";
import { foldEvents, isWritten, type Line, type ThreadItem } from "../model/timeline.ts";
import type { Thread } from "../thread/thread.ts";
import { formatPerson } from "../names.ts";
import type { Draft } from "../writing/draft.ts";
import { eventView, foldedView, text } from "./events/event-text.ts";
import { getBeginning } from "./long-text.ts";
import { commentContext } from "./menus.ts";
import { reviewView } from "./review-view.ts";

/** The state around the thread. */
export interface Around {
  /** Logins, in lower case, of those who may write in the repository. */
  readonly collaborators: ReadonlySet<string>;
  readonly deleted: readonly Draft[];
  /** Whether to offer an action on the issue or on one of its comments. */
  readonly may: (act: Act, comment?: Comment) => boolean;
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

/** What a person wrote, by the id of its line: a comment, or the text of a review, which can be quoted like one. */
export function findWritten({ items }: Thread, id: string): Comment | undefined {
  const item = items.find((each) => String(each.kind === "comment" ? each.comment.id : each.event.id) === id);
  if (item?.kind !== "event") return item?.comment;
  const { author, at, id: review, meaning } = item.event;
  if (meaning.what !== "reviewed") return undefined;
  return { id: review, author, body: meaning.body, createdAt: at, updatedAt: at, attachments: [] };
}

/** The description first, then everything in the order in which it happened. */
export function buildLines(
  address: ThreadAddress,
  thread: Thread,
  { collaborators, deleted, may, seen }: Around,
): readonly LineView[] {
  const { issue, items } = thread;
  const scene: Scene = { address, issue, may, collaborators };
  const lines = foldEvents(items).flatMap((line) => lineView(line, scene));
  return [descriptionView(scene), ...markNewComments(lines, items, seen), ...deleted.map(deletedView)];
}

interface Scene extends Pick<Around, "collaborators" | "may"> {
  readonly address: ThreadAddress;
  readonly issue: Issue;
}

function lineView(line: Line, scene: Scene): readonly LineView[] {
  const { address, may } = scene;
  switch (line.kind) {
    case "comment":
      return [commentView(line.comment, scene)];
    case "event": {
      const review = reviewView(line.event, address, {
        mayWrite: may("comment"),
        standing: describeRole(line.event.author, scene),
      });
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
  const { address, issue, may } = scene;
  const isQuotable = may("comment") && issue.body !== "";
  return {
    ...writtenView(issue, scene),
    id: DESCRIPTION,
    first: true,
    edited: "",
    can: listActs({ react: may("react"), quote: isQuotable, edit: may("changeIssue"), delete: false }),
    context: commentContext(address, issue),
  };
}

function commentView(comment: Comment, scene: Scene): CommentView {
  const { address, issue, may } = scene;
  const edited = editedAt(comment);
  const [edit, remove] = [may("editComment", comment), may("deleteComment", comment)];
  return {
    ...writtenView(comment, scene),
    id: String(comment.id),
    edited: edited === undefined ? "" : iso(edited),
    can: listActs({ react: may("react"), quote: may("comment"), edit, delete: remove }),
    context: commentContext(address, issue, comment.id),
  };
}

function writtenView({ attachments, author, body, createdAt }: Omit<Comment, "id" | "updatedAt">, scene: Scene) {
  return {
    kind: "comment",
    who: formatPerson(author),
    standing: describeRole(author, scene),
    at: iso(createdAt),
    ...getBeginning(body),
    files: listFiles(attachments, body, scene.address),
  } as const;
}

function listActs(may: Readonly<Record<Exclude<CommentAct, "link">, boolean>>): readonly CommentAct[] {
  return (["react", "quote", "edit", "delete"] as const).filter((act) => may[act]);
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
