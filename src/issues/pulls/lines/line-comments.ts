// Shows the conversations of a pull request's review at their lines: in the files of its diffs, and in those of its
// branch while that is checked out.
import {
  Disposable,
  workspace,
  type Comment as ShownComment,
  type CommentController,
  type CommentReaction,
  type TextDocument,
} from "vscode";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { asProblem } from "../../../base/problem.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { loadEmoji } from "../../wording/emoji-names.ts";
import { threadKey, type ThreadAddress } from "../../model/address.ts";
import type { LineFate } from "../../model/line-map.ts";
import type { ReactionTarget, EmojiCatalog, Reactions } from "../../thread/reactions.ts";
import type { PollTime } from "../../thread/thread-poller.ts";
import { threadAt, type Place } from "../../writing/drafts/place.ts";
import { readText } from "../store/file-text.ts";
import { parsePullUri, type PullFile } from "../store/pull-uri.ts";
import type { CheckedOutPulls } from "../checkout/checked-out-pulls.ts";
import { findComments, toConversations, type Conversation, type LineComment } from "./conversations.ts";
import { toCommentReactions } from "./line-reactions.ts";
import { followLine } from "../store/follow-head.ts";
import { placeComments } from "./place-comments.ts";
import { PolledPulls } from "./polled-pulls.ts";
import type { Pulls } from "../store/pulls.ts";
import { ShownDrafts, type PlacedDraft } from "./shown-drafts.ts";
import { ShownConversations, type Offered } from "./shown-conversations.ts";
import type { Access } from "../../repositories/access.ts";
import type { PendingReviews } from "../store/pending-reviews.ts";
import type { Servers } from "../../repositories/servers.ts";
import type { Threads } from "../../thread/threads.ts";
import type { Writing } from "../../writing/writing.ts";

type ReviewController = Pick<CommentController, "createCommentThread" | "dispose" | "reactionHandler">;

/** VS Code offers reactions to all comments of a controller or to none, and drafts can't have any. */
interface Controllers {
  readonly conversations: ReviewController;
  readonly drafts: ReviewController;
}

export interface LineCommentDependencies {
  readonly checkedOut: Pick<CheckedOutPulls, "findFile" | "onDidChange">;
  readonly shared: Pick<Shared, "now" | "problems">;
  readonly services: {
    readonly access: Access;
    readonly emoji: EmojiCatalog;
    readonly pendingReviews: PendingReviews;
    readonly pulls: Pulls;
    readonly reactions: Reactions;
    readonly servers: Servers;
    readonly threads: Threads;
    readonly writing: Writing;
  };
  readonly time: PollTime;
  /** Called when the first file of a pull request is shown. */
  readonly createController: (subject: "conversations" | "drafts") => ReviewController;
  /** Asks the user to sign in if necessary. Returns false if they may not react. */
  readonly mayReact: (pull: ThreadAddress) => Promise<boolean>;
}

/** A file of a pull request that is open. */
export interface ReviewedFile extends PullFile {
  /** Whether it is in a folder in which the branch is checked out. It may have changes that aren't pushed. */
  readonly isWorking: boolean;
}

/** A conversation, where it is shown. */
export interface FoundConversation {
  readonly document: TextDocument;
  readonly file: ReviewedFile;
  readonly conversation: Conversation;
}

export type FoundComment = FoundConversation & LineComment;

/** Shows conversations as long as a document is open. */
export class LineComments implements Disposable {
  readonly #dependencies: LineCommentDependencies;
  readonly #files = new Map<TextDocument, ShownFile>();
  readonly #polled: PolledPulls;
  readonly #listening: Disposable;
  #controllers: Controllers | undefined;

  constructor(dependencies: LineCommentDependencies) {
    this.#dependencies = dependencies;
    const { reactions, threads, writing } = dependencies.services;
    const update = (pull: ThreadAddress, isWanted: (file: ShownFile) => boolean = () => true): void => {
      for (const shown of this.#files.values())
        if (isSamePull(shown.file.pull, pull) && isWanted(shown)) void this.#update(shown);
    };
    this.#polled = new PolledPulls({
      time: dependencies.time,
      now: dependencies.shared.now,
      threads,
      findFile: (document) => this.getFile(document),
      onPoll: (pull) => update(pull, ({ isIncomplete }) => isIncomplete),
    });
    this.#listening = Disposable.from(
      workspace.onDidOpenTextDocument((document) => this.#open([document])),
      workspace.onDidCloseTextDocument((document) => {
        this.#close(document);
        this.#poll();
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        const shown = this.#files.get(document);
        if (shown?.file.isWorking === true) void this.#update(shown);
      }),
      dependencies.checkedOut.onDidChange(() => this.#open(workspace.textDocuments)),
      threads.onDidChange((pull) => {
        update(pull);
        this.#polled.wake(pull);
      }),
      reactions.onDidChange(({ thread }) => update(thread)),
      writing.drafts.onDidChange(({ place }) => {
        if (place.kind === "reviewComment") update(threadAt(place));
      }),
    );
    this.#open(workspace.textDocuments);
  }

