// Parses Git remotes of servers that aren't known yet.
import { splitOwnerAndName, MAX_REMOTE_CHARS, parseScpRemote, toOrigin } from "./address.ts";

/** The parts of a Git remote as they are written. */
export interface UnknownRemote {
  /** The host, with any port. May be an alias from the user's SSH settings. */
  readonly host: string;
  readonly ssh: boolean;
  readonly owner: string;
  readonly name: string;
}

/** Public hosts that run neither Forgejo nor Gitea. */
const FOREIGN = /(^|\.)(github|gitlab|bitbucket)\.(com|org)$|(^|\.)(dev\.azure|visualstudio)\.com$/;

export function isForeign(host: string): boolean {
  return FOREIGN.test(host.replace(/:\d+$/, "").toLowerCase());
}

/**
 * Parses `https://host/owner/repo.git`, `ssh://git:2222/owner/repo.git` and `host:owner/repo.git`. The last two parts
 * of the path are owner and name.
 */
export function parseUnknownRemote(remote: string): UnknownRemote | undefined {
  if (remote.length > MAX_REMOTE_CHARS) return undefined;
  const short = parseScpRemote(remote);
  if (short !== undefined) return toRemote(short.host, true, short.path);
  const url = URL.parse(remote.trim());
  if (url === null || !/^(https?|ssh|git\+ssh):$/.test(url.protocol)) return undefined;
  return toRemote(url.host, !url.protocol.startsWith("http"), url.pathname);
}

export function sameRemote(one: UnknownRemote | undefined, other: UnknownRemote): boolean {
  const key = ({ host, owner, name }: UnknownRemote) => `${host} ${owner}/${name}`.toLowerCase();
  return one !== undefined && key(one) === key(other);
}

function toRemote(host: string, ssh: boolean, path: string): UnknownRemote | undefined {
  const [owner, name] = splitOwnerAndName(path);
  const plain = /^[\w.-]{1,255}$/;
  if (owner === undefined || name === undefined || !plain.test(owner) || !plain.test(name)) return undefined;
  // Remotes are untrusted, because any folder can contain one, and the host becomes part of URLs.
  if (toOrigin(host) === undefined) return undefined;
  return { host: host.toLowerCase().replace(ssh ? /:22$/ : /:(80|443)$/, ""), ssh, owner, name };
}
