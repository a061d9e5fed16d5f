import { Range } from "vscode";
import type { CodeLens, CodeLensProvider, Event, TextDocument, Uri } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import type { CommandId } from "../../workbench/commands.ts";
import { withIcon } from "../../workbench/text/label.ts";
import type { Label } from "../../workbench/text/label.ts";
import { codeLens } from "../../workbench/text/sinks.ts";
import type { Draft, DraftPlace } from "../model/draft.ts";
import type { Store } from "../store.ts";
import { isWaiting } from "../store/outbox.ts";
import { problemOf, refusalWord } from "../words.ts";

export interface LensParts {
  readonly store: Store;
  readonly now: () => number;
  readonly changed: Event<void>;
  readonly placeOf: (uri: Uri) => DraftPlace | undefined;
  readonly title: (place: DraftPlace, draft: Draft | undefined) => string;
}

/** Over what is written: what it is or why it was not sent, and what can be done next. */
export class Lenses implements CodeLensProvider {
  readonly #parts: LensParts;
  readonly onDidChangeCodeLenses: Event<void>;

  constructor(parts: LensParts) {
    this.#parts = parts;
    this.onDidChangeCodeLenses = parts.changed;
  }

  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const { placeOf, store, title } = this.#parts;
    const place = placeOf(document.uri);
    if (place === undefined) return [];
    const draft = await store.drafts.get(place);
    const top = new Range(0, 0, 0, 0);
    const lens = (words: string | Label, command?: CommandId): CodeLens => codeLens(top, words, command, document.uri);
    const changes = place.target.kind === "comment";
    const send = changes
      ? lens(withIcon("send", l10n.t("Send Changes")), "triptych.issues.sendChanges")
      : lens(withIcon("send", l10n.t("Post Comment")), "triptych.issues.postComment");
    const discard = lens(
      withIcon("discard", changes ? l10n.t("Revert") : l10n.t("Discard")),
      "triptych.issues.discardDraft",
    );
    if (draft?.failure === undefined) return [lens(title(place, draft)), send, discard];
    return [lens(withIcon("warning", this.#fate(draft))), ...this.#remedies(draft, lens), discard];
  }

  #fate(draft: Draft): string {
    const { failure, place } = draft;
    if (failure === undefined) return "";
    const word = refusalWord(failure.why, problemOf(failure, place.thread), this.#parts.now());
    return isWaiting(draft)
      ? l10n.t("Not sent: {0}. It is sent when the connection is back", word)
      : l10n.t("Not sent: {0}", word);
  }

  #remedies(
    { failure, place }: Draft,
    lens: (words: string | Label, command?: CommandId) => CodeLens,
  ): readonly CodeLens[] {
    const copy = lens(withIcon("copy", l10n.t("Copy Text")), "triptych.issues.copyText");
    if (failure?.why === "conflict") {
      return [
        lens(withIcon("git-merge", l10n.t("Compare and Merge")), "triptych.issues.mergeChanges"),
        lens(l10n.t("Keep Mine"), "triptych.issues.keepMine"),
        lens(l10n.t("Take Theirs"), "triptych.issues.takeTheirs"),
      ];
    }
    if (failure?.why === "missing" && place.target.kind === "comment") {
      return [lens(withIcon("comment", l10n.t("Post as New Comment")), "triptych.issues.postAnew"), copy];
    }
    const again = place.target.kind === "comment" ? "triptych.issues.sendChanges" : "triptych.issues.postComment";
    return [lens(withIcon("refresh", l10n.t("Try Again")), again), copy];
  }
}
