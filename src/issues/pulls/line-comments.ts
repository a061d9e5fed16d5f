// Shows the conversations of a pull request's review at their lines, in the files of its diffs.
import {
  CommentMode,
  CommentThreadCollapsibleState,
  Disposable,
  Range,
  workspace,
  type Comment as ShownComment,
  type CommentController,
  type CommentThread,
  type TextDocument,
} from "vscode";
import { inLine } from "../../workbench/text/encode.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { threadKey } from "../model/address.ts";
import { editedAt, type Id } from "../model/entities.ts";
import { formatPerson } from "../names.ts";
import type { Services } from "../services.ts";
import { readText } from "./file-text.ts";
import { parsePullUri, type PullFile } from "./pull-uri.ts";
import { commentText } from "./comment-text.ts";
import { findComments, toConversations, type Conversation, type LineComment } from "./conversations.ts";
import { placeComments } from "./place-comments.ts";

export interface LineCommentParts {
  readonly services: Pick<Services, "pulls" | "threads">;
  /** Called when the first file of a pull request is shown. */
  readonly createController: () => Pick<CommentController, "createCommentThread" | "dispose">;
}

/** Drawing hundreds of expanded conversations takes VS Code many seconds. */
const MAX_EXPANDED = 20;

export interface Found {
  readonly document: TextDocument;
  /** Counted from 1. Undefined for comments on the file as a whole. */
  readonly line: number | undefined;
}

/** Shows conversations as long as a document is open. */
export class LineComments implements Disposable {
  readonly #parts: LineCommentParts;
  readonly #files = new Map<TextDocument, ShownFile>();
  readonly #listening: Disposable;
  #controller: ReturnType<LineCommentParts["createController"]> | undefined;

  constructor(parts: LineCommentParts) {
    this.#parts = parts;
    this.#listening = Disposable.from(
      workspace.onDidOpenTextDocument((document) => this.#open(document)),
      workspace.onDidCloseTextDocument((document) => this.#close(document)),
      parts.services.threads.onDidChange((pull) => {
        for (const shown of this.#files.values()) {
          if (threadKey(shown.file.pull) === threadKey(pull)) void shown.update();
        }
      }),
    );
    for (const document of workspace.textDocuments) this.#open(document);
  }

  /** Returns the document and line of a conversation that VS Code shows. */
  find(thread: unknown): Found | undefined {
    for (const [document, shown] of this.#files) {
      const conversation = shown.find(thread);
      if (conversation !== undefined) return { document, line: conversation.line };
    }
    return undefined;
  }

  dispose(): void {
    this.#listening.dispose();
    for (const shown of this.#files.values()) shown.dispose();
    this.#controller?.dispose();
  }

  #open(document: TextDocument): void {
    const file = parsePullUri(document.uri);
    if (file?.commit === undefined || this.#files.has(document)) return;
    const { services } = this.#parts;
    this.#controller ??= this.#parts.createController();
    this.#files.set(document, new ShownFile(document, file, services, this.#controller));
    if (services.threads.at(file.pull).thread === undefined) void services.threads.read(file.pull);
  }

  #close(document: TextDocument): void {
    this.#files.get(document)?.dispose();
    this.#files.delete(document);
  }
}

/** The conversations in one document. */
class ShownFile implements Disposable {
  readonly file: PullFile;
  readonly #document: TextDocument;
  readonly #services: LineCommentParts["services"];
  readonly #controller: Pick<CommentController, "createCommentThread">;
  /** By the ID of their first comment. */
  readonly #shown = new Map<Id, ShownConversation>();
  readonly #retained: Disposable;
  #updates = 0;

  constructor(
    document: TextDocument,
    file: PullFile,
    services: LineCommentParts["services"],
    controller: Pick<CommentController, "createCommentThread">,
  ) {
    this.#document = document;
    this.file = file;
    this.#services = services;
    this.#controller = controller;
    this.#retained = services.threads.retain(file.pull);
    void this.update();
  }

  /** Shows the conversations of the thread as last loaded. */
  async update(): Promise<void> {
    this.#updates += 1;
    const update = this.#updates;
    const conversations = await this.#read();
    // A later update is newer.
    if (update !== this.#updates || conversations === undefined) return;
    const present = new Set(conversations.map(({ id }) => id));
    for (const [id, shown] of this.#shown) {
      if (present.has(id)) continue;
      shown.thread.dispose();
      this.#shown.delete(id);
    }
    const isMany = conversations.length > MAX_EXPANDED;
    for (const conversation of conversations) this.#show(conversation, isMany);
  }

  find(thread: unknown): Conversation | undefined {
    return [...this.#shown.values()].find((shown) => shown.thread === thread)?.conversation;
  }

  dispose(): void {
    this.#updates += 1;
    this.#retained.dispose();
    for (const { thread } of this.#shown.values()) thread.dispose();
    this.#shown.clear();
  }

  async #read(): Promise<readonly Conversation[] | undefined> {
    const { changed, commit, path, pull, side } = this.file;
    const { pulls, threads } = this.#services;
    const { thread } = threads.at(pull);
    if (thread === undefined || commit === undefined) return undefined;
    const comments = findComments(thread.reviews, new Set([path, changed]));
    if (comments.length === 0) return [];
    const content = await pulls.readContent(pull, path, commit).catch(() => undefined);
    const text = readText(content);
    if (text === undefined) return [];
    const place = placeComments(pulls, { pull, side, text });
    const placed = await Promise.all(
      comments.map(async ({ comment, review }) => {
        // Comments on the file as a whole are shown once, after the change.
        const elsewhere = side === "new" ? "file" : "unclear";
        return {
          comment,
          review,
          fate: comment.line === undefined ? elsewhere : await place(comment, review),
        } as const;
      }),
    );
    return toConversations(placed);
  }

  #show(conversation: Conversation, isMany: boolean): void {
    const known = this.#shown.get(conversation.id);
    const present = JSON.stringify(conversation, (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    if (known?.drawn === present) return;
    const { comments, isOutdated, line, resolvedBy } = conversation;
    const isFolded = isMany || isOutdated || resolvedBy !== undefined;
    const range = line === undefined ? undefined : new Range(line - 1, 0, line - 1, 0);
    const shown = comments.map(toShown);
    const thread = known?.thread ?? this.#controller.createCommentThread(this.#document.uri, range ?? FILE, shown);
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
    const contextValue = isOutdated ? "outdated" : "conversation";
    thread.contextValue = contextValue;
    this.#shown.set(conversation.id, { thread, conversation, isFolded, drawn: present });
  }
}

interface ShownConversation {
  readonly thread: CommentThread;
  readonly conversation: Conversation;
  readonly isFolded: boolean;
  /** What was last shown, to leave alone what has not changed. */
  readonly drawn: string;
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

function toShown({ comment, review }: LineComment): ShownComment {
  const { author, body, createdAt } = comment;
  const marks = [
    review.state === "pending" ? l10n.t("Pending") : "",
    editedAt(comment) === undefined ? "" : l10n.t("edited"),
  ].filter((mark) => mark !== "");
  return {
    author: { name: inLine(formatPerson(author)) },
    body: commentText(body),
    mode: CommentMode.Preview,
    timestamp: new Date(createdAt),
    ...(marks.length === 0 ? {} : { label: marks.join(" · ") }),
  };
}
