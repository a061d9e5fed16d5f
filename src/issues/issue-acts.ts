import { l10n } from "../workbench/text/l10n.ts";
import type { Problem } from "../base/problem.ts";
import type { Action, Choice } from "../workbench/dialogs.ts";
import type { Shared } from "../workbench/shared.ts";
import { ago } from "../workbench/words.ts";
import type { Conflicts } from "./conflicts.ts";
import type { IssueDocuments } from "./issue-documents.ts";
import { textOfIssue } from "./issue-documents.ts";
import { numbered } from "./model/entities.ts";
import type { Issue } from "./model/entities.ts";
import { fullName, repositoryKey } from "./model/address.ts";
import type { RepositoryAddress, ThreadAddress } from "./model/address.ts";
import { isUnsentIssue, titleOf } from "./model/issue-draft.ts";
import type { IssuePlace } from "./model/issue-draft.ts";
import { FIELDS, writeIssueText } from "./model/issue-text.ts";
import type { IssueForm } from "./model/issue-text.ts";
import type { SignIn as Signing } from "./repositories/sign-in.ts";
import type { Store } from "./store.ts";
import type { ChangeRefusal } from "./store/issue-changes.ts";
import type { IssueDesk } from "./store/issue-desk.ts";
import type { IssueNotSent, IssueOutcome } from "./store/issue-writing.ts";
import { changeRefusalSentence, issueRefusalSentence } from "./words/issue.ts";

export interface IssueActsParts {
  readonly store: Store;
  readonly documents: IssueDocuments;
  readonly conflicts: Pick<Conflicts, "showIssue">;
  readonly signing: Signing;
  readonly show: (thread: ThreadAddress) => void;
  /** An issue is another one now, or new: what the view shows is read anew. */
  readonly changed: () => void;
}

const EMPTY: IssueForm = { title: "", body: "", labels: [], milestone: "", assignees: [] };

/** What can be done with issues themselves, from wherever it is asked for. */
export class IssueActs {
  readonly #shared: Shared;
  readonly #parts: IssueActsParts;

  constructor(shared: Shared, parts: IssueActsParts) {
    this.#shared = shared;
    this.#parts = parts;
  }

  /** Opens a document for a new issue; one that was begun can be gone on with. */
  async begin(repository: RepositoryAddress, given: Partial<IssueForm> = {}): Promise<void> {
    if (!(await this.#mayWrite(repository))) return;
    const form = { ...EMPTY, ...given };
    const known = form.body === "" ? await this.#continued(repository) : "new";
    if (known === undefined) return;
    const place = known === "new" ? await this.#desk.drafts.freeSlot(repository) : known;
    if (known === "new") {
      await this.#desk.drafts.begin(place, writeIssueText(EMPTY, FIELDS), {
        text: writeIssueText(form, FIELDS),
        ...this.#meant(repository),
      });
    }
    await this.#parts.documents.open(place);
  }

  /** Opens title and text; what they say now is kept, to be compared with when they are sent. */
  async edit(thread: ThreadAddress): Promise<void> {
    if (!(await this.#mayWrite(thread))) return;
    const { base, owner, name } = thread;
    const place: IssuePlace = { repository: { base, owner, name }, target: { kind: "issue", number: thread.number } };
    const draft = await this.#desk.drafts.get(place);
    if (draft === undefined || !isUnsentIssue(draft)) {
      const issue = await this.read(thread);
      const { title, body, version } = issue;
      await this.#desk.drafts.begin(place, textOfIssue(issue), {
        opened: { title, body, version },
        ...this.#meant(thread),
      });
    }
    await this.#parts.documents.open(place);
  }

