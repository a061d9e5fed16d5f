// The status bar item with the pull request that is checked out.
import { commands, Disposable, type StatusBarItem } from "vscode";
import { inLabel, inLine } from "../../workbench/text/encode.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { formatNumber } from "../model/entities.ts";
import { ThreadSubject } from "../subjects.ts";
import type { Checkout } from "./checkout.ts";
import type { CheckoutGit, CheckoutRepository } from "./git-api.ts";

export interface CheckoutStatusParts {
  readonly checkout: Pick<Checkout, "find" | "onDidChange">;
  readonly startGit: () => Promise<CheckoutGit | undefined>;
  readonly createItem: () => StatusBarItem;
}

/** Shows the pull request of the current branch, and opens it. */
export function showCheckedOut({ checkout, createItem, startGit }: CheckoutStatusParts): Disposable {
  const item = createItem();
  item.name = l10n.t("Checked-Out Pull Request");
  const following = new Map<CheckoutRepository, Disposable>();
  let isDisposed = false;
  const update = (): void => {
    const [found] = [...following.keys()].flatMap((repository) => checkout.find(repository) ?? []);
    void commands.executeCommand("setContext", "triptych.issues.isPullCheckedOut", found !== undefined);
    if (found === undefined) {
      item.hide();
      return;
    }
    const { pull, title } = found;
    const number = formatNumber({ number: pull.number, pull: true });
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
  const follow = (repository: CheckoutRepository): void => {
    following.set(repository, repository.state.onDidChange(update));
    update();
  };
  const listening: Disposable[] = [checkout.onDidChange(update)];
  const start = async (): Promise<void> => {
    const git = await startGit();
    if (git === undefined || isDisposed) return;
    git.repositories.forEach(follow);
    listening.push(
      git.onDidOpenRepository(follow),
      git.onDidCloseRepository((repository) => {
        following.get(repository)?.dispose();
        following.delete(repository);
        update();
      }),
    );
  };
  void start();
  return new Disposable(() => {
    isDisposed = true;
    for (const each of [...listening, ...following.values(), item]) each.dispose();
  });
}
