// Describes one HTTP call, its answer, and what the client reports of it.
import type { LeftOut, ListLimit } from "./answer-json.ts";
import { stringifyJson, type Json } from "./json.ts";
import { encodeForm, type FormPart } from "./multipart.ts";
import type { Query } from "./origin.ts";
import type { Problem } from "./problem.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One call of a service. */
export interface Call {
  /** GET by default. */
  readonly method?: Method;
  /** Below the base. */
  readonly path: string;
  readonly query?: Query;
  readonly json?: unknown;
  readonly form?: readonly FormPart[];
  readonly bytes?: { readonly type: string; readonly content: Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
  /** The accepted type; JSON by default. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  /**
   * How long an attempt may take in all, from the first byte sent to the last one received, including redirects but not
   * the wait for the budget. An attempt that took too long is never retried, and no retry starts after this time.
   */
  readonly wholeMs?: number;
  /** How long the service may take to start its answer; Infinity means until `wholeMs` is over. */
  readonly firstByteMs?: number;
  /** How long it may pause while it sends its answer. */
  readonly idleMs?: number;
  /** How many bytes the answer may have after decompression. */
  readonly maxBytes?: number;
  /** How many values its JSON may have, including arrays and objects. */
  readonly maxValues?: number;
  /** The list that the answer is or contains. Malformed elements are left out, and so are those beyond `most`. */
  readonly list?: ListLimit;
  /** How often a GET may be retried; 0 if the service continues to work for clients that hung up. */
  readonly retries?: number;
  /** Statuses that a retry would not change. */
  readonly final?: readonly number[];
  /** The rules of the budget that this call counts against; by default all. */
  readonly spends?: readonly string[];
  /** Whether a redirect may lead a GET from the service's own origin to this host; the token stays behind. */
  readonly abroad?: (host: string) => boolean;
  /** Called with the number of bytes received, and with the total if it is known. */
  readonly progress?: (bytes: number, total: number | undefined) => void;
}

/** Headers by their lower-case names. */
export type Headers = Readonly<Record<string, string | undefined>>;

interface AnsweredCall {
  readonly status: number;
  readonly headers: Headers;
  /** The path that a redirect led to (a renamed repository): below the base, or from the root if outside it. */
  readonly movedTo?: string;
}

export interface Answer extends AnsweredCall {
  /** Undefined if the answer has no body, which is not the same as `null`. */
  readonly json: Json | undefined;
  /** What was left out of the list that the call named. */
  readonly leftOut?: LeftOut;
}

/** Anything but JSON. */
export interface BytesAnswer extends AnsweredCall {
  readonly bytes: Uint8Array;
}

export interface StreamedAnswer extends AnsweredCall {
  /** The number of bytes to come, if the service declares it. */
  readonly total: number | undefined;
  /** Can be read once. The exchange ends when the reader stops. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** What the client does, for the log. */
export interface HttpEvent {
  /** A request fails each time that no answer arrives; it is given up once, with the problem that its caller gets. */
  readonly what: "sent" | "answered" | "failed" | "redirected" | "retrying" | "given up";
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

/** Encodes the body once, so that a retry is the same to the last byte. */
export function encodeBody({ json, form, bytes }: Call): EncodedBody | undefined {
  if (json !== undefined) return { type: "application/json", bytes: Buffer.from(stringifyJson(json)) };
  if (form !== undefined) return encodeForm(form);
  return bytes === undefined ? undefined : { type: bytes.type, bytes: Buffer.from(bytes.content) };
}
