// A repeating timer, passed in so that tests can control the time.
import type { Disposable } from "vscode";
import { runOnOwnBehalf } from "../base/http/contacts.ts";

/** Runs something repeatedly until it is disposed. */
export type Every = (milliseconds: number, run: () => void) => Disposable;

export const every: Every = (milliseconds, run) => {
  const timer = setInterval(() => runOnOwnBehalf(run), milliseconds);
  return { dispose: () => clearInterval(timer) };
};
