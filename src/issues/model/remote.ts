// Reads git remotes of servers that are not known yet.
import { lastTwoParts, MAX_REMOTE_CHARS, readShortRemote, toOrigin } from "./address.ts";

/** The parts of a git remote, as written. */
export interface StrangeRemote {
  /** The named host, which may be an alias from the user's SSH settings, with the port if there is one. */
  readonly host: string;
  readonly ssh: boolean;
  readonly owner: string;
  readonly name: string;
}

/** Hosts of other kinds of servers. */
const FOREIGN = /(^|\.)(github|gitlab|bitbucket)\.(com|org)$|(^|\.)(dev\.azure|visualstudio)\.com$/;

export function isForeign(host: string): boolean {
  return FOREIGN.test(host.replace(/:\d+$/, "").toLowerCase());
}

/**
 * Reads `https://host/owner/repo.git`, `ssh://git:2222/owner/repo.git`, `host:owner/repo.git`. The last two parts of
 * the path are owner and name, whatever comes before them.
 */
export function parseUnknownRemote(remote: string): StrangeRemote | undefined {
  if (remote.length > MAX_REMOTE_CHARS) return undefined;
  const short = readShortRemote(remote);
  if (short !== undefined) return toRemote(short.host, true, short.path);
  const url = URL.parse(remote.trim());
  if (url === null || !/^(https?|ssh|git\+ssh):$/.test(url.protocol)) return undefined;
  return toRemote(url.host, !url.protocol.startsWith("http"), url.pathname);
}

export function sameRemote(one: StrangeRemote | undefined, other: StrangeRemote): boolean {
  const key = ({ host, owner, name }: StrangeRemote) => `${host} ${owner}/${name}`.toLowerCase();
  return one !== undefined && key(one) === key(other);
}

function toRemote(host: string, ssh: boolean, path: string): StrangeRemote | undefined {
  const [owner, name] = lastTwoParts(path);
  const plain = /^[\w.-]{1,255}$/;
  if (owner === undefined || name === undefined || !plain.test(owner) || !plain.test(name)) return undefined;
  // Any folder can bring a remote along, and the host becomes part of URLs.
  if (toOrigin(host) === undefined) return undefined;
  return { host: host.toLowerCase().replace(ssh ? /:22$/ : /:(80|443)$/, ""), ssh, owner, name };
}
