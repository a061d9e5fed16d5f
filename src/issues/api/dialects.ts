// The supported kinds of servers, each in its own file.
import type { Dialect } from "./forge.ts";
import { forgejo } from "./forgejo.ts";
import { gitea } from "./gitea.ts";

/** The first that recognizes a server's version is its dialect. Until that is known, the first of all is used. */
export const DIALECTS: readonly [Dialect, ...Dialect[]] = [forgejo, gitea];
