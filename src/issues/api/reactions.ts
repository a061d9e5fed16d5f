import { path } from "../../base/origin.ts";
import type { Reacted, Reaction, RepositoryName } from "../model.ts";
import { under } from "./caller.ts";
import type { Asked, Caller, Listed } from "./caller.ts";
import * as wire from "./wire.ts";

/** A server gives no more at once. */
const MOST = 50;

/** What people answered with one sign, to an issue or to a comment. */
export class Reactions {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Null where there are none; the list of a comment is not paged. */
  async list(repo: RepositoryName, to: Reacted, { signal }: Asked = {}): Promise<Listed<Reaction>> {
    const call = { path: placeOf(repo, to), signal };
    return this.#caller.list(
      "issue" in to ? { ...call, query: { page: 1, limit: MOST } } : call,
      wire.reaction,
      "reactions",
    );
  }

  /** Doing it twice changes nothing. */
  async add(repo: RepositoryName, to: Reacted, name: string, { signal }: Asked = {}): Promise<void> {
    await this.#caller.ask({ method: "POST", path: placeOf(repo, to), json: { content: name }, signal });
  }

  async takeBack(repo: RepositoryName, to: Reacted, name: string, { signal }: Asked = {}): Promise<void> {
    await this.#caller.ask({ method: "DELETE", path: placeOf(repo, to), json: { content: name }, signal });
  }
}

function placeOf(repo: RepositoryName, to: Reacted): string {
  const below = "issue" in to ? path`/issues/${to.issue}` : path`/issues/comments/${to.comment}`;
  return `${under(repo, below)}/reactions`;
}
