// Detects the dialect of each server from its version. The name of the dialect is stored, so that the next session
// knows it before the first request. The version isn't, because an update of the server changes it.
import * as v from "valibot";
import { asProblem } from "../../base/problem.ts";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import type { CachedReadOptions } from "../api/caller.ts";
import type { Dialects } from "../api/dialects.ts";
import type { Dialect, Forge } from "../api/forge.ts";

const KEY = "triptych.issues.dialects";
const table = v.record(v.string(), v.string());

/** Failures that mean that this API doesn't exist there. Another dialect's may. */
const NOT_HERE: ReadonlySet<string> = new Set(["notFound", "malformed", "redirected"]);

export interface Identified {
  readonly dialect: Dialect;
  readonly version: string;
}

export class ServerDialects {
  readonly #dialects: Dialects;
  readonly #names: StoredValue<Readonly<Record<string, string>>>;
  readonly #identified = new Map<string, Identified>();

  constructor(state: State, dialects: Dialects) {
    this.#dialects = dialects;
    this.#names = new StoredValue(state, KEY, table, {});
  }

  /** Returns the dialect of a server, or the most common one if unknown. */
  of(base: string): Dialect {
    const name = this.#names.get()[base];
    const known = this.#dialects.find((each) => each.name === name);
    return this.#identified.get(base)?.dialect ?? known ?? this.#dialects[0];
  }

  /** Returns what the server reported in this session. */
  getIdentified(base: string): Identified | undefined {
    return this.#identified.get(base);
  }

  /** Asks the server for its version. `open` makes a client for a dialect. Throws if no known API exists there. */
  async identify(
    base: string,
    open: (dialect: Dialect) => Forge,
    options: CachedReadOptions = {},
  ): Promise<Identified> {
    const current = this.of(base);
    const paths = new Set([current, ...this.#dialects].map(({ apiPath }) => apiPath));
    let failure: unknown;
    for (const apiPath of paths) {
      const candidates = this.#dialects.filter((each) => each.apiPath === apiPath);
      const [first] = candidates;
      if (first === undefined) continue;
      try {
        const { version } = await open(first).version(options);
        const dialect = candidates.find((each) => each.recognizes(version));
        if (dialect !== undefined) return await this.#remember(base, { dialect, version });
      } catch (error) {
        const problem = asProblem(error);
        if (!NOT_HERE.has(problem.kind)) throw problem;
        failure ??= problem;
      }
    }
    throw failure;
  }

  async #remember(base: string, identified: Identified): Promise<Identified> {
    this.#identified.set(base, identified);
    const { name } = identified.dialect;
    if (this.#names.get()[base] !== name) await this.#names.update((names) => ({ ...names, [base]: name }));
    return identified;
  }
}
