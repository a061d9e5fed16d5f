// Collects the references of a whole document in short steps, so that it doesn't block the extension host.
import type { Reference } from "./registry.ts";

/** A log can contain hundreds of thousands of references. VS Code keeps each link, and no one follows so many. */
export const MAX_LINKS_PER_DOCUMENT = 5000;
/** After this time, other work on the shared extension host has its turn. */
const STEP_MS = 16;

interface Lines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

interface CollectOptions {
  readonly isCanceled: () => boolean;
  readonly find: (line: string) => readonly Reference[];
}

export interface Collected {
  readonly references: readonly (readonly [line: number, reference: Reference])[];
  /** The first line, counted from 0, with references that were left out; undefined if none were. */
  readonly cutAtLine: number | undefined;
}

/** Collects the first references of a document, up to the limit. */
export async function collectReferences(document: Lines, { isCanceled, find }: CollectOptions): Promise<Collected> {
  const references: (readonly [number, Reference])[] = [];
  let started = performance.now();
  for (let line = 0; line < document.lineCount; line += 1) {
    for (const reference of find(document.lineAt(line).text)) {
      if (references.length === MAX_LINKS_PER_DOCUMENT) return { references, cutAtLine: line };
      references.push([line, reference]);
    }
    if (performance.now() - started < STEP_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (isCanceled()) break;
    started = performance.now();
  }
  return { references, cutAtLine: undefined };
}
