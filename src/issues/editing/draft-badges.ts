// Shows which drafts are unsent: badges on tabs, a count in the status bar, and context keys for menus.
import { commands, Disposable, StatusBarAlignment, window, type Uri } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { Emitter } from "../../workbench/events.ts";
import { withIcon } from "../../workbench/text/label.ts";
import { fileDecoration, showStatus } from "../../workbench/vscode-objects.ts";
import { format } from "../../workbench/text/format.ts";
import { isUnsent } from "../writing/drafts/draft.ts";
import type { LensDependencies } from "./lenses.ts";
import { isDeleted, unsentDrafts } from "./draft-rows.ts";
import { describeState } from "./draft-text.ts";

export function showDraftBadges({ drafts, getPlace, now }: LensDependencies): Disposable {
  const changed = new Emitter<Uri[] | undefined>();
  const status = window.createStatusBarItem("triptych.issues.unsent", StatusBarAlignment.Left);
  status.name = l10n.t("Triptych Drafts");
  status.command = "triptych.issues.openDraft";
  let updates = 0;
  const update = async (): Promise<void> => {
    const current = (updates += 1);
    const all = await unsentDrafts(drafts);
    // A later update has read newer drafts.
    if (current !== updates) return;
    const unsent = all.filter((each) => !isDeleted(each));
    const refused = unsent.filter(({ failure }) => failure !== undefined).length;
    void commands.executeCommand("setContext", "triptych.issues.hasDrafts", all.length > 0);
    void commands.executeCommand("setContext", "triptych.issues.hasOutbox", refused > 0);
    if (unsent.length === 0) return status.hide();
    showStatus(
      status,
      withIcon(refused > 0 ? "cloud-upload" : "edit", l10n.plural(unsent.length, "{0} draft", "{0} drafts")),
      refused > 0
        ? l10n.t(
            "Issues: {0} in the outbox, {1} in the drafts. Select to open one.",
            format.count(refused),
            format.count(unsent.length - refused),
          )
        : l10n.t("Issues: not sent yet. Select to open a draft."),
    );
  };
  const badges = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri: Uri) => {
      const place = getPlace(uri);
      const draft = place === undefined ? undefined : await drafts.get(place);
      if (draft === undefined || !isUnsent(draft)) return undefined;
      return draft.failure === undefined
        ? fileDecoration("D", l10n.t("Draft, not sent"))
        : fileDecoration("!", describeState(draft, now()), "list.errorForeground");
    },
  };
  void update();
  return Disposable.from(
    status,
    changed,
    window.registerFileDecorationProvider(badges),
    drafts.onDidChange(() => {
      changed.fire(undefined);
      void update();
    }),
  );
}
