import { l10n } from "../../workbench/text/l10n.ts";
import type { IconName } from "../../panels/kit/icons.ts";
import type {
  CommentAct,
  CommentView,
  EventView,
  FactView,
  LineView,
  Sentence,
  ThreadView,
  Tone,
  WhereView,
} from "../../panels/thread/messages.ts";
import { count, day, language } from "../../workbench/words.ts";
import { editedAt, numbered } from "../model/entities.ts";
import type { Attachment, Comment, Id, Issue, Milestone, Repository, ServerSigns } from "../model/entities.ts";
import { fullName, hostOf } from "../model/address.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Draft } from "../writing/draft.ts";
import { foldEvents, isWritten } from "../model/timeline.ts";
import type { Line } from "../model/timeline.ts";
import type { Thread } from "../thread/thread.ts";
import { nameOf, stateWord } from "../words.ts";
import { markNewComments } from "./new-comments.ts";
import type { SeenBefore } from "./new-comments.ts";
import { reviewView } from "./review-view.ts";
import { eventView, foldedView, sentence, strong, text } from "./event-text.ts";
import { beginningOf } from "./long-text.ts";

/** What may be done with the comments of a thread. */
export interface Rights {
  readonly mayWrite: boolean;
  readonly mayReact: boolean;
  mayChange(comment: Comment): boolean;
  mayDelete(comment: Comment): boolean;
}

/** What is known of what is around the thread. */
export interface Around {
  readonly deleted: readonly Draft[];
  readonly rights: Rights;
  readonly repository: Repository | undefined;
  readonly signs: ServerSigns;
  readonly servers: readonly string[];
  readonly seen: SeenBefore;
}

/** The id by which the description of an issue goes, which is no comment. */
export const DESCRIPTION = "description";

/** A thread as its panel shows it. */
export function threadView(
  address: ThreadAddress,
  thread: Thread,
  { rights, repository, signs, servers }: Around,
): ThreadView {
  const { issue, items } = thread;
  const where = whereView(address);
  const comments = items.filter(isWritten).length;
  const events = items.length - comments;
  return {
    ...where,
    title: issue.title,
    number: numbered(issue),
    state: stateView(issue),
    under: under(issue, comments, events),
    facts: facts(issue, address),
    counts: { all: comments + events, comments, events },
    home: {
      server: address.base,
      repository: fullName(address),
      signs: signs.custom,
      ...(repository?.numbering === undefined ? {} : { tracker: repository.numbering }),
    },
    servers,
    reactions: rights.mayReact ? signs.reactions : [],
    ...(thread.whole ? {} : { rest: l10n.t("Reading the rest of the thread…") }),
    ...(items.length === 0 && thread.whole ? { empty: emptyWords(rights.mayWrite) } : {}),
    readAt: thread.readAt,
    words: {
      ...where.words,
      timeline: l10n.t("Timeline, oldest first"),
      kinds: l10n.t("What is shown"),
      all: l10n.t("All"),
      comments: l10n.t("Comments"),
      events: l10n.t("Events"),
      facts: l10n.t("Facts"),
      newestFirst: l10n.t("Newest First"),
      oldestFirst: l10n.t("Oldest First"),
      search: l10n.t("Search in thread"),
      dates: l10n.t("Since and Before"),
      since: l10n.t("Since"),
      before: l10n.t("Before"),
      shown: l10n.t("{0} of {1} shown."),
      showAll: l10n.t("Show All"),
      nothing: l10n.t("Nothing here matches"),
      nothingNext: l10n.t("Other words or other days may find more."),
      react: l10n.t("Add Reaction"),
    },
  };
}

/** The description first, then everything in the order in which it happened. */
export function linesOf(
  address: ThreadAddress,
  thread: Thread,
  { deleted, rights, seen }: Around,
): readonly LineView[] {
  const { issue, items } = thread;
  const lines = foldEvents(items).flatMap((line) => lineView(line, address, issue, rights));
  return [descriptionView(issue, address, rights), ...markNewComments(lines, items, seen), ...deleted.map(deletedView)];
}

/** Where one is. */
export function whereView(address: ThreadAddress): WhereView {
  return {
    repository: {
      name: fullName(address),
      href: `${address.base}/${encodeURIComponent(address.owner)}/${encodeURIComponent(address.name)}`,
      host: hostOf(address.base),
    },
    number: `#${address.number}`,
    words: { tools: l10n.t("Thread"), refresh: l10n.t("Refresh"), openOnWeb: l10n.t("Open on the Web") },
  };
}

function under(issue: Issue, comments: number, events: number): readonly Sentence[] {
  const opened = sentence(
    l10n.t("{0} opened {1}"),
    [strong(nameOf(issue.author))],
    [{ is: "time", at: issue.createdAt }],
  );
  const said = [
    ...(issue.locked ? [l10n.t("locked")] : []),
    comments === 1 ? l10n.t("1 comment") : l10n.t("{0} comments", count(comments)),
    ...(events === 0 ? [] : [events === 1 ? l10n.t("1 event") : l10n.t("{0} events", count(events))]),
  ];
  return [opened, ...said.map((words) => [text(words)])];
}

