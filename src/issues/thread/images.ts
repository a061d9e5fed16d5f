// Loads the images of comments, and none without the user's consent.
import * as v from "valibot";
import type { Event } from "vscode";
import { Semaphore } from "../../base/semaphore.ts";
import type { Client } from "../../base/http.ts";
import { Problem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue, type State } from "../../workbench/stored-value.ts";
import type { RepositoryAddress } from "../model/address.ts";

const HOSTS = "triptych.issues.imageHosts";
const hostList = v.array(v.string());

const MEBIBYTE = 1024 * 1024;
const MAX_IMAGE_BYTES = 12 * MEBIBYTE;

/** A comment can contain hundreds of images, and browsers don't load more than this at once either. */
const MAX_PARALLEL_REQUESTS = 6;

/** An image in an <img> runs no script, not even as SVG. */
const TYPES = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;

/** The clients of servers, each with its budget. */
interface ImageServers {
  /** For an image at this URL, which only members of the repository may be allowed to see. */
  plainClient(url: string, repository: RepositoryAddress): Client;
}

/** The page itself makes no requests: it gets each image as a `data:` URL. */
export class Images {
  readonly #hosts: StoredValue<readonly string[]>;
  readonly #servers: ImageServers;
  readonly #atOnce = new Semaphore(MAX_PARALLEL_REQUESTS);
  readonly #changed = new Emitter<void>();
  /** Hosts were allowed or removed. */
  readonly onDidChangeHosts: Event<void> = this.#changed.event;

  constructor(state: State, servers: ImageServers) {
    this.#hosts = new StoredValue(state, HOSTS, hostList, []);
    this.#servers = servers;
  }

  /** Hosts whose images are always loaded. */
  hosts(): readonly string[] {
    return this.#hosts.get();
  }

  async allow(url: string): Promise<void> {
    const { host } = new URL(url);
    if (this.hosts().includes(host)) return;
    await this.#hosts.update((hosts) => [...hosts, host]);
    this.#changed.fire();
  }

  /** Removes hosts, so that each of their images needs consent again. */
  async remove(hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    await this.#hosts.update((allowed) => allowed.filter((host) => !hosts.includes(host)));
    this.#changed.fire();
  }

  /**
   * Loads an image as a `data:` URL. The token goes only to its own server. Servers may keep attachments on another
   * host and redirect there: that host is used if it belongs to the server, if the user always allows its images, or if
   * they `agreed` to this one.
   */
  async load(
    address: RepositoryAddress,
    url: string,
    { agreed }: { readonly agreed?: string | undefined } = {},
  ): Promise<string> {
    const { origin, hostname, pathname, searchParams } = new URL(url);
    const client = this.#servers.plainClient(url, address);
    const { headers, bytes } = await this.#atOnce.run(() =>
      client.bytes({
        path: pathname,
        query: searchParams,
        accept: "image/*",
        maxBytes: MAX_IMAGE_BYTES,
        abroad: (host) => host === agreed || this.hosts().includes(host) || isOwnHost(hostname, host),
      }),
    );
    const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    if (!TYPES.test(type))
      throw new Problem("malformed", { origin, detail: `${type || "something"} instead of an image` });
    return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  }
}

/** The host that the server redirected to, if it isn't the requested one. */
export function getRedirectHost({ kind, facts: { target } }: Problem): string | undefined {
  return kind === "redirected" && target !== undefined && URL.canParse(target) ? new URL(target).host : undefined;
}

/** The server's host with another port, or a subdomain of it: both belong to the server's owner. */
function isOwnHost(server: string, host: string): boolean {
  const name = host.replace(/:\d+$/, "");
  return name === server || name.endsWith(`.${server}`);
}
