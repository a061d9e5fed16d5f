// Nameless accounts: their token can't read its user, and the user didn't enter a name either.
import { createHash } from "node:crypto";

/** The prefix of their ids. Earlier versions used it as the whole id. */
export const NAMELESS = "repository-token";

/** Makes an id from the token, because another token may belong to another user. Logins don't contain colons. */
export function makeNamelessId(token: string): string {
  return `${NAMELESS}:${createHash("sha256").update(token).digest("hex").slice(0, 16)}`;
}

export function isNameless(id: string): boolean {
  return id === NAMELESS || id.startsWith(`${NAMELESS}:`);
}
