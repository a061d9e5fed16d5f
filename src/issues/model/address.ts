// Addresses of repositories and threads: formats them as keys and URLs, and parses user input and Git remotes.
import { encodePart, parseBase } from "../../base/origin.ts";
import type { Id, RepositoryName } from "./entities.ts";

/** The address of a repository: the base URL of its server, including any path, and its name there. */
export interface RepositoryAddress extends RepositoryName {
  readonly base: string;
}

export interface ThreadAddress extends RepositoryAddress {
  readonly number: Id;
}

/** Returns a key that identifies a repository. Servers ignore the case of names. */
export function repositoryKey({ base, owner, name }: RepositoryAddress): string {
  return `${base}/${owner}/${name}`.toLowerCase();
}

export function threadKey(address: ThreadAddress): string {
  return `${repositoryKey(address)}#${address.number}`;
}

export function fullName({ owner, name }: RepositoryName): string {
  return `${owner}/${name}`;
}

/** Formats a server's base URL for users: its host and path. */
export function formatHost(base: string): string {
  const { host, pathname } = new URL(base);
  return `${host}${pathname.replace(/\/$/, "")}`;
}

export function repositoryWebUrl({ base, owner, name }: RepositoryAddress): string {
  return `${base}/${encodePart(owner)}/${encodePart(name)}`;
}

/** Returns the web page of a thread, scrolled to the comment if one is given. */
export function threadWebUrl(address: ThreadAddress, pull: boolean, comment?: Id): string {
  const page = `${repositoryWebUrl(address)}/${pull ? "pulls" : "issues"}/${address.number}`;
  return comment === undefined ? page : `${page}#issuecomment-${comment}`;
}

export function sameBase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * True if the server at `base` receives requests for the URL. If the base has a path, the host may run other programs,
 * and a proxy may decode slashes before it decides which of them receives a request.
 */
export function isAtServer(url: string, base: string): boolean {
  const { href, origin, pathname } = new URL(url);
  const server = new URL(base);
  if (server.pathname === "/") return origin === server.origin;
  return href.startsWith(`${base}/`) && !/%(2f|5c)/i.test(pathname);
}

/** Longer than the URL of any page. */
const MAX_URL_CHARS = 2000;

/** Parses the URL of a server as users enter it: without `https://`, with `/api/v1`, or with a trailing slash. */
export function parseServer(text: string): string | undefined {
  const typed = text.trim();
  if (typed.length > MAX_URL_CHARS || /\s/.test(typed)) return undefined;
  const address = normalizeUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return address?.replace(/\/api(\/v1)?$/, "");
}

/** Returns the URL and all its parent paths, because the user may have pasted the URL of a page on the server. */
export function serversAbove(address: string): readonly string[] {
  const found: string[] = [];
  for (let at = address; ; at = at.slice(0, at.lastIndexOf("/"))) {
    found.push(at);
    if (new URL(at).pathname === "/") return found;
  }
}

/** Longer than the URL of any repository. Remotes are untrusted: any folder can contain any text. */
export const MAX_REMOTE_CHARS = 2000;

/** The names that servers allow. */
const OWNER = /^[\w.-]{1,255}$/;

export interface Parsed {
  readonly address: RepositoryAddress;
  /** The issue or pull request that the text refers to, if any. */
  readonly number: Id | undefined;
  /** The comment that the URL of an issue scrolls to. */
  readonly comment?: Id | undefined;
}

/**
 * Parses `owner/repo`, `owner/repo#12`, or the URL of a repository or of any page below it. Known servers are tried
 * first, because a URL alone doesn't show where the server's path ends and the owner begins.
 */
