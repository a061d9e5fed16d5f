// Collects the references of a whole document in steps short enough not to block the extension host.
import type { Reference } from "./registry.ts";

/** More links than anyone follows; a log can contain hundreds of thousands, and VS Code keeps each of them. */
export const MAX_LINKS_PER_DOCUMENT = 5000;
/** The extension host is shared: after this long, the others have their turn. */
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
  /** The line, counted from 0, from which on references are left out; undefined if there are none that are. */
  readonly cutAtLine: number | undefined;
}

/** The first references of a document, up to the limit. */
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
