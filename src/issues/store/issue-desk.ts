import { join } from "node:path";
import { LruMap } from "../../base/lru.ts";
import type { Wait } from "../../base/wait.ts";
import type { Disposable } from "vscode";
import type { Shared } from "../../workbench/shared.ts";
import type { Issue } from "../model/entities.ts";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { isUnsentIssue, issueTextOf, renamedIssue } from "../model/issue-draft.ts";
import type { IssueDraft, IssuePlace } from "../model/issue-draft.ts";
import { IssueChanges } from "./issue-changes.ts";
import type { ChangeParts } from "./issue-changes.ts";
import { readChoices } from "./issue-choices.ts";
import type { IssueChoices } from "./issue-choices.ts";
import { IssueDrafts } from "./issue-drafts.ts";
import { IssueWriting } from "./issue-writing.ts";
import type { IssueWritingParts } from "./issue-writing.ts";
import { PASSING } from "./outbox.ts";
import type { Waiting } from "./outbox.ts";
import { Watching } from "./watching.ts";

export interface IssueDeskParts
  extends ChangeParts, Pick<IssueWritingParts, "loginAt" | "hold">, Pick<Shared, "folder" | "log" | "now"> {
  readonly wait: Wait;
}

/** How long labels, milestones and people are taken to be what they were, in milliseconds: they are asked for as one types. */
const FRESH = 60_000;

const MOST = 50;
/** Of how many repositories these are kept. */
const REPOSITORIES = 8;

/** Whether it was asked for and goes by itself when the connection is back. What was changed since was not asked for. */
export function isIssueWaiting(draft: IssueDraft): boolean {
  const { failure } = draft;
  if (failure === undefined || failure.asked !== issueTextOf(draft) || !isUnsentIssue(draft)) return false;
  return (
    failure.why === "lost" || (failure.why === "problem" && failure.kind !== undefined && PASSING.has(failure.kind))
  );
}

/** All that issues themselves are made and changed with. */
export class IssueDesk implements Disposable {
  readonly changes: IssueChanges;
  readonly drafts: IssueDrafts;
  readonly writing: IssueWriting;
  readonly #parts: IssueDeskParts;
  readonly #folder: string;
  readonly #choices = new LruMap<string, { readonly choices: Promise<IssueChoices>; readonly at: number }>(
    REPOSITORIES,
  );
  #watching: Watching | undefined;
  #send: ((place: IssuePlace) => Promise<unknown>) | undefined;

  constructor(parts: IssueDeskParts) {
    const { folder, log, now } = parts;
    this.#parts = parts;
    this.#folder = join(folder, "issues", "own");
    this.drafts = new IssueDrafts(this.#folder, now, log);
    this.changes = new IssueChanges(parts);
    this.writing = new IssueWriting({ ...parts, drafts: this.drafts });
  }

  /** From now on what waits is sent this way, and what other windows write is told of. */
  open(send: (place: IssuePlace) => Promise<unknown>): void {
    this.#send = send;
    this.#watching ??= new Watching(this.#folder, () => void this.drafts.lookAgain());
  }

  /** What goes by itself when the connection is back. */
  async waiting(): Promise<readonly Waiting[]> {
    const send = this.#send;
    if (send === undefined) return [];
    return (await this.drafts.list()).filter(isIssueWaiting).map(({ place }) => ({
      origin: new URL(place.repository.base).origin,
      send: () => send(place),
    }));
  }

  /** What issues of the repository can be sorted by. */
  choices(address: RepositoryAddress, signal?: AbortSignal): Promise<IssueChoices> {
    const { apiAt, now } = this.#parts;
    return readChoices(apiAt(address), address, signal).then((choices) => {
      this.#choices.set(repositoryKey(address), { choices: Promise.resolve(choices), at: now() });
      return choices;
    });
  }

  /** The newest of the open issues and pull requests, to choose from. */
  async openIssues(address: RepositoryAddress, signal?: AbortSignal): Promise<readonly Issue[]> {
    const filter = { state: "open", page: 1, limit: MOST, signal } as const;
    return (await this.#parts.apiAt(address).issues(address, filter)).values;
  }

  /** As `choices`, from a moment ago where they were read then. */
  recentChoices(address: RepositoryAddress): Promise<IssueChoices> {
    const { apiAt, now } = this.#parts;
    const key = repositoryKey(address);
    const known = this.#choices.get(key);
    if (known !== undefined && now() - known.at < FRESH) return known.choices;
    const choices = readChoices(apiAt(address), address);
    this.#choices.set(key, { choices, at: now() });
    choices.catch(() => this.#choices.delete(key));
    return choices;
  }

  /** The repository has a new name, and so have the drafts in it. */
  async move(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    for (const { place } of await this.drafts.list()) {
      if (repositoryKey(place.repository) !== repositoryKey(from)) continue;
      const moved = renamedIssue(place, to);
      await this.#parts.hold(JSON.stringify(["issue", place.target.kind, repositoryKey(from)]), () =>
        this.drafts.move(place, moved),
      );
    }
  }

  dispose(): void {
    this.#send = undefined;
    this.#watching?.dispose();
  }
}
