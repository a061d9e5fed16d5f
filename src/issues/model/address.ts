// Addresses of repositories and threads: as keys, as URLs, and as users type them or git remotes contain them.
import { encodePart, parseBase } from "../../base/origin.ts";
import type { Id, RepositoryName } from "./entities.ts";

/** The address of a repository: its server's URL, including any path, and its name there. */
export interface RepositoryAddress extends RepositoryName {
  readonly base: string;
}

export interface ThreadAddress extends RepositoryAddress {
  readonly number: Id;
}

/** Identifies a repository. Names are case-insensitive. */
export function repositoryKey({ base, owner, name }: RepositoryAddress): string {
  return `${base}/${owner}/${name}`.toLowerCase();
}

export function threadKey(address: ThreadAddress): string {
  return `${repositoryKey(address)}#${address.number}`;
}

export function fullName({ owner, name }: RepositoryName): string {
  return `${owner}/${name}`;
}

/** The host as the user knows it, including the server's path. */
export function formatHost(base: string): string {
  const { host, pathname } = new URL(base);
  return `${host}${pathname.replace(/\/$/, "")}`;
}

export function repositoryWebUrl({ base, owner, name }: RepositoryAddress): string {
  return `${base}/${encodePart(owner)}/${encodePart(name)}`;
}

/** The page of the thread, at the comment if there is one. */
export function threadWebUrl(address: ThreadAddress, pull: boolean, comment?: Id): string {
  const page = `${repositoryWebUrl(address)}/${pull ? "pulls" : "issues"}/${address.number}`;
  return comment === undefined ? page : `${page}#issuecomment-${comment}`;
}

export function sameBase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Whether the server at this base gets a request to the URL. Beside a base with a path, the host may have other programs,
 * and a proxy may decode slashes before it decides which of them gets the request.
 */
export function isAtServer(url: string, base: string): boolean {
  const { href, origin, pathname } = new URL(url);
  const server = new URL(base);
  if (server.pathname === "/") return origin === server.origin;
  return href.startsWith(`${base}/`) && !/%(2f|5c)/i.test(pathname);
}

/** No page's URL is longer. */
const MAX_URL_CHARS = 2000;

