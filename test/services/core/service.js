// Serves one of the sandbox's services over HTTP, and records its requests.
import { createServer } from "node:http";
import { Faults } from "./faults.js";

/**
 * @typedef {object} Request a request to a service
 * @property {string} method
 * @property {string} target path and query as sent
 * @property {string} path the target without its query, still encoded
 * @property {string} query the query as sent, without `?`
 * @property {URLSearchParams} params the query, decoded
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {Buffer} body
 * @property {string} address the client's address
 * @property {string} origin this service's own origin
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} [headers]
 * @property {string | Buffer | AsyncIterable<string | Buffer> | Iterable<string | Buffer> | undefined} [body]
 *
 * @typedef {object} JournalEntry a request as received
 * @property {number} id
 * @property {number} time milliseconds since 1970, by the machine's clock
 * @property {string} method
 * @property {string} target
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {string} body
 * @property {number} [status] absent before the response, and if the connection was cut
 * @property {string} [fault] the fault that was applied
 *
 * @typedef {(request: Request) => Answer | Promise<Answer>} Handler
 */

const JOURNAL_LIMIT = 100_000;

/** An HTTP server on the loopback interface that keeps a journal of all requests and applies faults. */
export class Service {
  /** @param {{ name: string, handle: Handler }} options */
  constructor({ name, handle }) {
    this.name = name;
    this.handle = handle;
    this.faults = new Faults();
    /** @type {JournalEntry[]} */
    this.journal = [];
    this.requests = 0;
    this.server = createServer((incoming, outgoing) => {
      this.#serve(incoming, outgoing).catch((error) => {
        // A bug of the sandbox must never look like an error of the service.
        console.error(`sandbox: ${this.name} failed on ${incoming.method} ${incoming.url}`, error);
        outgoing.destroy();
      });
    });
    this.origin = "";
  }

  /** @param {number} port 0 for any free port */
  async listen(port) {
    await new Promise((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(port, "127.0.0.1", () => resolve(undefined));
    });
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("no port was given");
    this.origin = `http://127.0.0.1:${address.port}`;
    return this.origin;
  }

  async close() {
    const closed = new Promise((resolve) => {
      this.server.close(() => resolve(undefined));
    });
    this.server.closeAllConnections();
    await closed;
  }

  /**
   * @param {import("node:http").IncomingMessage} incoming
   * @param {import("node:http").ServerResponse} outgoing
   */
  async #serve(incoming, outgoing) {
    /** @type {Buffer[]} */
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const method = incoming.method ?? "GET";
    const target = incoming.url ?? "/";
    const cut = target.indexOf("?");
    this.requests += 1;
    /** @type {JournalEntry} */
    const entry = {
      id: this.requests,
      time: Date.now(),
      method,
      target,
      headers: incoming.headers,
      body: body.toString("utf8"),
    };
    this.journal.push(entry);
    if (this.journal.length > JOURNAL_LIMIT) this.journal.shift();
    /** @type {Request} */
    const request = {
      method,
      target,
      path: cut < 0 ? target : target.slice(0, cut),
      query: cut < 0 ? "" : target.slice(cut + 1),
      params: new URLSearchParams(cut < 0 ? "" : target.slice(cut + 1)),
      headers: incoming.headers,
      body,
      address: incoming.socket.remoteAddress ?? "",
      origin: this.origin,
    };
    const fault = this.faults.take(request);
    if (fault) entry.fault = fault.kind;
    await this.faults.play(fault, request, outgoing, entry, this.handle);
  }
}
