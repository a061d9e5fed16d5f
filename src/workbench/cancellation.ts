// Turns VS Code's cancellation into a signal.
import type { CancellationToken } from "vscode";

/** Runs `work` with a signal that the token aborts. */
export async function withSignal<Result>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  const listening = token.onCancellationRequested(() => abort.abort());
  try {
    return await work(abort.signal);
  } finally {
    listening.dispose();
  }
}
