// A socket by which the other processes of a machine see whether this one is still alive.
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Systems cut or refuse longer paths of sockets: macOS has room for 104 bytes, Linux for 108. */
const MAX_SOCKET_PATH_BYTES = 100;

/** Ends the path of a socket that is a file. */
const SOCKET_FILE_SUFFIX = ".alive";

/** Where sockets may be created: the addresses for a new name, the best first. */
export type SocketPlaces = (name: string) => readonly string[];

/**
 * The places on this system. Neither Windows nor Linux needs a file, so TMPDIR doesn't matter there; elsewhere `folder`
 * is the last of several.
 */
export function socketPlaces(folder: string): SocketPlaces {
  return (name) => {
    if (process.platform === "win32") return [`\\\\.\\pipe\\${name}`];
    const files = [tmpdir(), "/tmp", folder].map((each) => join(each, `${name}${SOCKET_FILE_SUFFIX}`));
    return process.platform === "linux" ? [`\0${name}`, ...files] : files;
  };
}

export interface AliveSocket {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Listens until it is closed or the process ends, in whatever way; the system closes the socket with the process. */
export async function openAliveSocket(places: SocketPlaces): Promise<AliveSocket> {
  const addresses = places(`triptych-${randomBytes(8).toString("hex")}`);
  let reason: unknown = new Error("No place for a socket");
  for (const address of addresses) {
    if (Buffer.byteLength(address) > MAX_SOCKET_PATH_BYTES) continue;
    try {
      const server = await listen(address);
      return { address, close: () => close(server) };
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

async function listen(address: string): Promise<Server> {
  // A process that connects has learned all it needs.
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, resolve);
  });
  server.unref();
  return server;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}

/** False only if the system says so: a process that is busy, stopped or another user's counts as alive. */
export async function isAlive(address: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code !== "ENOENT" && error.code !== "ECONNREFUSED");
    });
  });
}

/** The file of a socket stays behind when its process is killed. */
export async function forgetSocket(address: string): Promise<void> {
  if (address.startsWith("/") && address.endsWith(SOCKET_FILE_SUFFIX))
    await rm(address, { force: true }).catch(() => undefined);
}
