// Reads the body of a response within its limits, and turns every failure into a `Problem`.
import type { Readable } from "node:stream";
import { parseAnswer, type ParsedAnswer } from "../answer-json.ts";
import type { Call, EncodedBody, Headers, Method } from "./call.ts";
import type { CountedRequest } from "./contacts.ts";
import type { Deadline } from "./deadline.ts";
import {
  readErrorDetail,
  isJson,
  isMissingRoute,
  classifyErrorCode,
  classifyStatus,
  findNetworkCode,
  mayHaveTakenEffect,
  wasSent,
} from "./failure.ts";
import { cutText } from "../graphemes.ts";
import { asProblem, errorCode, Problem, type ProblemFacts, type ProblemKind } from "../problem.ts";
import { withoutSecret } from "../redact.ts";
import { retryAfter } from "./retry.ts";

/** How long a response may pause if the call sets no limit. */
export const IDLE_TIMEOUT_MS = 30_000;
const MAX_ERROR_BYTES = 64 * 1024;
const MAX_DETAIL_CHARS = 300;
/** An error text isn't worth a longer wait, because the status is already known. */
const ERROR_TEXT_TIMEOUT_MS = 5_000;
/** How many values a response may contain if the call sets no limit: ten times what the largest route returns. */
const MAX_VALUES = 50_000;
const MAX_LIST_VALUES = 2_000_000;

/** State of one call, carried through redirects and retries. */
export interface CallState {
  readonly call: Call;
  readonly method: Method;
  readonly body: EncodedBody | undefined;
  /** Whether anything was sent. Until then, nothing can have been written. */
  sent: boolean;
  /** Whether the call was redirected to another origin. From then on it gets no token, not even back at its own. */
  leftOrigin: boolean;
  /** The token that was sent, which must not appear in any text taken from the response. */
  secret: string | undefined;
  /** Deadline of the current attempt, by the clock of `performance`. */
  endsAt: number;
}

/** A response whose body hasn't been read yet. */
export interface OpenResponse {
  readonly sending: CallState;
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readable;
  /** How many bytes the connection has received so far, including those around the body. */
  readonly countReceived: () => number;
  readonly deadline: Deadline;
  readonly counted: CountedRequest;
}

/**
 * A body in chunks of a byte each has five times as many bytes around them, and takes much more time to read than others.
 * The connection may be ahead of the reader by what it buffers.
 */
const MAX_BYTES_PER_BYTE = 3;
const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * Yields the body in chunks, up to this many bytes. Pauses of the server have a time limit, those of the reader have
 * none.
 */
export async function* readChunks(opened: OpenResponse, most: number): AsyncGenerator<Uint8Array, void, undefined> {
  const { sending, url, status, headers, body, deadline, countReceived, counted } = opened;
  const { call } = sending;
  const before = countReceived();
  const total = parseContentLength(headers);
  let bytes = 0;
  try {
    deadline.expect(call.idleMs ?? IDLE_TIMEOUT_MS);
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError("A body is read as bytes");
      deadline.pause();
      bytes += chunk.length;
      counted.received(chunk.length);
      const received = countReceived() - before;
      if (received > MAX_BUFFERED_BYTES + MAX_BYTES_PER_BYTE * bytes)
        throw problemAt(sending, url, "malformed", { status, detail: `${received} bytes for a body of ${bytes}` });
      if (bytes > most || (total ?? 0) > most) {
        throw problemAt(sending, url, "tooLarge", { status, detail: `more than ${most} bytes` });
      }
      call.progress?.(bytes, total);
      yield chunk;
      deadline.expect(call.idleMs ?? IDLE_TIMEOUT_MS);
    }
  } catch (error) {
    throw failureAt(sending, url, deadline, error);
  } finally {
    deadline.end({ over: body.readableEnded });
  }
}

/** Reads the whole body, whatever its type. */
export async function readBytes(opened: OpenResponse, most: number): Promise<Uint8Array> {
  return Buffer.concat(await collectChunks(readChunks(opened, most)));
}

/** Parses the body. Returns undefined for an empty one, which is a valid response, as after a 204 or 205. */
export async function readJson(opened: OpenResponse, most: number): Promise<ParsedAnswer | undefined> {
  const { sending, url, status, headers } = opened;
  const { list, maxValues } = sending.call;
  const type = headers["content-type"];
  if (type !== undefined && !isJson(type)) {
    const chunks: Uint8Array[] = [];
    await gather(opened, chunks);
    const text = decodeText(chunks);
    if (text === "") return undefined;
    throw notJson(opened, readErrorDetail(status, type, text));
  }
  const mostValues = maxValues ?? (list === undefined ? MAX_VALUES : MAX_LIST_VALUES);
  try {
    const text = decodeText(await collectChunks(readChunks(opened, most)));
    return await parseAnswer(text, { mostValues, list });
  } catch (error) {
    if (error instanceof Problem && error.facts.method !== undefined) throw error;
    if (error instanceof Problem) throw problemAt(sending, url, error.kind, { status, ...error.facts });
    // Without the cause, which may quote the body.
    throw problemAt(sending, url, "malformed", { status, detail: "it is not whole JSON" });
  }
}

