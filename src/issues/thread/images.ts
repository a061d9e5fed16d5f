import * as v from "valibot";
import type { Event } from "vscode";
import { Semaphore } from "../../base/semaphore.ts";
import type { Client } from "../../base/http.ts";
import { Problem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue } from "../../workbench/stored-value.ts";
import type { State } from "../../workbench/stored-value.ts";
import type { RepositoryAddress } from "../model/address.ts";

const HOSTS = "triptych.issues.imageHosts";
const hostList = v.array(v.string());

const MEBIBYTE = 1024 * 1024;
const MOST_BYTES = 12 * MEBIBYTE;

/** One comment may hold hundreds of images, and a browser would load no more of them at once. */
const MOST_AT_ONCE = 6;

/** A picture in an <img> runs no script, not even as SVG. */
const TYPES = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;

/** The clients of servers, each with its budget. */
interface ImageServers {
  /** For an image at this origin, which may be shown to members of the repository only. */
  plainClient(origin: string, repository: RepositoryAddress): Client;
}

/** Reads pictures for those who agreed to it: the page itself never asks anybody. */
export class Images {
  readonly #hosts: StoredValue<readonly string[]>;
  readonly #servers: ImageServers;
  readonly #atOnce = new Semaphore(MOST_AT_ONCE);
  readonly #changed = new Emitter<void>();
  /** Hosts were allowed or removed. */
  readonly onDidChangeHosts: Event<void> = this.#changed.event;

  constructor(state: State, servers: ImageServers) {
    this.#hosts = new StoredValue(state, HOSTS, hostList, []);
    this.#servers = servers;
  }

  /** Hosts whose pictures the reader always wants to see. */
  hosts(): readonly string[] {
    return this.#hosts.get();
  }

  async allow(url: string): Promise<void> {
    const { host } = new URL(url);
    if (this.hosts().includes(host)) return;
    await this.#hosts.update((hosts) => [...hosts, host]);
    this.#changed.fire();
  }

  /** From now on each image of these hosts is asked for again. */
  async remove(hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    await this.#hosts.update((allowed) => allowed.filter((host) => !hosts.includes(host)));
    this.#changed.fire();
  }

  /**
   * The picture as a `data:` address. The token goes along to the server that it is for, and nowhere else. Servers may
   * keep attachments elsewhere and lead there: that host is asked where it is the server's own, where the reader always
   * wants to see its pictures, or where they `agreed` to it for this one.
   */
  async load(
    address: RepositoryAddress,
    url: string,
    { agreed }: { readonly agreed?: string | undefined } = {},
  ): Promise<string> {
    const { origin, hostname, pathname, searchParams } = new URL(url);
    const client = this.#servers.plainClient(origin, address);
    const { headers, bytes } = await this.#atOnce.run(() =>
      client.bytes({
        path: pathname,
        query: searchParams,
        accept: "image/*",
        maxBytes: MOST_BYTES,
        abroad: (host) => host === agreed || this.hosts().includes(host) || isOwnHost(hostname, host),
      }),
    );
    const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    if (!TYPES.test(type))
      throw new Problem("malformed", { origin, detail: `${type || "something"} instead of a picture` });
    return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  }
}

/** The host that a picture was to be had from, where that is another one than was asked. */
export function hostOf({ kind, facts: { target } }: Problem): string | undefined {
  return kind === "redirected" && target !== undefined && URL.canParse(target) ? new URL(target).host : undefined;
}

/** The server by another port, or below its own name: both belong to whom the server belongs. */
function isOwnHost(server: string, host: string): boolean {
  const name = host.replace(/:\d+$/, "");
  return name === server || name.endsWith(`.${server}`);
}
