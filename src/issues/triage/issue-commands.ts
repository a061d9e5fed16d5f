// Runs the commands that change an issue's state, lock, labels, milestone and assignees.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Choice } from "../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../workbench/shared.ts";
import { formatNumber, type Id, type Issue, type Label } from "../model/entities.ts";
import { fullName, formatHost, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import type { Permission } from "../repositories/permission.ts";
import type { ChangeRefusal, IssueChanges } from "./changes.ts";
import type { Choices } from "./choices.ts";

export interface IssueCommandParts {
  readonly shared: Pick<Shared, "dialogs">;
  readonly changes: IssueChanges;
  readonly choices: Choices;
  /** Checked before the user types or chooses anything. */
  readonly permission: Pick<Permission, "check">;
  readonly readIssue: (thread: ThreadAddress) => Promise<Issue>;
  /** Reloads a thread if a panel shows it. */
  readonly refresh: (thread: ThreadAddress) => Promise<void>;
  /** Call when an issue was created or changed, to load the lists again. */
  readonly changed: (thread: ThreadAddress) => void;
}

export class IssueCommands {
  readonly #shared: Pick<Shared, "dialogs">;
  readonly #parts: IssueCommandParts;

  constructor(parts: IssueCommandParts) {
    this.#shared = parts.shared;
    this.#parts = parts;
  }

  async setClosed(thread: ThreadAddress, closed: boolean): Promise<void> {
    const failure = closed ? l10n.t("Not closed.") : l10n.t("Not reopened.");
    const change = () => this.#parts.changes.setClosed(thread, closed);
    if (await this.#parts.permission.check("changeIssue", thread)) await this.#change(thread, failure, change);
  }

  async setLocked(thread: ThreadAddress, locked: boolean): Promise<void> {
    const failure = locked ? l10n.t("Not locked.") : l10n.t("Not unlocked.");
    const change = () => this.#parts.changes.setLocked(thread, locked);
    if (await this.#parts.permission.check("sortIssue", thread)) await this.#change(thread, failure, change);
  }

  async setLabels(thread: ThreadAddress): Promise<void> {
    await this.#choose(thread, l10n.t("Labels were not changed."), async (issue) => {
      const { labels } = await this.#parts.choices.read(thread);
      const title = l10n.t("Select Labels for {0}", nameIn(issue));
      const none = l10n.t("{0} has no labels.", fullName(thread));
      const toChoice = ({ name, description = "" }: Label) => ({ label: name, description });
      const picked = await this.#pickMany(title, none, labels, issue.labels, toChoice);
      return picked && (() => this.#parts.changes.setLabels(thread, picked, issue.labels));
    });
  }

  async setMilestone(thread: ThreadAddress): Promise<void> {
    await this.#choose(thread, l10n.t("The milestone was not changed."), async (issue) => {
      const { milestones } = await this.#parts.choices.read(thread);
      if (milestones.length === 0) return this.#showNothing(l10n.t("{0} has no milestones.", fullName(thread)));
      const none: Choice<bigint | "none"> = { label: l10n.t("No Milestone"), value: "none" };
      const picked = await this.#shared.dialogs.pick<bigint | "none">(
        l10n.t("Select a Milestone for {0}", nameIn(issue)),
        [
          none,
          ...milestones.map(({ id, title, closed }) => ({
            label: title,
            description: [id === issue.milestone?.id ? l10n.t("current") : "", closed ? l10n.t("closed") : ""]
              .filter((each) => each !== "")
              .join(" · "),
            value: id,
          })),
        ],
      );
      const wanted = picked === "none" ? undefined : picked;
      if (picked === undefined || wanted === issue.milestone?.id) return undefined;
      return () => this.#parts.changes.setMilestone(thread, wanted);
    });
  }

  async assign(thread: ThreadAddress): Promise<void> {
    await this.#choose(thread, l10n.t("Assignees were not changed."), async (issue) => {
      const { people } = await this.#parts.choices.read(thread);
      const title = l10n.t("Assign {0} To", nameIn(issue));
      const none = l10n.t("No one can be assigned in {0}.", fullName(thread));
      const picked = await this.#pickMany(title, none, people, issue.assignees, ({ login }) => ({ label: login }));
      return picked && (() => this.#parts.changes.setAssignees(thread, picked, issue.assignees));
    });
  }

  /** Lets the user choose from the offered and the present things. Returns undefined if the choice changes nothing. */
  async #pickMany<Thing extends { readonly id: Id }>(
    title: string,
    none: string,
    offered: readonly Thing[],
    present: readonly Thing[],
    toChoice: (thing: Thing) => Pick<Choice<Thing>, "label" | "description">,
  ): Promise<readonly Thing[] | undefined> {
    const known = new Set(offered.map(({ id }) => id));
    const has = new Set(present.map(({ id }) => id));
    const all = [...offered, ...present.filter(({ id }) => !known.has(id))];
    if (all.length === 0) return await this.#showNothing(none);
    const choices = all.map((value) => Object.assign(toChoice(value), { picked: has.has(value.id), value }));
    const picked = await this.#shared.dialogs.pickMany(title, choices);
    const isSame = picked?.length === present.length && picked.every(({ id }) => has.has(id));
    return isSame ? undefined : picked;
  }

  /** Loads the issue, asks for the new value, and applies it. */
  async #choose(
    thread: ThreadAddress,
    failure: string,
    ask: (issue: Issue) => Promise<(() => Promise<ChangeRefusal | undefined>) | undefined>,
  ): Promise<void> {
    if (!(await this.#parts.permission.check("sortIssue", thread))) return;
    const change = await ask(await this.#parts.readIssue(thread));
    if (change !== undefined) await this.#change(thread, failure, change);
  }

  async #change(
    thread: ThreadAddress,
    failure: string,
    change: () => Promise<ChangeRefusal | undefined>,
  ): Promise<void> {
    const { dialogs } = this.#shared;
    try {
      const refusal = await dialogs.progress(l10n.t("Changing #{0}…", String(thread.number)), change);
      if (refusal !== undefined) {
        void dialogs.message("warning", `${failure} ${changeRefusalSentence(refusal, thread)}`);
      }
    } finally {
      this.#parts.changed(thread);
      await this.#parts.refresh(thread);
    }
  }

  async #showNothing(sentence: string): Promise<undefined> {
    await this.#shared.dialogs.message("info", sentence);
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

function nameIn(issue: Issue): string {
  return `${formatNumber(issue)} ${issue.title}`;
}