export function notJson({ sending, url, status, headers }: OpenResponse, text?: string): Problem {
  const type = headers["content-type"]?.split(";", 1)[0] ?? "something";
  const detail = `${type} instead of JSON${text === undefined ? "" : `: ${text}`}`;
  const webPage = /html/i.test(type) ? ({ webPage: true } as const) : {};
  return problemAt(sending, url, "malformed", { status, detail, ...webPage });
}

/** Returns the problem for an error status, with the server's own message if it can be shown. */
export async function readRefusal(opened: OpenResponse, now: number): Promise<Problem> {
  const { sending, url, status, headers } = opened;
  const chunks: Uint8Array[] = [];
  try {
    await gather(opened, chunks);
  } catch (error) {
    // The status is known, so an incomplete text doesn't matter, unless the caller has canceled.
    if (asProblem(error).kind === "canceled") throw error;
  }
  const text = decodeText(chunks);
  const detail = readErrorDetail(status, headers["content-type"], text);
  const retryAt = retryAfter(headers, now);
  return problemAt(sending, url, classifyStatus(status, sending.method), {
    status,
    ...(detail === undefined ? {} : { detail }),
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(isMissingRoute(status, headers["content-type"], text) ? { noRoute: true } : {}),
    ...(isJson(headers["content-type"]) ? { json: true } : {}),
    ...(sending.method === "GET" ? {} : { wrote: mayHaveTakenEffect(status) ? "unknown" : "no" }),
  });
}

/** Collects as much of the body as an error text may have. */
async function gather(opened: OpenResponse, chunks: Uint8Array[]): Promise<void> {
  let bytes = 0;
  opened.deadline.shorten(ERROR_TEXT_TIMEOUT_MS);
  for await (const chunk of readChunks(opened, Infinity)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_ERROR_BYTES) break;
  }
}

/** Returns the length of the body, if the server declares it. */
export function parseContentLength(headers: Headers): number | undefined {
  const length = Number(headers["content-length"] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : undefined;
}

/** Converts an error to a problem, because the error object itself would carry the token along. */
export function failureAt(sending: CallState, url: URL, deadline: Deadline, error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (deadline.cause !== undefined) return problemAt(sending, url, deadline.cause, {});
  const code = findNetworkCode(error);
  const kind = classifyErrorCode(code);
  return problemAt(
    sending,
    url,
    kind,
    {
      ...(code === undefined ? {} : { code }),
      ...(kind === "unexpected" && error instanceof Error ? { detail: error.message } : {}),
      ...(sending.method === "GET" || wasSent(code) ? {} : { wrote: "no" }),
    },
    error,
  );
}

/** Returns a problem whose texts don't contain the token, which the server may have echoed. */
export function problemAt(
  { method, sent, secret = "" }: CallState,
  url: URL,
  kind: ProblemKind,
  facts: ProblemFacts,
  cause?: unknown,
): Problem {
  const place = {
    origin: url.origin,
    method,
    path: url.pathname,
    ...(secret === "" ? {} : { signedIn: true as const }),
  };
  const wrote: ProblemFacts = method === "GET" ? {} : { wrote: sent ? "unknown" : "no" };
  return new Problem(
    kind,
    redactFacts({ ...place, ...wrote, ...facts }, secret),
    cause === undefined ? undefined : { cause: toPlainError(cause, secret) },
  );
}

function redactFacts(facts: ProblemFacts, secret: string): ProblemFacts {
  const texts = (["detail", "target", "path", "at"] as const).flatMap((name) => {
    const text = facts[name];
    return text === undefined ? [] : [[name, withoutSecret(text, secret)] as const];
  });
  const redacted: ProblemFacts = { ...facts, ...Object.fromEntries(texts) };
  const { detail = "" } = redacted;
  // Cut only now, because half a token is secret too.
  return detail.length > MAX_DETAIL_CHARS ? { ...redacted, detail: `${cutText(detail, MAX_DETAIL_CHARS)}…` } : redacted;
}

/** Adds the call to a problem from elsewhere (budget, accounts). */
export function withCall(sending: CallState, url: URL, problem: Problem): Problem {
  return problem.facts.method === undefined
    ? problemAt(sending, url, problem.kind, problem.facts, problem.cause ?? problem)
    : problem;
}

async function collectChunks(chunks: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

function decodeText(chunks: readonly Uint8Array[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Keeps only message and code, because an axios error contains the whole request with its headers. */
function toPlainError(error: unknown, secret: string): Error {
  const code = errorCode(error);
  const plain = new Error(withoutSecret(error instanceof Error ? error.message : String(error), secret));
  return code === undefined ? plain : Object.assign(plain, { code });
}
