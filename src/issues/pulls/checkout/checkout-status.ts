// The status bar item with the pull request that is checked out.
import { commands, Disposable, type StatusBarItem } from "vscode";
import { inLabel, inLine } from "../../../workbench/text/encode.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { formatPull } from "../../model/entities.ts";
import { ThreadSubject } from "../../parts/row-subjects.ts";
import type { CheckedOutPulls } from "./checked-out-pulls.ts";

export interface CheckoutStatusDependencies {
  readonly checkedOut: Pick<CheckedOutPulls, "list" | "onDidChange">;
  readonly createItem: () => StatusBarItem;
}

/** Shows the pull request of the current branch, and opens it. */
export function showCheckedOut({ checkedOut, createItem }: CheckoutStatusDependencies): Disposable {
  const item = createItem();
  item.name = l10n.t("Checked-Out Pull Request");
  const update = (): void => {
    const [found] = checkedOut.list();
    void commands.executeCommand("setContext", "triptych.issues.isPullCheckedOut", found !== undefined);
    if (found === undefined) {
      item.hide();
      return;
    }
    const { pull, title } = found;
    const number = formatPull(pull.number);
    item.text = `$(git-pull-request) ${inLabel(number)}`;
    item.tooltip = inLine(`${number} ${title}`);
    item.accessibilityInformation = { label: l10n.t("Checked-out pull request {0} {1}", number, title) };
    item.command = {
      command: "triptych.issues.openIssue",
      title: l10n.t("Open Pull Request"),
      arguments: [new ThreadSubject(pull)],
    };
    item.show();
  };
  update();
  return Disposable.from(checkedOut.onDidChange(update), item);
}
