// Loads the labels, milestones and people that issues of a repository can have, and finds them by name.
import { ExpiringCache } from "../../base/tasks/expiring-cache.ts";
import { asProblem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { Listed, Paged } from "../api/caller.ts";
import type { NewIssue } from "../model/issue-fields.ts";
import { repositoryKey, type RepositoryAddress } from "../model/address.ts";
import {
  sameLogin,
  type Id,
  type Issue,
  type Label,
  type Milestone,
  type Person,
  type RepositoryName,
} from "../model/entities.ts";
import { sameName, type IssueForm } from "../model/issue-text.ts";

export interface IssueChoices {
  readonly labels: readonly Label[];
  /** Issues may still have these, but they can't be added. */
  readonly archivedLabels: readonly Label[];
  /** Open ones first. */
  readonly milestones: readonly Milestone[];
  readonly people: readonly Person[];
}

/** Completion requests these lists on every keystroke. */
const LIMITS = { maxAgeMs: 60_000, maxEntries: 8 };
const PAGE_SIZE = 50;
/** Longer lists are cut here. No one would choose from them. */
const MAX_PAGES = 20;

export class Choices {
  readonly #apiAt: (address: RepositoryAddress) => Forge;
  readonly #recent: ExpiringCache<IssueChoices>;

  constructor(apiAt: (address: RepositoryAddress) => Forge, now: () => number) {
    this.#apiAt = apiAt;
    this.#recent = new ExpiringCache(LIMITS, now);
  }

  read(address: RepositoryAddress, signal?: AbortSignal): Promise<IssueChoices> {
    this.#recent.delete(repositoryKey(address));
    return this.recent(address, signal);
  }

  /** Returns the lists, which may be up to a minute old. */
  recent(address: RepositoryAddress, signal?: AbortSignal): Promise<IssueChoices> {
    const load = (loading: AbortSignal) => readChoices(this.#apiAt(address), address, loading);
    return this.#recent.get(repositoryKey(address), load, signal);
  }

  /** Call when the account changes: it may see other lists. */
  forget(): void {
    this.#recent.clear();
  }

  /** Returns the newest open issues and pull requests. */
  async openIssues(address: RepositoryAddress, signal?: AbortSignal): Promise<readonly Issue[]> {
    const filter = { state: "open", page: 1, limit: PAGE_SIZE, signal } as const;
    return (await this.#apiAt(address).issues(address, filter)).values;
  }
}

async function readChoices(api: Forge, repo: RepositoryName, signal?: AbortSignal): Promise<IssueChoices> {
  const [own, shared, milestones, people] = await Promise.all([
    loadAllPages((paged) => api.finding.labels(repo, paged), signal),
    // Only organizations share labels. If the owner is a person, the route returns 404.
    loadAllPages((paged) => api.finding.labelsOfOrganization(repo.owner, paged), signal).catch(emptyIfMissing),
    loadAllPages((paged) => api.finding.milestones(repo, { ...paged, state: "all" }), signal),
    // Without an account and the scope to read the repository, the server rejects this.
    api.finding.assignees(repo, { signal }).then(({ values }) => values, emptyIfMissing),
  ]);
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const labels = [...own, ...shared.filter(({ name }) => !names.has(name.toLowerCase()))];
  return {
    labels: labels.filter(({ archived }) => !archived),
    archivedLabels: labels.filter(({ archived }) => archived),
    milestones: milestones.toSorted((one, other) => Number(one.closed) - Number(other.closed)),
    people,
  };
}

/** Resolves the names in a new issue to the server's IDs, or returns those that the repository doesn't know. */
export async function nameChoices(
  api: Forge,
  repository: RepositoryName,
  { title, body, labels, milestone, assignees }: IssueForm,
): Promise<NewIssue | { readonly unknown: readonly string[] }> {
  if (labels.length === 0 && milestone === "" && assignees.length === 0) return { title, body };
  const available = await readChoices(api, repository);
  const labelMatches = pickByName(labels, available.labels, ({ name }) => name);
  const milestoneMatches = pickByName(milestone === "" ? [] : [milestone], available.milestones, (each) => each.title);
  const people = pickByName(assignees, available.people, ({ login }) => login);
  // If the server doesn't list people to this token, their names are sent unchecked.
  const isUnchecked = available.people.length === 0;
  const unknown = [...labelMatches.unknown, ...milestoneMatches.unknown, ...(isUnchecked ? [] : people.unknown)];
  if (unknown.length > 0) return { unknown };
  const [first] = milestoneMatches.found;
  return {
    title,
    body,
    ...(labelMatches.found.length === 0 ? {} : { labels: labelMatches.found.map(({ id }) => id) }),
    ...(first === undefined ? {} : { milestone: first.id }),
    ...(assignees.length === 0 ? {} : { assignees: isUnchecked ? assignees : people.found.map(({ login }) => login) }),
  };
}

/** Returns the requested labels, milestone and assignees that the server left out of the issue. */
export function listDropped(form: IssueForm, issue: Issue): readonly string[] {
  const has = (names: readonly string[], name: string) => names.some((each) => sameLogin(each, name));
  const labels = issue.labels.map(({ name }) => name);
  const people = issue.assignees.map(({ login }) => login);
  return [
    ...form.labels.filter((name) => !has(labels, name)),
    ...(form.milestone === "" || has([issue.milestone?.title ?? ""], form.milestone) ? [] : [form.milestone]),
    ...form.assignees.filter((name) => !has(people, name)),
  ];
}

/** Finds things by name, exact matches first, and returns the names without a match. */
function pickByName<Thing>(
  names: readonly string[],
  available: readonly Thing[],
  getName: (thing: Thing) => string,
): { readonly found: readonly Thing[]; readonly unknown: readonly string[] } {
  const found: Thing[] = [];
  const unknown: string[] = [];
  for (const name of names) {
    const thing =
      available.find((each) => getName(each) === name) ?? available.find((each) => sameName(getName(each), name));
    if (thing === undefined) unknown.push(name);
    else found.push(thing);
  }
  return { found, unknown };
}

async function loadAllPages<Value extends { readonly id: Id }>(
  read: (paged: Paged) => Promise<Listed<Value>>,
  signal: AbortSignal | undefined,
): Promise<readonly Value[]> {
  const values = new Map<Id, Value>();
  for (let page = 1, skipped = 0; page <= MAX_PAGES; page += 1) {
    const list = await read({ page, limit: PAGE_SIZE, signal });
    const before = values.size;
    for (const value of list.values) values.set(value.id, value);
    skipped += list.skipped;
    // The server's page limit may be lower than the requested one, so a short page may not be the last. A server that
    // ignores the page returns the same values again.
    const isOver = list.total !== undefined && values.size + skipped >= list.total;
    if (isOver || (values.size === before && list.skipped === 0)) break;
  }
  return [...values.values()];
}

function emptyIfMissing(error: unknown): readonly never[] {
  const { kind } = asProblem(error);
  if (kind === "notFound" || kind === "forbidden" || kind === "unauthorized") return [];
  throw error;
}
