// The only module that talks to services: retries, redirects, tokens and limits. Every failure is a `Problem`.
import { ClientRequest, IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { Budget } from "./budget.ts";
import { encodeBody, type Answer, type BytesAnswer, type Call, type HttpEvent, type StreamedAnswer } from "./call.ts";
import type { Contacts, CountedRequest, Purpose } from "./contacts.ts";
import { Deadline } from "./deadline.ts";
import {
  readBytes,
  readChunks,
  failureAt,
  IDLE_TIMEOUT_MS,
  readJson,
  parseContentLength,
  withCall,
  notJson,
  problemAt,
  readRefusal,
  type OpenResponse,
  type CallState,
} from "./exchange.ts";
import { isJson } from "./failure.ts";
import {
  toPathBelow,
  canonicalOrigin,
  isPrivate,
  ownPlace,
  parseBase,
  resolve,
  displayUrl,
  type PathAndQuery,
} from "../origin.ts";
import { asProblem, isGatewayStatus, type Problem } from "../problem.ts";
import { isRedirect, mayFollow, mayFollowToKnownHost, MAX_REDIRECTS, redirectTarget } from "./redirect.ts";
import { getBackoffMs, MAX_RETRY_AFTER_MS, MAX_RETRIES } from "./retry.ts";
import { wait, type Wait } from "../tasks/wait.ts";

/** A token, with the only origin that may see it. */
export interface Credential {
  readonly origin: string;
  /** The word before the token: `Token`, `token`, `Bearer`. */
  readonly scheme: string;
  readonly value: string;
}

export interface ClientOptions {
  /** URL of the service, including its path if it has one. */
  readonly base: string;
  readonly userAgent: string;
  /** Counts the requests, and refuses those to forbidden servers. */
  readonly contacts: Contacts;
  readonly purpose: Purpose;
  readonly credential?: (() => Promise<Credential | undefined>) | undefined;
  readonly budget?: Pick<Budget, "take" | "pauseUntil">;
  readonly observe?: (event: HttpEvent) => void;
  readonly random?: () => number;
  readonly wait?: Wait | undefined;
  readonly now?: () => number;
}

const MEBIBYTE = 1024 * 1024;
const FIRST_BYTE_TIMEOUT_MS = 30_000;
/** Ends even a response of one byte per second, which never pauses for long. */
const RESPONSE_TIMEOUT_MS = 60_000;
const MAX_BODY_BYTES = 16 * MEBIBYTE;
const MAX_STREAM_BYTES = 512 * MEBIBYTE;

/** How many kept connections in a row may turn out to be closed; the pool may hold several. */
const MAX_STALE_CONNECTIONS = 4;
/** A closed connection fails at once. After this time, the server was answering, so the GET isn't resent silently. */
const STALE_WITHIN_MS = 2000;

/** Sends requests to one service. */
export class Client {
  readonly #base: URL;
  readonly #options: ClientOptions;
  readonly #random: () => number;
  readonly #wait: Wait;
  readonly #now: () => number;

  constructor(options: ClientOptions) {
    this.#base = parseBase(options.base);
    this.#options = options;
    this.#random = options.random ?? Math.random;
    this.#wait = options.wait ?? wait;
    this.#now = options.now ?? Date.now;
  }

  get origin(): string {
    return this.#base.origin;
  }

  /** Converts a link from a response (`links.next`) to a path of this service. The host that it names is ignored. */
  place(link: string): PathAndQuery | undefined {
    return ownPlace(this.#base, link);
  }

  get(path: string, call: Omit<Call, "path" | "method"> = {}): Promise<Answer> {
    return this.request({ ...call, path });
  }

  /** Sends a request and reads the whole response. */
  request(call: Call): Promise<Answer> {
    return this.#persist(call, async (sending) => {
      const opened = await this.#follow(sending);
      const parsed = await readJson(opened, call.maxBytes ?? MAX_BODY_BYTES);
      return {
        ...this.#head(opened),
        json: parsed?.json,
        ...(parsed === undefined ? {} : { leftOut: parsed.leftOut }),
      };
    });
  }

  /** Requests something other than JSON, such as an image, and reads it whole. */
  bytes(call: Omit<Call, "method">): Promise<BytesAnswer> {
    return this.#persist(call, async (sending) => {
      const opened = await this.#follow(sending);
      const bytes = await readBytes(opened, call.maxBytes ?? MAX_BODY_BYTES);
      return { ...this.#head(opened), bytes };
    });
  }

  /** Sends a request and returns the body as a stream. A failure before the body starts is retried like any other. */
  stream(call: Omit<Call, "method">): Promise<StreamedAnswer> {
    return this.#persist(call, async (sending) => {
      const opened = await this.#follow(sending);
      if (!isJson(opened.headers["content-type"])) {
        opened.deadline.end({ over: false });
        throw notJson(opened);
      }
      const chunks = readChunks(opened, call.maxBytes ?? MAX_STREAM_BYTES);
      return { ...this.#head(opened), total: parseContentLength(opened.headers), chunks };
    });
  }

  /** Sends a request and retries a GET after a temporary failure. */
  async #persist<Result>(call: Call, attempt: (sending: CallState) => Promise<Result>): Promise<Result> {
    const method = call.method ?? "GET";
    const url = resolve(this.#base, call.path, call.query);
    const sending: CallState = {
      call,
      method,
      body: encodeBody(call),
      sent: false,
      leftOrigin: false,
      secret: undefined,
      endsAt: Infinity,
    };
    const wholeMs = call.wholeMs ?? RESPONSE_TIMEOUT_MS;
    const started = performance.now();
    for (let retry = 0; ; retry += 1) {
      sending.endsAt = performance.now() + wholeMs;
      try {
        return await attempt(sending);
      } catch (error) {
        const problem = withCall(sending, url, asProblem(error));
        const milliseconds = await this.#pause(sending, problem, retry);
        if (milliseconds === undefined || performance.now() - started > wholeMs) {
          this.#report("given up", sending, url, { problem });
          throw problem;
        }
        this.#report("retrying", sending, url, { problem, milliseconds });
        await this.#wait(milliseconds, call.signal).catch((reason: unknown) => {
          throw withCall(sending, url, asProblem(reason));
        });
      }
    }
  }

  /**
   * Returns the delay before the next attempt, or undefined if there must be none. A 429 or 503 of the service pauses
   * every window; one of a host that it redirected to doesn't.
   */
  async #pause({ call, method }: CallState, problem: Problem, retry: number): Promise<number | undefined> {
    const { status, retryAt, origin } = problem.facts;
    const now = this.#now();
    const delay = Math.max((retryAt ?? now) - now, 0) + getBackoffMs(retry, this.#random);
    const isBusy = (status === 429 || status === 503) && origin === this.origin;
    if (isBusy) await this.#options.budget?.pauseUntil(retryAt ?? now + delay);
    const passing = status === undefined ? problem.kind === "offline" : status === 429 || isGatewayStatus(status);
    const retries = method === "GET" ? Math.min(call.retries ?? MAX_RETRIES, MAX_RETRIES) : 0;
    return passing && retry < retries && delay <= MAX_RETRY_AFTER_MS ? delay : undefined;
  }

  /** Sends a request and follows redirects: a GET within its origin, a write with the same method. */
  async #follow(sending: CallState): Promise<OpenResponse> {
    const { call, method } = sending;
    let url = resolve(this.#base, call.path, call.query);
    sending.leftOrigin = false;
    for (let hops = 0; ; hops += 1) {
      const opened = await this.#open(sending, url);
      const { status, headers, deadline } = opened;
      if (status < 300 || status === 304) return opened;
      if (!isRedirect(status)) throw await readRefusal(opened, this.#now());
      deadline.end({ over: false });
      const target = redirectTarget(url, headers["location"]);
      const isAllowed = (to: URL): boolean =>
        mayFollow(method, status, url, to) || mayFollowToKnownHost(method, url, to, call.mayRedirectTo);
      if (target === undefined || hops === MAX_REDIRECTS || !isAllowed(target)) {
        throw problemAt(sending, url, "redirected", {
          status,
          ...(target === undefined ? {} : { target: displayUrl(target) }),
          ...(method === "GET" ? {} : { wrote: status === 302 || status === 303 ? "unknown" : "no" }),
        });
      }
      this.#report("redirected", sending, target, { status });
      sending.leftOrigin ||= target.origin !== url.origin;
      url = target;
    }
  }

  /**
   * Sends one request and waits for the response's headers. If the server had closed the kept connection, sends a GET
   * again, which doesn't count as a retry.
   */
  async #open(sending: CallState, url: URL): Promise<OpenResponse> {
    const { call, method } = sending;
    const { contacts } = this.#options;
    for (let stale = 0; ; stale += 1) {
      contacts.requireAllowed(url.origin);
      const queued = performance.now();
      await this.#options.budget?.take(call.budgetRules, call.signal);
      sending.endsAt += performance.now() - queued;
      const authorization = await this.#authorization(sending, url);
      // The user may have forbidden the server while this request waited.
      contacts.requireAllowed(url.origin);
      const deadline = new Deadline(call.signal, sending.endsAt);
      const started = performance.now();
      const counted = this.#count(sending, url, authorization);
      try {
        deadline.expect(call.firstByteMs ?? FIRST_BYTE_TIMEOUT_MS);
        this.#report("sent", sending, url);
        const opened = await this.#exchange(sending, url, authorization, deadline, counted);
        counted.answered(opened.status);
        this.#report("answered", sending, url, { status: opened.status, milliseconds: performance.now() - started });
        deadline.expect(call.idleMs ?? IDLE_TIMEOUT_MS);
        return opened;
      } catch (error) {
        deadline.end({ over: false });
        const problem = failureAt(sending, url, deadline, error);
        counted.failed(problem);
        this.#report("failed", sending, url, { problem, milliseconds: performance.now() - started });
        const soon = performance.now() - started < STALE_WITHIN_MS;
        if (method !== "GET" || stale === MAX_STALE_CONNECTIONS || !soon || !isStaleConnection(error)) throw problem;
      }
    }
  }

  async #exchange(
    sending: CallState,
    url: URL,
    authorization: string | undefined,
    deadline: Deadline,
    counted: CountedRequest,
  ): Promise<OpenResponse> {
    const { call, method, body } = sending;
    const { userAgent } = this.#options;
    const { default: axios } = await import("axios");
    sending.sent = true;
    const response = await axios.request<unknown>({
      url: url.href,
      method,
      headers: {
        Accept: call.accept ?? "application/json",
        "User-Agent": userAgent,
        // axios sets a form content type even without a body.
        "Content-Type": body?.type ?? false,
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      },
      ...(body === undefined ? {} : { data: body.bytes }),
      signal: deadline.signal,
      adapter: "http",
      // The bytes after decompression. `readChunks` counts these, so that a small body can't expand beyond the limit.
      responseType: "stream",
      transformRequest: [unchanged],
      maxBodyLength: Infinity,
      validateStatus: null,
      maxRedirects: 0,
      // Keeps axios from reading HTTP_PROXY. It then uses Node's http and https modules, which VS Code replaces in the
      // extension host by its own: these apply the proxy and the certificates of the settings.
      proxy: false,
    });
    if (!(response.data instanceof Readable)) throw new Error("axios gave no stream");
    const { status } = response;
    // Node accepts any three digits as a status, and `HTTP/1.1 000` must not count as success.
    if (status < 200 || status > 599) {
      throw problemAt(sending, url, "malformed", { detail: `the status ${status} does not exist` });
    }
    // Without a listener, an error between two reads would end the process. The reader gets it with its next read.
    response.data.on("error", () => undefined);
    const named = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
    // If axios decompresses the body, it returns another stream, and the length is that of the compressed body.
    const unpacked = !(response.data instanceof IncomingMessage);
    const headers = Object.fromEntries(named.filter(([name]) => !(unpacked && name === "content-length")));
    const request: unknown = response.request;
    const socket = request instanceof ClientRequest ? request.socket : undefined;
    const countReceived = (): number => socket?.bytesRead ?? 0;
    return { sending, url, status, headers, body: response.data, deadline, countReceived, counted };
  }

  /** Returns the Authorization header if the token belongs to the requested origin. Never sends it unencrypted. */
  async #authorization(sending: CallState, url: URL): Promise<string | undefined> {
    if (sending.leftOrigin) return undefined;
    const credential = await this.#options.credential?.();
    if (credential === undefined || canonicalOrigin(credential.origin) !== url.origin) return undefined;
    if (!isPrivate(url)) throw problemAt(sending, url, "insecure", {});
    sending.secret = credential.value;
    return `${credential.scheme} ${credential.value}`;
  }

  #count({ body }: CallState, { origin, pathname, search }: URL, authorization: string | undefined): CountedRequest {
    const { contacts, purpose } = this.#options;
    const sentBytes = pathname.length + search.length + (body?.bytes.length ?? 0);
    return contacts.count(origin, { purpose, sentBytes, hasToken: authorization !== undefined });
  }

  #head({ sending, url, status, headers }: OpenResponse): Omit<Answer, "json"> {
    const asked = resolve(this.#base, sending.call.path);
    const moved = url.pathname === asked.pathname ? {} : { movedTo: toPathBelow(this.#base, url) ?? url.pathname };
    return { status, headers, ...moved };
  }

  #report(kind: HttpEvent["kind"], { method }: CallState, url: URL, more: Partial<HttpEvent> = {}): void {
    this.#options.observe?.({ kind, method, origin: url.origin, target: url.pathname + url.search, ...more });
  }
}

function unchanged(body: unknown): unknown {
  return body;
}

/** True if the service had closed the kept connection, so that it never received this request. */
function isStaleConnection(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("request" in error)) return false;
  const { code, request } = error;
  return (
    (code === "ECONNRESET" || code === "EPIPE") &&
    typeof request === "object" &&
    request !== null &&
    "reusedSocket" in request &&
    request.reusedSocket === true
  );
}
