// The conversations that VS Code shows in one document, as its own comment threads.
import {
  CommentMode,
  CommentThreadCollapsibleState,
  Range,
  type Comment as ShownComment,
  type CommentController,
  type CommentReaction,
  type CommentThread,
  type Disposable,
  type Uri,
} from "vscode";
import { inLine } from "../../../workbench/text/encode.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { editedAt, type Id } from "../../model/entities.ts";
import { readSuggestion } from "../../model/suggestion.ts";
import { formatPerson } from "../../wording/people.ts";
import { commentText } from "./comment-text.ts";
import type { Conversation, LineComment } from "./conversations.ts";

/** Drawing hundreds of expanded conversations takes VS Code many seconds. */
const MAX_EXPANDED = 20;

/** What the user can do with conversations, beside answering them. */
export interface Offered {
  readonly mayResolve: boolean;
  readonly mayEdit: (comment: LineComment["comment"]) => boolean;
  readonly mayDelete: (comment: LineComment["comment"]) => boolean;
  readonly reactions: (comment: LineComment["comment"]) => CommentReaction[];
}

interface Widget {
  readonly thread: CommentThread;
  readonly conversation: Conversation;
  readonly isFolded: boolean;
  /** What was last shown, to leave alone what has not changed. */
  readonly drawn: string;
}

export class ShownConversations implements Disposable {
  readonly #uri: Uri;
  readonly #controller: Pick<CommentController, "createCommentThread">;
  /** By the ID of their first comment. */
  readonly #widgets = new Map<Id, Widget>();

  constructor(uri: Uri, controller: Pick<CommentController, "createCommentThread">) {
    this.#uri = uri;
    this.#controller = controller;
  }

  /** The conversations that VS Code shows, by line. */
  list(): readonly Conversation[] {
    return [...this.#widgets.values()]
      .map(({ conversation }) => conversation)
      .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  }

  /** Returns the conversation of a thread that VS Code passes to commands. */
  find(thread: unknown): Conversation | undefined {
    return [...this.#widgets.values()].find((widget) => widget.thread === thread)?.conversation;
  }

  /** Returns the comment that VS Code passes to commands, with its conversation. */
  findComment(shown: unknown): (LineComment & { readonly conversation: Conversation }) | undefined {
    for (const { conversation, thread } of this.#widgets.values()) {
      const found = conversation.comments[thread.comments.findIndex((each) => each === shown)];
      if (found !== undefined) return { ...found, conversation };
    }
    return undefined;
  }

  /** Returns the IDs of the comments in conversations that aren't collapsed by Triptych. */
  listExpanded(): readonly Id[] {
    return [...this.#widgets.values()]
      .filter(({ isFolded }) => !isFolded)
      .flatMap(({ conversation }) => conversation.comments.map(({ comment }) => comment.id));
  }

  show(conversations: readonly Conversation[], offered: Offered): void {
    const present = new Set(conversations.map(({ id }) => id));
    for (const [id, { thread }] of this.#widgets) {
      if (present.has(id)) continue;
      thread.dispose();
      this.#widgets.delete(id);
    }
    const isMany = conversations.length > MAX_EXPANDED;
    for (const conversation of conversations) this.#show(conversation, isMany, offered);
  }

  dispose(): void {
    for (const { thread } of this.#widgets.values()) thread.dispose();
    this.#widgets.clear();
  }

  #show(conversation: Conversation, isMany: boolean, offered: Offered): void {
    const { comments, isOutdated, line, resolvedBy } = conversation;
    const shown = comments.map((each) => toShown(each, offered));
    const actions = [
      isOutdated ? "" : "reply",
      offered.mayResolve ? (resolvedBy === undefined ? "resolve" : "unresolve") : "",
    ].filter((action) => action !== "");
    const drawn = JSON.stringify([conversation, shown, actions], (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    const known = this.#widgets.get(conversation.id);
    if (known?.drawn === drawn) return;
    const isFolded = isMany || isOutdated || resolvedBy !== undefined;
    const range = line === undefined ? undefined : new Range(line - 1, 0, line - 1, 0);
    const thread = known?.thread ?? this.#controller.createCommentThread(this.#uri, range ?? FILE, shown);
    if (known !== undefined) thread.comments = shown;
    if (known === undefined || known.isFolded !== isFolded) {
      thread.collapsibleState = isFolded
        ? CommentThreadCollapsibleState.Collapsed
        : CommentThreadCollapsibleState.Expanded;
    }
    thread.range = range;
    // Text is written in editors, where it is safe. VS Code's own box would lose it.
    thread.canReply = false;
    thread.label = describe(conversation);
    thread.contextValue = actions.join(" ");
    this.#widgets.set(conversation.id, { thread, conversation, isFolded, drawn });
  }
}

const FILE = new Range(0, 0, 0, 0);

function describe({ comments, isOutdated, resolvedBy }: Conversation): string {
  const line = comments[0]?.comment.line?.number;
  const parts = [
    isOutdated ? l10n.t("Outdated: was on line {0}", String(line)) : "",
    resolvedBy === undefined ? "" : l10n.t("Resolved by {0}", formatPerson(resolvedBy)),
  ].filter((part) => part !== "");
  return parts.length === 0 ? l10n.plural(comments.length, "{0} comment", "{0} comments") : parts.join(" · ");
}

function toShown({ comment, review }: LineComment, { mayDelete, mayEdit, reactions }: Offered): ShownComment {
  const { author, body, createdAt } = comment;
  const marks = [
    review.state === "pending" ? l10n.t("Pending") : "",
    editedAt(comment) === undefined ? "" : l10n.t("edited"),
  ].filter((mark) => mark !== "");
  const isSuggestion = comment.line?.side === "new" && readSuggestion(body) !== undefined;
  const actions = [isSuggestion ? "apply" : "", mayEdit(comment) ? "edit" : "", mayDelete(comment) ? "delete" : ""];
  return {
    author: { name: inLine(formatPerson(author)) },
    body: commentText(body),
    mode: CommentMode.Preview,
    timestamp: new Date(createdAt),
    contextValue: actions.filter((action) => action !== "").join(" "),
    reactions: reactions(comment),
    ...(marks.length === 0 ? {} : { label: marks.join(" · ") }),
  };
}
