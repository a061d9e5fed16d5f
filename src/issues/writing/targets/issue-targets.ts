// The target for new issues: how they are created and found on the server.
import type { Forge } from "../../api/forge.ts";
import type { Id, Issue } from "../../model/entities.ts";
import type { RepositoryAddress } from "../../model/address.ts";
import type { Attempt } from "../draft.ts";
import type { RepositoryIdentity } from "../../repositories/repository-identity.ts";
import { nameChoices } from "../../triage/choices.ts";
import { places, type Place } from "../place.ts";
import {
  filterByAuthor,
  toSearchResult,
  findCopies,
  hasText,
  isFromOtherRepository,
  refuse,
  toTheirs,
  type Target,
} from "./target.ts";
import { writeCreatedIssue, readForm, matchesServer } from "../text.ts";

const PAGE_SIZE = 50;
/** Enough for all issues that are opened between an attempt and the search for it. */
const MAX_PAGES = 100;

export function newIssue(identity: RepositoryIdentity): Target {
  return {
    prepare: async ({ api, place, draft, text }) => {
      const newest = await loadNewest(api, place.repository);
      const seen = newest?.repository;
      const repository =
        seen === undefined
          ? await identity.repository(api, place.repository, draft.repository)
          : await identity.findPresent(place.repository, seen, draft.repository);
      if (repository === undefined) return refuse("otherRepository");
      const named = await nameChoices(api, repository, readForm(place.kind, text));
      if ("unknown" in named) return refuse("unknownName", { names: named.unknown });
      return {
        repository,
        repositoryId: seen?.id,
        issue: undefined,
        mark: { after: newest?.number ?? 0n, since: undefined },
        named,
      };
    },
    send: async ({ api, draft, login, place, text }, ready) => {
      const { repository, repositoryId, mark, named = { title: "", body: "" } } = ready;
      const issue = await api.authoring.create(repository, named);
      const isNew =
        issue.number > mark.after || isFromOtherRepository(issue, { repository: draft.repository ?? repositoryId });
      if (isNew && matchesServer(place.kind, text, issue)) return { id: issue.number, issue };
      // The server changed the text, or a proxy returned another issue.
      const own = filterByAuthor(login, (await loadCandidates(api, { ...place, repository }, { ...mark, text })).found);
      return own.find(({ id }) => id === issue.number) ?? own.find(({ matches }) => matches) ?? refuse("unsure");
    },
    find: async (job, attempt) => {
      const { found, isWhole } = await loadCandidates(job.api, job.place, attempt);
      return await toSearchResult(job, attempt, found, isWhole);
    },
    check: async ({ api, place, otherAttempts }, attempt, { issue }) => {
      if (isFromOtherRepository(issue, attempt)) return { strayed: true };
      const { found } = await loadCandidates(api, place, attempt);
      return {
        twice: findCopies(filterByAuthor(issue?.author?.login ?? attempt.by, found), attempt, await otherAttempts()),
      };
    },
    // Text typed since the send becomes an edit of the new issue.
    toRemainder: ({ place, text, unsaved }, arrived, sent) => ({
      place: places.issueText({ ...place.repository, number: arrived.id }),
      text: writeCreatedIssue(unsaved ?? text, sent),
      opened: hasText(arrived) ? toTheirs(arrived) : undefined,
    }),
  };
}

/** Returns the newest issue that can be decoded. Later searches start from it. */
async function loadNewest(api: Forge, repository: RepositoryAddress): Promise<Issue | undefined> {
  for (const limit of [1, PAGE_SIZE]) {
    const { skipped, values } = await api.issues(repository, { state: "all", page: 1, limit });
    if (values.length > 0 || skipped === 0) return values[0];
  }
  return undefined;
}

/** Returns the issues that were opened since the attempt began, and whether the list is complete. */
async function loadCandidates(
  api: Forge,
  { kind, repository }: Place,
  { after, text }: Pick<Attempt, "after" | "text">,
) {
  const { issues, isWhole } = await loadSince(api, repository, after);
  const found = issues
    .filter(({ number, pull }) => number > after && pull === undefined)
    .map((issue) => {
      const { author, createdAt, number } = issue;
      return { id: number, matches: matchesServer(kind, text, issue), author, createdAt, issue };
    });
  return { found, isWhole };
}

async function loadSince(api: Forge, repository: RepositoryAddress, after: Id) {
  const issues: Issue[] = [];
  let isReadable = true;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { values, skipped } = await api.issues(repository, { state: "all", page, limit: PAGE_SIZE });
    // The server may have been restored from a backup and count from an older number.
    if (page === 1 && after !== 0n && !values.some(({ number }) => number >= after)) break;
    issues.push(...values);
    isReadable &&= skipped === 0;
    if (values.length + skipped === 0 || values.some(({ number }) => number <= after))
      return { issues, isWhole: isReadable };
  }
  return { issues, isWhole: false };
}