export function parseRepository(text: string, home: string, known: readonly string[]): Parsed | undefined {
  const typed = text.trim();
  const short = /^([^/\s]+)\/([^/#!\s]+)(?:[#!](\d{1,19}))?$/.exec(typed);
  if (short !== null && !typed.includes("://")) return toAddress(home, short[1], short[2], short[3]);
  const address = normalizeUrl(/^[\w-]+(\.[\w-]+)+(:\d+)?\/[^/\s]+\/[^/\s]/.test(typed) ? `https://${typed}` : typed);
  if (address === undefined) return undefined;
  const server = [...known, home]
    .filter((base) => address.toLowerCase().startsWith(`${base.toLowerCase()}/`))
    .sort((one, other) => other.length - one.length)[0];
  const base = server ?? new URL(address).origin;
  const [owner, name, what, number] = address
    .slice(base.length + 1)
    .split("/")
    .map(decodePart);
  const parsed = toAddress(base, owner, name, what === "issues" || what === "pulls" ? number : undefined);
  const comment = /#issuecomment-(\d{1,19})$/.exec(typed)?.[1];
  return parsed && (comment === undefined ? parsed : { ...parsed, comment: BigInt(comment) });
}

/**
 * Parses a Git remote: `https://host/path/owner/repo.git`, `ssh://git@host:22/owner/repo.git`,
 * `git@host:owner/repo.git`. An SSH remote belongs to the known server on its host, or to an HTTPS one there.
 */
export function parseRemote(remote: string, known: readonly string[]): RepositoryAddress | undefined {
  if (remote.length > MAX_REMOTE_CHARS) return undefined;
  const short = parseScpRemote(remote);
  if (short !== undefined) return toRemoteAddress(short.host, short.path, known);
  let url: URL;
  try {
    url = new URL(remote.trim());
  } catch {
    return undefined;
  }
  if (/^(ssh|git|git\+ssh):$/.test(url.protocol)) return toRemoteAddress(url.hostname, url.pathname, known);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  url.username = "";
  url.password = "";
  return parseRepository(url.href, url.origin, known)?.address;
}

/** Like `parseRemote`, but only for repositories on known servers. */
export function parseKnownRemote(remote: string, known: readonly string[]): RepositoryAddress | undefined {
  const address = parseRemote(remote, known);
  return known.some((base) => sameBase(base, address?.base ?? "")) ? address : undefined;
}

/** Parses `git@host:owner/repo.git`. A single letter before the colon is a Windows drive, not a host. */
export function parseScpRemote(remote: string): { readonly host: string; readonly path: string } | undefined {
  const typed = remote.trim();
  if (typed.includes("://")) return undefined;
  const [, host, path] = /^(?:[^@/\s]+@)?(\[[\da-f:.]+\]|[^:/\s\\]{2,}):(?!\/\/)\/?(\S+)$/i.exec(typed) ?? [];
  return host === undefined || path === undefined ? undefined : { host, path };
}

function normalizeUrl(text: string): string | undefined {
  try {
    return parseBase(text).href.replace(/\/+$/, "");
  } catch {
    return undefined;
  }
}

function toRemoteAddress(host: string, path: string, known: readonly string[]): RepositoryAddress | undefined {
  const [owner, name] = splitOwnerAndName(path);
  const hostUrl = toOrigin(host);
  if (hostUrl === undefined) return undefined;
  const base = known.find((each) => new URL(each).hostname === new URL(hostUrl).hostname);
  return toAddress(base ?? hostUrl, owner, name, undefined)?.address;
}

/** Returns the last two parts of a remote's path: owner and name. */
export function splitOwnerAndName(path: string): readonly (string | undefined)[] {
  const parts = path.replace(/\.git\/?$/, "").split("/");
  return parts.filter((part) => part !== "").slice(-2);
}

/** Returns the URL of a host, with international names as ASCII. Undefined if the host isn't valid in a URL. */
export function toOrigin(host: string): string | undefined {
  const url = URL.parse(`https://${decodePart(host)}`);
  return url?.href === `${url?.origin}/` ? url?.origin : undefined;
}

function toAddress(
  base: string,
  owner: string | undefined,
  withSuffix: string | undefined,
  number: string | undefined,
): Parsed | undefined {
  const name = withSuffix?.replace(/\.git$/, "");
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
