// Context keys for what the user has done in this window. The walkthroughs tick their steps by them, because VS Code
// notices commands only once a walkthrough has been open.
import { commands } from "vscode";

/** `what` is the ID of a command or of a kind of panel. */
export function markDone(what: string): void {
  void commands.executeCommand("setContext", `${what}.done`, true);
}
