import type { Memento } from "vscode";

/** What VS Code remembers over restarts, as JSON: so that what does not outlive that is found out. */
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
