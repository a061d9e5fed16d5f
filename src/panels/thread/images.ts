// Decides which images of a thread are requested, and when.
import type { Image, ImageState } from "../kit/text/image.ts";

/** Limit of concurrent image requests: a text may contain thousands. */
const MAX_PARALLEL_REQUESTS = 4;

/**
 * How many characters of loaded images, which are `data:` URLs, the page keeps. Each image has a limit of its own, but a
 * thread may have hundreds.
 */
const MAX_KEPT_CHARS = 128 * 1024 * 1024;

/** Whether the reader asked for this image, and maybe for all of its host. */
interface Agreement {
  readonly agreed: boolean;
  readonly always: boolean;
}

/** Images of the drawn texts: requested if the reader agreed, or if they are the server's own. */
export class Images {
  readonly #ask: (url: string, how: Agreement) => void;
  #states: ReadonlyMap<string, ImageState> = new Map();
  #waiting: readonly string[] = [];
  /** The images that the reader agreed to one by one. */
  readonly #agreed = new Set<string>();
  #hosts: readonly string[] = [];
  #server = "";

  constructor(ask: (url: string, how: Agreement) => void) {
    this.#ask = ask;
  }

  get states(): ReadonlyMap<string, ImageState> {
    return this.#states;
  }

  /** Hosts whose images always load. */
  allow(hosts: readonly string[]): void {
    this.#hosts = hosts;
  }

  /** Sets the server of the thread, which already knows the reader. */
  at(server: string): void {
    this.#server = server;
  }

  /** The reader agreed to load this image, and maybe all of its host. */
  loadAgreed(url: string, always: boolean): void {
    this.#agreed.add(url);
    this.#begin(url, always);
  }

  receive(url: string, state: ImageState): void {
    this.#set(url, state);
    this.#next();
  }

  /** Requests images that are drawn by now, and drops others if there are too many. Returns whether it requested any. */
  loadDrawn(drawn: ReadonlySet<string>): boolean {
    this.#dropOthers(drawn);
    const wanted = [...drawn].filter((url) => !this.#states.has(url) && this.#isAllowed(url));
    // Images that are no longer drawn are dropped from the queue.
    this.#waiting = wanted;
    return this.#next();
  }

  #next(): boolean {
    if (this.#countChars() >= MAX_KEPT_CHARS) return false;
    const under = [...this.#states.values()].filter(({ kind }) => kind === "loading").length;
    const now = this.#waiting.slice(0, Math.max(0, MAX_PARALLEL_REQUESTS - under));
    this.#waiting = this.#waiting.slice(now.length);
    for (const url of now) this.#begin(url, false);
    return now.length > 0;
  }

  #isAllowed(url: string): boolean {
    if (this.#agreed.has(url)) return true;
    const host = URL.parse(url)?.host;
    if (host === undefined) return false;
    return (this.#server !== "" && url.startsWith(`${this.#server}/`)) || this.#hosts.includes(host);
  }

  #begin(url: string, always: boolean): void {
    this.#set(url, { kind: "loading" });
    this.#ask(url, { agreed: this.#agreed.has(url), always });
  }

  /** Drops images that aren't drawn, those that loaded first before others. They load again when they are drawn. */
  #dropOthers(drawn: ReadonlySet<string>): void {
    let excess = this.#countChars() - MAX_KEPT_CHARS;
    if (excess < 0) return;
    const kept = new Map(this.#states);
    for (const [url, state] of kept) {
      if (excess < 0) break;
      if (state.kind !== "shown" || drawn.has(url)) continue;
      kept.delete(url);
      excess -= state.source.length;
    }
    this.#states = kept;
  }

  #countChars(): number {
    return [...this.#states.values()].reduce(
      (sum, state) => sum + (state.kind === "shown" ? state.source.length : 0),
      0,
    );
  }

  #set(url: string, state: ImageState): void {
    this.#states = new Map([...this.#states, [url, state]]);
  }
}

/** The URLs of the images that are drawn, in texts too. */
export function listDrawn(root: ParentNode): ReadonlySet<string> {
  const texts = [...root.querySelectorAll("triptych-prose")].map(({ shadowRoot }) => shadowRoot);
  const drawn = [root, ...texts].flatMap((place) =>
    Array.from(place?.querySelectorAll<Image>("triptych-image") ?? [], ({ url }) => url),
  );
  return new Set(drawn);
}
