// Changes an issue, and verifies that the server applied the change.
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import { sameLogin, type Id, type Issue, type Label, type Person, type RepositoryName } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { toDraftTitle } from "../model/pull.ts";
import type { Access } from "../repositories/access.ts";
import type { RepositoryIdentity } from "../repositories/repository-identity.ts";

/** Why a change was not made. */
export type ChangeRefusal =
  /** The issue depends on open issues. */
  | "dependencies"
  /** A merged pull request can't be reopened. */
  | "merged"
  /** The server reported success, but ignored the change. */
  | "dropped"
  /** The server has no route for this. */
  | "noRoute"
  /** Another repository has this name now. */
  | "otherRepository";

export interface ChangeDependencies {
  readonly apiAt: (address: RepositoryAddress) => Forge;
  readonly identity: RepositoryIdentity;
  /** Called with an issue before and after a change that worked. */
  readonly changed: (thread: ThreadAddress, before: Issue, now: Issue) => void;
  readonly access: Pick<Access, "noteChange">;
}

/** Changes issues. Each method returns undefined if the change worked. */
export class IssueChanges {
  readonly #dependencies: ChangeDependencies;
  /** Servers that turned out not to have the routes to lock and unlock. */
  readonly #withoutLock = new Set<string>();

  constructor(dependencies: ChangeDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the server may support locking. False once an attempt showed that it doesn't. */
  mayLock({ base }: RepositoryAddress): boolean {
    return !this.#withoutLock.has(base);
  }

  setClosed(thread: ThreadAddress, closed: boolean): Promise<ChangeRefusal | undefined> {
    return this.#change(
      thread,
      (api, repo) => api.authoring.change(repo, thread.number, { state: closed ? "closed" : "open" }),
      (issue) => issue.closed === closed,
    );
  }

  /** Marks a pull request as a draft, or as ready. Its title says which it is. */
  setDraft(thread: ThreadAddress, draft: boolean): Promise<ChangeRefusal | undefined> {
    return this.#change(
      thread,
      async (api, repo, current) =>
        current.pull?.draft === draft
          ? current
          : await api.authoring.change(repo, thread.number, { title: toDraftTitle(current.title, draft) }),
      (issue) => issue.pull?.draft === draft,
    );
  }

  /** `shown` are the labels that the issue had when the user chose. */
  setLabels(
    thread: ThreadAddress,
    labels: readonly Label[],
    shown?: readonly Label[],
  ): Promise<ChangeRefusal | undefined> {
    let wanted: readonly Id[] = [];
    return this.#change(
      thread,
      (api, repo, current) => {
        wanted = applyChoice(current.labels, labels, shown).map(({ id }) => id);
        return api.authoring.setLabels(repo, thread.number, wanted).then(() => undefined);
      },
      // If labels exclude each other, the server keeps only the last one.
      (issue) =>
        issue.labels.every(({ id }) => wanted.includes(id)) && (wanted.length === 0) === (issue.labels.length === 0),
    );
  }

  /** Undefined removes the milestone. */
  setMilestone(thread: ThreadAddress, milestone: Id | undefined): Promise<ChangeRefusal | undefined> {
    return this.#change(
      thread,
      (api, repo) => api.authoring.change(repo, thread.number, { milestone: milestone ?? 0n }),
      (issue) => issue.milestone?.id === milestone,
    );
  }

  /** `shown` are the assignees that the issue had when the user chose. */
  setAssignees(
    thread: ThreadAddress,
    people: readonly Person[],
    shown?: readonly Person[],
  ): Promise<ChangeRefusal | undefined> {
    let logins: readonly string[] = [];
    return this.#change(
      thread,
      (api, repo, current) => {
        logins = applyChoice(current.assignees, people, shown).map(({ login }) => login);
        return api.authoring.change(repo, thread.number, { assignees: logins });
      },
      ({ assignees }) =>
        assignees.length === logins.length &&
        assignees.every(({ login }) => logins.some((other) => sameLogin(login, other))),
    );
  }

  async setLocked(thread: ThreadAddress, locked: boolean): Promise<ChangeRefusal | undefined> {
    if (!this.mayLock(thread)) return "noRoute";
    const refusal = await this.#change(
      thread,
      (api, repo) =>
        (locked ? api.authoring.lock(repo, thread.number) : api.authoring.unlock(repo, thread.number)).then(
          () => undefined,
        ),
      (issue) => issue.locked === locked,
    );
    if (refusal === "noRoute") this.#withoutLock.add(thread.base);
    return refusal;
  }

  /** Sends a change and verifies it. If the answer isn't the changed issue, loads the issue. */
  async #change(
    thread: ThreadAddress,
    send: (api: Forge, repo: RepositoryName, current: Issue) => Promise<Issue | undefined>,
    isApplied: (issue: Issue) => boolean,
  ): Promise<ChangeRefusal | undefined> {
    const api = this.#dependencies.apiAt(thread);
    const found = await this.#dependencies.identity.issue(api, thread);
    if (found === undefined) return "otherRepository";
    const repository = found.thread;
    let problem: Problem | undefined;
    let issue: Issue | undefined;
    try {
      issue = await send(api, repository, found.issue);
    } catch (error) {
      problem = asProblem(error);
      if (problem.facts.noRoute === true) return "noRoute";
      if (problem.kind === "forbidden") this.#dependencies.access.noteChange(thread, found.issue, "forbidden");
      if (problem.facts.wrote !== "unknown") throw problem;
    }
    const current = issue ?? (await api.issue(repository, thread.number));
    if (isApplied(current)) {
      this.#dependencies.access.noteChange(thread, found.issue, "accepted");
      this.#dependencies.changed(thread, found.issue, current);
      return undefined;
    }
    if (problem === undefined) return "dropped";
    if (problem.facts.status === 412) return current.pull?.merged === true ? "merged" : "dependencies";
    throw problem;
  }
}

/** Applies a choice to what the issue has now. Servers replace the whole list, and others may have changed it since. */
function applyChoice<Thing extends { readonly id: Id }>(
  current: readonly Thing[],
  chosen: readonly Thing[],
  shown: readonly Thing[] = current,
): readonly Thing[] {
  const isIn = (things: readonly Thing[], { id }: Thing): boolean => things.some((each) => each.id === id);
  const kept = current.filter((each) => isIn(chosen, each) || !isIn(shown, each));
  return [...kept, ...chosen.filter((each) => !isIn(shown, each) && !isIn(current, each))];
}
