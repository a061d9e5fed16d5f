// What issues of a repository can be sorted by: labels, milestones, people.
import { ExpiringCache } from "../../base/expiring-cache.ts";
import { asProblem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { Listed, Paged } from "../api/caller.ts";
import type { Issue, Label, Milestone, Person, RepositoryName } from "../model/entities.ts";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { sameName } from "../model/issue-text.ts";

export interface IssueChoices {
  readonly labels: readonly Label[];
  /** Open ones first. */
  readonly milestones: readonly Milestone[];
  readonly people: readonly Person[];
}

/** Completion asks for these lists at every keystroke. */
const LIMITS = { maxAgeMs: 60_000, maxEntries: 8 };
const PAGE = 50;
/** No repository has more that anybody chooses from. */
const MOST_PAGES = 20;

export class Choices {
  readonly #apiAt: (address: RepositoryAddress) => Forge;
  readonly #recent: ExpiringCache<IssueChoices>;

  constructor(apiAt: (address: RepositoryAddress) => Forge, now: () => number) {
    this.#apiAt = apiAt;
    this.#recent = new ExpiringCache(LIMITS, now);
  }

  async read(address: RepositoryAddress, signal?: AbortSignal): Promise<IssueChoices> {
    const choices = await readChoices(this.#apiAt(address), address, signal);
    this.#recent.set(repositoryKey(address), choices);
    return choices;
  }

  /** As `read`, from a moment ago if they were read then. */
  recent(address: RepositoryAddress): Promise<IssueChoices> {
    return this.#recent.get(repositoryKey(address), (signal) => readChoices(this.#apiAt(address), address, signal));
  }

  /** The newest of the open issues and pull requests. */
  async openIssues(address: RepositoryAddress, signal?: AbortSignal): Promise<readonly Issue[]> {
    const filter = { state: "open", page: 1, limit: PAGE, signal } as const;
    return (await this.#apiAt(address).issues(address, filter)).values;
  }
}

export async function readChoices(api: Forge, repo: RepositoryName, signal?: AbortSignal): Promise<IssueChoices> {
  const [own, shared, milestones, people] = await Promise.all([
    all((paged) => api.finding.labels(repo, paged), signal),
    // Only an organisation gives labels to its repositories; of a person there are none.
    all((paged) => api.finding.labelsOfOrganisation(repo.owner, paged), signal).catch(nothingIfMissing),
    all((paged) => api.finding.milestones(repo, { ...paged, state: "all" }), signal),
    // Without the scope to read the repository, the server lists no one.
    api.finding.assignees(repo, { signal }).then(({ values }) => values, nothingIfMissing),
  ]);
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  return {
    labels: [...own, ...shared.filter(({ name }) => !names.has(name.toLowerCase()))].filter(
      ({ archived }) => !archived,
    ),
    milestones: milestones.toSorted((one, other) => Number(one.closed) - Number(other.closed)),
    people,
  };
}

/** Those of the named things that are there, and the names of which there is nothing. */
export function chosen<Thing>(
  names: readonly string[],
  there: readonly Thing[],
  nameOf: (thing: Thing) => string,
): { readonly found: readonly Thing[]; readonly unknown: readonly string[] } {
  const found: Thing[] = [];
  const unknown: string[] = [];
  for (const name of names) {
    const thing = there.find((each) => nameOf(each) === name) ?? there.find((each) => sameName(nameOf(each), name));
    if (thing === undefined) unknown.push(name);
    else found.push(thing);
  }
  return { found, unknown };
}

async function all<Value>(
  read: (paged: Paged) => Promise<Listed<Value>>,
  signal: AbortSignal | undefined,
): Promise<readonly Value[]> {
  const values: Value[] = [];
  for (let page = 1, seen = 0; page <= MOST_PAGES; page += 1) {
    const list = await read({ page, limit: PAGE, signal });
    values.push(...list.values);
    const here = list.values.length + list.skipped;
    seen += here;
    // The server's own limit may be lower than what was asked for, so only its count tells the end.
    if (here === 0 || (list.total === undefined ? here < PAGE : seen >= list.total)) break;
  }
  return values;
}

function nothingIfMissing(error: unknown): readonly never[] {
  const { kind } = asProblem(error);
  if (kind === "notFound" || kind === "forbidden") return [];
  throw error;
}
