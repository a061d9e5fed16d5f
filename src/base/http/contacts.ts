// Counts the requests to each server since the start, and refuses those to servers that the user has forbidden.
import { AsyncLocalStorage } from "node:async_hooks";
import { Problem } from "../problem.ts";

/** Why a request is sent: what it loads, or on whose behalf. */
export type Purpose = "reports" | "threads" | "images" | "ledger" | "agents" | "extensions";

/** What is known of a server. It contains no paths, texts or tokens. */
export interface Contact {
  readonly origin: string;
  readonly requests: number;
  /** How many of the requests had each purpose. */
  readonly purposes: ReadonlyMap<Purpose, number>;
  /** How many of the requests carried a token. */
  readonly withToken: number;
  /** Bytes of the URLs and bodies that were sent. */
  readonly sentBytes: number;
  /** Bytes of the bodies that were received, after decompression. */
  readonly receivedBytes: number;
  readonly last: LastOutcome | undefined;
}

export interface LastOutcome {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly outcome: { readonly status: number } | { readonly problem: Problem };
}

/** One request that is counted. */
export interface CountedRequest {
  answered(status: number): void;
  failed(problem: Problem): void;
  received(bytes: number): void;
}

export interface ContactsOptions {
  readonly now: () => number;
  readonly isForbidden?: (origin: string) => boolean;
  /** Called after each change. */
  readonly changed?: () => void;
}

const behalf = new AsyncLocalStorage<Purpose | undefined>();

/** Runs work on behalf of an agent or another extension: the requests that it starts have this purpose. */
export function runOnBehalf<Result>(purpose: "agents" | "extensions", work: () => Result): Result {
  return behalf.run(purpose, work);
}

/** Runs what a timer starts: its requests have their client's purpose, even if an agent's call set the timer. */
export function runOnOwnBehalf(work: () => void): void {
  behalf.run(undefined, work);
}

/** The servers of this window, in the order in which they were first contacted. */
export class Contacts {
  readonly #options: ContactsOptions;
  readonly #contacts = new Map<string, Contact>();

  constructor(options: ContactsOptions) {
    this.#options = options;
  }

  list(): readonly Contact[] {
    return [...this.#contacts.values()];
  }

  /** Throws a problem if the user has forbidden the server. */
  requireAllowed(origin: string): void {
    if (this.#options.isForbidden?.(origin) === true) throw new Problem("forbiddenServer", { origin });
  }

  count(origin: string, request: { purpose: Purpose; sentBytes: number; hasToken: boolean }): CountedRequest {
    const before = this.#get(origin);
    const purpose = behalf.getStore() ?? request.purpose;
    this.#set({
      ...before,
      requests: before.requests + 1,
      purposes: new Map([...before.purposes, [purpose, (before.purposes.get(purpose) ?? 0) + 1]]),
      withToken: before.withToken + (request.hasToken ? 1 : 0),
      sentBytes: before.sentBytes + request.sentBytes,
    });
    return {
      answered: (status) => this.#settle(origin, { status }),
      failed: (problem) => this.#settle(origin, { problem }),
      received: (bytes) => {
        const contact = this.#get(origin);
        this.#set({ ...contact, receivedBytes: contact.receivedBytes + bytes });
      },
    };
  }

  #settle(origin: string, outcome: LastOutcome["outcome"]): void {
    this.#set({ ...this.#get(origin), last: { at: this.#options.now(), outcome } });
  }

  #get(origin: string): Contact {
    const none = { requests: 0, purposes: new Map(), withToken: 0, sentBytes: 0, receivedBytes: 0, last: undefined };
    return this.#contacts.get(origin) ?? { origin, ...none };
  }

  #set(contact: Contact): void {
    this.#contacts.set(contact.origin, contact);
    this.#options.changed?.();
  }
}
