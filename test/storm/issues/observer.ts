// Judges the storm by the server's data and requests, never by what the windows report.
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
export interface Standing {
  readonly text: string;
  readonly poster: string;
}

/** Without a lock on a busy machine, a send can take ten seconds before its POST. */
const SEES_WITHIN_MS = 120_000;

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

  /** Creates a repository of alice's that dave can write to as well. */
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

  post(repo: string, issue: number, body: string, by = "alice"): number {
    return (this.forge.act("addComment", { repo: `alice/${repo}`, issue, by, body }) as { id: number }).id;
  }

  /** Every comment, and the title and text of every issue. */
  standing(repo: string): readonly Standing[] {
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

  /** How often the repository contains the text, as a comment or as the title of an issue. */
  times(repo: string, text: string): number {
    return this.standing(repo).filter((each) => each.text === text).length;
  }

  count(method: string): number {
    return this.forge.service.journal.filter((entry) => entry.method === method).length;
  }

  /** The comments that the server received requests to delete, since the journal had this length. */
  deletions(since: number): readonly number[] {
    return this.forge.service.journal
      .slice(since)
      .filter(({ method }) => method === "DELETE")
      .map(({ target }) => Number(/comments\/(\d+)$/.exec(target)?.[1] ?? 0));
  }

  /** The posted texts that the network repeated. */
  repeated(): readonly string[] {
    return this.forge.service.journal
      .filter(({ fault, method }) => fault === "twice" && method === "POST")
      .map(({ body }) => body);
  }

  /** Waits until the server has seen such a request since the journal had this length. */
  async sees(method: string, since = 0): Promise<void> {
    for (const end = Date.now() + SEES_WITHIN_MS; ;) {
      if (this.forge.service.journal.slice(since).some((entry) => entry.method === method)) return;
      if (Date.now() > end) throw new Error(`The server has seen no ${method}`);
      await new Promise((go) => setTimeout(go, 5));
    }
  }

  close(): Promise<void> {
    return this.forge.close();
  }
}
