// Makes the sandbox's services fail like real servers, proxies and networks.
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { createGzip } from "node:zlib";

/**
 * @typedef {import("./service.js").Request} Request
 * @typedef {import("./service.js").Answer} Answer
 * @typedef {import("./service.js").JournalEntry} JournalEntry
 * @typedef {import("./service.js").Handler} Handler
 * @typedef {import("node:http").ServerResponse} Outgoing
 *
 * @typedef {object} Fault
 * @property {"delay" | "late" | "refuse" | "reset" | "truncate" | "wrongType" | "html" | "status" | "redirect" | "lost" | "slow" | "twice" | "stall" | "drip" | "packed" | "raw"} kind
 *   `delay` waits `ms` before handling the request;
 *   `late` handles the request immediately and waits `ms` before responding;
 *   `refuse` closes the connection without a response, before the request takes effect;
 *   `lost` lets the request take effect and closes the connection without a response;
 *   `slow` closes the connection immediately, and lets the request take effect after `ms`;
 *   `twice` lets the request take effect twice and returns the second response;
 *   `status` returns `status`, `body` and `headers`; `html` returns a page; `redirect` redirects to `location`;
 *   `wrongType` returns other content, as text/plain;
 *   `reset` resets the connection in the middle of the body; `stall` sends half of the body and then nothing;
 *   `truncate` sends half of the body as if it were all of it;
 *   `drip` sends the response one byte every `ms` milliseconds, followed by endless spaces;
 *   `packed` returns the gzip of `before`, `units` times `unit`, and `after`;
 *   `raw` sends `body` as is, in place of the whole response, and closes the connection
 * @property {string} [method] affects only this method
 * @property {string} [path] a regular expression for path and query
 * @property {number} [times] how many requests are affected; all until it is cleared if absent
 * @property {number} [every] affects only every n-th matching request
 * @property {number} [ms]
 * @property {number} [status]
 * @property {string} [body]
 * @property {string} [before]
 * @property {string} [unit]
 * @property {number} [units]
 * @property {string} [after]
 * @property {Record<string, string>} [headers]
 * @property {string} [retryAfter]
 * @property {string} [location]
 * @property {boolean} [afterEffect] for `status`: the request takes effect before the error is returned
 */

const PAGE = "<!DOCTYPE html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

/** The faults that a test has set, and the code that applies them. */
export class Faults {
  constructor() {
    /** @type {{ fault: Fault, pattern: RegExp, seen: number, left: number }[]} */
    this.set = [];
  }

  /** @param {Fault} fault */
  add(fault) {
    this.set.push({ fault, pattern: new RegExp(fault.path ?? ""), seen: 0, left: fault.times ?? Infinity });
  }

  clear() {
    this.set = [];
  }

  /** Returns the fault that applies to this request, if any, and counts it. @param {Request} request @returns {Fault | undefined} */
  take(request) {
    for (const each of this.set) {
      if (each.fault.method !== undefined && each.fault.method !== request.method) continue;
      if (!each.pattern.test(request.target)) continue;
      each.seen += 1;
      if (each.fault.every !== undefined && each.seen % each.fault.every !== 0) continue;
      if (each.left <= 0) continue;
      each.left -= 1;
      return each.fault;
    }
    return undefined;
  }

