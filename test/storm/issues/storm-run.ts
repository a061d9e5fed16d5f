// One run of the storm: takes its steps in its own repository, waits until everything settles, and judges the result.
import assert from "node:assert/strict";
import type { Answer, KeptText, Order, Place, Where } from "./orders.ts";
import type { Observer } from "./observer.ts";
import type { Results, Written } from "./results.ts";
import type { Kill, Step } from "./random-steps.ts";
import type { StormWindow } from "./window.ts";

export interface StormRunParts {
  readonly observer: Observer;
  /** Only the first window is killed. */
  readonly windows: readonly [StormWindow, StormWindow];
  /** Damages the records of attempts. */
  readonly damage: () => Promise<void>;
  readonly repo: string;
  readonly results: Results;
}

type LocalOrder = Order extends infer Each ? (Each extends Order ? Omit<Each, keyof Where> : never) : never;

export class StormRun {
  readonly #parts: StormRunParts;
  readonly #issue: number;
  readonly #pull: ReturnType<Observer["makePull"]>;
  readonly #backup: unknown;
  readonly #written: Written[] = [];
  /** Texts that someone else wrote over a text that is being edited. They must stay. */
  readonly #meddled: string[] = [];
  /** Texts of reviews that another client has not submitted. They must not be published. */
  readonly #pending: string[] = [];
  /** Comments that a user chose to delete. */
  readonly #deletions = new Set<number>();
  readonly #deleted: number[] = [];
  readonly #deletedUnasked: number[] = [];
  readonly #reportedAsStrayed = new Set<string>();
  #checkedEntries = 0;
  /** The repository's name as the windows know it. */
  #repo: string;
  /** The repository's name on the server. */
  #present: string;
  #logins: readonly string[] = ["alice", "dave"];
  #texts = 0;
  #slots = 0;

  constructor(parts: StormRunParts) {
    this.#parts = parts;
    this.#repo = parts.repo;
    this.#present = parts.repo;
    const { observer, repo } = parts;
    observer.forge.service.journal = [];
    observer.makeRepository(repo);
    this.#issue = observer.makeIssue(repo);
    this.#pull = observer.makePull(repo);
    this.#backup = observer.forge.act("backUp", { repo: `alice/${repo}` });
  }

  async take(step: Step): Promise<void> {
    const order = await this.#order(step);
    if (order === undefined) return;
    const { faults } = this.#parts.observer.forge.service;
    for (const fault of step.faults) faults.add({ ...fault, path: "/repos/" });
    await this.#sendOrder(order, step);
    faults.clear();
  }

