export const PROBLEM_KINDS = [
  "offline",
  "timeout",
  "unauthorized",
  "forbidden",
  "notFound",
  "invalid",
  "locked",
  "archived",
  "conflict",
  "rateLimited",
  "server",
  "malformed",
  "tooLarge",
  "insecure",
  "cancelled",
  "redirected",
  "unexpected",
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export type Remedy = "signIn" | "retry" | "openSettings" | "showLog";

/** What is known about a failure. Nothing in it is secret: it is logged and shown. */
export interface ProblemFacts {
  /** What the service answered, where it did. */
  readonly status?: number;
  readonly origin?: string;
  readonly method?: string;
  /** Without its query, which may hold what a person typed. */
  readonly path?: string;
  /** The server's own words in one line, or what was wrong; never those of a 401, which may echo the token. */
  readonly detail?: string;
  /** When it may be tried again, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** Where a redirect that is not followed leads, without its query. */
  readonly target?: string;
  /** The path of the malformed element. */
  readonly at?: string;
  /** Whether the write that failed can have taken effect; absent where nothing was written. */
  readonly wrote?: "no" | "unknown";
  /** The service has no such route; what the path names may be there all the same. */
  readonly noRoute?: true;
  /** An account's token went along. */
  readonly signedIn?: true;
  /** What the network or the machine calls it, such as ECONNREFUSED. */
  readonly code?: string;
}

/** What a gateway answers in place of a server that it can't reach. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

const REMEDIES: Readonly<Record<ProblemKind, readonly Remedy[]>> = {
  offline: ["retry", "openSettings"],
  timeout: ["retry"],
  unauthorized: ["signIn"],
  forbidden: ["signIn"],
  notFound: ["retry"],
  invalid: ["showLog"],
  locked: [],
  archived: [],
  conflict: ["retry"],
  rateLimited: ["retry"],
  server: ["retry", "showLog"],
  malformed: ["retry", "openSettings", "showLog"],
  tooLarge: ["showLog"],
  insecure: ["openSettings"],
  cancelled: ["retry"],
  redirected: ["openSettings"],
  unexpected: ["retry", "showLog"],
};

/**
 * Every failure, by its kind and what is known about it. The message is a line for the log; what the reader is told is
 * composed from the kind and the facts, in their language.
 */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly kind: ProblemKind;
  readonly facts: ProblemFacts;

  constructor(kind: ProblemKind, facts: ProblemFacts = {}, options?: { cause?: unknown }) {
    super(lineFor(kind, facts), options);
    this.kind = kind;
    this.facts = facts;
  }

  /** What can be done next, the likeliest first. */
  get remedies(): readonly Remedy[] {
    return REMEDIES[this.kind];
  }

  /** Whether the server with this origin could not be reached, which is over once it answers anything. */
  isUnreachable(origin: string): boolean {
    const { origin: asked, status = 0 } = this.facts;
    if (asked !== origin) return false;
    return this.kind === "offline" || this.kind === "timeout" || GATEWAY_STATUSES.has(status);
  }
}

/** Makes a problem of whatever was thrown. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return new Problem("unexpected", { detail: String(error) });
  if (error.name === "AbortError") return new Problem("cancelled", {}, { cause: error });
  return new Problem("unexpected", { detail: error.message }, { cause: error });
}

function lineFor(kind: ProblemKind, facts: ProblemFacts): string {
  const { status, origin, method, path, target, at, code, detail } = facts;
  const what = [method, origin === undefined ? path : `${origin}${path ?? ""}`].filter((each) => each !== undefined);
  const how = status === undefined ? kind : `answered ${status} (${kind})`;
  const more = [
    target === undefined ? undefined : `to ${target}`,
    at === undefined ? undefined : `at ${at}`,
    code,
    detail,
  ].filter((each) => each !== undefined);
  const line = [...what, what.length > 0 && status === undefined ? `failed: ${how}` : how].join(" ");
  return more.length === 0 ? line : `${line}: ${more.join(", ")}`;
}
