import type { Answer, Call } from "../base/call.ts";
import { decode, decodeList } from "../base/decode.ts";
import type { DecodedList, Schema } from "../base/decode.ts";
import type { Client } from "../base/http.ts";
import { path } from "../base/origin.ts";
import { asProblem, Problem } from "../base/problem.ts";
import * as wire from "./api/wire.ts";
import type {
  Comment,
  Id,
  Issue,
  Person,
  Repository,
  RepositoryName,
  Server,
  ServerLimits,
  TimelineRecord,
} from "./model.ts";

/** A list as it came, with what the header says of its length. */
export interface Listed<Value> extends DecodedList<Value> {
  /** All that match where the list is paged by the server; of a timeline, only what is in the answer. */
  readonly total: number | undefined;
}

export interface Asked {
  readonly signal?: AbortSignal | undefined;
}

/** RFC 3339, both inclusive, in whole seconds. */
export interface Updated extends Asked {
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

/** Counted from 1. A server may give fewer than asked for, and that is not the end. */
export interface Paged extends Asked {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

export interface IssueFilter extends Paged {
  readonly state?: "open" | "closed" | "all";
  readonly type?: "issues" | "pulls";
}

const MEBIBYTE = 1024 * 1024;

/** The list of comments is not paged, and a thread may have thousands. */
const MOST_BYTES_OF_A_THREAD = 128 * MEBIBYTE;

/** The issues of a Forgejo or Gitea server. Its client stands at `/api/v1`. */
export class Api {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async version({ signal }: Asked = {}): Promise<Server> {
    return this.#one({ path: "/version", signal }, wire.server, "version");
  }

  async limits({ signal }: Asked = {}): Promise<ServerLimits> {
    return this.#one({ path: "/settings/api", signal }, wire.serverLimits, "settings");
  }

  /** Who the token belongs to. A token for some repositories alone is never told: 403, though all else works. */
  async user({ signal }: Asked = {}): Promise<Person> {
    return this.#one({ path: "/user", signal }, wire.person, "user");
  }

  async repository(repo: RepositoryName, { signal }: Asked = {}): Promise<Repository> {
    return this.#one({ path: under(repo, ""), signal }, wire.repository, "repository");
  }

  async issues(repo: RepositoryName, { signal, ...filter }: IssueFilter): Promise<Listed<Issue>> {
    return this.#list({ path: under(repo, "/issues"), query: filter, signal }, wire.issue, "issue list");
  }

  async issue(repo: RepositoryName, number: Id, { signal }: Asked = {}): Promise<Issue> {
    return this.#one({ path: under(repo, path`/issues/${number}`), signal }, wire.issue, "issue");
  }

  /** 1. The plain comments of an issue, all of them. */
  async commentsOfIssue(repo: RepositoryName, number: Id, { signal, ...updated }: Updated = {}) {
    const call = { path: under(repo, path`/issues/${number}/comments`), query: updated, signal };
    return this.#list(call, wire.comment, "comment list");
  }

  /** 2. Comments and events of every type but code. Null stands for what could not be looked up. */
  async timelineOfIssue(
    repo: RepositoryName,
    number: Id,
    { signal, ...asked }: Updated & Paged = {},
  ): Promise<Listed<TimelineRecord>> {
    const call = { path: under(repo, path`/issues/${number}/timeline`), query: asked, signal };
    return this.#list(call, wire.timelineRecord, "timeline");
  }

  /** 3. The plain comments of all issues and pull requests, oldest first. */
  async commentsOfRepository(repo: RepositoryName, { signal, ...asked }: Updated & Paged = {}) {
    const call = { path: under(repo, "/issues/comments"), query: asked, signal };
    return this.#list(call, wire.comment, "comment list");
  }

  /** 4. Creates a comment. Whoever loses the answer has to look whether it is there. */
  async createComment(repo: RepositoryName, number: Id, body: string, { signal }: Asked = {}): Promise<Comment> {
    const call = {
      method: "POST",
      path: under(repo, path`/issues/${number}/comments`),
      json: { body },
      signal,
    } as const;
    return this.#one(call, wire.comment, "comment");
  }

  /** 5. One comment, or nothing where the id is that of an event. */
  async comment(repo: RepositoryName, id: Id, { signal }: Asked = {}): Promise<Comment | undefined> {
    return this.#perhaps({ path: under(repo, path`/issues/comments/${id}`), signal });
  }

  /** 6. Replaces the text of a comment. Nothing comes back where the id is that of an event, and nothing has changed. */
  async editComment(repo: RepositoryName, id: Id, body: string, { signal }: Asked = {}): Promise<Comment | undefined> {
    return this.#perhaps({ method: "PATCH", path: under(repo, path`/issues/comments/${id}`), json: { body }, signal });
  }

  /** 7. As `editComment`, for servers that know no other way; the number is ignored. */
  async editCommentOfIssue(
    repo: RepositoryName,
    number: Id,
    id: Id,
    body: string,
    { signal }: Asked = {},
  ): Promise<Comment | undefined> {
    const below = under(repo, path`/issues/${number}/comments/${id}`);
    return this.#perhaps({ method: "PATCH", path: below, json: { body }, signal });
  }

  /** 8. Deletes a comment. The answer is the same where the id is that of an event and nothing was deleted. */
  async deleteComment(repo: RepositoryName, id: Id, { signal }: Asked = {}): Promise<void> {
    await this.#ask({ method: "DELETE", path: under(repo, path`/issues/comments/${id}`), signal });
  }

  /** 9. As `deleteComment`, for servers that know no other way; the number is ignored. */
  async deleteCommentOfIssue(repo: RepositoryName, number: Id, id: Id, { signal }: Asked = {}): Promise<void> {
    await this.#ask({ method: "DELETE", path: under(repo, path`/issues/${number}/comments/${id}`), signal });
  }

  #ask(call: Call): Promise<Answer> {
    return this.#client.request(call);
  }

  async #one<Output>(call: Call, schema: Schema<Output>, what: string): Promise<Output> {
    const answer = await this.#ask(call);
    return this.#understood(call, answer, () => decode(schema, answer.json, what));
  }

  async #perhaps(call: Call): Promise<Comment | undefined> {
    const answer = await this.#ask(call);
    if (answer.status === 204) return undefined;
    return this.#understood(call, answer, () => decode(wire.comment, answer.json, "comment"));
  }

  async #list<Output>(call: Call, schema: Schema<Output>, what: string): Promise<Listed<Output>> {
    const answer = await this.#ask({ ...call, maxBytes: MOST_BYTES_OF_A_THREAD });
    const { json } = answer;
    const there = Array.isArray(json) ? json.filter((element) => element !== null) : json;
    const list = this.#understood(call, answer, () => decodeList(schema, there, what));
    return { ...list, total: countOf(answer.headers["x-total-count"]) };
  }

  /** Says where an answer came from that could not be understood, and that what was written may stand there by now. */
  #understood<Output>({ method = "GET", path: below }: Call, { status }: Answer, read: () => Output): Output {
    try {
      return read();
    } catch (error) {
      const { kind, facts } = asProblem(error);
      const wrote = method === "GET" ? {} : ({ wrote: "unknown" } as const);
      throw new Problem(kind, { ...facts, ...wrote, status, origin: this.#client.origin, method, path: below });
    }
  }
}

function under({ owner, name }: RepositoryName, below: string): string {
  return path`/repos/${owner}/${name}` + below;
}

function countOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}
