// One run of the storm: takes its steps in its own repository, waits until everything settles, and judges the result.
import assert from "node:assert/strict";
import type { Answer, KeptText, Order, Place, Where } from "./orders.ts";
import type { Observer } from "./observer.ts";
import type { Sums, Written } from "./sums.ts";
import type { Kill, Step } from "./weather.ts";
import type { StormWindow } from "./window.ts";

export interface VoyageParts {
  readonly observer: Observer;
  /** Only the first window is killed. */
  readonly windows: readonly [StormWindow, StormWindow];
  /** Damages the records of attempts. */
  readonly damage: () => Promise<void>;
  readonly repo: string;
  readonly lock: boolean;
  readonly sums: Sums;
}

type Said = Order extends infer Each ? (Each extends Order ? Omit<Each, keyof Where> : never) : never;

export class Voyage {
  readonly #parts: VoyageParts;
  readonly #issue: number;
  readonly #backup: unknown;
  readonly #written: Written[] = [];
  /** What someone else wrote over a text that is being edited. It must stay. */
  readonly #meddled: string[] = [];
  /** Comments that a user chose to delete. */
  readonly #deletions = new Set<number>();
  readonly #deleted: number[] = [];
  readonly #deletedUnasked: number[] = [];
  readonly #saidToStray = new Set<string>();
  #checkedEntries = 0;
  /** As the windows know the repository. */
  #repo: string;
  /** As the server knows it. */
  #present: string;
  #logins: readonly string[] = ["alice", "dave"];
  #texts = 0;
  #slots = 0;

  constructor(parts: VoyageParts) {
    this.#parts = parts;
    this.#repo = parts.repo;
    this.#present = parts.repo;
    const { observer, repo } = parts;
    observer.forge.service.journal = [];
    observer.makeRepository(repo);
    this.#issue = observer.makeIssue(repo);
    this.#backup = observer.forge.act("backUp", { repo: `alice/${repo}` });
  }

  async take(step: Step): Promise<void> {
    const order = await this.#order(step);
    if (order === undefined) return;
    const { faults } = this.#parts.observer.forge.service;
    for (const fault of step.faults) faults.add({ ...fault, path: "/repos/" });
    await this.#tell(order, step);
    faults.clear();
  }

