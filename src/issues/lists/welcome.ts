// The welcome of the empty view, which offers to sign in.
import { commands } from "vscode";

/** VS Code would also show the welcome to a signed-in user while the first rows load, so it waits for this. */
export function allowWelcome(isEmpty: boolean): void {
  void commands.executeCommand("setContext", "triptych.issues.isEmpty", isEmpty);
}
