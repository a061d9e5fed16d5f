import { join } from "node:path";
import type { Wait } from "../../base/wait.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { Issue } from "../model.ts";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { renamedIssue } from "../model/issue-draft.ts";
import { IssueChanges } from "./issue-changes.ts";
import type { ChangeParts } from "./issue-changes.ts";
import { readChoices } from "./issue-choices.ts";
import type { IssueChoices } from "./issue-choices.ts";
import { IssueDrafts } from "./issue-drafts.ts";
import { IssueWriting } from "./issue-writing.ts";
import type { IssueWritingParts } from "./issue-writing.ts";

export interface IssueDeskParts
  extends ChangeParts, Pick<IssueWritingParts, "loginAt" | "hold">, Pick<Shared, "folder" | "log" | "now"> {
  readonly wait: Wait;
}

/** How long labels, milestones and people are taken to be what they were, in milliseconds: they are asked for as one types. */
const FRESH = 60_000;

const MOST = 50;

/** All that issues themselves are made and changed with. */
export class IssueDesk {
  readonly changes: IssueChanges;
  readonly drafts: IssueDrafts;
  readonly writing: IssueWriting;
  readonly #parts: IssueDeskParts;
  readonly #choices = new Map<string, { readonly choices: Promise<IssueChoices>; readonly at: number }>();

  constructor(parts: IssueDeskParts) {
    const { folder, log, now } = parts;
    this.#parts = parts;
    this.drafts = new IssueDrafts(join(folder, "issues", "own"), now, log);
    this.changes = new IssueChanges(parts);
    this.writing = new IssueWriting({ ...parts, drafts: this.drafts });
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
}
