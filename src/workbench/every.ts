import type { Disposable } from "vscode";

/** Runs something again and again until it is disposed; handed in, so that a test can have its own time. */
export type Every = (milliseconds: number, run: () => void) => Disposable;

export const every: Every = (milliseconds, run) => {
  const timer = setInterval(run, milliseconds);
  return { dispose: () => clearInterval(timer) };
};