function stateView(issue: Issue): ThreadView["state"] {
  const word = stateWord(issue);
  const { closed, pull } = issue;
  const look = (icon: IconName, tone: Tone) => ({ word, icon, tone });
  if (pull?.merged === true) return look("git-merge", "done");
  if (pull === undefined) return closed ? look("issue-closed", "done") : look("issues", "good");
  if (closed) return look("git-pull-request-closed", "bad");
  return pull.draft ? look("git-pull-request-draft", "") : look("git-pull-request", "good");
}

function facts(issue: Issue, address: ThreadAddress): readonly FactView[] {
  const found: FactView[] = [];
  if (issue.labels.length > 0) {
    const labels = issue.labels.map(({ name, colour, description = "" }) => ({ name, colour, description }));
    found.push({ heading: l10n.t("Labels"), labels });
  }
  if (issue.milestone !== undefined) {
    found.push({ heading: l10n.t("Milestone"), sentence: milestone(issue.milestone, address) });
  }
  if (issue.assignees.length > 0) found.push({ heading: l10n.t("Assignees"), people: issue.assignees.map(nameOf) });
  if (issue.dueAt !== undefined) found.push({ heading: l10n.t("Due"), sentence: [text(day(issue.dueAt))] });
  return found;
}

function milestone({ id, title, closed, dueAt }: Milestone, { base, owner, name }: ThreadAddress): Sentence {
  const href = `${base}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/milestone/${id}`;
  const state = closed ? l10n.t("closed") : dueAt === undefined ? undefined : l10n.t("due {0}", day(dueAt));
  return [{ is: "link", text: title, href }, ...(state === undefined ? [] : [text(` · ${state}`)])];
}

function lineView(line: Line, address: ThreadAddress, issue: Issue, rights: Rights): readonly LineView[] {
  switch (line.kind) {
    case "comment":
      return [commentView(line.comment, address, issue, rights)];
    case "event":
      return [reviewView(line.event, address, rights) ?? eventView(line.event, address)];
    case "events": {
      const folded = foldedView(line.events, address);
      return folded === undefined ? [] : [folded];
    }
  }
}

function descriptionView(issue: Issue, address: ThreadAddress, { mayReact }: Rights): CommentView {
  return {
    kind: "comment",
    id: DESCRIPTION,
    first: true,
    who: nameOf(issue.author),
    standing: l10n.t("Author"),
    at: iso(issue.createdAt),
    edited: "",
    ...beginningOf(issue.body),
    can: mayReact ? ["react"] : [],
    context: contextOf(address, issue),
    files: filesOf(issue.attachments, address),
  };
}

function commentView(comment: Comment, address: ThreadAddress, issue: Issue, rights: Rights): CommentView {
  const edited = editedAt(comment);
  const author = comment.author !== undefined && comment.author.id === issue.author?.id;
  return {
    kind: "comment",
    id: String(comment.id),
    who: nameOf(comment.author),
    standing: author ? l10n.t("Author") : "",
    at: iso(comment.createdAt),
    edited: edited === undefined ? "" : iso(edited),
    ...beginningOf(comment.body),
    can: actsOn(comment, rights),
    context: contextOf(address, issue, comment.id),
    files: filesOf(comment.attachments, address),
  };
}

function actsOn(comment: Comment, rights: Rights): readonly CommentAct[] {
  return [
    ...(rights.mayReact ? (["react"] as const) : []),
    ...(rights.mayWrite ? (["quote"] as const) : []),
    ...(rights.mayChange(comment) ? (["edit"] as const) : []),
    ...(rights.mayDelete(comment) ? (["delete"] as const) : []),
  ];
}

/** What the reader deleted here, which can be brought back as long as its text is kept. */
function deletedView({ place, deletedAt, keptAt, author }: Draft): EventView {
  const id = String(place.id ?? "");
  const sentence =
    author === undefined
      ? l10n.t("You deleted a comment. Its text is kept.")
      : l10n.t("You deleted a comment of {0}. Its text is kept.", author);
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

function filesOf(attachments: readonly Attachment[], { base }: ThreadAddress): CommentView["files"] {
  return attachments.map(({ name, size, uuid }) => ({
    name,
    size: bytes(size),
    // The server's own idea of its address may not be the one that it is reached by.
    href: `${base}/attachments/${encodeURIComponent(uuid)}`,
  }));
}

function bytes(size: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(size, 1)) / 10));
  const form = { style: "unit", unit: units[step] ?? "byte", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language(), form).format(size / 1024 ** step);
}

/** What the menu that VS Code shows for it hands to the command. */
function contextOf({ base, owner, name, number }: ThreadAddress, { pull }: Issue, comment?: Id): string {
  return JSON.stringify({
    webviewSection: "comment",
    preventDefaultContextMenuItems: true,
    thread: { base, owner, name, number: String(number) },
    ...(comment === undefined ? {} : { comment: String(comment) }),
    pull: pull !== undefined,
  });
}

function emptyWords(mayWrite: boolean): { readonly heading: string; readonly words: string } {
  return {
    heading: l10n.t("No comments yet"),
    words: mayWrite ? l10n.t("Write the first reply below.") : l10n.t("Nobody has replied so far."),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

export function readingWords(address: ThreadAddress): string {
  return l10n.t("Reading #{0} of {1}…", String(address.number), fullName(address));
}
