import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Wait } from "../../base/wait.ts";
import type { Forge as Api } from "../api/forge.ts";
import type { NewIssue } from "../api/issue-writes.ts";
import { sameLogin, sameText, wellFormed } from "../model/entities.ts";
import type { Id, Issue, Repository } from "../model/entities.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { issuePlaceKey, issueTextOf, sameTitle } from "../model/issue-draft.ts";
import type { IssueAttempt, IssueDraft, IssuePlace, IssueRefusal } from "../model/issue-draft.ts";
import { readIssueText, writeIssueText } from "../model/issue-text.ts";
import type { IssueForm } from "../model/issue-text.ts";
import type { ChangeParts } from "./issue-changes.ts";
import { chosen, readChoices } from "./issue-choices.ts";
import type { IssueDrafts } from "./issue-drafts.ts";

/** What became of an issue that was to be sent. */
export type IssueOutcome = IssueSent | IssueNotSent;

export interface IssueSent {
  readonly sent: true;
  readonly issue: Issue;
  readonly repository: RepositoryAddress;
  /** What the server left out without a word, by name. */
  readonly dropped: readonly string[];
  /** More was typed meanwhile, and is kept as a change of the issue. */
  readonly more: boolean;
}

export interface IssueNotSent {
  readonly sent: false;
  readonly why: IssueRefusal;
  readonly problem?: Problem;
  /** Names that the repository does not have. */
  readonly names?: readonly string[];
  /** Of a conflict: the issue as it stands there now. */
  readonly theirs?: Issue;
}

export interface IssueWritingParts extends ChangeParts {
  readonly drafts: IssueDrafts;
  readonly wait: Wait;
  readonly now: () => number;
  /** Who writes, where it is known. */
  readonly loginAt: (address: RepositoryAddress) => string | undefined;
  /** Does the work while no other window does; gives nothing where one does. */
  readonly hold: <Result>(
    name: string,
    work: () => Promise<Result>,
  ) => Promise<{ readonly result: Result } | undefined>;
}

/** After an answer was lost, the list is read after each of these: the server may still be at work. */
const LOOKS = [0, 1_000, 3_000];
/** As many are looked through for one that was just made. */
const NEWEST = 50;

/** Makes issues and changes their title and text, so that each is there once and nobody's words are overwritten. */
export class IssueWriting {
  readonly #parts: IssueWritingParts;

  constructor(parts: IssueWritingParts) {
    this.#parts = parts;
  }

