// Turns VS Code's cancellation into a signal.

/** VS Code's `CancellationToken`, as far as needed. */
interface Token {
  readonly onCancellationRequested: (listener: () => void) => { readonly dispose: () => unknown };
}

/** Runs `work` with a signal that the token aborts. */
export async function withSignal<Result>(
  token: Token,
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
