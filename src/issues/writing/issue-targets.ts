// How issues are created, changed and found on the server.
import type { Problem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { NewIssue } from "../api/issue-writes.ts";
import { sameLogin, sameText } from "../model/entities.ts";
import type { Id, Issue, RepositoryName } from "../model/entities.ts";
import type { IssueForm } from "../model/issue-text.ts";
import type { Attempt, Refusal } from "./draft.ts";
import type { RepositoryIdentity } from "../repositories/repository-identity.ts";
import { chosen, readChoices } from "../triage/choices.ts";
import { places, threadOf } from "./place.ts";
import type { Place } from "./place.ts";
import { claim, copiesOf, refused } from "./target.ts";
import type { Ready, Refused, Target, Theirs, Writer } from "./target.ts";
import { documentOf, formOf, isWritten } from "./text.ts";

const PAGE = 50;
/** No one makes more issues than this between an attempt and a look for it. */
const MOST_PAGES = 100;

/** An issue that is created. */
export function newIssue(identity: RepositoryIdentity): Target {
  return {
    prepare: async ({ api, place, draft, text }) => {
      const [newest] = (await api.issues(place.repository, { state: "all", page: 1, limit: 1 })).values;
      const seen = newest?.repository;
      const repository =
        seen === undefined
          ? await identity.repository(api, place.repository, draft.repository)
          : await identity.present(place.repository, seen, draft.repository);
      if (repository === undefined) return refused("otherRepository");
      const named = await nameChoices(api, repository, formOf(place.kind, text));
      if ("sent" in named) return named;
      return { repository, issue: undefined, mark: { after: newest?.number ?? 0n, since: undefined }, named };
    },
    send: async ({ api }, { repository, named = { title: "", body: "" } }) => {
      const issue = await api.authoring.create(repository, named);
      return { id: issue.number, issue };
    },
    find: async ({ api, login, place, others }, attempt) => {
      const candidates = await candidatesOf(api, place, login, attempt);
      const found = candidates === undefined ? "unsure" : claim(candidates, attempt, await others());
      if (found === "unsure") return { is: "unsure" };
      return found === undefined ? { is: "absent" } : { is: "there", arrived: found };
    },
    check: async ({ api, place, others }, attempt, { issue }) => {
      const candidates = await candidatesOf(api, place, issue?.author?.login ?? attempt.by, attempt);
      return { twice: copiesOf(candidates ?? [], attempt, await others()) };
    },
    explain: explainRefusal,
    // What is typed on is a change of the issue that is there now.
    rest: ({ place, text, unsaved }, { id, issue }) => {
      const there = places.issueText({ ...place.repository, number: id });
      const { title, body } = formOf(place.kind, unsaved ?? text);
      return {
        place: there,
        text: documentOf(there.kind, { title, body }),
        opened: issue === undefined ? undefined : versionOf(issue),
      };
    },
  };
}

/** Title and text of an issue. */
export function issueText(identity: RepositoryIdentity): Target {
  return {
    load: async ({ api }: Writer, place) => theirs(await api.issue(place.repository, numberOf(place))),
    prepare: async ({ api, place, draft, text }) => {
      const found = await identity.issue(api, { ...place.repository, number: numberOf(place) }, draft.repository);
      if (found === undefined) return refused("otherRepository");
      const { issue, thread } = found;
      const ready: Ready = { repository: thread, issue, mark: { after: issue.number, since: undefined } };
      if (isWritten(place.kind, text, issue)) return { ...ready, there: { id: issue.number, issue } };
      const { opened } = draft;
      const same = opened !== undefined && opened.title === issue.title && sameText(opened.body, issue.body);
      return same ? ready : refused("conflict", { theirs: theirs(issue) });
    },
    send: async ({ api, place, text }, { repository, issue }) => {
      const { title, body } = formOf(place.kind, text);
      const changed = await api.authoring.change(repository, numberOf(place), { title, body, version: issue?.version });
      return { id: changed.number, issue: changed };
    },
    find: async ({ api, place }, attempt) => {
      const issue = await api.issue(place.repository, numberOf(place));
      return isWritten(place.kind, attempt.text, issue)
        ? { is: "there", arrived: { id: issue.number, issue } }
        : { is: "absent" };
    },
    check: async ({ api, place }, attempt) => {
      const issue = await api.issue(place.repository, numberOf(place));
      return isWritten(place.kind, attempt.text, issue) ? {} : { theirs: theirs(issue) };
    },
    // Servers that count the changes refuse an outdated one by 409.
    explain: (problem) => (problem.facts.status === 409 ? "conflict" : explainRefusal(problem)),
    rest: ({ place, text, unsaved }, { issue }) => ({
      place,
      text: unsaved ?? text,
      opened: issue === undefined ? undefined : versionOf(issue),
    }),
  };
}

/** What was asked for and the issue doesn't have. */
export function droppedOf(form: IssueForm, issue: Issue): readonly string[] {
  const has = (names: readonly string[], name: string) => names.some((each) => sameLogin(each, name));
  const labels = issue.labels.map(({ name }) => name);
  const people = issue.assignees.map(({ login }) => login);
  return [
    ...form.labels.filter((name) => !has(labels, name)),
    ...(form.milestone === "" || has([issue.milestone?.title ?? ""], form.milestone) ? [] : [form.milestone]),
    ...form.assignees.filter((name) => !has(people, name)),
  ];
}

function versionOf({ title, body, version }: Issue) {
  return { title, body, version };
}

/** What the writer has opened since. Undefined if the server counts from an older number, as after a restored backup. */
async function candidatesOf(api: Forge, { kind, repository }: Place, login: string | undefined, attempt: Attempt) {
  const { after, text } = attempt;
  const found: { readonly id: Id; readonly matches: boolean; readonly createdAt: number; readonly issue: Issue }[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { values, skipped } = await api.issues(repository, { state: "all", page, limit: PAGE });
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

/** The issue with what its head names, by the ids of the server. */
async function nameChoices(
  api: Forge,
  repository: RepositoryName,
  { title, body, labels, milestone, assignees }: IssueForm,
): Promise<NewIssue | Refused> {
  if (labels.length === 0 && milestone === "" && assignees.length === 0) return { title, body };
  const there = await readChoices(api, repository);
  const label = chosen(labels, there.labels, ({ name }) => name);
  const period = chosen(milestone === "" ? [] : [milestone], there.milestones, (each) => each.title);
  const people = chosen(assignees, there.people, ({ login }) => login);
  // Who may not read the repository's people is not told of them, and the server knows better.
  const open = there.people.length === 0;
  const unknown = [...label.unknown, ...period.unknown, ...(open ? [] : people.unknown)];
  if (unknown.length > 0) return refused("unknownName", { names: unknown });
  const [first] = period.found;
  return {
    title,
    body,
    ...(label.found.length === 0 ? {} : { labels: label.found.map(({ id }) => id) }),
    ...(first === undefined ? {} : { milestone: first.id }),
    ...(assignees.length === 0 ? {} : { assignees: open ? assignees : people.found.map(({ login }) => login) }),
  };
}

function explainRefusal({ kind }: Problem): Refusal {
  if (kind === "archived") return "archived";
  return kind === "notFound" ? "missing" : "problem";
}

function theirs(issue: Issue): Theirs {
  return { ...versionOf(issue), author: undefined };
}

function numberOf(place: Place): Id {
  return threadOf(place)?.number ?? 0n;
}
