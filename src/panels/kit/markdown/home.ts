import type { Reference } from "./references.ts";

/** Where a text stands, which decides what its addresses and references mean. Types of messages carry it as it is. */
export interface Home {
  /** The address of the server, with its sub-path where it has one, without a slash at the end. */
  readonly server: string;
  /** `owner/name`. */
  readonly repository: string;
  /** Where threads are kept elsewhere: an address with {user}, {repo} and {index}. */
  readonly tracker?: { readonly format: string; readonly style: "numeric" | "alphanumeric" };
  /** The names of the server's own signs, as `:codeberg:`; their pictures are the server's. */
  readonly signs: readonly string[];
  /** A letter, digit or colon right after `:b:` leaves it as it was written. */
  readonly signsEndWords?: boolean;
}

/** The address that a reference leads to, or nothing where the server would make no link of it. */
export function addressOfReference(reference: Reference, home: Home): string | undefined {
  const { server, repository, tracker } = home;
  switch (reference.is) {
    case "thread": {
      const { repository: other = repository, number, pull } = reference;
      const away = tracker !== undefined && reference.repository === undefined && !pull;
      if (away) return tracker.style === "numeric" ? filled(tracker.format, repository, number) : undefined;
      return `${server}/${other}/${pull ? "pulls" : "issues"}/${number}`;
    }
    case "person":
      return `${server}/${reference.name}`;
    case "team":
      return `${server}/org/${reference.organisation}/teams/${reference.name}`;
    case "commit":
      return `${server}/${reference.repository ?? repository}/commit/${reference.sha}`;
    case "external":
      return tracker?.style === "alphanumeric" ? filled(tracker.format, repository, reference.name) : undefined;
  }
}

/** The picture of a sign that the server has of its own. */
export function addressOfSign(name: string, { server }: Home): string {
  return `${server}/assets/img/emoji/${encodeURIComponent(name)}.png`;
}

/**
 * An address as the server resolves it: attachments belong to the server, everything else that names no host to the
 * repository, also with a slash before it. Only what leads to the web is one.
 */
export function addressOfLink(address: string, home: Home | undefined, base: string): string | undefined {
  const from = home === undefined ? base : `${home.server}/${home.repository}/`;
  const said = home === undefined ? address : belowHome(address.trim(), home);
  if (!URL.canParse(said, from === "" ? undefined : from)) return undefined;
  const url = new URL(said, from === "" ? undefined : from);
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined;
}

function belowHome(address: string, { server, repository }: Home): string {
  // Two slashes name a host, and so do backslashes, which the address would take for slashes.
  if (!/^\/(?![/\\])/.test(address)) return address;
  const { pathname } = new URL(server);
  const path = pathname === "/" || !address.startsWith(`${pathname}/`) ? address : address.slice(pathname.length);
  if (path.startsWith("/attachments/")) return `${server}${path}`;
  // What names the whole way to the repository is not led there twice.
  return path.startsWith(`/${repository}/`) ? `${server}${path}` : `${server}/${repository}${path}`;
}

/** A page of the server in the few letters with which the server shows it: `#12`, `owner/repo#12`, `3f9c1ab`. */
export function shortOf(address: string, { server, repository }: Home): { words: string; code: boolean } | undefined {
  if (!address.toLowerCase().startsWith(`${server.toLowerCase()}/`)) return undefined;
  const below = address.slice(server.length + 1);
  const found =
    /^([\w.-]+\/[\w.-]+)\/(?:(issues|pulls)\/([1-9]\d{0,18})(#issuecomment-\d+)?|commit\/([\da-f]{7,64}))$/.exec(below);
  if (found === null) return undefined;
  const [, place = "", kind, number = "", comment, sha] = found;
  const away = place.toLowerCase() === repository.toLowerCase() ? "" : place;
  if (sha !== undefined) return { words: `${away === "" ? "" : `${away}@`}${sha.slice(0, 10)}`, code: true };
  const words = `${away}${kind === "pulls" ? "!" : "#"}${number}`;
  return { words: comment === undefined ? words : `${words} (comment)`, code: false };
}

function filled(format: string, repository: string, index: string): string {
  const [user = "", repo = ""] = repository.split("/");
  const values: Readonly<Record<string, string>> = { user, repo, index };
  return format.replaceAll(/\{(user|repo|index)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}
