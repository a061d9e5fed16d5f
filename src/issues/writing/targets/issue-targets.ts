// How issues are created and found on the server.
import type { Forge } from "../../api/forge.ts";
import { sameLogin, type Id, type Issue } from "../../model/entities.ts";
import type { Attempt } from "../draft.ts";
import type { RepositoryIdentity } from "../../repositories/repository-identity.ts";
import { nameChoices } from "../../triage/choices.ts";
import { places, type Place } from "../place.ts";
import { claim, findCopies, explainRefusal, isOfAnother, refuse, toTheirs, type Target } from "./target.ts";
import { writeDocument, readForm, isWritten } from "../text.ts";

const PAGE_SIZE = 50;
/** No one makes more issues than this between an attempt and a look for it. */
const MAX_PAGES = 100;

/** An issue that is created. */
export function newIssue(identity: RepositoryIdentity): Target {
  return {
    prepare: async ({ api, place, draft, text }) => {
      const [newest] = (await api.issues(place.repository, { state: "all", page: 1, limit: 1 })).values;
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
      const isNew = issue.number > mark.after || isOfAnother(issue, { repository: draft.repository ?? repositoryId });
      if (isNew && isWritten(place.kind, text, issue)) return { id: issue.number, issue };
      // The server has changed the text, or something on the way returned another issue.
      const own = (await loadCandidates(api, { ...place, repository }, login, { ...mark, text })) ?? [];
      return own.find(({ id }) => id === issue.number) ?? own.find(({ matches }) => matches) ?? refuse("unsure");
    },
    find: async ({ api, login, place, others }, attempt) => {
      const candidates = await loadCandidates(api, place, login, attempt);
      return candidates === undefined ? "unsure" : (claim(candidates, attempt, await others()) ?? "absent");
    },
    check: async ({ api, place, others }, attempt, { issue }) => {
      if (isOfAnother(issue, attempt)) return { strayed: true };
      const candidates = await loadCandidates(api, place, issue?.author?.login ?? attempt.by, attempt);
      return { twice: findCopies(candidates ?? [], attempt, await others()) };
    },
    explain: explainRefusal,
    // Text typed since is an edit of the issue that exists now.
    rest: ({ place, text, unsaved }, arrived) => {
      const there = places.issueText({ ...place.repository, number: arrived.id });
      const { title, body } = readForm(place.kind, unsaved ?? text);
      return { place: there, text: writeDocument(there.kind, { title, body }), opened: toTheirs(arrived) };
    },
  };
}

/** What the writer has opened since. Undefined if the server counts from an older number, as after a restored backup. */
async function loadCandidates(
  api: Forge,
  { kind, repository }: Place,
  login: string | undefined,
  { after, text }: Pick<Attempt, "after" | "text">,
) {
  const found: { readonly id: Id; readonly matches: boolean; readonly createdAt: number; readonly issue: Issue }[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { values, skipped } = await api.issues(repository, { state: "all", page, limit: PAGE_SIZE });
    if (page === 1 && after !== 0n && !values.some(({ number }) => number >= after)) return undefined;
    for (const issue of values) {
      const { author, createdAt, number, pull } = issue;
      const isTheirs = login !== undefined && !sameLogin(author?.login, login);
      if (number <= after || pull !== undefined || isTheirs) continue;
      found.push({ id: number, matches: isWritten(kind, text, issue), createdAt, issue });
    }
    if (values.length + skipped === 0 || values.some(({ number }) => number <= after)) return found;
  }
  return undefined;
}
