import { l10n } from "vscode";
import type { Uri } from "vscode";
import { Problem } from "../base/problem.ts";
import type { Shared } from "../workbench/shared.ts";
import type { Documents } from "./documents.ts";
import type { Merging } from "./documents/merging.ts";
import type { Comment } from "./model.ts";
import { textOf } from "./model/draft.ts";
import type { DraftPlace } from "./model/draft.ts";
import type { Store } from "./store.ts";
import { nameOf } from "./words.ts";

export interface ConflictParts {
  readonly store: Store;
  readonly documents: Documents;
  readonly merging: Merging;
  /** Sends the draft, and says what became of it. */
  readonly send: (place: DraftPlace) => Promise<unknown>;
}

/** What one does when somebody else has changed or deleted the comment that one was changing. */
export class Conflicts {
  readonly #dialogs: Shared["dialogs"];
  readonly #parts: ConflictParts;

  constructor({ dialogs }: Pick<Shared, "dialogs">, parts: ConflictParts) {
    this.#dialogs = dialogs;
    this.#parts = parts;
  }

  /** Shows all three texts, and says what has happened. */
  async show(place: DraftPlace, theirs: Comment): Promise<void> {
    await this.#parts.merging.open(place, theirs);
    const words = l10n.t(
      "Someone changed this comment while you were editing it. Nothing was sent, and your text is kept. Merge both, then choose Use Merged Text.",
    );
    void this.#dialogs.message("warning", words, [
      { label: l10n.t("Keep Mine"), run: () => this.keepMine(place) },
      { label: l10n.t("Take Theirs"), run: () => this.takeTheirs(place) },
    ]);
  }

  async merge(place: DraftPlace): Promise<void> {
    const theirs = await this.#theirs(place);
    if (theirs !== undefined) await this.#parts.merging.open(place, theirs);
  }

  /** Sends what was written here in the place of what the reader has seen there. */
  async keepMine(place: DraftPlace): Promise<void> {
    const theirs = await this.#theirs(place);
    if (theirs === undefined) return;
    const sure = await this.#dialogs.confirm({
      sentence: l10n.t(
        "Replace what {0} says on #{1} now by your text?",
        nameOf(theirs.author),
        String(place.thread.number),
      ),
      detail: theirs.body.slice(0, LONGEST_SHOWN),
      yes: l10n.t("Keep Mine"),
    });
    if (!sure) return;
    await this.#parts.store.drafts.rebase(place, theirs.body);
    await this.#parts.merging.close(place);
    await this.#parts.send(place);
  }

  /** Gives up what was written here. */
  async takeTheirs(place: DraftPlace): Promise<void> {
    const sure = await this.#dialogs.confirm({
      sentence: l10n.t("Give up your changes to this comment?"),
      detail: l10n.t("What you wrote is deleted here. Nothing changes on the server."),
      yes: l10n.t("Take Theirs"),
    });
    if (!sure) return;
    const { documents, merging, store } = this.#parts;
    await merging.close(place);
    // Saved first, so that closing asks nothing.
    await documents.save(place);
    await documents.close(place);
    await store.drafts.remove(place);
    await store.readThread(place.thread);
  }

  /** Makes the merged text the draft, to be read once more and sent. */
  async useMerged(uri: Uri | undefined): Promise<void> {
    const place = await this.#parts.merging.take(uri);
    if (place === undefined) {
      await this.#dialogs.message("info", l10n.t("There is no merge whose conflicts are all settled."));
      return;
    }
    await this.#parts.documents.open(place);
  }

  /** The comment is gone: its new text becomes a comment of its own. */
  async postAnew(place: DraftPlace): Promise<void> {
    const { documents, store } = this.#parts;
    await documents.save(place);
    const draft = await store.drafts.get(place);
    if (draft === undefined) return;
    const anew: DraftPlace = { thread: place.thread, target: { kind: "new" } };
    await documents.save(anew);
    const begun = await store.drafts.get(anew);
    const text = begun === undefined ? "" : textOf(begun).trimEnd();
    const { repository } = draft;
    await store.drafts.save(
      anew,
      text === "" ? textOf(draft) : `${text}\n\n${textOf(draft)}`,
      repository === undefined ? {} : { repository },
    );
    await documents.close(place);
    await store.drafts.remove(place);
    await documents.open(anew);
  }

  /** The comment as it stands there now; where it is gone, sending says so. */
  async #theirs(place: DraftPlace): Promise<Comment | undefined> {
    if (place.target.kind !== "comment") return undefined;
    await this.#parts.documents.save(place);
    const theirs = await this.#parts.store.comment(place.thread, place.target.id);
    if (theirs === undefined) throw new Problem("notFound", { origin: new URL(place.thread.base).origin });
    return theirs;
  }
}

const LONGEST_SHOWN = 600;
