// Decides which images of a thread are requested, and when.
import type { ImageState } from "../kit/text/image-state.ts";
import type { Image } from "../kit/text/image.ts";

/** Images that are requested at the same time. A text may contain thousands. */
const MAX_PARALLEL_REQUESTS = 4;

/**
 * Total length of the loaded images, as `data:` URLs, that the page keeps. Each image has its own limit, but a thread
 * may have hundreds.
 */
const MAX_KEPT_CHARS = 128 * 1024 * 1024;

/** Whether the reader agreed to load this image, and also all others from its host. */
interface Agreement {
  readonly agreed: boolean;
  readonly always: boolean;
}

/** The images of drawn texts. Requests those that the reader agreed to, and those of the server or an allowed host. */
export class Images {
  readonly #request: (url: string, how: Agreement) => void;
  #states: ReadonlyMap<string, ImageState> = new Map();
  #waiting: readonly string[] = [];
  /** The images that the reader agreed to one by one. */
  readonly #agreed = new Set<string>();
  #hosts: readonly string[] = [];
  #server = "";

  constructor(request: (url: string, how: Agreement) => void) {
    this.#request = request;
  }

  get states(): ReadonlyMap<string, ImageState> {
    return this.#states;
  }

  /** Sets the hosts whose images always load. */
  setAllowedHosts(hosts: readonly string[]): void {
    this.#hosts = hosts;
  }

  /** Sets the server of the thread, which already knows the reader. */
  setServer(server: string): void {
    this.#server = server;
  }

  /** Loads an image that the reader agreed to; `always` also allows all others from its host. */
  loadAgreed(url: string, always: boolean): void {
    this.#agreed.add(url);
    this.#load(url, always);
  }

  receive(url: string, state: ImageState): void {
    this.#set(url, state);
    this.#loadNext();
  }

  /** Requests the allowed ones of the drawn images, and drops others if necessary. Returns whether it requested any. */
  loadDrawn(drawn: ReadonlySet<string>): boolean {
    this.#dropOthers(drawn);
    const wanted = [...drawn].filter((url) => this.#isMissing(url) && this.#isAllowed(url));
    // Images that are no longer drawn leave the queue.
    this.#waiting = wanted;
    return this.#loadNext();
  }

  #loadNext(): boolean {
    if (this.#countChars() >= MAX_KEPT_CHARS) return false;
    const loading = [...this.#states.values()].filter(({ kind }) => kind === "loading").length;
    const now = this.#waiting.slice(0, Math.max(0, MAX_PARALLEL_REQUESTS - loading));
    this.#waiting = this.#waiting.slice(now.length);
    for (const url of now) this.#load(url, false);
    return now.length > 0;
  }

  /** True if an image was not requested yet, or only without a host that is allowed by now. */
  #isMissing(url: string): boolean {
    const state = this.#states.get(url);
    return state === undefined || (state.kind === "elsewhere" && this.#hosts.includes(state.host));
  }

  #isAllowed(url: string): boolean {
    if (this.#agreed.has(url)) return true;
    const host = URL.parse(url)?.host;
    if (host === undefined) return false;
    return (this.#server !== "" && url.startsWith(`${this.#server}/`)) || this.#hosts.includes(host);
  }

  #load(url: string, always: boolean): void {
    this.#set(url, { kind: "loading" });
    this.#request(url, { agreed: this.#agreed.has(url), always });
  }

  /** Drops images that aren't drawn, in the order in which they loaded. They load again when they are drawn. */
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

/** Returns the URLs of the images that are drawn, including those in texts. */
export function listDrawn(root: ParentNode): ReadonlySet<string> {
  const texts = [...root.querySelectorAll("triptych-prose")].map(({ shadowRoot }) => shadowRoot);
  const drawn = [root, ...texts].flatMap((place) =>
    Array.from(place?.querySelectorAll<Image>("triptych-image") ?? [], ({ url }) => url),
  );
  return new Set(drawn);
}
