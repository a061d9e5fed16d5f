// The user's unsent comments that VS Code shows in one document, at their lines.
import {
  CommentMode,
  CommentThreadCollapsibleState,
  Range,
  type CommentController,
  type CommentThread,
  type Disposable,
  type Uri,
} from "vscode";
import { inLine } from "../../../workbench/text/encode.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { describeState } from "../../editing/draft-text.ts";
import { getText } from "../../writing/drafts/draft.ts";
import type { Place } from "../../writing/drafts/place.ts";
import { commentText } from "./comment-text.ts";
import type { PendingComment } from "../store/pending-reviews.ts";

/** An unsent comment in a document. */
export interface PlacedDraft {
  readonly draft: PendingComment;
  /** Counted from 1. Undefined for a comment on the file, and if its line has changed since. */
  readonly line: number | undefined;
}

interface Widget {
  readonly thread: CommentThread;
  readonly place: Place;
  /** What was last shown, to leave alone what has not changed. */
  readonly drawn: string;
}

export class ShownDrafts implements Disposable {
  readonly #uri: Uri;
  readonly #controller: Pick<CommentController, "createCommentThread">;
  /** By the ID of the draft. */
  readonly #widgets = new Map<string, Widget>();

  constructor(uri: Uri, controller: Pick<CommentController, "createCommentThread">) {
    this.#uri = uri;
    this.#controller = controller;
  }

  /** Returns the draft of a thread that VS Code passes to commands. */
  find(thread: unknown): Place | undefined {
    return [...this.#widgets.values()].find((widget) => widget.thread === thread)?.place;
  }

  show(drafts: readonly PlacedDraft[], { author, now }: { readonly author: string; readonly now: number }): void {
    const present = new Set(drafts.map(({ draft }) => draft.id));
    for (const [id, { thread }] of this.#widgets) {
      if (present.has(id)) continue;
      thread.dispose();
      this.#widgets.delete(id);
    }
    for (const { draft, line } of drafts) {
      const { anchor, failure, id, place } = draft;
      const text = getText(draft);
      const state = failure === undefined ? l10n.t("Pending") : describeState(draft, now);
      const isMoved = line === undefined && anchor.line !== undefined;
      const outdated = isMoved ? [l10n.t("Outdated: was on line {0}", String(anchor.line.number))] : [];
      const label = [state, ...outdated].join(" · ");
      const drawn = JSON.stringify([line, text, label]);
      const known = this.#widgets.get(id);
      if (known?.drawn === drawn) continue;
      const range = line === undefined ? undefined : new Range(line - 1, 0, line - 1, 0);
      const shown = {
        author: { name: inLine(author) },
        body: commentText(text),
        mode: CommentMode.Preview,
        label: l10n.t("Draft"),
      };
      const thread = known?.thread ?? this.#controller.createCommentThread(this.#uri, range ?? FILE, [shown]);
      if (known === undefined) thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
      else thread.comments = [shown];
      thread.range = range;
      // Text is written in editors, where it is safe. VS Code's own box would lose it.
      thread.canReply = false;
      thread.label = label;
      thread.contextValue = "draft";
      this.#widgets.set(id, { thread, place, drawn });
    }
  }

  dispose(): void {
    for (const { thread } of this.#widgets.values()) thread.dispose();
    this.#widgets.clear();
  }
}

const FILE = new Range(0, 0, 0, 0);
