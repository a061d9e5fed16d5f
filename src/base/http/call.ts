// One HTTP call: its options, its answer, and the events that the client reports.
import type { LeftOut, ListLimit } from "../answer-json.ts";
import { stringifyJson, type Json } from "../json/json.ts";
import { encodeForm, type FormFile } from "./multipart.ts";
import type { Query } from "../origin.ts";
import type { Problem } from "../problem.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request to a service, with its limits. */
export interface Call {
  /** GET by default. */
  readonly method?: Method;
  /** Path below the service's base URL. */
  readonly path: string;
  readonly query?: Query;
  readonly json?: unknown;
  readonly form?: FormFile;
  /** Accepted content type; JSON by default. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit of an attempt, from the first byte sent to the last one received, including redirects but not the wait
   * for the budget. An attempt that times out is never retried, and no retry starts after this time.
   */
  readonly wholeMs?: number;
  /** How long the service may take to start its answer; Infinity means until `wholeMs` is over. */
  readonly firstByteMs?: number;
  /** How long the service may pause while it sends its answer. */
  readonly idleMs?: number;
  /** Maximum size of the answer after decompression. */
  readonly maxBytes?: number;
  /** Maximum number of values in the JSON, including arrays and objects. */
  readonly maxValues?: number;
  /** The list that the answer is or contains. Malformed elements are left out, and so are those beyond `most`. */
  readonly list?: ListLimit;
  /** Maximum retries of a GET; 0 if the service keeps working for clients that have disconnected. */
  readonly retries?: number;
  /** The rules of the budget that this call counts against; by default all. */
  readonly budgetRules?: readonly string[];
  /** True if a redirect may take a GET to this other host. The token isn't sent there. */
  readonly mayRedirectTo?: (host: string) => boolean;
  /** Called with the number of bytes received, and with the total if it is known. */
  readonly progress?: (bytes: number, total: number | undefined) => void;
}

/** Headers by their lowercase names. */
export type Headers = Readonly<Record<string, string | undefined>>;

interface AnsweredCall {
  readonly status: number;
  readonly headers: Headers;
  /** Path that a redirect led to (a renamed repository): relative to the base, or from the root if outside it. */
  readonly movedTo?: string;
}

export interface Answer extends AnsweredCall {
  /** Undefined if the answer has no body, which is not the same as `null`. */
  readonly json: Json | undefined;
  /** Elements that were left out of the call's `list`. */
  readonly leftOut?: LeftOut;
}

/** An answer in any format, such as an image. */
export interface BytesAnswer extends AnsweredCall {
  readonly bytes: Uint8Array;
}

export interface StreamedAnswer extends AnsweredCall {
  /** The number of bytes to come, if the service declares it. */
  readonly total: number | undefined;
  /** Can be read once. The exchange ends when the reader stops. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** One step of a request, for the log. */
export interface HttpEvent {
  /** `failed`: an attempt got no answer. `given up`: the whole request failed with the problem that its caller gets. */
  readonly kind: "sent" | "answered" | "failed" | "redirected" | "retrying" | "given up";
  readonly method: Method;
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  readonly status?: number;
  /** Time since the request was sent; for `retrying`, until it is sent again. */
  readonly milliseconds?: number;
  readonly problem?: Problem;
}

export interface EncodedBody {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Encodes the body once, so that every attempt sends the same bytes. */
export function encodeBody({ json, form }: Call): EncodedBody | undefined {
  if (json !== undefined) return { type: "application/json", bytes: Buffer.from(stringifyJson(json)) };
  return form === undefined ? undefined : encodeForm(form);
}
