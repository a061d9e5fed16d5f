// Runs the commands that change the state, lock, labels, milestone and assignees of issues.
import { asProblem, type Problem } from "../../base/problem.ts";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import type { Choice } from "../../workbench/dialogs/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { format } from "../../workbench/text/format.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { labelDot } from "../wording/label-dot.ts";
import { formatNumber, type Id, type Issue, type Label } from "../model/entities.ts";
import { fullName, formatHost, repositoryKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import type { Act } from "../model/rights.ts";
import type { Permission } from "../repositories/permission.ts";
import type { ChangeRefusal, IssueChanges } from "./changes.ts";
import type { Choices, IssueChoices } from "../repositories/issue-choices.ts";
import { CommonChoices, type Holder } from "./common-choices.ts";

export interface IssueCommandDependencies {
  readonly shared: Pick<Shared, "dialogs" | "now">;
  readonly changes: IssueChanges;
  readonly choices: Choices;
  /** Checked before the user types or chooses anything. */
  readonly permission: Pick<Permission, "check">;
  readonly readIssue: (thread: ThreadAddress) => Promise<Issue>;
  /** Reloads a thread if a panel shows it. */
  readonly refresh: (thread: ThreadAddress) => Promise<void>;
  /** Call when issues were created or changed, to load the lists again. */
  readonly changed: (...threads: readonly ThreadAddress[]) => void;
}

/** An issue to change, with what its row shows, if it was selected in a list. */
export interface ChosenIssue {
  readonly address: ThreadAddress;
  readonly issue?: Issue | undefined;
}

interface LoadedIssue extends ChosenIssue {
  readonly issue: Issue;
}

/** One change of one or more issues, and how it is described. */
interface Change<Chosen extends ChosenIssue> {
  /** Says that the change of a single issue failed. */
  readonly failure: string;
  /** Asks before several issues are changed. */
  readonly question: (issues: string) => string;
  readonly yes: string;
  /** What becomes of each of them, listed above them. */
  readonly summary?: string;
  readonly send: (chosen: Chosen) => Promise<ChangeRefusal | undefined>;
}

/** Why issues were not changed. */
interface Failure<Chosen> {
  readonly chosen: Chosen;
  readonly sentence: string;
  readonly problem: Problem | undefined;
}

/** How many issues a question lists, and a message names. */
const MAX_LISTED = 10;
/** Servers answer this many changes at a time without a delay. */
const MAX_CHANGES_AT_ONCE = 4;

/** Several issues are changed after one question, and with one message about those that failed. */
export class IssueCommands {
  readonly #dependencies: IssueCommandDependencies;

  constructor(dependencies: IssueCommandDependencies) {
    this.#dependencies = dependencies;
  }

  /** Closes the open ones or, if all are closed, reopens them. */
  async closeOrReopen(chosen: readonly ChosenIssue[]): Promise<void> {
    await this.setClosed(chosen, await this.#isTrueOfSome(chosen, (issue) => !issue.closed));
  }

  async setClosed(chosen: readonly ChosenIssue[], closed: boolean): Promise<void> {
    const open = excludeDone(chosen, (issue) => issue.closed === closed);
    if (!(await this.#isAllowed("changeIssue", open))) return;
    await this.#change(open, {
      failure: closed ? l10n.t("Not closed.") : l10n.t("Not reopened."),
      question: (issues) => (closed ? l10n.t("Close {0}?", issues) : l10n.t("Reopen {0}?", issues)),
      yes: closed ? l10n.t("Close") : l10n.t("Reopen"),
      send: ({ address }) => this.#dependencies.changes.setClosed(address, closed),
    });
  }

  async setDraft(address: ThreadAddress, draft: boolean): Promise<void> {
    if (!(await this.#isAllowed("changeIssue", [{ address }]))) return;
    await this.#changeOne(
      { address },
      {
        failure: draft ? l10n.t("Not marked as a draft.") : l10n.t("Not marked as ready."),
        send: () => this.#dependencies.changes.setDraft(address, draft),
      },
    );
  }

  /** Locks the unlocked ones or, if all are locked, unlocks them. */
  async lockOrUnlock(chosen: readonly ChosenIssue[]): Promise<void> {
    await this.setLocked(chosen, await this.#isTrueOfSome(chosen, (issue) => !issue.locked));
  }

  async setLocked(chosen: readonly ChosenIssue[], locked: boolean): Promise<void> {
    const unlocked = excludeDone(chosen, (issue) => issue.locked === locked);
    if (!(await this.#isAllowed("sortIssue", unlocked))) return;
    await this.#change(unlocked, {
      failure: locked ? l10n.t("Not locked.") : l10n.t("Not unlocked."),
      question: (issues) => (locked ? l10n.t("Lock {0}?", issues) : l10n.t("Unlock {0}?", issues)),
      yes: locked ? l10n.t("Lock") : l10n.t("Unlock"),
      send: ({ address }) => this.#dependencies.changes.setLocked(address, locked),
    });
  }

  /** Decides by what the user sees, even if it has changed since. */
  async #isTrueOfSome(chosen: readonly ChosenIssue[], isTrue: (issue: Issue) => boolean): Promise<boolean> {
    const issues = await Promise.all(
      chosen.map(async ({ address, issue }) => issue ?? (await this.#dependencies.readIssue(address))),
    );
    return issues.some(isTrue);
  }

  async setLabels(chosen: readonly ChosenIssue[]): Promise<void> {
    await this.#choose(chosen, async (issues) => {
      const labels = await this.#offer(issues, {
        offered: (choices) => choices.labels,
        present: (issue) => issue.labels,
        name: ({ name }) => name,
      });
      const picked = await this.#pickMany(labels, {
        title: l10n.t("Select Labels for {0}", nameAll(issues)),
        none: l10n.t("{0} has no labels.", nameRepositories(issues)),
        noneShared: l10n.t("{0} have no label in common.", nameRepositories(issues)),
        toChoice: (label: Label) => ({
          label: label.name,
          description: label.description ?? "",
          picture: labelDot(label),
        }),
      });
      return (
        picked && {
          failure: l10n.t("Labels were not changed."),
          question: (all) => l10n.t("Change the labels of {0}?", all),
          yes: l10n.t("Change Labels"),
          summary: picked.summary,
          send: ({ address, issue }) =>
            this.#dependencies.changes.setLabels(address, picked.apply(address, issue.labels), issue.labels),
        }
      );
    });
  }

  async assign(chosen: readonly ChosenIssue[]): Promise<void> {
    await this.#choose(chosen, async (issues) => {
      const people = await this.#offer(issues, {
        offered: (choices) => choices.people,
        present: (issue) => issue.assignees,
        // A user name on another server is another person.
        name: ({ login }, { base }) => `${login} ${base}`,
      });
      const picked = await this.#pickMany(people, {
        title: l10n.t("Assign {0} To", nameAll(issues)),
        none: l10n.t("No one can be assigned in {0}.", nameRepositories(issues)),
        noneShared: l10n.t("No one can be assigned in all of {0}.", nameRepositories(issues)),
        toChoice: ({ login }) => ({ label: login }),
      });
      return (
        picked && {
          failure: l10n.t("Assignees were not changed."),
          question: (all) => l10n.t("Change the assignees of {0}?", all),
          yes: l10n.t("Change Assignees"),
          summary: picked.summary,
          send: ({ address, issue }) =>
            this.#dependencies.changes.setAssignees(address, picked.apply(address, issue.assignees), issue.assignees),
        }
      );
    });
  }

  async setMilestone(chosen: readonly ChosenIssue[]): Promise<void> {
    await this.#choose(chosen, async (issues) => {
      const milestones = await this.#offer(issues, {
        offered: (choices) => choices.milestones,
        present: ({ milestone }) => (milestone === undefined ? [] : [milestone]),
        name: ({ title }) => title,
      });
      const none = milestones.isShared
        ? l10n.t("{0} have no milestone in common.", nameRepositories(issues))
        : l10n.t("{0} has no milestones.", nameRepositories(issues));
      if (milestones.all.length === 0) return await this.#showNothing(none);
      const isWithout = issues.every(({ issue }) => issue.milestone === undefined);
      const picked = await this.#dependencies.shared.dialogs.pick<string>(
        l10n.t("Select a Milestone for {0}", nameAll(issues)),
        [
          { label: l10n.t("No Milestone"), value: "" },
          ...milestones.all.map(({ key, thing: { title, closed }, onAll }) => ({
            label: title,
            description: [onAll ? l10n.t("current") : "", closed ? l10n.t("closed") : ""]
              .filter((each) => each !== "")
              .join(" · "),
            value: key,
          })),
        ],
      );
      const wanted = milestones.all.find(({ key }) => key === picked);
      if (picked === undefined || (wanted === undefined ? isWithout : wanted.onAll)) return undefined;
      return {
        failure: l10n.t("The milestone was not changed."),
        question: (all) => l10n.t("Change the milestone of {0}?", all),
        yes: l10n.t("Change Milestone"),
        summary: wanted === undefined ? l10n.t("No Milestone") : l10n.t("Milestone {0}", wanted.thing.title),
        send: ({ address }) => {
          const milestone = wanted === undefined ? undefined : milestones.find(wanted.key, address)?.id;
          return this.#dependencies.changes.setMilestone(address, milestone);
        },
      };
    });
  }

  /** Loads what the issues can have. */
  async #offer<Thing extends { readonly id: Id }>(
    issues: readonly LoadedIssue[],
    kind: {
      readonly offered: (choices: IssueChoices) => readonly Thing[];
      readonly present: (issue: Issue) => readonly Thing[];
      readonly name: (thing: Thing, address: RepositoryAddress) => string;
    },
  ): Promise<CommonChoices<Thing>> {
    const repositories = distinctRepositories(issues);
    const offered = await Promise.all(
      repositories.map(async (address) => {
        const things = kind.offered(await this.#dependencies.choices.read(address));
        return { address, things };
      }),
    );
    const holders = issues.map(({ address, issue }): Holder<Thing> => ({ address, things: kind.present(issue) }));
    return new CommonChoices(offered, holders, kind.name);
  }

  /** Asks which things the issues have from now on. Returns undefined if the choice changes nothing. */
  async #pickMany<Thing extends { readonly id: Id }>(
    offer: CommonChoices<Thing>,
    texts: {
      readonly title: string;
      readonly none: string;
      readonly noneShared: string;
      readonly toChoice: (thing: Thing) => Pick<Choice<string>, "description" | "picture"> & { readonly label: string };
    },
  ) {
    if (offer.all.length === 0) return await this.#showNothing(offer.isShared ? texts.noneShared : texts.none);
    const choices = offer.all.map(({ key, thing, onAll, on, of }) => {
      const { label, description = "", picture } = texts.toChoice(thing);
      // Quick picks have no third state: what only some issues have stays with those unless it is picked for all.
      const some = on === 0 || onAll ? "" : l10n.t("on {0} of {1}", format.count(on), format.count(of));
      const notes = [some, description].filter((each) => each !== "").join(" · ");
      return { label, description: notes, picture, picked: onAll, value: key };
    });
    const picked = await this.#dependencies.shared.dialogs.pickMany(texts.title, choices);
    if (picked === undefined) return undefined;
    const added = offer.all.filter(({ key, onAll }) => !onAll && picked.includes(key));
    const removed = offer.all.filter(({ key, onAll }) => onAll && !picked.includes(key));
    if (added.length === 0 && removed.length === 0) return undefined;
    const list = (things: typeof added) => format.list(things.map(({ thing }) => texts.toChoice(thing).label));
    return {
      summary: [
        ...(added.length === 0 ? [] : [l10n.t("Add: {0}", list(added))]),
        ...(removed.length === 0 ? [] : [l10n.t("Remove: {0}", list(removed))]),
      ].join("\n"),
      apply: (address: RepositoryAddress, present: readonly Thing[]): readonly Thing[] => {
        const inRepository = (things: typeof added) => things.flatMap(({ key }) => offer.find(key, address) ?? []);
        const isIn = (things: readonly Thing[], { id }: Thing) => things.some((each) => each.id === id);
        const without = inRepository(removed);
        const kept = present.filter((thing) => !isIn(without, thing));
        return [...kept, ...inRepository(added).filter((thing) => !isIn(kept, thing))];
      },
    };
  }

  /** Loads the issues that weren't selected in a list, asks for the new value, and applies it. */
  async #choose(
    chosen: readonly ChosenIssue[],
    ask: (issues: readonly LoadedIssue[]) => Promise<Change<LoadedIssue> | undefined>,
  ): Promise<void> {
    if (!(await this.#isAllowed("sortIssue", chosen))) return;
    const isSingle = chosen.length === 1;
    const issues: LoadedIssue[] = [];
    for (const { address, issue } of chosen) {
      issues.push({ address, issue: (isSingle ? undefined : issue) ?? (await this.#dependencies.readIssue(address)) });
    }
    const change = await ask(issues);
    if (change !== undefined) await this.#change(issues, change);
  }

  /** Checks the right in each repository. What differs between the issues of a repository is left to the server. */
  async #isAllowed(act: Act, chosen: readonly ChosenIssue[]): Promise<boolean> {
    const [first, ...rest] = chosen;
    if (first === undefined) return false;
    if (rest.length === 0) return await this.#dependencies.permission.check(act, first.address);
    for (const { base, owner, name } of distinctRepositories(chosen)) {
      if (!(await this.#dependencies.permission.check(act, { base, owner, name }))) return false;
    }
    return true;
  }

  async #change<Chosen extends ChosenIssue>(chosen: readonly Chosen[], change: Change<Chosen>): Promise<void> {
    const [first, ...rest] = chosen;
    if (first === undefined) return;
    if (rest.length === 0) await this.#changeOne(first, change);
    else if (await this.#confirm(chosen, change)) await this.#changeAll(chosen, change);
  }

  async #changeOne<Chosen extends ChosenIssue>(
    chosen: Chosen,
    { failure, send }: Pick<Change<Chosen>, "failure" | "send">,
  ): Promise<void> {
    const { dialogs } = this.#dependencies.shared;
    const { address } = chosen;
    try {
      const refusal = await dialogs.progress(l10n.t("Changing #{0}…", String(address.number)), () => send(chosen));
      if (refusal !== undefined) {
        void dialogs.message("warning", `${failure} ${changeRefusalSentence(refusal, address)}`);
      }
    } finally {
      await this.#reload([chosen]);
    }
  }

  async #confirm<Chosen extends ChosenIssue>(
    chosen: readonly Chosen[],
    { question, yes, summary }: Change<Chosen>,
  ): Promise<boolean> {
    const name = namer(chosen);
    const lines = chosen.slice(0, MAX_LISTED).map((each) => `${name(each)} ${each.issue?.title ?? ""}`.trim());
    const rest = chosen.length - lines.length;
    if (rest > 0) lines.push(l10n.t("… and {0} more", format.count(rest)));
    const detail = [...(summary === undefined ? [] : [summary, ""]), ...lines].join("\n");
    return await this.#dependencies.shared.dialogs.confirm({
      sentence: question(formatIssueCount(chosen)),
      detail,
      yes,
    });
  }

  /** Changes each of the issues, and then says which ones failed, and why. */
  async #changeAll<Chosen extends ChosenIssue>(chosen: readonly Chosen[], change: Change<Chosen>): Promise<void> {
    const { dialogs } = this.#dependencies.shared;
    const semaphore = new Semaphore(MAX_CHANGES_AT_ONCE);
    let ended = 0;
    const title = l10n.t("Changing {0}…", formatIssueCount(chosen));
    const failures = await dialogs.progress(title, async (report, signal) => {
      const results = await Promise.all(
        chosen.map(async (each) => {
          const failure = await this.#tryChange(each, change, semaphore, signal);
          ended += 1;
          report({
            message: l10n.t("{0} of {1}", format.count(ended), format.count(chosen.length)),
            percent: (100 * ended) / chosen.length,
          });
          return failure;
        }),
      );
      return results.filter((failure) => failure !== undefined);
    });
    await this.#reload(chosen);
    if (failures.length === 0) {
      void dialogs.message("info", l10n.t("Changed {0}.", formatIssueCount(chosen)));
      return;
    }
    const changed = format.count(chosen.length - failures.length);
    const name = namer(chosen);
    const reasons = [...new Set(failures.map(({ sentence }) => sentence))].map((sentence) => {
      const failed = failures.filter((failure) => failure.sentence === sentence);
      const names = failed.slice(0, MAX_LISTED).map((failure) => name(failure.chosen));
      const rest = failed.length - names.length;
      const all = format.list(rest === 0 ? names : [...names, l10n.t("{0} more", format.count(rest))]);
      return `${l10n.t("Not changed: {0}.", all)} ${sentence}`;
    });
    const sentence = [l10n.t("Changed {0} of {1}.", changed, formatIssueCount(chosen)), ...reasons].join(" ");
    const again = failures.filter(({ problem }) => problem !== undefined).map((failure) => failure.chosen);
    const retry = { label: l10n.t("Retry"), run: () => this.#changeAll(again, change) };
    void dialogs.message("warning", sentence, again.length === 0 ? [] : [retry]);
  }

  async #tryChange<Chosen extends ChosenIssue>(
    chosen: Chosen,
    { send }: Change<Chosen>,
    semaphore: Semaphore,
    signal: AbortSignal,
  ): Promise<Failure<Chosen> | undefined> {
    try {
      const refusal = await semaphore.run(() => send(chosen), signal);
      if (refusal === undefined) return undefined;
      return { chosen, sentence: changeRefusalSentence(refusal, chosen.address), problem: undefined };
    } catch (error) {
      const problem = asProblem(error);
      return { chosen, sentence: describeProblem(problem, this.#dependencies.shared.now()).sentence, problem };
    }
  }

  async #reload(chosen: readonly ChosenIssue[]): Promise<void> {
    this.#dependencies.changed(...chosen.map(({ address }) => address));
    await Promise.all(chosen.map(({ address }) => this.#dependencies.refresh(address)));
  }

  async #showNothing(sentence: string): Promise<undefined> {
    await this.#dependencies.shared.dialogs.message("info", sentence);
    return undefined;
  }
}

/** Returns why a change was not made, as a sentence. */
function changeRefusalSentence(why: ChangeRefusal, repository: RepositoryAddress): string {
  const name = fullName(repository);
  const sentences: Readonly<Record<ChangeRefusal, string>> = {
    dependencies: l10n.t("Blocked by open issues. Close those first."),
    merged: l10n.t("A merged pull request stays closed."),
    dropped: l10n.t("The server ignored it. Setting this requires write access to {0}.", name),
    noRoute: l10n.t("{0} has no API for this. Do it on the web.", formatHost(repository.base)),
    otherRepository: l10n.t("{0} is now a different repository. Add it again if you want that one.", name),
  };
  return sentences[why];
}

/** Of several issues, returns those that the change is for. A single one may have changed since its row was drawn. */
function excludeDone(chosen: readonly ChosenIssue[], isDone: (issue: Issue) => boolean): readonly ChosenIssue[] {
  return chosen.length === 1 ? chosen : chosen.filter(({ issue }) => issue === undefined || !isDone(issue));
}

function distinctRepositories(chosen: readonly ChosenIssue[]): readonly RepositoryAddress[] {
  return [...new Map(chosen.map(({ address }) => [repositoryKey(address), address])).values()];
}

function nameRepositories(chosen: readonly ChosenIssue[]): string {
  return format.list(distinctRepositories(chosen).map(fullName));
}

/** Returns how to name each of the issues: by its number, and if they are of several repositories, by those too. */
function namer(chosen: readonly ChosenIssue[]): (each: ChosenIssue) => string {
  const isOne = distinctRepositories(chosen).length === 1;
  return ({ address, issue }) => {
    const number = formatNumber({ number: address.number, pull: issue?.pull });
    return isOne ? number : `${fullName(address)}${number}`;
  };
}

/** Names a single issue, or counts several. */
function nameAll(issues: readonly LoadedIssue[]): string {
  const [first, ...rest] = issues;
  return first === undefined || rest.length > 0
    ? formatIssueCount(issues)
    : `${formatNumber(first.issue)} ${first.issue.title}`;
}

function formatIssueCount(chosen: readonly ChosenIssue[]): string {
  const pulls = chosen.filter(({ issue }) => issue?.pull !== undefined).length;
  if (pulls === 0) return l10n.plural(chosen.length, "{0} issue", "{0} issues");
  if (pulls === chosen.length) return l10n.plural(pulls, "{0} pull request", "{0} pull requests");
  return l10n.t("{0} issues and pull requests", format.count(chosen.length));
}
