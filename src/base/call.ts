// Describes one HTTP call, its answer, and what the client reports of it.
import type { LeftOut, ListLimit } from "./answer-json.ts";
import { stringifyJson } from "./json.ts";
import type { Json } from "./json.ts";
import { encodeForm } from "./multipart.ts";
import type { FormPart } from "./multipart.ts";
import type { Query } from "./origin.ts";
import type { Problem } from "./problem.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One call of a service. */
export interface Call {
  /** GET, where nothing else is said. */
  readonly method?: Method;
  /** Below the base. */
  readonly path: string;
  readonly query?: Query;
  readonly json?: unknown;
  readonly form?: readonly FormPart[];
  readonly bytes?: { readonly type: string; readonly content: Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
  /** What may come; JSON, where nothing else is said. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  /**
   * How long an attempt may take in all, from the first byte sent to the last one received, redirects included but not
   * the wait for the budget. An attempt that took too long is never repeated, and no retry begins after this time.
   */
  readonly wholeMs?: number;
  /** How long the service may think before it begins to answer; Infinity is until the whole is over. */
  readonly firstByteMs?: number;
  /** How long it may pause while it answers. */
  readonly idleMs?: number;
  /** How many bytes the answer may have, unpacked. */
  readonly maxBytes?: number;
  /** How many values its JSON may hold, containers counted. */
  readonly maxValues?: number;
  /** The list that the answer is or holds: a bad element of it costs that element, and those beyond `most` are left out. */
  readonly list?: ListLimit;
  /** How often a GET may be sent again; 0 where the service goes on working for one who hung up. */
  readonly retries?: number;
  /** Statuses that will be the same the next time. */
  readonly final?: readonly number[];
  /** The rules of the budget that this call counts against; all of them where nothing is said. */
  readonly spends?: readonly string[];
  /** Whether a redirect may lead a GET from the service's own origin to this host; the token stays behind. */
  readonly abroad?: (host: string) => boolean;
  /** Hears how many bytes have come, and of how many where that is known. */
  readonly progress?: (bytes: number, total: number | undefined) => void;
}

/** Headers by their lower-case names. */
export type Headers = Readonly<Record<string, string | undefined>>;

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Where it was found, if a redirect led there (a renamed repository): below the base, or from the root if outside it. */
  readonly movedTo?: string;
}

export interface Answer extends Answered {
  /** Undefined where the answer has no body, which is not the same as `null`. */
  readonly json: Json | undefined;
  /** What is missing in the list that the call named. */
  readonly leftOut?: LeftOut;
}

/** Anything but JSON. */
export interface BytesAnswer extends Answered {
  readonly bytes: Uint8Array;
}

export interface StreamedAnswer extends Answered {
  /** How many bytes will come, where the service says so. */
  readonly total: number | undefined;
  /** Can be read once. Stopping to read ends the exchange. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** What the client does, for the log. */
export interface HttpEvent {
  readonly what: "sent" | "answered" | "failed" | "redirected" | "retrying";
  readonly method: Method;
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  readonly status?: number;
  /** Since it was sent; for `retrying`, until it is sent again. */
  readonly milliseconds?: number;
  readonly problem?: Problem;
}

export interface EncodedBody {
  readonly type: string;
  readonly bytes: Buffer;
}

/** What is sent; encoded once, so that a repetition is the same to the last byte. */
export function encodeBody({ json, form, bytes }: Call): EncodedBody | undefined {
  if (json !== undefined) return { type: "application/json", bytes: Buffer.from(stringifyJson(json)) };
  if (form !== undefined) return encodeForm(form);
  return bytes === undefined ? undefined : { type: bytes.type, bytes: Buffer.from(bytes.content) };
}
