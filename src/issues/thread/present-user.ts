// The time of pollers in VS Code, where the user counts as present while the window has the focus.
import { window } from "vscode";
import { after } from "../../workbench/poller.ts";
import type { PollTime } from "./thread-poller.ts";

export const PRESENT_USER: PollTime = {
  attention: { isHere: () => window.state.focused, onDidChange: window.onDidChangeWindowState },
  after,
  random: Math.random,
};