  /** Sends what stands in the document, and says what became of it. */
  async send(place: IssuePlace): Promise<void> {
    const { documents, show } = this.#parts;
    const { dialogs } = this.#shared;
    await documents.save(place);
    const title =
      place.target.kind === "new"
        ? l10n.t("Creating an issue in {0}…", fullName(place.repository))
        : l10n.t("Sending to #{0}…", String(place.target.number));
    const outcome = await dialogs.progress(title, () => this.#desk.writing.send(place));
    if (!outcome.sent) return this.#tellNotSent(place, outcome);
    const thread = { ...outcome.repository, number: outcome.issue.number };
    await documents.close(place);
    await this.#refresh(thread);
    const fresh = place.target.kind === "new";
    if (fresh) show(thread);
    this.#tellSent(outcome, fresh, thread);
  }

  /** Sends what waited for the connection; it asks nobody, so it leaves alone what is just being written. */
  async sendWaiting(place: IssuePlace): Promise<void> {
    const { documents, show } = this.#parts;
    if (documents.isBeingWritten(place)) return;
    const outcome = await this.#desk.writing.send(place);
    if (!outcome.sent) return;
    const thread = { ...outcome.repository, number: outcome.issue.number };
    await documents.close(place);
    await this.#refresh(thread);
    const told = l10n.t("What waited for {0} is sent.", `${fullName(thread)}#${thread.number}`);
    void this.#shared.dialogs.message("info", told, [{ label: l10n.t("Show"), run: () => show(thread) }]);
  }

  async openDraft(place: IssuePlace): Promise<void> {
    await this.#parts.documents.open(place);
  }

  async discard(place: IssuePlace): Promise<void> {
    const { documents } = this.#parts;
    const draft = await this.#desk.drafts.get(place);
    if (draft !== undefined && isUnsentIssue(draft)) {
      const sure = await this.#shared.dialogs.confirm({
        sentence:
          place.target.kind === "new"
            ? l10n.t("Discard the new issue in {0}?", fullName(place.repository))
            : l10n.t("Discard what you changed of #{0}?", String(place.target.number)),
        detail: l10n.t("What you wrote is deleted here. Nothing changes on the server."),
        yes: l10n.t("Discard"),
      });
      if (!sure) return;
    }
    // Saved first, so that closing asks nothing.
    await documents.save(place);
    await documents.close(place);
    await this.#desk.drafts.remove(place);
  }

  async setClosed(thread: ThreadAddress, closed: boolean): Promise<void> {
    const what = closed ? l10n.t("Not closed.") : l10n.t("Not reopened.");
    await this.#change(thread, what, () => this.#desk.changes.setClosed(thread, closed));
  }

  async setLocked(thread: ThreadAddress, locked: boolean): Promise<void> {
    const what = locked ? l10n.t("Not locked.") : l10n.t("Not unlocked.");
    await this.#change(thread, what, () => this.#desk.changes.setLocked(thread, locked));
  }

  async setLabels(thread: ThreadAddress): Promise<void> {
    await this.#choose(thread, l10n.t("The labels were not changed."), async (issue) => {
      const { labels } = await this.#desk.choices(thread);
      const known = new Set(labels.map(({ id }) => id));
      const all = [...labels, ...issue.labels.filter(({ id }) => !known.has(id))];
      if (all.length === 0) return this.#nothing(l10n.t("{0} has no labels.", fullName(thread)));
      const has = new Set(issue.labels.map(({ id }) => id));
      const picked = await this.#shared.dialogs.pickMany(
        l10n.t("Labels of {0}", nameIn(issue)),
        all.map((label) => ({
          label: label.name,
          description: label.description ?? "",
          picked: has.has(label.id),
          value: label,
        })),
      );
      if (picked === undefined || sameSet(picked, issue.labels, ({ id }) => id)) return undefined;
      return () => this.#desk.changes.setLabels(thread, picked);
    });
  }

  async setMilestone(thread: ThreadAddress): Promise<void> {
    await this.#choose(thread, l10n.t("The milestone was not changed."), async (issue) => {
      const { milestones } = await this.#desk.choices(thread);
      if (milestones.length === 0) return this.#nothing(l10n.t("{0} has no milestones.", fullName(thread)));
      const none: Choice<bigint | "none"> = { label: l10n.t("No Milestone"), value: "none" };
      const picked = await this.#shared.dialogs.pick<bigint | "none">(l10n.t("Milestone of {0}", nameIn(issue)), [
        none,
        ...milestones.map(({ id, title, closed }) => ({
          label: title,
          description: [id === issue.milestone?.id ? l10n.t("set now") : "", closed ? l10n.t("closed") : ""]
            .filter((each) => each !== "")
            .join(" · "),
          value: id,
        })),
      ]);
      const wanted = picked === "none" ? undefined : picked;
      if (picked === undefined || wanted === issue.milestone?.id) return undefined;
      return () => this.#desk.changes.setMilestone(thread, wanted);
    });
  }

  async assign(thread: ThreadAddress): Promise<void> {
    await this.#choose(thread, l10n.t("Nobody was assigned."), async (issue) => {
      const { people } = await this.#desk.choices(thread);
      const known = new Set(people.map(({ id }) => id));
      const all = [...people, ...issue.assignees.filter(({ id }) => !known.has(id))];
      if (all.length === 0) return this.#nothing(l10n.t("{0} names nobody who can be assigned.", fullName(thread)));
      const has = new Set(issue.assignees.map(({ id }) => id));
      const picked = await this.#shared.dialogs.pickMany(
        l10n.t("Who Works on {0}", nameIn(issue)),
        all.map((person) => ({ label: person.login, picked: has.has(person.id), value: person })),
      );
      if (picked === undefined || sameSet(picked, issue.assignees, ({ id }) => id)) return undefined;
      return () => this.#desk.changes.setAssignees(thread, picked);
    });
  }

  /** The issue as it is on the server now. */
  async read(thread: ThreadAddress): Promise<Issue> {
    this.#parts.store.glances.forget(thread);
    return await this.#shared.dialogs.progress(l10n.t("Reading #{0}…", String(thread.number)), (_report, signal) =>
      this.#parts.store.glances.at(thread, signal),
    );
  }

  get #desk(): IssueDesk {
    return this.#parts.store.issueDesk;
  }

  /** Reads the issue, asks what it shall be, and makes it so. */
  async #choose(
    thread: ThreadAddress,
    what: string,
    ask: (issue: Issue) => Promise<(() => Promise<ChangeRefusal | undefined>) | undefined>,
  ): Promise<void> {
    if (!(await this.#mayWrite(thread))) return;
    const act = await ask(await this.read(thread));
    if (act !== undefined) await this.#change(thread, what, act);
  }

  async #change(thread: ThreadAddress, what: string, act: () => Promise<ChangeRefusal | undefined>): Promise<void> {
    if (!(await this.#mayWrite(thread))) return;
    const { dialogs } = this.#shared;
    try {
      const refusal = await dialogs.progress(l10n.t("Changing #{0}…", String(thread.number)), act);
      if (refusal !== undefined) {
        void dialogs.message("warning", `${what} ${changeRefusalSentence(refusal, thread)}`);
      }
    } finally {
      await this.#refresh(thread);
    }
  }

  async #refresh(thread: ThreadAddress): Promise<void> {
    const { store, changed } = this.#parts;
    store.glances.forget(thread);
    changed();
    if (store.thread(thread).thread !== undefined) await store.readThread(thread);
  }

  /** A draft that was begun, or that another is wanted; nothing where the reader thought better of it. */
  async #continued(repository: RepositoryAddress): Promise<IssuePlace | "new" | undefined> {
    const key = repositoryKey(repository);
    const begun = (await this.#desk.drafts.list()).filter(
      (draft) =>
        draft.place.target.kind === "new" && repositoryKey(draft.place.repository) === key && isUnsentIssue(draft),
    );
    if (begun.length === 0) return "new";
    return await this.#shared.dialogs.pick<IssuePlace | "new">(l10n.t("New Issue in {0}", fullName(repository)), [
      { label: l10n.t("Begin Another"), value: "new" },
      ...begun.map((draft) => ({
        label: l10n.t("Go On With “{0}”", titleOf(draft) === "" ? l10n.t("Untitled") : titleOf(draft)),
        description: l10n.t("kept {0}", ago(draft.keptAt, this.#shared.now())),
        value: draft.place,
      })),
    ]);
  }

  #tellSent({ dropped, more }: Extract<IssueOutcome, { sent: true }>, fresh: boolean, thread: ThreadAddress): void {
    const { dialogs } = this.#shared;
    const told = fresh ? l10n.t("#{0} is created.", String(thread.number)) : l10n.t("The changes are sent.");
    const rest = more ? ` ${l10n.t("What you wrote meanwhile is kept as a draft.")}` : "";
    const show = { label: l10n.t("Show"), run: () => this.#parts.show(thread) };
    if (dropped.length > 0) {
      const left = l10n.t(
        "The server left out: {0}. Only people who may write in {1} can set this.",
        dropped.join(", "),
        fullName(thread),
      );
      void dialogs.message("warning", `${told} ${left}${rest}`);
    } else {
      void dialogs.message("info", told + rest, fresh ? [] : [show]);
    }
  }

  async #tellNotSent(place: IssuePlace, outcome: IssueNotSent): Promise<void> {
    const { dialogs, log, now } = this.#shared;
    const { why, problem, names = [], theirs } = outcome;
    if (why === "conflict" && theirs !== undefined) return this.#parts.conflicts.showIssue(place, theirs);
    log.warn(`An issue was not sent: ${why}`, { problem: problem?.message });
    const failure = { why, kind: problem?.kind, names };
    const sentence = issueRefusalSentence(failure, place.repository, now(), problem);
    const kept = l10n.t("The draft is kept.");
    void dialogs.message("error", `${l10n.t("Not sent.")} ${sentence} ${kept}`, this.#remedies(place, problem));
  }

  #remedies(place: IssuePlace, problem: Problem | undefined): readonly Action[] {
    const remedies = problem?.remedies ?? [];
    return [
      ...(remedies.includes("signIn")
        ? [{ label: l10n.t("Sign In…"), run: () => this.#parts.signing.add(place.repository.base) }]
        : []),
      ...(remedies.includes("retry") ? [{ label: l10n.t("Retry"), run: () => this.send(place) }] : []),
      ...(remedies.includes("showLog") ? [{ label: l10n.t("Show Log"), run: () => this.#shared.log.show() }] : []),
    ];
  }

  async #nothing(sentence: string): Promise<undefined> {
    await this.#shared.dialogs.message("info", sentence);
    return undefined;
  }

  /** Nobody writes without an account; the question comes before anything is typed. */
  async #mayWrite(repository: RepositoryAddress): Promise<boolean> {
    const { signing, store } = this.#parts;
    return store.accountAt(repository) !== undefined || (await signing.add(repository.base)) !== undefined;
  }

  #meant(repository: RepositoryAddress): { readonly repository?: bigint } {
    const id = this.#parts.store.repositories.idOf(repository);
    return id === undefined ? {} : { repository: id };
  }
}

function nameIn(issue: Issue): string {
  return `${numbered(issue)} ${issue.title}`;
}

function sameSet<Thing>(one: readonly Thing[], other: readonly Thing[], keyOf: (thing: Thing) => unknown): boolean {
  const keys = new Set(one.map(keyOf));
  return one.length === other.length && other.every((thing) => keys.has(keyOf(thing)));
}
