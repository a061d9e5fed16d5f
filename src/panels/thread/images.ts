// Decides which images of a thread are requested, and when.
import type { Image, ImageState } from "../kit/text/image.ts";

/** Limit of concurrent image requests: a text may contain thousands. */
const MAX_PARALLEL_REQUESTS = 4;

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
    this.#begin(url, { agreed: true, always });
  }

  receive(url: string, state: ImageState): void {
    this.#set(url, state);
    this.#next();
  }

  /** Finds the images that are drawn by now. Returns whether it requested any. */
  loadDrawn(root: ParentNode): boolean {
    const texts = [...root.querySelectorAll("triptych-prose")].map(({ shadowRoot }) => shadowRoot);
    const drawn = [root, ...texts].flatMap((place) =>
      Array.from(place?.querySelectorAll<Image>("triptych-image") ?? [], ({ url }) => url),
    );
    const wanted = [...new Set(drawn)].filter((url) => !this.#states.has(url) && this.#isAllowed(url));
    // Images that are no longer drawn are dropped from the queue.
    this.#waiting = wanted;
    return this.#next();
  }

  #next(): boolean {
    const under = [...this.#states.values()].filter(({ kind }) => kind === "loading").length;
    const now = this.#waiting.slice(0, Math.max(0, MAX_PARALLEL_REQUESTS - under));
    this.#waiting = this.#waiting.slice(now.length);
    for (const url of now) this.#begin(url, { agreed: false, always: false });
    return now.length > 0;
  }

  #isAllowed(url: string): boolean {
    if (!URL.canParse(url)) return false;
    return (this.#server !== "" && url.startsWith(`${this.#server}/`)) || this.#hosts.includes(new URL(url).host);
  }

  #begin(url: string, how: Agreement): void {
    this.#set(url, { kind: "loading" });
    this.#ask(url, how);
  }

  #set(url: string, state: ImageState): void {
    this.#states = new Map([...this.#states, [url, state]]);
  }
}