  /** What is wrong at the end, in words. */
  async end(): Promise<readonly string[]> {
    const { lock, observer, sums, windows } = this.#parts;
    this.#logins = ["alice", "dave"];
    const [one, other] = windows;
    await this.#look(other);
    await this.#ask(other, { what: "settle" });
    // The window that is killed learns of renames as well.
    await this.#look(one);
    const drafts = await this.#drafts();
    const standing = observer.standing(this.#present);
    const elsewhere = this.#present === this.#parts.repo || !this.#isTaken() ? [] : observer.standing(this.#parts.repo);
    const faults = [
      ...sums.judge({
        ...{ written: this.#written, standing, elsewhere, drafts },
        ...{ repeated: observer.repeated(), said: windows.flatMap((each) => each.takeNotices()), lock },
        saidToStray: this.#saidToStray,
      }),
    ];
    this.#checkDeletions();
    faults.push(...this.#deletedUnasked.map((id) => `comment ${id} was deleted unasked`));
    for (const text of this.#meddled.filter((each) => !standing.some((there) => there.text === each))) {
      sums.overwritten += 1;
      faults.push(`"${text}" of someone else was overwritten`);
    }
    for (const { place } of drafts) await this.#ask(other, { what: "discard", place });
    return faults.length === 0 ? [] : [...faults, JSON.stringify({ standing, drafts })];
  }

  #isTaken(): boolean {
    return this.#parts.observer.has(this.#parts.repo);
  }

  async #order({ what, meddled }: Step): Promise<Said | undefined> {
    const { observer } = this.#parts;
    switch (what) {
      case "post":
      case "postEqual": {
        const place: Place = { kind: "newComment", repo: this.#repo, issue: this.#issue, id: 0 };
        const pending = (await this.#drafts()).find((draft) => draft.place.kind === "newComment");
        if (pending !== undefined) return this.#send(place, pending.text);
        const earlier = this.#written.find(({ kind }) => kind === "newComment");
        return await this.#write(place, what === "post" ? this.#fresh("posted") : (earlier?.text ?? "/retest"));
      }
      case "change": {
        const opened = this.#fresh("said");
        const id = observer.post(this.#present, this.#issue, opened);
        const place: Place = { kind: "comment", repo: this.#repo, issue: this.#issue, id };
        const order = await this.#write(place, this.#fresh("changed"), opened);
        if (meddled) this.#meddle("editComment", { id });
        return order;
      }
      case "delete": {
        const text = this.#fresh("deleted");
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
        return await this.#write(place, what === "create" ? this.#fresh("made") : (earlier?.text ?? "Again"));
      }
      case "editIssue": {
        const opened = this.#fresh("opened");
        const issue = observer.makeIssue(this.#present, { title: "An issue", body: opened });
        const place: Place = { kind: "issueText", repo: this.#repo, issue, id: 0 };
        const order = await this.#write(place, this.#fresh("edited"), opened);
        if (meddled) this.#meddle("changeIssue", { repo: `alice/${this.#present}`, issue, by: "bob" });
        return order;
      }
      case "rename":
      case "takeName": {
        if (this.#present !== this.#parts.repo) return undefined;
        for (const window of this.#parts.windows) await this.#look(window);
        this.#present = `${this.#parts.repo}-renamed`;
        observer.forge.act("renameRepo", { repo: `alice/${this.#parts.repo}`, name: this.#present });
        if (what === "takeName") {
          observer.makeRepository(this.#parts.repo);
          // So that each number is a different issue there.
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
        // Their records are gone, and so is the knowledge that there may be a second copy.
        for (const each of this.#written) each.damaged = true;
        return undefined;
    }
  }

  #meddle(action: "editComment" | "changeIssue", what: Readonly<Record<string, unknown>>): void {
    const text = this.#fresh("meddled");
    this.#parts.observer.forge.act(action, { ...what, body: text });
    this.#meddled.push(text);
  }

  #restore(): void {
    const { observer } = this.#parts;
    const before = observer.standing(this.#present);
    observer.forge.act("restore", { repo: `alice/${this.#present}`, backup: this.#backup });
    const left = observer.standing(this.#present);
    for (const each of this.#written) {
      const gone = (text: string): boolean =>
        before.filter((there) => there.text === text).length > left.filter((there) => there.text === text).length;
      // If a number is given out again, its old draft makes way for the next one.
      if (gone(each.text) || each.kind !== "newComment") each.rolledBack = true;
    }
    // Its numbers are given out again, and now mean other comments.
    this.#checkDeletions();
    this.#deletions.clear();
    this.#deleted.length = 0;
    this.#meddled.length = 0;
  }

  #checkDeletions(): void {
    const { observer, sums } = this.#parts;
    const unasked = observer.deletions(this.#checkedEntries).filter((id) => !this.#deletions.has(id));
    this.#checkedEntries = observer.forge.service.journal.length;
    sums.deletedUnasked += unasked.length;
    this.#deletedUnasked.push(...unasked);
  }

  /** From then on it is on the disk. */
  async #write(place: Place, text: string, opened?: string): Promise<Said> {
    const [, other] = this.#parts.windows;
    await this.#ask(other, { what: "write", place, opened, text });
    this.#written.push({ text, kind: place.kind, askedBy: new Set(), rolledBack: false, damaged: false });
    return this.#send(place, text);
  }

  #send(place: Place, text: string): Said {
    const [login = ""] = this.#logins;
    for (const each of this.#written) if (each.text === text) each.askedBy.add(login);
    return { what: "send", place };
  }

  /** A window that has never seen the repository can't tell it from one that takes its name. */
  async #look(window: StormWindow): Promise<void> {
    const answer = await this.#ask(window, { what: "look", repo: this.#repo });
    assert.equal(answer?.outcome, "seen");
  }

  async #drafts(): Promise<readonly KeptText[]> {
    const [, other] = this.#parts.windows;
    const answer = await this.#ask(other, { what: "drafts" });
    const names = new Set([this.#parts.repo, this.#present]);
    const drafts = (answer?.drafts ?? []).filter(({ place }) => names.has(place.repo));
    for (const { text, why } of drafts) if (why === "strayed") this.#saidToStray.add(text);
    return drafts;
  }

  /** Sends an order to one window or both, and kills the first one if requested. */
  async #tell(order: Said, { kill, both }: Pick<Step, "kill" | "both">): Promise<void> {
    const [one, other] = this.#parts.windows;
    const orders = [this.#ask(one, order), ...(both ? [this.#ask(other, order)] : [])];
    if (kill !== undefined) await this.#strike(one, kill, Promise.all(orders));
    await Promise.all(orders);
  }

  async #ask(window: StormWindow, said: Said): Promise<Answer | undefined> {
    const { observer, sums } = this.#parts;
    const answer = await window.tell({ base: observer.base, logins: this.#logins, ...said });
    if (answer === undefined) return undefined;
    sums.unhandled += answer.unhandled.length;
    assert.deepEqual(answer.unhandled, []);
    assert.equal(answer.failed, undefined);
    return answer;
  }

  /** Kills a window while it works, or leaves it if it has finished before. */
  async #strike(window: StormWindow, kill: Kill, done: Promise<unknown>): Promise<void> {
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

  #fresh(what: string): string {
    this.#texts += 1;
    return `${what} ${this.#parts.repo} ${this.#texts}`;
  }
}
