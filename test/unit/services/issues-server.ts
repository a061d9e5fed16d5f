// Starts an issue server of the sandbox for a test, and sends requests to it as any user.
import { Clock } from "../../services/core/clock.js";
import { issuesService, type PersonalityName } from "../../services/issues/index.js";
import { demoToken } from "../../services/issues/seed/writer.js";

export type Personality = PersonalityName;
export { PERSONALITY_NAMES as PERSONALITIES, PERSONALITIES as TRAITS } from "../../services/issues/personalities.js";

/** The time at which every server starts: a month after the last event of its seed. */
const NOON = Date.UTC(2026, 10, 21, 12);

/** A server's response. `at` returns a value of its JSON by a path such as `0.user.login`. */
export class Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;

  constructor(status: number, headers: Headers, bytes: Buffer) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }

  get text(): string {
    return this.bytes.toString("utf8");
  }

  get json(): unknown {
    return JSON.parse(this.text);
  }

  at(path: string): unknown {
    return valueAt(this.json, path);
  }

  /** Returns one field of each element of a list, or the elements themselves. */
  list(field?: string): unknown[] {
    const { json } = this;
    if (!Array.isArray(json)) throw new Error(`no list: ${this.text.slice(0, 200)}`);
    return field === undefined ? json : json.map((each) => valueAt(each, field));
  }
}

function valueAt(from: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.entries(value).find(([name]) => name === key)?.[1];
  }, from);
}

/** An issue server of the sandbox with a stopped clock. */
export class Server {
  readonly clock: Clock;
  readonly controlled: ReturnType<typeof issuesService>;
  readonly origin: string;
  /** The path before `/api/v1`. */
  base = "";

  private constructor(clock: Clock, controlled: ReturnType<typeof issuesService>, origin: string) {
    this.clock = clock;
    this.controlled = controlled;
    this.origin = origin;
  }

  static async start(personality: Personality, { scale = 1, seed = "1" } = {}): Promise<Server> {
    const clock = new Clock();
    clock.set(NOON);
    const controlled = issuesService({ seed, scale, clock, personality });
    return new Server(clock, controlled, await controlled.service.listen(0));
  }

  /** Sends a request with the token of that name. `=…` is a token itself, and an empty name is anonymous. */
  async ask(
    as: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const whole = path.startsWith("/api/") || path.startsWith("/attachments/") ? path : `/api/v1${path}`;
    const key = as.startsWith("=") ? as.slice(1) : demoToken(as);
    const answer = await fetch(this.origin + this.base + whole, {
      method,
      redirect: "manual",
      headers: {
        ...(as === "" ? {} : { authorization: `token ${key}` }),
        ...(typeof body === "object" && !(body instanceof FormData) ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" || body instanceof FormData ? body : JSON.stringify(body) }),
    });
    return new Answered(answer.status, answer.headers, Buffer.from(await answer.arrayBuffer()));
  }

  get(as: string, path: string): Promise<Answered> {
    return this.ask(as, "GET", path);
  }

  /** Runs an action of the sandbox. The path selects a field of its result. */
  act(action: string, body: Record<string, unknown>, read = "id"): unknown {
    const run = this.controlled.actions[action];
    if (run === undefined) throw new Error(`no action ${action}`);
    return valueAt(run(body), read);
  }

  stop(): Promise<void> {
    return this.controlled.service.close();
  }
}

/** Runs a test against a new server, and stops the server even if the test fails. */
export async function withServer(
  personality: Personality,
  test: (server: Server) => Promise<void>,
  options: { scale?: number; seed?: string } = {},
): Promise<void> {
  const server = await Server.start(personality, options);
  try {
    await test(server);
  } finally {
    await server.stop();
  }
}