/** Parses a server's URL as users type or paste it: without `https://`, with `/api/v1`, or with a slash at the end. */
export function parseServer(text: string): string | undefined {
  const typed = text.trim();
  if (typed.length > MAX_URL_CHARS || /\s/.test(typed)) return undefined;
  const address = readAddress(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return address?.replace(/\/api(\/v1)?$/, "");
}

/** The server at this address and at each address above it, as a user may have pasted the URL of a page. */
export function serversAbove(address: string): readonly string[] {
  const found: string[] = [];
  for (let at = address; ; at = at.slice(0, at.lastIndexOf("/"))) {
    found.push(at);
    if (new URL(at).pathname === "/") return found;
  }
}

/** No repository's URL is longer. Any folder can contain any remote. */
export const MAX_REMOTE_CHARS = 2000;

/** A name that servers allow. */
const OWNER = /^[\w.-]{1,255}$/;

export interface Parsed {
  readonly address: RepositoryAddress;
  /** The issue or pull request that the text refers to, if any. */
  readonly number: Id | undefined;
}

/**
 * Parses `owner/repo`, `owner/repo#12`, or the URL of a repository or of any page below it. Known servers are tried
 * first, as only they show where a server's path ends and the owner starts.
 */
export function parseRepository(text: string, home: string, known: readonly string[]): Parsed | undefined {
  const typed = text.trim();
  const short = /^([^/\s]+)\/([^/#!\s]+)(?:[#!](\d{1,19}))?$/.exec(typed);
  if (short !== null && !typed.includes("://")) return toAddress(home, short[1], short[2], short[3]);
  const address = readAddress(/^[\w-]+(\.[\w-]+)+(:\d+)?\/[^/\s]+\/[^/\s]/.test(typed) ? `https://${typed}` : typed);
  if (address === undefined) return undefined;
  const within = [...known, home]
    .filter((base) => address.toLowerCase().startsWith(`${base.toLowerCase()}/`))
    .sort((one, other) => other.length - one.length)[0];
  const base = within ?? new URL(address).origin;
  const [owner, name, what, number] = address
    .slice(base.length + 1)
    .split("/")
    .map(decodePart);
  return toAddress(
    base,
    owner,
    name?.replace(/\.git$/, ""),
    what === "issues" || what === "pulls" ? number : undefined,
  );
}

/**
 * The repository that a git remote points to: `https://host/sub/owner/repo.git`, `ssh://git@host:22/owner/repo.git`,
 * `git@host:owner/repo.git`. For SSH, the server is the known one with this host, or else `https://` with this host.
 */
export function parseRemote(remote: string, known: readonly string[]): RepositoryAddress | undefined {
  if (remote.length > MAX_REMOTE_CHARS) return undefined;
  const short = readShortRemote(remote);
  if (short !== undefined) return ofHost(short.host, short.path, known);
  let url: URL;
  try {
    url = new URL(remote.trim());
  } catch {
    return undefined;
  }
  if (/^(ssh|git|git\+ssh):$/.test(url.protocol)) return ofHost(url.hostname, url.pathname, known);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  url.username = "";
  url.password = "";
  return parseRepository(url.href.replace(/\.git\/?$/, ""), url.origin, known)?.address;
}

/** As `parseRemote`, if the repository is on a known server. */
export function parseKnownRemote(remote: string, known: readonly string[]): RepositoryAddress | undefined {
  const address = parseRemote(remote, known);
  return known.some((base) => sameBase(base, address?.base ?? "")) ? address : undefined;
}

/** Reads `git@host:owner/repo.git`. A single letter is a drive of Windows. */
export function readShortRemote(remote: string): { readonly host: string; readonly path: string } | undefined {
  const typed = remote.trim();
  if (typed.includes("://")) return undefined;
  const [, host, path] = /^(?:[^@/\s]+@)?(\[[\da-f:.]+\]|[^:/\s\\]{2,}):(?!\/\/)\/?(\S+)$/i.exec(typed) ?? [];
  return host === undefined || path === undefined ? undefined : { host, path };
}

function readAddress(text: string): string | undefined {
  try {
    return parseBase(text).href.replace(/\/+$/, "");
  } catch {
    return undefined;
  }
}

function ofHost(host: string, path: string, known: readonly string[]): RepositoryAddress | undefined {
  const [owner, name] = lastTwoParts(path);
  const itself = toOrigin(host);
  if (itself === undefined) return undefined;
  const base = known.find((each) => new URL(each).hostname === new URL(itself).hostname);
  return toAddress(base ?? itself, owner, name, undefined)?.address;
}

/** The owner and name at the end of a remote's path, whatever comes before them. */
export function lastTwoParts(path: string): readonly (string | undefined)[] {
  const parts = path.replace(/\.git\/?$/, "").split("/");
  return parts.filter((part) => part !== "").slice(-2);
}

/** The URL of a host, with an international name in ASCII. Undefined if no URL can have this host. */
export function toOrigin(host: string): string | undefined {
  const url = URL.parse(`https://${decodePart(host)}`);
  return url?.href === `${url?.origin}/` ? url?.origin : undefined;
}

function toAddress(
  base: string,
  owner: string | undefined,
  name: string | undefined,
  number: string | undefined,
): Parsed | undefined {
  if (owner === undefined || name === undefined || !OWNER.test(owner) || !OWNER.test(name)) return undefined;
  if ([owner, name].some((part) => part === "." || part === "..")) return undefined;
  const valid = number !== undefined && /^[1-9]\d{0,18}$/.test(number) ? BigInt(number) : undefined;
  return { address: { base, owner, name }, number: valid };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
