import { Disposable, StatusBarAlignment, window } from "vscode";
import type { FileDecoration, FileDecorationProvider, StatusBarItem, Uri } from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import { Emitter } from "../workbench/events.ts";
import { withIcon } from "../workbench/text/label.ts";
import { fileDecoration, showStatus } from "../workbench/text/sinks.ts";
import { count } from "../workbench/words.ts";
import type { Documents } from "./documents.ts";
import { issuePlaceOf } from "./issue-documents.ts";
import { isUnsent } from "./model/draft.ts";
import { isUnsentIssue } from "./model/issue-draft.ts";
import type { Store } from "./store.ts";
import { unsentOf } from "./unsent.ts";
import type { Unsent } from "./unsent.ts";
import { fateOf } from "./unsent/comments.ts";
import { issueFateOf } from "./unsent/issues.ts";

/** Marks what is kept and not sent: on its tab, and in sum in the status bar. */
export class Marks implements FileDecorationProvider, Disposable {
  readonly #store: Store;
  readonly #documents: Documents;
  readonly #now: () => number;
  readonly #changed = new Emitter<Uri[] | undefined>();
  readonly #status: StatusBarItem;
  readonly #own: Disposable;
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(store: Store, documents: Documents, now: () => number) {
    this.#store = store;
    this.#documents = documents;
    this.#now = now;
    this.#status = window.createStatusBarItem("triptych.issues.unsent", StatusBarAlignment.Left);
    this.#status.name = l10n.t("Triptych: Comments Not Sent");
    this.#status.command = "triptych.issues.openDraft";
    this.#own = Disposable.from(
      this.#status,
      window.registerFileDecorationProvider(this),
      ...[store.drafts.onDidChange, store.issueDesk.drafts.onDidChange].map((onDidChange) =>
        onDidChange(() => {
          this.#changed.fire(undefined);
          void this.#sum();
        }),
      ),
    );
    void this.#sum();
  }

  async provideFileDecoration(uri: Uri): Promise<FileDecoration | undefined> {
    const fate = await this.#fateOf(uri);
    if (fate === undefined) return undefined;
    return fate.refused
      ? fileDecoration("!", fate.words, "list.errorForeground")
      : fileDecoration("D", l10n.t("Draft, not sent"));
  }

  dispose(): void {
    this.#own.dispose();
    this.#changed.dispose();
  }

  /** How what is written in an editor stands; nothing where there is nothing that was not sent. */
  async #fateOf(uri: Uri): Promise<{ readonly refused: boolean; readonly words: string } | undefined> {
    const issuePlace = issuePlaceOf(uri);
    if (issuePlace !== undefined) {
      const draft = await this.#store.issueDesk.drafts.get(issuePlace);
      if (draft === undefined || !isUnsentIssue(draft)) return undefined;
      return { refused: draft.failure !== undefined, words: issueFateOf(draft, this.#now()) };
    }
    const place = this.#documents.placeOf(uri);
    const draft = place === undefined ? undefined : await this.#store.drafts.get(place);
    if (draft === undefined || !isUnsent(draft)) return undefined;
    return { refused: draft.failure !== undefined, words: fateOf(draft, this.#now()) };
  }

  async #sum(): Promise<void> {
    const unsent = (await unsentOf(this.#store)).filter((each) => !isDeleted(each));
    const refused = unsent.filter(({ draft }) => draft.failure !== undefined).length;
    if (unsent.length === 0) {
      this.#status.hide();
      return;
    }
    showStatus(
      this.#status,
      withIcon(refused > 0 ? "cloud-upload" : "edit", sumWords(unsent)),
      refused > 0
        ? l10n.t("{0} could not be sent. All are kept. Open Draft…", count(refused))
        : l10n.t("What you wrote is kept until you send it. Open Draft…"),
    );
  }
}

/** What was deleted on the server is kept, and waits for nothing. */
function isDeleted(unsent: Unsent): boolean {
  return unsent.of === "comment" && unsent.draft.place.target.kind === "deleted";
}

function sumWords(unsent: readonly Unsent[]): string {
  const issues = unsent.filter((each) => each.of === "issue").length;
  const comments = unsent.length - issues;
  if (issues === 0)
    return comments === 1 ? l10n.t("1 comment not sent") : l10n.t("{0} comments not sent", count(comments));
  if (comments === 0) return issues === 1 ? l10n.t("1 issue not sent") : l10n.t("{0} issues not sent", count(issues));
  return l10n.t("{0} drafts not sent", count(unsent.length));
}
