// The accounts of tokens that can't read their user, and whose user the reader didn't name.
import { createHash } from "node:crypto";

/** What these accounts share. Earlier versions gave it to all of them as their ID. */
export const NAMELESS = "repository-token";

/** Another such token may be another user's. No login contains a colon. */
export function makeNamelessId(token: string): string {
  return `${NAMELESS}:${createHash("sha256").update(token).digest("hex").slice(0, 16)}`;
}

export function isNameless(id: string): boolean {
  return id === NAMELESS || id.startsWith(`${NAMELESS}:`);
}
