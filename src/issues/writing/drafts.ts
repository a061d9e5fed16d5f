// Stores unsent texts, one file per draft. All windows share the folder, so drafts are read from disk each time, and
// every write is on disk before anything else happens.
import { randomBytes } from "node:crypto";
import type { Event } from "vscode";
import { isGatewayStatus } from "../../base/problem.ts";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import { Emitter } from "../../workbench/events.ts";
import { once } from "../../workbench/once.ts";
import { moveAway } from "../../workbench/storage/moved-files.ts";
import { sameBase, type ThreadAddress } from "../model/address.ts";
import { DraftFiles, type DraftFilesParts } from "./draft-files.ts";
import { isUnsent, getText, toSentText, type Attempt, type Draft } from "./draft.ts";
import { isOnThread, placeKey, type Place } from "./place.ts";
import type { Refused, Remainder } from "./targets/target.ts";
import { getBeginning, hasMore, type Version } from "./text.ts";

/** Initial values of a new draft. */
export type InitialDraft = Partial<Pick<Draft, "opened" | "author" | "repository" | "text">>;

export interface DraftChange {
  readonly place: Place;
  /** True if the saved text may have changed, so editors must reload it. */
  readonly saved: boolean;
}

export class Drafts {
  readonly #files: DraftFiles;
  readonly #parts: DraftFilesParts;
  readonly #changed = new Emitter<DraftChange>();
  /** Each draft as this window last read or wrote it. Of a removed one, it has the next draft's ID and initial values. */
  readonly #known = new Map<string, Draft>();
  /** Each draft as last reported to listeners, to detect changes by other windows. */
  readonly #announced = new Map<string, Draft>();
  /** Changes run one after another, each based on the result of the last. */
  readonly #queue = new Semaphore(1);
  /** Before the first read, drafts of renamed repositories move to the current names. */
  readonly #prepare = once(async () => {
    await this.followRenames();
    await this.#files.unbindGone();
  });
  readonly onDidChange: Event<DraftChange> = this.#changed.event;
  readonly folder: string;

  constructor(parts: DraftFilesParts) {
    this.#parts = parts;
    this.#files = new DraftFiles(parts, (draft) => this.#known.set(placeKey(draft.place), draft));
    this.folder = this.#files.folder;
  }

  async get(place: Place): Promise<Draft | undefined> {
    await this.#prepare();
    return await this.#files.read(this.#files.path(place));
  }

  async list(): Promise<readonly Draft[]> {
    await this.#prepare();
    // Waits for moves by this window. If its clock is ahead, they would look like those of a killed window.
    const drafts = await this.#queue.run(() => this.#files.list());
    if ([...drafts].some(([path, { place }]) => path !== this.#files.path(place))) await this.followRenames();
    return [...new Map([...drafts.values()].map((draft) => [placeKey(draft.place), draft])).values()];
  }

  /** Returns the unsent drafts of a thread, and the texts of comments that the user deleted from it. */
  async ofThread(thread: ThreadAddress): Promise<readonly Draft[]> {
    return (await this.list()).filter((draft) => isOnThread(draft.place, thread) && isUnsent(draft));
  }

  /** Reports the drafts that other windows changed or removed since the last check. */
  async reportChanges(): Promise<void> {
    const known = [...this.#known];
    const found = new Set<string>();
    for (const draft of await this.list()) {
      const key = placeKey(draft.place);
      const announced = this.#announced.get(key);
      found.add(key);
      if (announced === undefined || fingerprint(announced) !== fingerprint(draft))
        this.#report(draft, announced?.savedAt !== draft.savedAt);
    }
    for (const [key, draft] of known) {
      if (found.has(key) || this.#known.get(key) !== draft) continue;
      // The next text at this place is a new draft, even if the removed one was never reported.
      const isReported = this.#announced.has(key);
      this.#forget(draft.place);
      if (isReported) this.#announce(draft.place, true);
    }
    await this.bind();
  }

  /** Creates the draft if it doesn't exist, so that the version to compare with is on disk as well. */
  async begin(place: Place, beginning: InitialDraft): Promise<Draft> {
    return await this.#change(place, true, (draft) => draft ?? this.#create(place, beginning));
  }

  /** Stores a text that the user saved. */
  async save(place: Place, text: string): Promise<Draft> {
    const now = this.#parts.now();
    const saved = { text, unsaved: undefined, keptAt: now, savedAt: now };
    return await this.#change(place, true, (draft) => ({ ...(draft ?? this.#create(place)), ...saved }));
  }

  /**
   * Stores text that is typed but not saved. A new draft gets `savedAt` 0: if the previous draft was just sent, its
   * editor remembers an earlier save and would refuse to save over a newer time.
   */
  async storeUnsaved(place: Place, text: string): Promise<Draft> {
    return await this.#change(place, false, (draft) => {
      const known = draft ?? { ...this.#create(place), savedAt: 0 };
      return { ...known, unsaved: text === known.text ? undefined : text, keptAt: this.#parts.now() };
    });
  }

  /** Goes back to the saved text, because the user closed the editor without saving. */
  async dropUnsaved(place: Place): Promise<void> {
    await this.#update(place, { unsaved: undefined });
  }

  /** Records why the text `asked` was not sent. */
  async fail(place: Place, { why, problem, names }: Refused, asked: string, by: string | undefined): Promise<void> {
    const { kind, facts: { status } = {} } = problem ?? {};
    const isServerError = kind === "server" && !isGatewayStatus(status ?? 0);
    await this.#change(place, false, (draft) => {
      if (draft === undefined) return undefined;
      const before = draft.failure?.asked === asked ? draft.failure.serverErrors : 0;
      const serverErrors = before + (isServerError ? 1 : 0);
      const failure = { at: this.#parts.now(), asked, by, why, kind, status, serverErrors, names };
      return { ...draft, failure };
    });
  }

  /** Clears failures for lack of rights. Call when a server has a new token, which may have more of them. */
  async forgetRefusedTokens(base: string): Promise<void> {
    for (const { failure, place } of await this.list()) {
      const isRefused = failure?.kind === "unauthorized" || failure?.kind === "forbidden";
      if (isRefused && sameBase(place.repository.base, base)) await this.#update(place, { failure: undefined });
    }
  }

  /** Lets the outbox try all texts again, including those that the server kept answering with errors. */
  async forgetServerErrors(): Promise<void> {
    for (const { failure, place } of await this.list()) {
      if (failure !== undefined && failure.serverErrors > 0)
        await this.#update(place, { failure: { ...failure, serverErrors: 0 } });
    }
  }

  /** Returns the drafts among these that are gone for good. */
  async findGone(ids: readonly string[]): Promise<readonly string[]> {
    await this.#prepare();
    return await this.#files.findGone(ids);
  }

  /** Records which repository each draft is meant for, if this window knows it. Another one may take the name later. */
  async bind(): Promise<void> {
    for (const draft of await this.list()) await this.#files.bind(draft);
  }

  /** Sets the version that sending compares with the server's text. The user has seen it. */
  async rebase(place: Place, { title, body, version }: Version): Promise<void> {
    await this.#update(place, { opened: { title, body, version }, failure: undefined });
  }

  /** Keeps the text of a comment that is about to be deleted, and later the time of its deletion. */
  async keepDeleted(place: Place, text: string, beginning: InitialDraft, deletedAt: number | undefined): Promise<void> {
    const kept = { text, deletedAt, keptAt: this.#parts.now() };
    await this.#change(place, true, (draft) => ({ ...(draft ?? this.#create(place, beginning)), ...kept }));
  }

  async remove(place: Place): Promise<void> {
    await this.#queue.run(async () => {
      const path = this.#files.path(place);
      await this.#files.remove(path, await this.#files.read(path));
    });
    this.#forget(place);
    this.#announce(place, true);
  }

  /**
   * Removes a draft whose text is on the server. If more was typed since, here or in another window, keeps that as a
   * separate draft and returns true.
   */
  async settle(
    place: Place,
    { draft: id, text: sent }: Pick<Attempt, "draft" | "text">,
    toRemainder: (draft: Draft) => Remainder,
  ): Promise<boolean> {
    const files = this.#files;
    const kept = await this.#queue.run(async () => {
      const path = files.path(place);
      // A draft with another ID is newer: the one that was sent is gone already.
      const isDifferent = (found: Draft | undefined) => found !== undefined && found.id !== id;
      if (isDifferent(await files.read(path))) return undefined;
      // Repeated until no file is left: a window whose clock is ahead may take this one for killed and restore a draft.
      for (let taken = await moveAway(path); taken !== undefined; taken = await moveAway(path)) {
        const found = await files.read(taken);
        if (isDifferent(found)) {
          await files.putBack(taken, path);
          return undefined;
        }
        this.#forget(place);
        if (found === undefined) continue;
        const changes = { text: getText(found), unsaved: undefined, failure: undefined, ...toRemainder(found) };
        const remainder = { ...found, ...changes, id: newId() };
        // Text typed in the editor from now on changes the server's new text.
        this.#known.set(placeKey(remainder.place), remainder);
        if (hasMore(place.kind, toSentText(found), sent)) {
          const written = await files.write(taken, remainder);
          await files.putBack(taken, files.path(written.place));
          return written;
        }
        await files.remove(taken, found);
      }
      return undefined;
    });
    this.#announce(place, true);
    if (kept !== undefined) this.#report(kept, true);
    return kept !== undefined;
  }

  /** After a repository was renamed, moves its drafts to the current name. */
  async followRenames(): Promise<void> {
    const moved = await this.#queue.run(() => this.#files.followRenames());
    for (const place of moved) this.#announce(place, true);
  }

  /**
   * Creates a draft. If this window knew one here, the new one continues its ID, because another window may have sent
   * it. An editor that stayed open still changes the same version.
   */
  #create(place: Place, beginning: InitialDraft = {}): Draft {
    const now = this.#parts.now();
    const known = this.#known.get(placeKey(place));
    const { author, opened, repository } = { ...(known?.opened && known), ...beginning };
    return {
      id: known?.id ?? newId(),
      place,
      text: beginning.text ?? getBeginning(place.kind, opened) ?? "",
      unsaved: undefined,
      keptAt: now,
      savedAt: now,
      opened,
      author,
      repository,
      failure: undefined,
      deletedAt: undefined,
    };
  }

  async #update(place: Place, changes: Partial<Draft>): Promise<void> {
    await this.#change(place, false, (draft) => draft && { ...draft, ...changes });
  }

  async #change<Edited extends Draft | undefined>(
    place: Place,
    saved: boolean,
    edit: (draft: Draft | undefined) => Edited,
  ): Promise<Draft | (Edited & undefined)> {
    await this.#prepare();
    const written = await this.#queue.run(() => this.#files.change(this.#files.path(place), edit));
    if (written !== undefined) this.#report(written, saved);
    return written;
  }

  /** The next draft at this place is a new one. */
  #forget(place: Place): void {
    const key = placeKey(this.#parts.present(place));
    const known = this.#known.get(key);
    if (known !== undefined) this.#known.set(key, { ...known, id: newId() });
    this.#announced.delete(key);
  }

  #report(draft: Draft, saved: boolean): void {
    this.#announced.set(placeKey(draft.place), draft);
    this.#announce(draft.place, saved);
  }

  #announce(place: Place, saved: boolean): void {
    this.#changed.fire({ place: this.#parts.present(place), saved });
  }
}

/** Differs after every change that other windows report. */
function fingerprint({ id, text, unsaved, failure, deletedAt }: Draft): string {
  return JSON.stringify([id, text, unsaved, failure?.at, deletedAt]);
}

function newId(): string {
  return randomBytes(16).toString("hex");
}