  /** Waits until everything settles, and describes the faults. */
  async end(): Promise<readonly string[]> {
    const { observer, results, windows } = this.#parts;
    this.#logins = ["alice", "dave"];
    const [one, other] = windows;
    await this.#look(other);
    await this.#request(other, { what: "settle" });
    // The window that was killed must know of renames as well.
    await this.#look(one);
    const drafts = await this.#drafts();
    const serverTexts = observer.readTexts(this.#present);
    const elsewhere =
      this.#present === this.#parts.repo || !this.#isTaken() ? [] : observer.readTexts(this.#parts.repo);
    const faults = [
      ...results.judge({
        written: this.#written,
        serverTexts,
        elsewhere,
        drafts,
        repeated: observer.repeated(),
        reported: windows.flatMap((each) => each.takeNotices()),
        reportedAsStrayed: this.#reportedAsStrayed,
      }),
    ];
    this.#checkDeletions();
    faults.push(...this.#deletedUnasked.map((id) => `comment ${id} was deleted unasked`));
    for (const text of this.#meddled.filter((each) => !serverTexts.some((onServer) => onServer.text === each))) {
      results.overwritten += 1;
      faults.push(`"${text}" of someone else was overwritten`);
    }
    for (const text of this.#pending.filter((each) => serverTexts.some((onServer) => onServer.text === each))) {
      results.published += 1;
      faults.push(`"${text}" of a pending review was published`);
    }
    for (const { place } of drafts) await this.#request(other, { what: "discard", place });
    return faults.length === 0 ? [] : [...faults, JSON.stringify({ serverTexts, drafts })];
  }

  #isTaken(): boolean {
    return this.#parts.observer.has(this.#parts.repo);
  }

  async #order({ what, meddled }: Step): Promise<LocalOrder | undefined> {
    const { observer } = this.#parts;
    switch (what) {
      case "post":
      case "postEqual": {
        const place: Place = { kind: "newComment", repo: this.#repo, issue: this.#issue, id: 0 };
        const pending = (await this.#drafts()).find((draft) => draft.place.kind === "newComment");
        if (pending !== undefined) return this.#send(place, pending.text);
        const earlier = this.#written.find(({ kind }) => kind === "newComment");
        return await this.#write(place, what === "post" ? this.#newText("posted") : (earlier?.text ?? "/retest"));
      }
      case "change": {
        const opened = this.#newText("said");
        const id = observer.post(this.#present, this.#issue, opened);
        const place: Place = { kind: "comment", repo: this.#repo, issue: this.#issue, id };
        const order = await this.#write(place, this.#newText("changed"), opened);
        if (meddled) this.#meddle("editComment", { id });
        return order;
      }
      case "delete": {
        const text = this.#newText("deleted");
        const id = observer.post(this.#present, this.#issue, text);
        this.#written.push({ text, kind: "deletedComment", askedBy: new Set(), rolledBack: false, damaged: false });
        this.#deletions.add(id);
        this.#deleted.push(id);
        return { what: "delete", repo: this.#repo, issue: this.#issue, id };
      }
      case "postDeleted": {
        const id = this.#deleted.pop();
        if (id === undefined) return undefined;
        return { what: "send", place: { kind: "deletedComment", repo: this.#repo, issue: this.#issue, id } };
      }
      case "create":
      case "createEqual": {
        this.#slots += 1;
        const place: Place = { kind: "newIssue", repo: this.#repo, issue: 0, id: this.#slots };
        const earlier = this.#written.find(({ kind }) => kind === "newIssue");
        return await this.#write(place, what === "create" ? this.#newText("made") : (earlier?.text ?? "Again"));
      }
      case "createPull": {
        this.#slots += 1;
        observer.makeBranch(this.#present, `branch-${this.#slots}`);
        const place: Place = { kind: "newPull", repo: this.#repo, issue: 0, id: this.#slots };
        return await this.#write(place, this.#newText("proposed"));
      }
      case "editIssue": {
        const opened = this.#newText("opened");
        const issue = observer.makeIssue(this.#present, { title: "An issue", body: opened });
        const place: Place = { kind: "issueText", repo: this.#repo, issue, id: 0 };
        const order = await this.#write(place, this.#newText("edited"), opened);
        if (meddled) this.#meddle("changeIssue", { repo: `alice/${this.#present}`, issue, by: "bob" });
        return order;
      }
      case "reviewComment":
        return await this.#write(this.#newLine(), this.#newText("noted"), this.#pull.head);
      case "review": {
        const { head, number } = this.#pull;
        const place: Place = { kind: "review", repo: this.#repo, issue: number, id: 0 };
        for (const each of ["first", "second"]) await this.#write(this.#newLine(), this.#newText(each), head);
        const pending = (await this.#drafts()).find((draft) => draft.place.kind === "review");
        if (pending === undefined) return await this.#write(place, this.#newText("reviewed"), head);
        // Submits the review again, with the new comments.
        const [, other] = this.#parts.windows;
        await this.#request(other, { what: "write", place, opened: head, text: pending.text });
        return this.#send(place, pending.text);
      }
      case "pendingReview": {
        const text = this.#newText("pending");
        const [login = ""] = this.#logins;
        observer.beginReview(this.#present, this.#pull.number, text, login);
        this.#pending.push(text);
        return undefined;
      }
      case "rename":
      case "takeName": {
        if (this.#present !== this.#parts.repo) return undefined;
        for (const window of this.#parts.windows) await this.#look(window);
        this.#present = `${this.#parts.repo}-renamed`;
        observer.forge.act("renameRepo", { repo: `alice/${this.#parts.repo}`, name: this.#present });
        if (what === "takeName") {
          observer.makeRepository(this.#parts.repo);
          // Makes each number a different issue there.
          for (let each = 0; each < 8; each += 1) observer.makeIssue(this.#parts.repo, { title: "A stranger" }, "bob");
        }
        return undefined;
      }
      case "switchAccount":
        this.#logins = this.#logins.toReversed();
        return undefined;
      case "signOut":
        this.#logins = this.#logins.slice(-1);
        return undefined;
      case "restore":
        this.#restore();
        return undefined;
      case "damage":
        await this.#parts.damage();
        // Without the records, no window knows that a second copy may exist.
        for (const each of this.#written) each.damaged = true;
        return undefined;
    }
  }

  /** Returns the place of a comment on a line of the pull request. */
  #newLine(): Place {
    this.#slots += 1;
    return { kind: "reviewComment", repo: this.#repo, issue: this.#pull.number, id: this.#slots };
  }

  #meddle(action: "editComment" | "changeIssue", what: Readonly<Record<string, unknown>>): void {
    const text = this.#newText("meddled");
    this.#parts.observer.forge.act(action, { ...what, body: text });
    this.#meddled.push(text);
  }

  #restore(): void {
    const { observer } = this.#parts;
    const before = observer.readTexts(this.#present);
    observer.forge.act("restore", { repo: `alice/${this.#present}`, backup: this.#backup });
    const left = observer.readTexts(this.#present);
    for (const each of this.#written) {
      const gone = (text: string): boolean =>
        before.filter((onServer) => onServer.text === text).length >
        left.filter((onServer) => onServer.text === text).length;
      // If the server assigns a number again, the next draft replaces the old one.
      if (gone(each.text) || each.kind !== "newComment") each.rolledBack = true;
    }
    // The server assigns the IDs again, so they now belong to other comments.
    this.#checkDeletions();
    this.#deletions.clear();
    this.#deleted.length = 0;
    this.#meddled.length = 0;
  }

  #checkDeletions(): void {
    const { observer, results } = this.#parts;
    const unasked = observer.deletions(this.#checkedEntries).filter((id) => !this.#deletions.has(id));
    this.#checkedEntries = observer.forge.service.journal.length;
    results.deletedUnasked += unasked.length;
    this.#deletedUnasked.push(...unasked);
  }

  /** Writes a draft. From then on it is on disk. */
  async #write(place: Place, text: string, opened?: string): Promise<LocalOrder> {
    const [, other] = this.#parts.windows;
    await this.#request(other, { what: "write", place, opened, text });
    this.#written.push({ text, kind: place.kind, askedBy: new Set(), rolledBack: false, damaged: false });
    return this.#send(place, text);
  }

  #send(place: Place, text: string): LocalOrder {
    const [login = ""] = this.#logins;
    for (const each of this.#written) if (each.text === text) each.askedBy.add(login);
    return { what: "send", place };
  }

  /** Loads the repository. A window that has never seen it can't distinguish it from one that takes its name. */
  async #look(window: StormWindow): Promise<void> {
    const answer = await this.#request(window, { what: "look", repo: this.#repo });
    assert.equal(answer?.outcome, "seen");
  }

  async #drafts(): Promise<readonly KeptText[]> {
    const [, other] = this.#parts.windows;
    const answer = await this.#request(other, { what: "drafts" });
    const names = new Set([this.#parts.repo, this.#present]);
    const drafts = (answer?.drafts ?? []).filter(({ place }) => names.has(place.repo));
    for (const { text, why } of drafts) if (why === "strayed") this.#reportedAsStrayed.add(text);
    return drafts;
  }

  /** Sends an order to one window or both, and kills the first one if requested. */
  async #sendOrder(order: LocalOrder, { kill, both }: Pick<Step, "kill" | "both">): Promise<void> {
    const [one, other] = this.#parts.windows;
    const killAt = kill?.after === "operation" ? kill.number : undefined;
    const orders = [this.#request(one, order, killAt), ...(both ? [this.#request(other, order)] : [])];
    if (kill !== undefined && kill.after !== "operation") await this.#killDuring(one, kill, Promise.all(orders));
    await Promise.all(orders);
  }

  async #request(window: StormWindow, order: LocalOrder, killAt?: number): Promise<Answer | undefined> {
    const { observer, results } = this.#parts;
    const answer = await window.send({ base: observer.base, logins: this.#logins, ...order }, killAt);
    if (answer === undefined) return undefined;
    results.unhandled += answer.unhandled.length;
    assert.deepEqual(answer.unhandled, []);
    assert.equal(answer.failed, undefined);
    return answer;
  }

  /** Kills a window while it works, unless it finishes first. */
  async #killDuring(
    window: StormWindow,
    kill: Exclude<Kill, { after: "operation" }>,
    done: Promise<unknown>,
  ): Promise<void> {
    const state = { over: false };
    const ended = done.finally(() => {
      state.over = true;
    });
    const { service } = this.#parts.observer.forge;
    const seen = service.journal.length;
    const wrote = (): boolean => service.journal.slice(seen).some(({ method }) => method !== "GET");
    while (kill.after === "write" && !state.over && !wrote()) await new Promise((go) => setImmediate(go));
    await Promise.race([ended, new Promise((go) => setTimeout(go, kill.ms))]);
    if (!state.over) await window.kill();
  }

  #newText(what: string): string {
    this.#texts += 1;
    return `${what} ${this.#parts.repo} ${this.#texts}`;
  }
}
