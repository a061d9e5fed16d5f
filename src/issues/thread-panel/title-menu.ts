// Connects the menu in the title of VS Code's panel to the focused thread.
import { commands, Disposable } from "vscode";
import type { Panels } from "../../workbench/panels/panel-host.ts";
import type { ThreadAddress } from "../model/address.ts";
import { availableActions } from "../triage/issue-actions.ts";
import type { Access } from "../repositories/access.ts";
import type { IssueChanges } from "../triage/changes.ts";
import type { Threads } from "../thread/threads.ts";

/** Sets the context keys by which the menu of the panel's title offers the same actions as the row of the thread. */
export function updateTitleMenu(
  panels: Pick<Panels, "onDidChangeFocus">,
  services: { readonly access: Access; readonly changes: IssueChanges; readonly threads: Threads },
  focused: () => ThreadAddress | undefined,
): Disposable {
  const update = (): void => {
    const address = focused();
    const issue = address && services.threads.at(address).thread?.issue;
    const actions = address === undefined || issue === undefined ? [] : availableActions(services, address, issue);
    void commands.executeCommand("setContext", "triptych.thread.change", actions.includes("change"));
    void commands.executeCommand("setContext", "triptych.thread.close", actions.includes("close"));
    void commands.executeCommand("setContext", "triptych.thread.reopen", actions.includes("reopen"));
    void commands.executeCommand("setContext", "triptych.thread.sort", actions.includes("sort"));
    void commands.executeCommand("setContext", "triptych.thread.pull", issue?.pull !== undefined);
    void commands.executeCommand("setContext", "triptych.thread.lock", actions.includes("lock"));
    void commands.executeCommand("setContext", "triptych.thread.unlock", actions.includes("unlock"));
  };
  update();
  return Disposable.from(panels.onDidChangeFocus(update), services.threads.onDidChange(update));
}
