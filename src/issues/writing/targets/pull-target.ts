// The target for new pull requests: how they are created and found on the server.
import { asProblem } from "../../../base/problem.ts";
import type { Forge } from "../../api/forge.ts";
import type { RepositoryAddress } from "../../model/address.ts";
import { sameLogin } from "../../model/entities.ts";
import { parseHead, type ListedPull } from "../../model/pull.ts";
import type { RepositoryIdentity } from "../../repositories/repository-identity.ts";
import { nameChoices } from "../../repositories/issue-choices.ts";
import type { Attempts } from "../drafts/attempts.ts";
import type { Attempt } from "../drafts/draft.ts";
import { withRepositoryName } from "../drafts/place.ts";
import { matchesServer, readForm } from "../drafts/draft-document.ts";
import { creation, findRepository, isRestored, loadNewest, toEntry } from "./issue-targets.ts";
import { findCreated, isBy, isFromOtherRepository, type Entry, type Target } from "./target.ts";
import { refuse, type Refused } from "../drafts/outcome.ts";

const PAGE_SIZE = 50;
/** Enough for all pull requests that are opened between an attempt and the search for it. */
const MAX_PAGES = 20;

export function newPull(identity: RepositoryIdentity, attempts: Attempts): Target {
  return {
    prepare: async ({ api, draft, login, text }) => {
      const { kind } = draft.place;
      const { after, repository, seen, servedAt } = await findRepository(api, identity, draft);
      if (repository === undefined) return refuse("otherRepository");
      const form = readForm(kind, text);
      const { from: head, into: base } = form;
      const obstacle = await findObstacle(api, repository, base, head);
      if (obstacle !== undefined) return obstacle;
      const named = await nameChoices(api, repository, form);
      if ("unknown" in named) return refuse("unknownName", { names: named.unknown });
      const place = withRepositoryName(draft.place, repository);
      const send = async () => {
        try {
          const { issue } = await api.pulls.create(repository, { ...named, head, base });
          const { number } = issue;
          const isNew = number > after || isFromOtherRepository(issue, { repository: draft.repository ?? seen?.id });
          const fits = isNew && isBy(issue, { login, servedAt });
          if (fits && matchesServer(kind, text, issue)) return { id: number, issue };
          // A proxy may have returned another pull request, or the server may have done nothing.
          return await findCreated({ api, login }, number, (await listSince(api, { after, place, text })).entries);
        } catch (error) {
          const problem = asProblem(error);
          if (problem.facts.status !== 409) throw problem;
          const existing = await findOpen(api, repository, base, head);
          // A proxy may have repeated the request, so it may be the one that this send has created.
          if (existing === undefined || existing.number > after) throw problem;
          return refuse("pullExists", { names: [String(existing.number)] });
        }
      };
      return { repository, repositoryId: seen?.id, after, since: undefined, send };
    },
    ...creation(attempts, listSince),
  };
}

/** Servers create pull requests without commits, and their answers don't say which branch is missing. */
async function findObstacle(
  api: Forge,
  repository: RepositoryAddress,
  base: string,
  head: string,
): Promise<Refused | undefined> {
  try {
    const { commits } = await api.pulls.compare(repository, base, head);
    if (commits > 0) return undefined;
    const existing = await findOpen(api, repository, base, head);
    if (existing !== undefined) return refuse("pullExists", { names: [String(existing.number)] });
    return refuse("nothingToMerge", { names: [head, base] });
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind !== "notFound" || problem.facts.noRoute === true) throw problem;
    // Throws if it isn't a branch but the repository that is missing.
    await api.repository(repository);
    return refuse("unknownBranch", { names: [(await hasBranch(api, repository, base)) ? head : base] });
  }
}

async function hasBranch(api: Forge, repository: RepositoryAddress, name: string): Promise<boolean> {
  try {
    await api.pulls.branchRules(repository, name);
    return true;
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind === "notFound") return false;
    throw problem;
  }
}

/** Whether a pull request has the two branches of a document. */
function hasBranches({ base, head }: ListedPull, repository: RepositoryAddress, into: string, from: string): boolean {
  const wanted = parseHead(from);
  return base === into && head.branch === wanted.branch && sameLogin(head.owner, wanted.owner ?? repository.owner);
}

/** Finds the open pull request of two branches. There is at most one. */
async function findOpen(api: Forge, repository: RepositoryAddress, base: string, head: string) {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { skipped, values } = await api.pulls.list(repository, { state: "open", page, limit: PAGE_SIZE });
    const found = values.find((pull) => hasBranches(pull, repository, base, head));
    if (found !== undefined) return found.issue;
    if (values.length + skipped === 0) break;
  }
  return undefined;
}

/** Lists the pull requests of the same branches that were opened since the attempt began. */
async function listSince(api: Forge, { after, place, text }: Pick<Attempt, "after" | "place" | "text">) {
  const { from, into } = readForm(place.kind, text);
  // Issues have numbers of the same sequence.
  const { newest } = await loadNewest(api, place.repository);
  if (isRestored(after, newest === undefined ? [] : [newest])) return { entries: [], isWhole: false };
  const entries: Entry[] = [];
  let isReadable = true;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { skipped, values } = await api.pulls.list(place.repository, { state: "all", page, limit: PAGE_SIZE });
    for (const pull of values) {
      if (pull.issue.number > after && hasBranches(pull, place.repository, into, from))
        entries.push(toEntry(pull.issue, { place, text }));
    }
    isReadable &&= skipped === 0;
    if (values.length + skipped === 0 || values.some(({ issue }) => issue.number <= after))
      return { entries, isWhole: isReadable };
  }
  return { entries, isWhole: false };
}
