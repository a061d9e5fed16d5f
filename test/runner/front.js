// A proxy between a user's browser and the VS Code server. It adds two things: the key that encrypts the page's
// secrets, so that tokens survive a reload, and the page that signs the browser in at the start.
import { randomBytes } from "node:crypto";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { UserError } from "./tools.js";

const HTML_HEADERS = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };

/**
 * @param {{ server: string, token: string, port: number, firstPage?: (key: Buffer) => string }} options `firstPage`
 *   returns the page at `/start`, from the key that encrypts secrets
 */
export async function serveToPerson({ server, token, port, firstPage }) {
  const behind = new URL(server);
  const key = randomBytes(32);
  const front = createServer((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", server);
    if (pathname === "/start" && firstPage !== undefined) {
      // The page contains tokens, so only the browser with the connection token gets it.
      const known = searchParams.get("tkn") === token;
      outgoing.writeHead(known ? 200 : 403, HTML_HEADERS);
      outgoing.end(known ? firstPage(key) : undefined);
      return;
    }
    if (pathname.endsWith("/mint-key")) {
      // The key decrypts the stored tokens, so only the browser with the connection token gets it.
      const known = (incoming.headers.cookie ?? "").split(/;\s*/).includes(`vscode-tkn=${token}`);
      outgoing.writeHead(known ? 200 : 403, {
        "content-type": "application/octet-stream",
        "cache-control": "no-store",
      });
      outgoing.end(known ? key : undefined);
      return;
    }
    const passed = request(
      {
        host: behind.hostname,
        port: behind.port,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => {
      if (!outgoing.headersSent) outgoing.writeHead(502, { "content-type": "text/plain" });
      outgoing.end("The VS Code server has ended. Stop `npm start` and run it again.");
    });
    incoming.pipe(passed);
  });
  /**
   * The HTTP server no longer owns upgraded sockets, so `closeAllConnections` leaves them open.
   * @type {Set<import("node:stream").Duplex>}
   */
  const upgraded = new Set();
  front.on("upgrade", (incoming, socket, head) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    const passed = connect(Number(behind.port), behind.hostname, () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
      for (let place = 0; place < incoming.rawHeaders.length; place += 2) {
        lines.push(`${incoming.rawHeaders[place]}: ${incoming.rawHeaders[place + 1]}`);
      }
      passed.write(`${lines.join("\r\n")}\r\n\r\n`);
      passed.write(head);
      passed.pipe(socket);
      socket.pipe(passed);
    });
    passed.on("error", () => socket.destroy());
    socket.on("error", () => passed.destroy());
    socket.once("close", () => passed.destroy());
  });
  await new Promise((resolve, reject) => {
    front.once("error", (error) => {
      const inUse = "code" in error && error.code === "EADDRINUSE";
      reject(inUse ? new UserError(`Port ${port} is in use. Name another with --port, or leave it out.`) : error);
    });
    front.listen(port, "127.0.0.1", () => resolve(undefined));
  });
  const address = front.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = new Promise((done) => front.close(done));
      front.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await closed;
    },
  };
}
