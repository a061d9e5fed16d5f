import { Disposable, FileDecoration, l10n, StatusBarAlignment, ThemeColor, window } from "vscode";
import type { FileDecorationProvider, StatusBarItem, Uri } from "vscode";
import { Emitter } from "../workbench/events.ts";
import { count } from "../workbench/words.ts";
import type { Documents } from "./documents.ts";
import { isUnsent } from "./model/draft.ts";
import type { Store } from "./store.ts";
import { fateOf } from "./unsent.ts";

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
      store.drafts.onDidChange(() => {
        this.#changed.fire(undefined);
        void this.#sum();
      }),
    );
    void this.#sum();
  }

  async provideFileDecoration(uri: Uri): Promise<FileDecoration | undefined> {
    const place = this.#documents.placeOf(uri);
    const draft = place === undefined ? undefined : await this.#store.drafts.get(place);
    if (draft === undefined || !isUnsent(draft)) return undefined;
    const fate = fateOf(draft, this.#now());
    return draft.failure === undefined
      ? new FileDecoration("D", l10n.t("Draft, not sent"))
      : new FileDecoration("!", fate, new ThemeColor("list.errorForeground"));
  }

  dispose(): void {
    this.#own.dispose();
    this.#changed.dispose();
  }

  async #sum(): Promise<void> {
    const drafts = (await this.#store.drafts.list()).filter(
      (draft) => isUnsent(draft) && draft.place.target.kind !== "deleted",
    );
    const refused = drafts.filter(({ failure }) => failure !== undefined).length;
    if (drafts.length === 0) {
      this.#status.hide();
      return;
    }
    const icon = refused > 0 ? "$(cloud-upload)" : "$(edit)";
    this.#status.text = `${icon} ${
      drafts.length === 1 ? l10n.t("1 comment not sent") : l10n.t("{0} comments not sent", count(drafts.length))
    }`;
    this.#status.tooltip =
      refused > 0
        ? l10n.t("{0} could not be sent. All are kept. Open Draft…", count(refused))
        : l10n.t("What you wrote is kept until you send it. Open Draft…");
    this.#status.show();
  }
}
