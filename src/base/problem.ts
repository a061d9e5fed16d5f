// The only kind of error in the extension: what failed, the facts about it, and what users can do next.

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
  "canceled",
  "redirected",
  "forbiddenServer",
  "unexpected",
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export type Remedy = "signIn" | "retry" | "openSettings" | "showLog" | "allowServer";

/** Facts about a failure. They are logged and shown, so none of them is secret. */
export interface ProblemFacts {
  /** HTTP status, if the service responded. */
  readonly status?: number;
  readonly origin?: string;
  readonly method?: string;
  /** Without its query, which may contain typed text. */
  readonly path?: string;
  /** The server's own message on one line, or what was wrong. Never that of a 401, which may echo the token. */
  readonly detail?: string;
  /** When to try again, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** Target of a redirect that is not followed, without its query. */
  readonly target?: string;
  /** The path of the malformed element. */
  readonly at?: string;
  /** Whether the failed write can have taken effect; absent if nothing was written. */
  readonly wrote?: "no" | "unknown";
  /** The service has no such route, although the thing itself may exist. */
  readonly noRoute?: true;
  /** The error response was JSON, so the service itself wrote it, not a proxy or a firewall. */
  readonly json?: true;
  /** The request carried an account's token. */
  readonly signedIn?: true;
  /** The response was a web page instead of data, as from a network's sign-in page or a wrong URL. */
  readonly webPage?: true;
  /** Error code of the network or the system, such as ECONNREFUSED. */
  readonly code?: string;
}

/** True for the statuses of a gateway that can't reach its server, with those of Cloudflare. */
export function isGatewayStatus(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530);
}

/** Problems that affect every request to a server, or every one with the same token. */
const SERVER_KINDS: ReadonlySet<ProblemKind> = new Set([
  "timeout",
  "unauthorized",
  "rateLimited",
  "server",
  "malformed",
  "insecure",
  "redirected",
  "forbiddenServer",
]);

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
  malformed: ["retry", "showLog", "openSettings"],
  tooLarge: ["showLog"],
  insecure: ["openSettings"],
  canceled: ["retry"],
  redirected: ["openSettings"],
  forbiddenServer: ["allowServer"],
  unexpected: ["retry", "showLog"],
};

/** Remedies for a connection that ends at another server, or at one that is misconfigured. */
const CONNECTION_REMEDIES: readonly Remedy[] = ["retry", "openSettings", "showLog"];

/** The message is a line for the log. `describeProblem` composes what users read from the kind and the facts. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly kind: ProblemKind;
  readonly facts: ProblemFacts;

  constructor(kind: ProblemKind, facts: ProblemFacts = {}, options?: { cause?: unknown }) {
    super(formatLogLine(kind, facts), options);
    this.kind = kind;
    this.facts = facts;
  }

  /** What users can do next, most likely first. */
  get remedies(): readonly Remedy[] {
    const isRefusedByTls = this.kind === "insecure" && this.facts.code !== undefined;
    return this.facts.webPage === true || isRefusedByTls ? CONNECTION_REMEDIES : REMEDIES[this.kind];
  }

  /**
   * The cause that other requests may share: the user's connection, or this server. Undefined if the problem concerns
   * one thing, such as a missing repository.
   */
  get sharedCause(): string | undefined {
    if (this.kind === "offline") return this.kind;
    return SERVER_KINDS.has(this.kind) ? `${this.kind} ${this.facts.origin ?? ""}` : undefined;
  }

  /** True if the service itself doesn't have or doesn't show this. A proxy may also return 403 or 404. */
  get isDenial(): boolean {
    return this.facts.json === true && (this.kind === "forbidden" || this.kind === "notFound");
  }

  /**
   * True if the server with this origin was unreachable, also behind a sign-in page, or forbidden by the user. Its next
   * response resolves this.
   */
  isUnreachable(origin: string): boolean {
    const { origin: requested, status = 0, webPage } = this.facts;
    if (requested !== origin) return false;
    const { kind } = this;
    if (kind === "offline" || kind === "timeout" || kind === "forbiddenServer") return true;
    return isGatewayStatus(status) || webPage === true;
  }
}

/** Converts anything that was thrown to a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return new Problem("unexpected", { detail: String(error) });
  if (error.name === "AbortError") return new Problem("canceled", {}, { cause: error });
  const code = errorCode(error);
  const facts = { detail: error.message, ...(code === undefined ? {} : { code }) };
  return new Problem("unexpected", facts, { cause: error });
}

/** Returns the code of a network or system error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function formatLogLine(kind: ProblemKind, facts: ProblemFacts): string {
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