  /** Sends what stands in the draft; why it could not be is written down beside it. */
  async send(place: IssuePlace): Promise<IssueOutcome> {
    const held = await this.#parts.hold(issuePlaceKey(place), async () => {
      const { drafts, now } = this.#parts;
      const draft = await drafts.get(place);
      if (draft === undefined) return refused("noTitle");
      const outcome = await this.#try(place, draft).catch((error: unknown) => refusedBy(asProblem(error)));
      if (outcome.sent) return outcome;
      // What an earlier attempt has left open stays open until a server has refused it for good.
      const over = outcome.problem?.facts.wrote === "no";
      const asked = issueTextOf(draft);
      const kind = outcome.problem?.kind;
      const failure = { at: now(), asked, why: outcome.why, kind, names: outcome.names ?? [] };
      await drafts.mend(place, (now_) => ({ ...now_, failure, attempt: over ? undefined : now_.attempt }));
      return outcome;
    });
    return held === undefined ? refused("underWay") : held.result;
  }

  async #try(place: IssuePlace, draft: IssueDraft): Promise<IssueOutcome> {
    const { form, faults } = readIssueText(wellFormed(issueTextOf(draft)));
    if (faults.some(({ fault }) => fault === "noHead")) return refused("noHead");
    if (form.title === "") return refused("noTitle");
    const { rememberedId, repository } = this.#parts;
    const remembered = draft.repository ?? rememberedId(place.repository);
    const home = await repository(place.repository);
    if (remembered !== undefined && remembered !== home.id) return refused("otherRepository");
    return place.target.kind === "new"
      ? await this.#create(place, draft, form, home)
      : await this.#change(place, draft, form, home, place.target.number);
  }

  async #create(place: IssuePlace, draft: IssueDraft, form: IssueForm, home: Repository): Promise<IssueOutcome> {
    if (home.archived) return refused("archived");
    const api = this.#parts.apiAt(place.repository);
    const before = draft.attempt === undefined ? undefined : await this.#find(api, home, draft.attempt);
    if (before !== undefined) return this.#made(place, home, before, form);
    const named = await namedIn(api, home, form);
    if (named.unknown.length > 0) return { ...refused("unknownName"), names: named.unknown };
    const [newest] = (await api.issues(home, { state: "all", page: 1, limit: 1 })).values;
    const { title, body } = form;
    const by = this.#parts.loginAt(place.repository);
    const attempt = { title, body, by, after: newest?.number ?? 0n, at: this.#parts.now() };
    await this.#parts.drafts.mend(place, (now) => ({ ...now, attempt, failure: undefined }));
    try {
      return await this.#made(place, home, await api.authoring.create(home, named.issue), form);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.facts.wrote !== "unknown") return refusedBy(problem);
      for (const pause of LOOKS) {
        await this.#parts.wait(pause);
        const found = await this.#find(api, home, attempt).catch(() => undefined);
        if (found !== undefined) return this.#made(place, home, found, form);
      }
      return { ...refused("lost"), problem };
    }
  }

  async #change(
    place: IssuePlace,
    draft: IssueDraft,
    form: IssueForm,
    home: Repository,
    number: Id,
  ): Promise<IssueOutcome> {
    const api = this.#parts.apiAt(place.repository);
    const theirs = await api.issue(home, number);
    const isMine = (issue: Issue) => sameTitle(issue.title, form.title) && sameText(issue.body, form.body);
    // An answer that was lost before, or somebody who wrote the same.
    if (isMine(theirs)) return this.#changed(place, home, theirs, form);
    const { opened } = draft;
    if (opened === undefined || opened.title !== theirs.title || !sameText(opened.body, theirs.body)) {
      return { ...refused("conflict"), theirs };
    }
    const { title, body } = form;
    try {
      const changed = await api.authoring.change(home, number, { title, body, version: theirs.version });
      return await this.#changed(place, home, changed, form);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.facts.status !== 409 && problem.facts.wrote !== "unknown") return refusedBy(problem);
      // A 412 is about something else and comes when title and text are saved.
      const now = await api.issue(home, number).catch(() => undefined);
      if (now !== undefined && isMine(now)) return this.#changed(place, home, now, form);
      if (problem.facts.status === 409 && now !== undefined) return { ...refused("conflict"), theirs: now };
      return { ...refused("lost"), problem };
    }
  }

  /** One of the newest issues that is the one that was to be made, by who wrote it, what it says and when. */
  async #find(api: Api, home: Repository, attempt: IssueAttempt): Promise<Issue | undefined> {
    const { values } = await api.issues(home, { state: "all", page: 1, limit: NEWEST });
    return values.find(
      (issue) =>
        issue.pull === undefined &&
        issue.number > attempt.after &&
        (attempt.by === undefined || sameLogin(issue.author?.login, attempt.by)) &&
        sameTitle(issue.title, attempt.title) &&
        sameText(issue.body, attempt.body),
    );
  }

  async #made(place: IssuePlace, home: Repository, issue: Issue, form: IssueForm): Promise<IssueSent> {
    const repository = { base: place.repository.base, owner: home.owner, name: home.name };
    const there = { repository, target: { kind: "issue", number: issue.number } } as const;
    return {
      sent: true,
      issue,
      repository,
      dropped: droppedOf(form, issue),
      more: await this.#settle(place, there, issue, form),
    };
  }

  async #changed(place: IssuePlace, home: Repository, issue: Issue, form: IssueForm): Promise<IssueSent> {
    const repository = { base: place.repository.base, owner: home.owner, name: home.name };
    return { sent: true, issue, repository, dropped: [], more: await this.#settle(place, place, issue, form) };
  }

  /** The text is on the server. What was typed since is kept as a change of the issue. */
  async #settle(
    place: IssuePlace,
    there: IssuePlace,
    { title, body, version }: Issue,
    sent: IssueForm,
  ): Promise<boolean> {
    const { drafts } = this.#parts;
    const draft = await drafts.get(place);
    const now = draft === undefined ? undefined : readIssueText(issueTextOf(draft)).form;
    await drafts.remove(place);
    if (now === undefined || draft === undefined || (now.title === sent.title && now.body === sent.body)) return false;
    await drafts.begin(there, writeIssueText({ ...now, title, body }, ["title"]), {
      opened: { title, body, version },
      text: writeIssueText(now, ["title"]),
      ...(draft.repository === undefined ? {} : { repository: draft.repository }),
    });
    return true;
  }
}

/** The issue with what its head names, by the ids of the server. */
async function namedIn(
  api: Api,
  home: Repository,
  { title, body, labels, milestone, assignees }: IssueForm,
): Promise<{ readonly issue: NewIssue; readonly unknown: readonly string[] }> {
  if (labels.length === 0 && milestone === "" && assignees.length === 0) return { issue: { title, body }, unknown: [] };
  const there = await readChoices(api, home);
  const label = chosen(labels, there.labels, ({ name }) => name);
  const period = chosen(milestone === "" ? [] : [milestone], there.milestones, (each) => each.title);
  const people = chosen(assignees, there.people, ({ login }) => login);
  const [first] = period.found;
  return {
    issue: {
      title,
      body,
      ...(label.found.length === 0 ? {} : { labels: label.found.map(({ id }) => id) }),
      ...(first === undefined ? {} : { milestone: first.id }),
      ...(assignees.length === 0
        ? {}
        : { assignees: there.people.length === 0 ? assignees : people.found.map(({ login }) => login) }),
    },
    // Who may not read the repository's people is not told of them, and the server knows better.
    unknown: [...label.unknown, ...period.unknown, ...(there.people.length === 0 ? [] : people.unknown)],
  };
}

/** What was asked for and is not there. */
function droppedOf(form: IssueForm, issue: Issue): readonly string[] {
  const has = (names: readonly string[], name: string) => names.some((each) => sameLogin(each, name));
  const labels = issue.labels.map(({ name }) => name);
  const people = issue.assignees.map(({ login }) => login);
  return [
    ...form.labels.filter((name) => !has(labels, name)),
    ...(form.milestone === "" || has([issue.milestone?.title ?? ""], form.milestone) ? [] : [form.milestone]),
    ...form.assignees.filter((name) => !has(people, name)),
  ];
}

function refused(why: IssueRefusal): IssueNotSent {
  return { sent: false, why };
}

function refusedBy(problem: Problem): IssueNotSent {
  const why = problem.kind === "archived" || problem.kind === "notFound" ? undefined : "problem";
  return { sent: false, why: why ?? (problem.kind === "archived" ? "archived" : "missing"), problem };
}
