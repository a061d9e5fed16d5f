// The target for new issues: how they are created and found on the server.
import type { Forge } from "../../api/forge.ts";
import { asProblem } from "../../../base/problem.ts";
import type { Id, Issue } from "../../model/entities.ts";
import type { RepositoryAddress } from "../../model/address.ts";
import type { Attempts } from "../drafts/attempts.ts";
import { getText, type Attempt, type Draft } from "../drafts/draft.ts";
import type { RepositoryIdentity } from "../../repositories/repository-identity.ts";
import { nameChoices } from "../../repositories/issue-choices.ts";
import { places, withRepositoryName } from "../drafts/place.ts";
import {
  findCopies,
  findCreated,
  isBy,
  isFromOtherRepository,
  isThere,
  toSearchResult,
  toOpened,
  type Entry,
  type Target,
} from "./target.ts";
import { refuse } from "../drafts/outcome.ts";
import { writeCreatedIssue, readForm, matchesServer } from "../drafts/draft-document.ts";

const PAGE_SIZE = 50;
/** Enough for all issues that are opened between an attempt and the search for it. */
const MAX_PAGES = 100;

export function newIssue(identity: RepositoryIdentity, attempts: Attempts): Target {
  return {
    prepare: async ({ api, draft, login, text }) => {
      const { kind } = draft.place;
      const { after, repository, seen, servedAt } = await findRepository(api, identity, draft);
      if (repository === undefined) return refuse("otherRepository");
      const named = await nameChoices(api, repository, readForm(kind, text));
      if ("unknown" in named) return refuse("unknownName", { names: named.unknown });
      const place = withRepositoryName(draft.place, repository);
      const send = async () => {
        const issue = await api.authoring.create(repository, named);
        const { number } = issue;
        const isNew = number > after || isFromOtherRepository(issue, { repository: draft.repository ?? seen?.id });
        const fits = isNew && isBy(issue, { login, servedAt });
        if (fits && matchesServer(kind, text, issue)) return { id: number, issue };
        // A proxy may have returned another issue, or the server may have done nothing.
        return await findCreated({ api, login }, number, (await listSince(api, { after, place, text })).entries);
      };
      return { repository, repositoryId: seen?.id, after, since: undefined, send };
    },
    ...creation(attempts, listSince),
  };
}

/** Lists what was created since an attempt began. */
type ListSince = (
  api: Forge,
  attempt: Pick<Attempt, "after" | "place" | "text">,
) => Promise<{ readonly entries: readonly Entry[]; readonly isWhole: boolean }>;

/** How an issue or a pull request is found and checked once it may have been created. */
export function creation(attempts: Attempts, list: ListSince): Omit<Target, "prepare"> {
  return {
    find: async (api, attempt) =>
      await toSearchResult(api, attempt, await list(api, attempt), await attempts.listOthers(attempt)),
    check: async (api, attempt, { id, issue }) => {
      if (isFromOtherRepository(issue, attempt)) return { refused: refuse("strayed") };
      const { entries } = await list(api, attempt);
      const loadEntry = () => loadIssue(api, attempt, id);
      if (!(await isThere({ ...attempt, id }, entries, loadEntry))) return { refused: refuse("unsure") };
      return { copies: findCopies({ ...attempt, id }, entries, await attempts.listOthers(attempt)) };
    },
    // Text typed since the send becomes an edit of what was created.
    toRemainder: (draft, arrived, sent) => ({
      place: places.issueText({ ...draft.place.repository, number: arrived.id }),
      text: writeCreatedIssue(getText(draft), sent),
      opened: toOpened(arrived),
    }),
  };
}

/**
 * Finds the repository that a draft is meant for under its present name, and the newest issue or pull request in it,
 * from which later searches start.
 */
export async function findRepository(api: Forge, identity: RepositoryIdentity, { place, repository: id }: Draft) {
  const { newest, servedAt } = await loadNewest(api, place.repository);
  const { number: after = 0n, repository: seen } = newest ?? {};
  const repository =
    seen === undefined
      ? await identity.repository(api, place.repository, id)
      : await identity.findPresent(place.repository, seen, id);
  return { after, repository, seen, servedAt };
}

/** Whether the server counts from an older number than an attempt has seen, because a backup was restored. */
export function isRestored(after: Id, newest: readonly Pick<Issue, "number">[]): boolean {
  return after !== 0n && !newest.some(({ number }) => number >= after);
}

/** Loads the newest issue or pull request that can be decoded, and the server's time. */
export async function loadNewest(
  api: Forge,
  repository: RepositoryAddress,
): Promise<{ readonly newest: Issue | undefined; readonly servedAt: number | undefined }> {
  const load = (limit: number) => api.issues(repository, { state: "all", page: 1, limit });
  const { servedAt, skipped, values } = await load(1);
  const [newest] = values.length > 0 || skipped === 0 ? values : (await load(PAGE_SIZE)).values;
  return { newest, servedAt };
}

/** Loads an issue. Returns undefined if it doesn't exist. */
async function loadIssue(api: Forge, attempt: Pick<Attempt, "place" | "text">, number: Id): Promise<Entry | undefined> {
  try {
    return toEntry(await api.issue(attempt.place.repository, number), attempt);
  } catch (error) {
    if (asProblem(error).kind === "notFound") return undefined;
    throw error;
  }
}

export function toEntry(issue: Issue, { place, text }: Pick<Attempt, "place" | "text">): Entry {
  const { author, createdAt, number } = issue;
  return { id: number, matches: matchesServer(place.kind, text, issue), author, createdAt, issue };
}

/** Lists the issues that were opened since the attempt began. */
async function listSince(api: Forge, { after, place, text }: Pick<Attempt, "after" | "place" | "text">) {
  const entries: Entry[] = [];
  let isReadable = true;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { values, skipped } = await api.issues(place.repository, { state: "all", page, limit: PAGE_SIZE });
    if (page === 1 && isRestored(after, values)) break;
    for (const issue of values.filter(({ number, pull }) => number > after && pull === undefined))
      entries.push(toEntry(issue, { place, text }));
    isReadable &&= skipped === 0;
    if (values.length + skipped === 0 || values.some(({ number }) => number <= after))
      return { entries, isWhole: isReadable };
  }
  return { entries, isWhole: false };
}
