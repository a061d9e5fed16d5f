// Finds the references of all wings in a text, and decides which wing gets a place that several claim.
import type { Disposable } from "vscode";
import type { Text } from "../text/markdown.ts";

/** Finds and opens the references of one wing. */
export interface Resolver {
  readonly id: string;
  /** Loads what `find` needs for this text, unless that is already loaded. */
  prepare?(text: string, where: LineLocation): Promise<void> | undefined;
  /** Returns the references in one line. Called for many lines, so it must not wait or send requests. */
  find(line: string, where: LineLocation): readonly ReferenceSpan[];
  /** Returns the hover of a reference. */
  hover(text: string, signal: AbortSignal, where: LineLocation): Promise<Text | undefined>;
  open(text: string, where: LineLocation): Promise<void>;
}

/** The URI of a line's document, or of its terminal's folder with a slash at the end. Undefined if unknown. */
export type LineLocation = string | undefined;

export interface ReferenceSpan {
  readonly start: number;
  readonly end: number;
  /** What a click does. */
  readonly tooltip: string;
}

/** A place with its wing and its text. */
export interface Reference extends ReferenceSpan {
  readonly resolver: string;
  readonly text: string;
  readonly where: LineLocation;
}

/** Longer lines are minified code or data, not text. */
const MAX_LINE_CHARS = 10_000;

export class References {
  readonly #resolvers = new Map<string, Resolver>();

  offer(resolver: Resolver): Disposable {
    this.#resolvers.set(resolver.id, resolver);
    return { dispose: () => void this.#resolvers.delete(resolver.id) };
  }

  /** Must be awaited before `find`. If a wing fails here, only its own references may be missing. */
  async prepare(text: string, where?: LineLocation): Promise<void> {
    const preparing = [...this.#resolvers.values()].map(async (resolver) => resolver.prepare?.(text, where));
    await Promise.allSettled(preparing);
  }

  /**
   * Returns the references in a line. Of overlapping ones, the longest wins, then the wing that was registered first.
   */
  find(line: string, where?: LineLocation): readonly Reference[] {
    if (line.length > MAX_LINE_CHARS) return [];
    const claimed: Reference[] = [];
    for (const resolver of this.#resolvers.values()) {
      for (const place of resolver.find(line, where)) {
        claimed.push({ ...place, resolver: resolver.id, text: line.slice(place.start, place.end), where });
      }
    }
    if (claimed.length < 2) return claimed;
    const kept: Reference[] = [];
    // With the longest first, a later reference that overlaps an earlier one starts or ends inside it.
    const isTaken = new Uint8Array(line.length);
    for (const one of claimed.sort((a, b) => b.end - b.start - (a.end - a.start))) {
      if (isTaken[one.start] === 1 || isTaken[one.end - 1] === 1) continue;
      isTaken.fill(1, one.start, one.end);
      kept.push(one);
    }
    return kept.sort((one, other) => one.start - other.start);
  }

  async hover({ resolver, text, where }: Reference, signal: AbortSignal): Promise<Text | undefined> {
    return await this.#resolvers.get(resolver)?.hover(text, signal, where);
  }

  /** Opens the reference of a link. Returns false unless its resolver still recognizes exactly this text. */
  async open(resolver: string, text: string, where?: LineLocation): Promise<boolean> {
    const found = this.#resolvers.get(resolver);
    if (found === undefined) return false;
    await found.prepare?.(text, where);
    if (!found.find(text, where).some(({ start, end }) => start === 0 && end === text.length)) return false;
    await found.open(text, where);
    return true;
  }
}
