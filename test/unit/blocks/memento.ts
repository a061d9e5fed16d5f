// Replaces the state that VS Code keeps for an extension across restarts.
import type { Memento } from "vscode";

/** Stores values as JSON, so that a test fails if a value doesn't survive that. */
export function memento(): Pick<Memento, "get" | "update"> {
  const kept = new Map<string, string>();
  return {
    get: (key: string, fallback?: unknown) => {
      const text = kept.get(key);
      return text === undefined ? fallback : JSON.parse(text);
    },
    update: (key, value: unknown) => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}
