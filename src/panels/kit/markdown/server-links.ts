// Resolves references, links and emoji of a text to URLs of the server that the text comes from.
import type { Reference } from "./references.ts";

/** Where a text belongs on its server, which decides what its URLs and references mean. Messages contain it as is. */
export interface Home {
  /** URL of the server, including its path if it has one, without a slash at the end. */
  readonly server: string;
  /** `owner/name`. */
  readonly repository: string;
  /** URL of the thread that the text is in. */
  readonly thread: string;
  /** The external issue tracker, if there is one; `format` is a URL with {user}, {repo} and {index}. */
  readonly tracker?: { readonly format: string; readonly style: "numeric" | "alphanumeric" };
  /** Names of the server's custom emoji, such as `codeberg`. The server has their pictures. */
  readonly customEmoji: readonly string[];
  /** On Gitea, `:b:` is an emoji only if no letter, digit or colon follows; Forgejo draws it in `a:b:c` too. */
  readonly emojiEndWords: boolean;
}

/** Returns the URL that a reference leads to, or undefined if the server would not link it. */
export function referenceUrl(reference: Reference, home: Home): string | undefined {
  const { server, repository, tracker } = home;
  switch (reference.is) {
    case "thread": {
      const { repository: other = repository, number, pull } = reference;
      const isExternal = tracker !== undefined && reference.repository === undefined && !pull;
      if (isExternal) return tracker.style === "numeric" ? fillFormat(tracker.format, repository, number) : undefined;
      return `${server}/${other}/${pull ? "pulls" : "issues"}/${number}`;
    }
    case "person":
      return `${server}/${reference.name}`;
    case "team":
      return `${server}/org/${reference.organization}/teams/${reference.name}`;
    case "commit":
      return `${server}/${reference.repository ?? repository}/commit/${reference.sha}`;
    case "external":
      return tracker?.style === "alphanumeric" ? fillFormat(tracker.format, repository, reference.name) : undefined;
  }
}

/** Returns the URL of the picture of a custom emoji. */
export function emojiUrl(name: string, { server }: Home): string {
  return `${server}/assets/img/emoji/${encodeURIComponent(name)}.png`;
}

/**
 * Resolves a URL as the server does: attachments belong to the server, fragments to the thread, and everything else
 * without a host to the repository, even with a slash before it. Returns only http, https and mailto URLs.
 */
export function resolveLink(address: string, home: Home | undefined, base: string): string | undefined {
  const from = home === undefined ? base : `${home.server}/${home.repository}/`;
  const target = home === undefined ? address : belowHome(address.trim(), home);
  const url = URL.parse(target, from === "" ? undefined : from);
  return /^(https?|mailto):$/.test(url?.protocol ?? "") ? url?.href : undefined;
}

function belowHome(address: string, { server, repository, thread }: Home): string {
  if (address.startsWith("#")) return `${thread}${address}`;
  // Two slashes name a host, and so do backslashes, which the URL parser treats as slashes.
  if (!/^\/(?![/\\])/.test(address)) return address;
  const { pathname } = new URL(server);
  const path = pathname === "/" || !address.startsWith(`${pathname}/`) ? address : address.slice(pathname.length);
  if (path.startsWith("/attachments/")) return `${server}${path}`;
  // A path that already names the repository is not prefixed with it again.
  return path.startsWith(`/${repository}/`) ? `${server}${path}` : `${server}/${repository}${path}`;
}

/** Shortens the URL of a page of the server as the server does: `#12`, `owner/repo#12`, `3f9c1ab`. */
export function shortenUrl(
  address: string,
  { server, repository }: Home,
): { words: string; code: boolean } | undefined {
  if (!address.toLowerCase().startsWith(`${server.toLowerCase()}/`)) return undefined;
  const below = address.slice(server.length + 1);
  const found =
    /^([\w.-]+\/[\w.-]+)\/(?:(issues|pulls)\/([1-9]\d{0,18})(#issuecomment-\d+)?|commit\/([\da-f]{7,64}))$/.exec(below);
  if (found === null) return undefined;
  const [, place = "", kind, number = "", comment, sha] = found;
  const other = place.toLowerCase() === repository.toLowerCase() ? "" : place;
  if (sha !== undefined) return { words: `${other === "" ? "" : `${other}@`}${sha.slice(0, 10)}`, code: true };
  const words = `${other}${kind === "pulls" ? "!" : "#"}${number}`;
  return { words: comment === undefined ? words : `${words} (comment)`, code: false };
}

function fillFormat(format: string, repository: string, index: string): string {
  const [user = "", repo = ""] = repository.split("/");
  const values: Readonly<Record<string, string>> = { user, repo, index };
  return format.replaceAll(/\{(user|repo|index)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}
