// The dialect of each server, by its reported version. The name is kept, so that the next session knows it before
// the first request; the version, which an update changes, is not.
import * as v from "valibot";
import { asProblem } from "../../base/problem.ts";
import { StoredValue, type State } from "../../workbench/stored-value.ts";
import { DIALECTS } from "../api/dialects.ts";
import type { AskedLately } from "../api/caller.ts";
import type { Dialect, Forge } from "../api/forge.ts";

const KEY = "triptych.issues.dialects";
const table = v.record(v.string(), v.string());

/** A place without this API: another dialect's may be there. */
const NOT_HERE: ReadonlySet<string> = new Set(["notFound", "malformed", "redirected"]);

interface Identified {
  readonly dialect: Dialect;
  readonly version: string;
}

export class ServerDialects {
  readonly #names: StoredValue<Readonly<Record<string, string>>>;
  readonly #identified = new Map<string, Identified>();

  constructor(state: State) {
    this.#names = new StoredValue(state, KEY, table, {});
  }

  /** The dialect of a server if known; otherwise the most common one. */
  of(base: string): Dialect {
    const name = this.#names.get()[base];
    return this.#identified.get(base)?.dialect ?? DIALECTS.find((each) => each.name === name) ?? DIALECTS[0];
  }

  /** The server's response in this session. */
  getIdentified(base: string): Identified | undefined {
    return this.#identified.get(base);
  }

  /** Asks the server what it is. `open` reaches it as a dialect does; throws if nothing known is there. */
  async identify(base: string, open: (dialect: Dialect) => Forge, asked: AskedLately = {}): Promise<Identified> {
    const present = this.of(base);
    const paths = new Set([present, ...DIALECTS].map(({ apiPath }) => apiPath));
    let failure: unknown;
    for (const apiPath of paths) {
      const there = DIALECTS.filter((each) => each.apiPath === apiPath);
      const [first] = there;
      if (first === undefined) continue;
      try {
        const { version } = await open(first).version(asked);
        const dialect = there.find((each) => each.recognizes(version));
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
