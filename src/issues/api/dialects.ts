// The supported kinds of servers, each in its own file.
import type { Dialect } from "./forge.ts";
import { forgejo } from "./forgejo.ts";
import { gitea } from "./gitea.ts";

/** The first dialect that recognizes a server's version is used. Until the version is known, the first one is. */
export type Dialects = readonly [Dialect, ...Dialect[]];

export const DIALECTS: Dialects = [forgejo, gitea];