  /**
   * @param {Fault | undefined} fault
   * @param {Request} request
   * @param {Outgoing} outgoing
   * @param {JournalEntry} entry
   * @param {Handler} handle
   */
  async play(fault, request, outgoing, entry, handle) {
    switch (fault?.kind) {
      case undefined:
        return send(outgoing, request, entry, await handle(request));
      case "delay":
        await wait(fault.ms ?? 1000, undefined, { ref: false });
        return send(outgoing, request, entry, await handle(request));
      case "late": {
        const answer = await handle(request);
        await wait(fault.ms ?? 1000, undefined, { ref: false });
        return send(outgoing, request, entry, answer);
      }
      case "refuse":
        outgoing.destroy();
        return undefined;
      case "lost":
        await handle(request);
        outgoing.destroy();
        return undefined;
      case "slow":
        outgoing.destroy();
        await wait(fault.ms ?? 1000, undefined, { ref: false });
        await handle(request);
        return undefined;
      case "twice":
        await handle(request);
        return send(outgoing, request, entry, await handle(request));
      case "html":
        return send(outgoing, request, entry, {
          status: fault.status ?? 502,
          headers: { "content-type": "text/html; charset=utf-8", ...fault.headers },
          body: fault.body ?? PAGE,
        });
      case "status":
        if (fault.afterEffect === true) await handle(request);
        return send(outgoing, request, entry, {
          status: fault.status ?? 503,
          headers: {
            "content-type": "application/json; charset=utf-8",
            ...(fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter }),
            ...fault.headers,
          },
          body: fault.body ?? "{}",
        });
      case "redirect":
        return send(outgoing, request, entry, {
          status: fault.status ?? 302,
          headers: { location: fault.location ?? "/" },
          body: "",
        });
      case "wrongType": {
        const answer = await handle(request);
        return send(outgoing, request, entry, {
          status: answer.status,
          headers: { ...withoutLength(answer.headers), "content-type": "text/plain; charset=utf-8" },
          body: fault.body ?? "not what was asked for",
        });
      }
      case "reset":
      case "truncate":
      case "stall": {
        const answer = await handle(request);
        const whole = await collect(answer.body);
        const half = whole.subarray(0, Math.max(1, Math.floor(whole.length / 2)));
        const headers = { ...answer.headers };
        if (fault.kind === "truncate")
          return send(outgoing, request, entry, { ...answer, headers: withoutLength(headers), body: half });
        entry.status = answer.status;
        outgoing.writeHead(answer.status, { ...headers, "content-length": String(whole.length) });
        await new Promise((resolve) => {
          outgoing.write(half, resolve);
        });
        if (fault.kind === "reset") outgoing.socket?.resetAndDestroy();
        return undefined;
      }
      case "drip": {
        const answer = await handle(request);
        entry.status = answer.status;
        const body = await collect(answer.body);
        outgoing.writeHead(answer.status, { ...answer.headers });
        outgoing.flushHeaders();
        for (let at = 0; !outgoing.destroyed; at += 1) {
          outgoing.write(at < body.length ? body.subarray(at, at + 1) : " ");
          await wait(fault.ms ?? 1000, undefined, { ref: false });
        }
        return undefined;
      }
      case "packed":
        return send(outgoing, request, entry, {
          status: fault.status ?? 200,
          headers: {
            "content-type": "application/json; charset=utf-8",
            "content-encoding": "gzip",
            ...fault.headers,
          },
          body: Readable.from(contentChunks(fault)).pipe(createGzip()),
        });
      case "raw":
        outgoing.socket?.end(fault.body ?? "");
        return undefined;
      default:
        throw new Error(`unknown fault ${JSON.stringify(fault)}`);
    }
  }
}

/** Returns the headers for a body of another length. @param {Answer["headers"]} headers */
function withoutLength(headers = {}) {
  const { "content-length": _, ...rest } = headers;
  return rest;
}

/** Yields the content of a `packed` body in chunks of about one megabyte. @param {Fault} fault */
function* contentChunks({ before = "", unit = " ", units = 0, after = "" }) {
  yield before;
  const perChunk = Math.ceil(1_000_000 / unit.length);
  for (let left = units; left > 0; left -= perChunk) yield unit.repeat(Math.min(left, perChunk));
  yield after;
}

/** @param {Answer["body"]} body */
async function collect(body) {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === "string" || Buffer.isBuffer(body)) return Buffer.from(body);
  const parts = [];
  for await (const part of body) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** @param {Outgoing} outgoing @param {Request} request @param {JournalEntry} entry @param {Answer} answer */
async function send(outgoing, request, entry, answer) {
  entry.status = answer.status;
  const headers = { ...answer.headers };
  const { body } = answer;
  const noBody = answer.status === 204 || answer.status === 304;
  if (body === undefined || typeof body === "string" || Buffer.isBuffer(body)) {
    const bytes = Buffer.from(body ?? "");
    if (!noBody) headers["content-length"] ??= String(bytes.length);
    outgoing.writeHead(answer.status, headers);
    outgoing.end(request.method === "HEAD" || noBody ? undefined : bytes);
    return;
  }
  outgoing.writeHead(answer.status, headers);
  if (request.method !== "HEAD") {
    for await (const part of body) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(part)) {
        await new Promise((resolve) => {
          const resume = () => {
            outgoing.off("drain", resume).off("close", resume);
            resolve(undefined);
          };
          outgoing.once("drain", resume).once("close", resume);
        });
      }
    }
  }
  outgoing.end();
}