  /** Returns the conversation of a thread that VS Code passes to commands. */
  find(thread: unknown): FoundConversation | undefined {
    for (const [document, { file, shown }] of this.#files) {
      const conversation = shown.find(thread);
      if (conversation !== undefined) return { document, file, conversation };
    }
    return undefined;
  }

  /** Returns the comment that VS Code passes to commands. */
  findComment(given: unknown): FoundComment | undefined {
    for (const [document, { file, shown }] of this.#files) {
      const found = shown.findComment(given);
      if (found !== undefined) return { document, file, ...found };
    }
    return undefined;
  }

  /** Returns the unsent comment of a thread that VS Code passes to commands. */
  findDraft(thread: unknown): Place | undefined {
    for (const { drafts } of this.#files.values()) {
      const place = drafts.find(thread);
      if (place !== undefined) return place;
    }
    return undefined;
  }

  /** Returns what a document is in a pull request. */
  getFile(document: TextDocument): ReviewedFile | undefined {
    return this.#files.get(document)?.file;
  }

  /** Returns the conversations that are shown in a document. Undefined if it isn't part of a pull request. */
  list(document: TextDocument): readonly FoundConversation[] | undefined {
    const found = this.#files.get(document);
    return found?.shown.list().map((conversation) => ({ document, file: found.file, conversation }));
  }

  dispose(): void {
    this.#listening.dispose();
    this.#polled.dispose();
    for (const shown of this.#files.values()) shown.dispose();
    this.#controllers?.conversations.dispose();
    this.#controllers?.drafts.dispose();
  }

  #open(documents: readonly TextDocument[]): void {
    for (const document of documents) this.#show(document);
    this.#poll();
  }

  #poll(): void {
    this.#polled.follow([...this.#files.values()].map(({ file }) => file.pull));
  }

  #show(document: TextDocument): void {
    const file = this.#findFile(document);
    const known = this.#files.get(document);
    if (file !== undefined && known !== undefined && isSameFile(file, known.file)) return;
    if (known !== undefined) this.#close(document);
    if (file === undefined) return;
    const { services } = this.#dependencies;
    const shown = new ShownFile(document, file, this.#dependencies, this.#startControllers());
    this.#files.set(document, shown);
    void this.#update(shown);
    const { reading, thread } = services.threads.at(file.pull);
    if (thread === undefined && !reading) void services.threads.read(file.pull);
  }

  #findFile({ uri }: TextDocument): ReviewedFile | undefined {
    const file = parsePullUri(uri);
    if (file !== undefined) {
      const isShown = file.commit !== undefined && file.isReviewed === undefined;
      return isShown ? { ...file, isWorking: false } : undefined;
    }
    const found = this.#dependencies.checkedOut.findFile(uri);
    return found && { ...found, side: "new", changed: found.path, commit: undefined, isWorking: true };
  }

  #startControllers(): Controllers {
    if (this.#controllers !== undefined) return this.#controllers;
    const { createController } = this.#dependencies;
    const conversations = createController("conversations");
    conversations.reactionHandler = (comment, reaction) => this.#react(comment, reaction);
    this.#controllers = { conversations, drafts: createController("drafts") };
    return this.#controllers;
  }

  #close(document: TextDocument): void {
    this.#files.get(document)?.dispose();
    this.#files.delete(document);
  }

  async #update(file: ShownFile): Promise<void> {
    if (!(await file.update())) return;
    const { pull } = file.file;
    const ids = new Set(
      [...this.#files.values()].flatMap((each) => (isSamePull(each.file.pull, pull) ? each.shown.listExpanded() : [])),
    );
    this.#dependencies.services.reactions.look(pull, [...ids], "files");
  }

  async #react(given: ShownComment, { label: name }: CommentReaction): Promise<void> {
    const found = this.findComment(given);
    if (found === undefined) return;
    const { mayReact, services, shared } = this.#dependencies;
    const { pull } = found.file;
    if (!(await mayReact(pull))) return;
    const target: ReactionTarget = { thread: pull, comment: found.comment.id };
    const isOn = services.reactions.of(target)?.some((group) => group.name === name && group.own) !== true;
    try {
      await services.reactions.toggle(target, name, isOn);
    } catch (error) {
      const what = isOn ? l10n.t("Could not add the reaction.") : l10n.t("Could not remove the reaction.");
      shared.problems.notify(asProblem(error), {}, what);
    }
  }
}

export function isSamePull(one: ThreadAddress, other: ThreadAddress): boolean {
  return threadKey(one) === threadKey(other);
}

function isSameFile(one: ReviewedFile, other: ReviewedFile): boolean {
  return isSamePull(one.pull, other.pull) && one.path === other.path && one.isWorking === other.isWorking;
}

/** A document with its conversations. */
class ShownFile implements Disposable {
  readonly file: ReviewedFile;
  readonly shown: ShownConversations;
  readonly drafts: ShownDrafts;
  readonly #document: TextDocument;
  readonly #dependencies: LineCommentDependencies;
  readonly #retained: Disposable;
  /** Loads files, and notes if one could not be loaded. */
  readonly #pulls: Pick<Pulls, "readContent">;
  #wanted = 0;
  #isUpdating = false;
  #isIncomplete = false;
  #isDisposed = false;

