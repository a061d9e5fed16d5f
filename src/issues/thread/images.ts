// Loads the images of comments. Other hosts need the user's consent.
import * as v from "valibot";
import type { Event } from "vscode";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import type { Client } from "../../base/http/client.ts";
import { Problem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import type { RepositoryAddress } from "../model/address.ts";

const HOSTS = "triptych.issues.imageHosts";
const hostList = v.array(v.string());

const MEBIBYTE = 1024 * 1024;
const MAX_IMAGE_BYTES = 12 * MEBIBYTE;

/** A comment can contain hundreds of images. Browsers use the same limit. */
const MAX_PARALLEL_REQUESTS = 6;

/** SVG is safe here: in an <img>, it can't run scripts. */
const TYPES = /^image\/(png|jpe?g|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;

interface ImageServers {
  /** Returns the client for an image, with the repository's account if the image is on its server. */
  plainClient(url: string, repository: RepositoryAddress): Client;
}

/** Loads images as `data:` URLs, because the page itself makes no requests. */
export class Images {
  readonly #hosts: StoredValue<readonly string[]>;
  readonly #servers: ImageServers;
  readonly #semaphore = new Semaphore(MAX_PARALLEL_REQUESTS);
  readonly #changed = new Emitter<void>();
  /** Fires when hosts are allowed or removed. */
  readonly onDidChangeHosts: Event<void> = this.#changed.event;

  constructor(state: State, servers: ImageServers) {
    this.#hosts = new StoredValue(state, HOSTS, hostList, []);
    this.#servers = servers;
  }

  /** Returns the hosts whose images are always loaded. */
  hosts(): readonly string[] {
    return this.#hosts.get();
  }

  async allow(url: string): Promise<void> {
    const { host } = new URL(url);
    if (this.hosts().includes(host)) return;
    await this.#hosts.update((hosts) => [...hosts, host]);
    this.#changed.fire();
  }

  /** Removes hosts, so that their images need consent again. */
  async remove(hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    await this.#hosts.update((allowed) => allowed.filter((host) => !hosts.includes(host)));
    this.#changed.fire();
  }

  /**
   * Loads an image as a `data:` URL. The token goes only to its own server. Servers may store attachments on another
   * host and redirect to it. The redirect is followed if the host belongs to the server, if the user always allows its
   * images, or if they `agreed` to this host.
   */
  async load(
    address: RepositoryAddress,
    url: string,
    { agreed }: { readonly agreed?: string | undefined } = {},
  ): Promise<string> {
    const { origin, hostname, pathname, searchParams } = new URL(url);
    const client = this.#servers.plainClient(url, address);
    const { headers, bytes } = await this.#semaphore.run(() =>
      client.bytes({
        path: pathname,
        query: searchParams,
        accept: "image/*",
        maxBytes: MAX_IMAGE_BYTES,
        mayRedirectTo: (host) => host === agreed || this.hosts().includes(host) || isOwnHost(hostname, host),
      }),
    );
    const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    if (!TYPES.test(type))
      throw new Problem("malformed", { origin, detail: `${type || "something"} instead of an image` });
    return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  }
}

/** Returns the host of a redirect that wasn't followed, if the problem is one. */
export function getRedirectHost({ kind, facts: { target } }: Problem): string | undefined {
  return kind === "redirected" && target !== undefined && URL.canParse(target) ? new URL(target).host : undefined;
}

/** True for the server's host on any port, and for its subdomains: they belong to the same owner. */
function isOwnHost(server: string, host: string): boolean {
  const name = host.replace(/:\d+$/, "");
  return name === server || name.endsWith(`.${server}`);
}
