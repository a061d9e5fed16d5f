// Sets the context keys for menus: whether the user is signed in, and whether an API key is set.
import { commands } from "vscode";

/** `stored` is the stored list of accounts, which may contain anything. */
export function setAccountContexts(stored: unknown): void {
  const services = Array.isArray(stored) ? stored.map((each: unknown) => readService(each)) : [];
  void commands.executeCommand("setContext", "triptych.issues.isSignedIn", services.includes("issues"));
  void commands.executeCommand("setContext", "triptych.trackers.hasKey", services.includes("trackers"));
}

function readService(account: unknown): unknown {
  return typeof account === "object" && account !== null && "service" in account ? account.service : undefined;
}