  constructor(
    document: TextDocument,
    file: ReviewedFile,
    dependencies: LineCommentDependencies,
    { conversations, drafts }: Controllers,
  ) {
    this.#document = document;
    this.file = file;
    this.shown = new ShownConversations(document.uri, conversations);
    this.drafts = new ShownDrafts(document.uri, drafts);
    this.#dependencies = dependencies;
    this.#retained = dependencies.services.threads.retain(file.pull);
    this.#pulls = {
      readContent: async (...given) => {
        try {
          return await dependencies.services.pulls.readContent(...given);
        } catch (error) {
          this.#isIncomplete = true;
          throw error;
        }
      },
    };
  }

  /** Whether a comment may be missing because a file could not be loaded. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** Shows the conversations of the thread as last loaded. Returns false while an earlier call does that. */
  async update(): Promise<boolean> {
    this.#wanted += 1;
    if (this.#isUpdating) return false;
    this.#isUpdating = true;
    try {
      let done = 0;
      while (done !== this.#wanted && !this.#isDisposed) {
        done = this.#wanted;
        this.#isIncomplete = false;
        const [conversations, offered, drafts] = await Promise.all([
          this.#read(),
          this.#readOffered(),
          this.#readDrafts(),
        ]);
        if (done !== this.#wanted || this.#isDisposed) continue;
        if (conversations !== undefined) this.shown.show(conversations, offered);
        const { services, shared } = this.#dependencies;
        this.drafts.show(drafts, { author: services.access.loginAt(this.file.pull) ?? "", now: shared.now() });
      }
    } finally {
      this.#isUpdating = false;
    }
    return !this.#isDisposed;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#retained.dispose();
    this.shown.dispose();
    this.drafts.dispose();
  }

  /** Returns the user's unsent comments on this side of the file. */
  async #readDrafts(): Promise<readonly PlacedDraft[]> {
    const { changed, commit, isWorking, path, pull, side } = this.file;
    const { pendingReviews } = this.#dependencies.services;
    const all = await pendingReviews.comments(pull);
    const own = all.filter(
      ({ anchor }) => (anchor.path === path || anchor.path === changed) && (anchor.line?.side ?? "new") === side,
    );
    const text = own.length === 0 ? undefined : await this.#readText();
    const placed = await Promise.all(
      own.map(async (draft) => {
        const { anchor } = draft;
        if (anchor.commit === commit || text === undefined) return { draft, line: anchor.line?.number };
        return { draft, line: await followLine(this.#pulls, pull, anchor, text).catch(() => undefined) };
      }),
    );
    return placed.filter(({ draft, line }) => !isWorking || line !== undefined || draft.anchor.line === undefined);
  }

  async #read(): Promise<readonly Conversation[] | undefined> {
    const { changed, isWorking, path, pull, side } = this.file;
    const { thread } = this.#dependencies.services.threads.at(pull);
    if (thread === undefined) return undefined;
    const comments = findComments(thread.reviews, new Set([path, changed]));
    if (comments.length === 0) return [];
    const text = await this.#readText();
    // After a failed load, what is shown stays.
    if (text === undefined) return this.#isIncomplete ? undefined : [];
    const place = placeComments(this.#pulls, { pull, side, text });
    const placed = await Promise.all(
      comments.map(async ({ comment, review }) => {
        // Comments on the file as a whole are shown once, after the change.
        const elsewhere = side === "new" ? "file" : "unclear";
        const fate: LineFate | "file" = comment.line === undefined ? elsewhere : await place(comment, review);
        return { comment, review, fate };
      }),
    );
    // In a file that is being edited, outdated ones would come and go. They are in the diffs.
    return toConversations(isWorking ? placed.filter(({ fate }) => fate !== "changed") : placed);
  }

  async #readText(): Promise<string | undefined> {
    const { commit, path, pull } = this.file;
    if (commit === undefined) return this.#document.getText();
    return readText(await this.#pulls.readContent(pull, path, commit).catch(() => undefined));
  }

  async #readOffered(): Promise<Offered> {
    const { access, emoji, reactions, servers, threads } = this.#dependencies.services;
    const { pull } = this.file;
    const issue = threads.at(pull).thread?.issue;
    const [table, resolves] = await Promise.all([loadEmoji(), servers.resolvesConversations(pull).catch(() => false)]);
    return {
      mayResolve: resolves && access.offers("changeIssue", pull, { issue }),
      mayEdit: (comment) => access.offers("editComment", pull, { issue, comment }),
      mayDelete: (comment) => access.offers("deleteComment", pull, { issue, comment }),
      reactions: ({ id }) => {
        const groups = reactions.of({ thread: pull, comment: id }) ?? [];
        const allowed = access.offers("react", pull, { issue }) ? emoji.at(pull.base).reactions : [];
        return toCommentReactions(allowed, groups, table);
      },
    };
  }
}
