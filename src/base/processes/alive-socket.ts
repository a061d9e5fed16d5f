// A socket that shows the other processes of this machine whether this one is still alive.
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Systems truncate or reject longer socket paths: the limit is 104 bytes on macOS, 108 on Linux. */
const MAX_SOCKET_PATH_BYTES = 100;

/** Suffix of sockets that are files. */
const SOCKET_FILE_SUFFIX = ".alive";

/** Lists the addresses at which a socket of this name may be created, best first. */
export type SocketPlaces = (name: string) => readonly string[];

/**
 * Returns the places on this system. Windows and Linux need no file, so TMPDIR doesn't matter there. `folder` is the
 * last resort for socket files.
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

/** Opens a socket that listens until it is closed. However the process ends, the system closes the socket with it. */
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
  // Connecting tells the other process all it needs.
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    // Stays, because without a listener, a connection that fails later would be an uncaught exception.
    server.on("error", reject);
    server.listen(address, resolve);
  });
  server.unref();
  return server;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

/** False only if nothing listens at the address. A busy or stopped process, or another user's, counts as alive. */
export async function isAlive(address: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code !== "ENOENT" && error.code !== "ECONNREFUSED"),
    );
  });
}

/** Deletes the socket file that a killed process leaves behind. */
export async function deleteSocketFile(address: string): Promise<void> {
  if (address.startsWith("/") && address.endsWith(SOCKET_FILE_SUFFIX))
    await rm(address, { force: true }).catch(() => undefined);
}
