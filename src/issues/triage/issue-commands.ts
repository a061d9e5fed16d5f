// Changes what an issue is: its state, its labels, its milestone, who works on it.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Choice } from "../../workbench/dialogs.ts";
import type { Shared } from "../../workbench/shared.ts";
import { formatNumber, type Issue } from "../model/entities.ts";
import { fullName, formatHost, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import type { Permission } from "../repositories/permission.ts";
import type { ChangeRefusal, IssueChanges } from "./changes.ts";
import type { Choices } from "./choices.ts";

export interface IssueCommandParts {
  readonly shared: Pick<Shared, "dialogs">;
  readonly changes: IssueChanges;
  readonly choices: Choices;
  readonly permission: Pick<Permission, "check">;
  readonly readIssue: (thread: ThreadAddress) => Promise<Issue>;
  /** Reloads a thread if a panel shows it. */
  readonly refresh: (thread: ThreadAddress) => Promise<void>;
  /** The issue is another one: the lists have to be loaded again. */
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
    const what = closed ? l10n.t("Not closed.") : l10n.t("Not reopened.");
    const act = () => this.#parts.changes.setClosed(thread, closed);
    if (await this.#parts.permission.check("changeIssue", thread)) await this.#change(thread, what, act);
  }

  async setLocked(thread: ThreadAddress, locked: boolean): Promise<void> {
    const what = locked ? l10n.t("Not locked.") : l10n.t("Not unlocked.");
    const act = () => this.#parts.changes.setLocked(thread, locked);
    if (await this.#parts.permission.check("sortIssue", thread)) await this.#change(thread, what, act);
  }

  async setLabels(thread: ThreadAddress): Promise<void> {
    await this.#choose(thread, l10n.t("Labels were not changed."), async (issue) => {
      const { labels } = await this.#parts.choices.read(thread);
      const known = new Set(labels.map(({ id }) => id));
      const all = [...labels, ...issue.labels.filter(({ id }) => !known.has(id))];
      if (all.length === 0) return this.#showNothing(l10n.t("{0} has no labels.", fullName(thread)));
      const has = new Set(issue.labels.map(({ id }) => id));
      const picked = await this.#shared.dialogs.pickMany(
        l10n.t("Select Labels for {0}", nameIn(issue)),
        all.map((label) => ({
          label: label.name,
          description: label.description ?? "",
          picked: has.has(label.id),
          value: label,
        })),
      );
      if (picked === undefined || sameSet(picked, issue.labels, ({ id }) => id)) return undefined;
      return () => this.#parts.changes.setLabels(thread, picked);
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
      const known = new Set(people.map(({ id }) => id));
      const all = [...people, ...issue.assignees.filter(({ id }) => !known.has(id))];
      if (all.length === 0) return this.#showNothing(l10n.t("No one can be assigned in {0}.", fullName(thread)));
      const has = new Set(issue.assignees.map(({ id }) => id));
      const picked = await this.#shared.dialogs.pickMany(
        l10n.t("Assign {0} To", nameIn(issue)),
        all.map((person) => ({ label: person.login, picked: has.has(person.id), value: person })),
      );
      if (picked === undefined || sameSet(picked, issue.assignees, ({ id }) => id)) return undefined;
      return () => this.#parts.changes.setAssignees(thread, picked);
    });
  }

  /** Reads the issue, asks what it shall be, and makes it so. */
  async #choose(
    thread: ThreadAddress,
    what: string,
    ask: (issue: Issue) => Promise<(() => Promise<ChangeRefusal | undefined>) | undefined>,
  ): Promise<void> {
    if (!(await this.#parts.permission.check("sortIssue", thread))) return;
    const act = await ask(await this.#parts.readIssue(thread));
    if (act !== undefined) await this.#change(thread, what, act);
  }

  async #change(thread: ThreadAddress, what: string, act: () => Promise<ChangeRefusal | undefined>): Promise<void> {
    const { dialogs } = this.#shared;
    try {
      const refusal = await dialogs.progress(l10n.t("Changing #{0}…", String(thread.number)), act);
      if (refusal !== undefined) {
        void dialogs.message("warning", `${what} ${changeRefusalSentence(refusal, thread)}`);
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

/** Why an issue is not what it was to become. */
function changeRefusalSentence(why: ChangeRefusal, repository: RepositoryAddress): string {
  const name = fullName(repository);
  switch (why) {
    case "dependencies":
      return l10n.t("Blocked by open issues. Close those first.");
    case "merged":
      return l10n.t("A merged pull request stays closed.");
    case "dropped":
      return l10n.t("The server ignored it. Setting this requires write access to {0}.", name);
    case "noRoute":
      return l10n.t("{0} has no API for this. Do it on the web.", formatHost(repository.base));
    case "otherRepository":
      return l10n.t("{0} is now a different repository. Add it again if you want that one.", name);
  }
}

function nameIn(issue: Issue): string {
  return `${formatNumber(issue)} ${issue.title}`;
}

function sameSet<Thing>(one: readonly Thing[], other: readonly Thing[], toKey: (thing: Thing) => unknown): boolean {
  const keys = new Set(one.map(toKey));
  return one.length === other.length && other.every((thing) => keys.has(toKey(thing)));
}
