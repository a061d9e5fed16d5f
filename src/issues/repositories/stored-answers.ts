// Stores a server's responses about itself, so that the next window doesn't request them again.
import * as v from "valibot";
import type { Answer } from "../../base/http/call.ts";
import { parseJson, stringifyJson, tryParseJson } from "../../base/json/json.ts";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import type { DiskCache } from "../../workbench/storage/cache.ts";
import type { ForgeCall, Sender } from "../api/caller.ts";

const FILE_VERSION = 1;
const MAX_ANSWERS = 64;
/** Longer responses aren't worth storing. */
const MAX_ANSWER_CHARS = 64 * 1024;
const TOTAL = "x-total-count";

const answers = v.array(
  v.object({
    call: v.string(),
    answeredAt: v.number(),
    total: v.optional(v.string()),
    body: v.pipe(
      v.string(),
      v.check((body) => tryParseJson(body) !== undefined),
    ),
  }),
);

type StoredAnswer = v.InferOutput<typeof answers>[number];

/** The responses to one account, or to requests without an account. All windows share the file. */
export class StoredAnswers {
  readonly #cache: DiskCache;
  readonly #key: string;
  readonly #now: () => number;
  readonly #mayStore: () => boolean;
  #loading: Promise<Map<string, StoredAnswer>> | undefined;
  /** The file changes once at a time, so that neither an older version of it nor a removed account comes back. */
  readonly #saves = new Semaphore(1);

  /** @param mayStore false while responses aren't the account's, because the server rejects its token */
  constructor(cache: DiskCache, key: string, now: () => number, mayStore: () => boolean) {
    this.#cache = cache;
    this.#key = `issues/answers/${key}`;
    this.#now = now;
    this.#mayStore = mayStore;
  }

  /** Wraps a sender: a call with `maxAgeMs` gets a stored response that is recent enough, or stores the new one. */
  wrap(sender: Sender): Sender {
    return {
      origin: sender.origin,
      request: async (call) => {
        const { maxAgeMs } = call;
        if (maxAgeMs === undefined) return await sender.request(call);
        const loading = this.#load();
        const stored = (await loading).get(getKey(call));
        const ageMs = this.#now() - (stored?.answeredAt ?? -Infinity);
        if (stored !== undefined && ageMs >= 0 && ageMs < maxAgeMs) return toAnswer(stored);
        const answer = await sender.request(call);
        if (this.#mayStore()) await this.#store(call, answer, loading);
        return answer;
      },
    };
  }

  /** Call when the account has a new token or was removed. */
  async clear(): Promise<void> {
    const empty = (): Map<string, StoredAnswer> => new Map();
    await (this.#loading = this.#saves.run(() => this.#cache.remove(this.#key)).then(empty, empty));
  }

  #load(): Promise<Map<string, StoredAnswer>> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read(): Promise<Map<string, StoredAnswer>> {
    const cached = await this.#cache.read(this.#key, FILE_VERSION);
    const json = cached === undefined ? undefined : tryParseJson(Buffer.from(cached.bytes).toString());
    const stored = v.safeParse(answers, json);
    return new Map(stored.success ? stored.output.map((each) => [each.call, each]) : []);
  }

  async #store(
    call: ForgeCall,
    { headers, json, leftOut, movedTo }: Answer,
    loading: Promise<Map<string, StoredAnswer>>,
  ): Promise<void> {
    const body = stringifyJson(json);
    // A redirect isn't stored, so that the next window also detects a renamed repository.
    if (json === undefined || movedTo !== undefined || (leftOut?.count ?? 0) > 0 || body.length > MAX_ANSWER_CHARS)
      return;
    const stored = await loading;
    const key = getKey(call);
    stored.delete(key);
    stored.set(key, { call: key, answeredAt: this.#now(), total: headers[TOTAL], body });
    for (const oldest of stored.keys()) if (stored.size > MAX_ANSWERS) stored.delete(oldest);
    await this.#saves.run(async () => {
      // Otherwise, the account has another token or was removed during the request.
      if (loading !== this.#loading) return;
      await this.#cache.write(this.#key, FILE_VERSION, Buffer.from(JSON.stringify([...stored.values()])));
    });
  }
}

function getKey({ path, query = {} }: ForgeCall): string {
  return JSON.stringify([path, query]);
}

function toAnswer({ body, total }: StoredAnswer): Answer {
  return { status: 200, headers: { [TOTAL]: total }, json: parseJson(body) };
}
