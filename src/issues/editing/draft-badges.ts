// Shows unsent drafts: a badge on each tab, their number in the status bar, and the menus that need any.
import {
  commands,
  Disposable,
  StatusBarAlignment,
  window,
  type FileDecoration,
  type FileDecorationProvider,
  type StatusBarItem,
  type Uri,
} from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { Emitter } from "../../workbench/events.ts";
import { withIcon } from "../../workbench/text/label.ts";
import { fileDecoration, showStatus } from "../../workbench/text/sinks.ts";
import { count } from "../../workbench/format.ts";
import { isUnsent } from "../writing/draft.ts";
import type { Drafts } from "../writing/drafts.ts";
import type { Place } from "../writing/place.ts";
import { isDeleted, unsentDrafts } from "./rows.ts";
import { describeState } from "./draft-text.ts";

export interface MarkParts {
  readonly drafts: Drafts;
  readonly getPlace: (uri: Uri) => Place | undefined;
  readonly now: () => number;
}

export class Marks implements FileDecorationProvider, Disposable {
  readonly #parts: MarkParts;
  readonly #changed = new Emitter<Uri[] | undefined>();
  readonly #status: StatusBarItem;
  readonly #disposables: Disposable;
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(parts: MarkParts) {
    this.#parts = parts;
    this.#status = window.createStatusBarItem("triptych.issues.unsent", StatusBarAlignment.Left);
    this.#status.name = l10n.t("Triptych Drafts");
    this.#status.command = "triptych.issues.openDraft";
    this.#disposables = Disposable.from(
      this.#status,
      window.registerFileDecorationProvider(this),
      parts.drafts.onDidChange(() => {
        this.#changed.fire(undefined);
        void this.#sum();
      }),
    );
    void this.#sum();
  }

  async provideFileDecoration(uri: Uri): Promise<FileDecoration | undefined> {
    const { drafts, now, getPlace } = this.#parts;
    const place = getPlace(uri);
    const draft = place === undefined ? undefined : await drafts.get(place);
    if (draft === undefined || !isUnsent(draft)) return undefined;
    return draft.failure === undefined
      ? fileDecoration("D", l10n.t("Draft, not sent"))
      : fileDecoration("!", describeState(draft, now()), "list.errorForeground");
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  async #sum(): Promise<void> {
    const all = await unsentDrafts(this.#parts.drafts);
    const unsent = all.filter((each) => !isDeleted(each));
    const refused = unsent.filter(({ failure }) => failure !== undefined).length;
    void commands.executeCommand("setContext", "triptych.issues.hasDrafts", all.length > 0);
    void commands.executeCommand("setContext", "triptych.issues.hasOutbox", refused > 0);
    if (unsent.length === 0) {
      this.#status.hide();
      return;
    }
    showStatus(
      this.#status,
      withIcon(refused > 0 ? "cloud-upload" : "edit", l10n.plural(unsent.length, "{0} draft", "{0} drafts")),
      refused > 0
        ? l10n.t("{0} not sent. Select to open a draft.", count(refused))
        : l10n.t("Not sent yet. Select to open a draft."),
    );
  }
}
