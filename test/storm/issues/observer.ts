// Observes the storm through the server's data and requests, never through what the windows report.
import { startForge, type Forge } from "../../unit/issues/service.ts";
import type { PersonalityName } from "../../services/issues/index.js";

interface SeenComment {
  readonly id: number;
  readonly poster: string;
  readonly body: string;
}

interface SeenIssue extends SeenComment {
  readonly number: number;
  readonly title: string;
  readonly comments: readonly SeenComment[];
}

/** A text on the server, and who posted it. */
export interface ServerText {
  readonly text: string;
  readonly poster: string;
}

/** On a busy machine, a send can take ten seconds before its POST. */
const REQUEST_TIMEOUT_MS = 120_000;

export class Observer {
  readonly forge: Forge;

  private constructor(forge: Forge) {
    this.forge = forge;
  }

  static async start(personality: PersonalityName): Promise<Observer> {
    return new Observer(await startForge(personality));
  }

  get base(): string {
    return this.forge.base;
  }

  /** Creates a repository of alice that dave can write to as well. */
  makeRepository(name: string): void {
    this.forge.act("takeName", { owner: "alice", name, like: "alice/demo" });
    this.forge.act("setRights", { repo: `alice/${name}`, user: "dave", level: "write" });
  }

  has(repo: string): boolean {
    try {
      this.issues(repo);
      return true;
    } catch {
      return false;
    }
  }

  makeIssue(repo: string, text: { readonly title?: string; readonly body?: string } = {}, by = "alice"): number {
    return (this.forge.act("addIssue", { repo: `alice/${repo}`, by, ...text }) as { number: number }).number;
  }

  makePull(repo: string): { readonly number: number; readonly head: string } {
    return this.forge.act("addPull", { repo: `alice/${repo}`, by: "bob" }) as { number: number; head: string };
  }

  makeBranch(repo: string, branch: string): void {
    this.forge.act("addBranch", { repo: `alice/${repo}`, branch });
  }

  /** Begins a review that isn't submitted, as on the web. */
  beginReview(repo: string, issue: number, text: string, by: string): void {
    const notes = [{ path: "topic-f.txt", line: 2, hunk: "", text }];
    this.forge.act("addReview", { repo: `alice/${repo}`, issue, by, state: "PENDING", notes });
  }

  post(repo: string, issue: number, body: string, by = "alice"): number {
    return (this.forge.act("addComment", { repo: `alice/${repo}`, issue, by, body }) as { id: number }).id;
  }

  /** Returns every comment, and the title and text of every issue. */
  readTexts(repo: string): readonly ServerText[] {
    const issues = this.issues(repo);
    const comments = issues.flatMap((issue) => issue.comments);
    return [
      ...issues.map(({ poster, title }) => ({ text: title, poster })),
      ...issues.map(({ poster, body }) => ({ text: body, poster })),
      ...comments.map(({ poster, body }) => ({ text: body, poster })),
    ];
  }

  issues(repo: string): readonly SeenIssue[] {
    return this.forge.act("readTexts", { repo: `alice/${repo}` }) as readonly SeenIssue[];
  }

  /** Counts how often the repository contains the text, in comments, titles and texts. */
  times(repo: string, text: string): number {
    return this.readTexts(repo).filter((each) => each.text === text).length;
  }

  count(method: string): number {
    return this.forge.service.journal.filter((entry) => entry.method === method).length;
  }

  /** Returns the comments that the server was asked to delete, since the journal had this length. */
  deletions(since: number): readonly number[] {
    return this.forge.service.journal
      .slice(since)
      .filter(({ method }) => method === "DELETE")
      .map(({ target }) => Number(/comments\/(\d+)$/.exec(target)?.[1] ?? 0));
  }

  /** Returns the bodies of the POSTs that the network repeated. */
  repeated(): readonly string[] {
    return this.forge.service.journal
      .filter(({ fault, method }) => fault === "twice" && method === "POST")
      .map(({ body }) => body);
  }

  /** Waits until the server receives a request with this method, after the journal had this length. */
  async sees(method: string, since = 0): Promise<void> {
    for (const end = Date.now() + REQUEST_TIMEOUT_MS; ;) {
      if (this.forge.service.journal.slice(since).some((entry) => entry.method === method)) return;
      if (Date.now() > end) throw new Error(`The server has seen no ${method}`);
      await new Promise((go) => setTimeout(go, 5));
    }
  }

  close(): Promise<void> {
    return this.forge.close();
  }
}
