// Everything that was written and not sent, in one file each. All windows share the folder, so a draft is read from
// there each time, and every write reaches the disk before anything else happens.
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Event } from "vscode";
import { Semaphore } from "../../base/semaphore.ts";
import { Emitter } from "../../workbench/events.ts";
import { once } from "../../workbench/once.ts";
import { replaceLoneSurrogates } from "../model/entities.ts";
import { sameBase, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import { DraftFiles, type DraftFilesParts } from "./draft-files.ts";
import { isOnThread, isUnsent, getText, type Attempt, type Draft } from "./draft.ts";
import { placeKey, samePlace, type Place } from "./place.ts";
import type { Refused } from "./targets/target.ts";
import { getBeginning, sameDocument, type Version } from "./text.ts";

/** How a draft begins that isn't there yet. */
export type InitialDraft = Partial<Pick<Draft, "opened" | "author" | "repository" | "text">>;

export interface DraftChange {
  readonly place: Place;
  /** The saved text is another one, so an editor that shows it has to read it again. */
  readonly saved: boolean;
}

export class Drafts {
  readonly #files: DraftFiles;
  readonly #parts: DraftFilesParts;
  readonly #changed = new Emitter<DraftChange>();
  /** What this window last read of each draft. */
  readonly #known = new Map<string, Draft>();
  /** What each change began with, for an editor that is open longer than its draft: another window may have removed that. */
  readonly #beginnings = new Map<string, Pick<Draft, "opened" | "author" | "repository">>();
  /** What listeners last heard of each draft, to tell them what another window changes. */
  readonly #announced = new Map<string, Draft>();
  /** Changes are made one after the other, each from what the last has left. */
  readonly #turns = new Semaphore(1);
  /** Drafts of an earlier session move to their present names before anything is read. */
  readonly #adopt = once(async () => {
    await this.settleNames();
    await this.#files.unbindGone();
  });
  readonly onDidChange: Event<DraftChange> = this.#changed.event;
  /** Other windows write here too. */
  readonly folder: string;

  constructor(parts: DraftFilesParts) {
    this.#parts = parts;
    this.#files = new DraftFiles(parts, (draft) => {
      this.#known.set(placeKey(draft.place), draft);
      this.#rememberBeginning(draft);
    });
    this.folder = this.#files.folder;
  }

  async get(place: Place): Promise<Draft | undefined> {
    await this.#adopt();
    return await this.#files.read(this.#files.path(place));
  }

  /** All drafts of this machine. */
  async list(): Promise<readonly Draft[]> {
    await this.#adopt();
    const drafts = await this.#files.list();
    if ([...drafts].some(([path, { place }]) => path !== this.#files.path(place))) await this.settleNames();
    return [...new Map([...drafts.values()].map((draft) => [placeKey(draft.place), draft])).values()];
  }

  /** The unsent drafts of a thread, and the comments deleted from it. */
  async ofThread(thread: ThreadAddress): Promise<readonly Draft[]> {
    return (await this.list()).filter((draft) => isOnThread(draft, thread) && isUnsent(draft));
  }

  /** Tells what other windows have changed since this one last knew. */
  async lookAgain(): Promise<void> {
    const known = [...this.#known];
    const there = new Set<string>();
    for (const draft of await this.list()) {
      const key = placeKey(draft.place);
      const announced = this.#announced.get(key);
      there.add(key);
      this.#announced.set(key, draft);
      if (announced !== undefined && fingerprint(announced) === fingerprint(draft)) continue;
      this.#tell(draft.place, announced?.savedAt !== draft.savedAt);
    }
    for (const [key, draft] of known) {
      if (there.has(key) || this.#known.get(key) !== draft) continue;
      // The next text there is another draft, also if no one heard of the one that is gone.
      this.#known.delete(key);
      if (this.#announced.delete(key)) this.#tell(draft.place, true);
    }
    await this.bind();
  }

  /** Makes sure that there is a draft, so that what its text is compared with is on the disk as well. */
  async begin(place: Place, beginning: InitialDraft): Promise<Draft> {
    return await this.#change(place, true, (draft) => draft ?? this.#fresh(place, beginning));
  }

  /** Keeps the saved text. */
  async save(place: Place, text: string, beginning: InitialDraft = {}): Promise<Draft> {
    const now = this.#parts.now();
    const saved = { text, unsaved: undefined, keptAt: now, savedAt: now };
    return await this.#change(place, true, (draft) => ({ ...(draft ?? this.#fresh(place, beginning)), ...saved }));
  }

  /**
   * Keeps what is being typed, which the editor itself does not count as saved. An editor whose draft was just sent has
   * saved it before, and would refuse to save over a newer time.
   */
  async type(place: Place, text: string, beginning: InitialDraft = {}): Promise<Draft> {
    return await this.#change(place, false, (draft) => {
      const known = draft ?? { ...this.#fresh(place, beginning), savedAt: 0 };
      return { ...known, unsaved: text === known.text ? undefined : text, keptAt: this.#parts.now() };
    });
  }

  /** Returns to the saved text, because the user closed the editor without saving. */
  async untype(place: Place): Promise<void> {
    await this.#mend(place, (draft) => ({ ...draft, unsaved: undefined }));
  }

  /** Records why the text that was asked for was not sent. */
  async fail(place: Place, { why, problem, names }: Refused, asked: string, by: string | undefined): Promise<void> {
    const { kind, facts: { status } = {} } = problem ?? {};
    const failure = { at: this.#parts.now(), asked, by, why, kind, status, names };
    await this.#mend(place, (draft) => ({ ...draft, failure }));
  }

  /** Call when a server has another token, which may do what the last one could not. */
  async forgetRefusedTokens(base: string): Promise<void> {
    for (const { failure, place } of await this.list()) {
      const isRefused = failure?.kind === "unauthorized" || failure?.kind === "forbidden";
      if (isRefused && sameBase(place.repository.base, base))
        await this.#mend(place, (draft) => ({ ...draft, failure: undefined }));
    }
  }

  /** The drafts among these that are gone for good. */
  async findGone(ids: readonly string[]): Promise<readonly string[]> {
    await this.#adopt();
    return await this.#files.findGone(ids);
  }

  /** Notes which repository each draft is meant for, if this window knows: another one may take the name later. */
  async bind(): Promise<void> {
    for (const draft of await this.list()) await this.#files.bind(draft);
  }

  /** From now on the text is compared with this one, which the reader has seen. */
  async rebase(place: Place, { title, body, version }: Version): Promise<void> {
    await this.#mend(place, (draft) => ({ ...draft, opened: { title, body, version }, failure: undefined }));
  }

  /** Keeps the text of a comment that is about to be deleted, and then that it was. */
  async keepDeleted(place: Place, text: string, beginning: InitialDraft, deletedAt: number | undefined): Promise<void> {
    const kept = { text, deletedAt, keptAt: this.#parts.now() };
    await this.#change(place, true, (draft) => ({ ...(draft ?? this.#fresh(place, beginning)), ...kept }));
  }

  async remove(place: Place): Promise<void> {
    await this.#turns.run(async () => {
      const path = this.#files.path(place);
      const draft = await this.#files.read(path);
      await rm(path, { force: true });
      if (draft !== undefined) await this.#files.removeTraces(draft);
    });
    this.#forget(place);
    this.#tell(place, true);
  }

  /**
   * The text is on the server. If text was typed since, here or in another window, keeps it as a separate draft and
   * returns true.
   */
  async settle(
    place: Place,
    { draft: id, text: sent }: Pick<Attempt, "draft" | "text">,
    rest: (draft: Draft) => Pick<Draft, "place" | "text" | "opened">,
  ): Promise<boolean> {
    const files = this.#files;
    const kept = await this.#turns.run(async () => {
      const path = files.path(place);
      // If the text is on the server and its draft gone already, the one that is there is newer.
      const isOther = (found: Draft | undefined) => found !== undefined && found.id !== id;
      if (isOther(await files.read(path))) return undefined;
      // Repeated until no file is left: a window whose clock is ahead may take this one for dead and restore the draft.
      for (let taken = await files.take(path); taken !== undefined; taken = await files.take(path)) {
        const found = await files.read(taken);
        if (isOther(found)) {
          await files.putBack(taken, path);
          return undefined;
        }
        this.#forget(place);
        // What is typed in its editor from now on changes what the server has now.
        if (found !== undefined) this.#rememberBeginning({ ...found, ...rest(found) });
        if (found !== undefined && !sameDocument(place.kind, replaceLoneSurrogates(getText(found)), sent)) {
          const left = { ...found, ...rest(found), id: freshId(), unsaved: undefined, failure: undefined };
          await files.write(taken, left);
          await files.putBack(taken, files.path(left.place));
          return left;
        }
        await rm(taken, { force: true });
        if (found !== undefined) await files.removeTraces(found);
      }
      return undefined;
    });
    this.#tell(place, true);
    if (kept !== undefined && !samePlace(kept.place, place)) this.#tell(kept.place, true);
    return kept !== undefined;
  }

  /** A place for another issue that is to be created. */
  async freeSlot(repository: RepositoryAddress): Promise<Place> {
    await this.#adopt();
    return await this.#files.freeSlot(repository);
  }

  /** Moves each draft to its present path, after a rename of its repository. */
  async settleNames(): Promise<void> {
    const moved = await this.#turns.run(() => this.#files.settleNames());
    for (const place of moved) this.#tell(place, true);
  }

  /** If the draft is gone, this one continues it under its ID: another window may have sent it. */
  #fresh(place: Place, beginning: InitialDraft): Draft {
    const now = this.#parts.now();
    const key = placeKey(place);
    const initial = { ...this.#beginnings.get(key), ...beginning };
    return {
      id: this.#known.get(key)?.id ?? freshId(),
      place,
      text: getBeginning(place.kind, initial.opened) ?? "",
      unsaved: undefined,
      keptAt: now,
      savedAt: now,
      opened: undefined,
      author: undefined,
      repository: undefined,
      failure: undefined,
      deletedAt: undefined,
      ...initial,
    };
  }

  async #mend(place: Place, edit: (draft: Draft) => Draft): Promise<void> {
    await this.#change(place, false, (draft) => (draft === undefined ? undefined : edit(draft)));
  }

  async #change<Edited extends Draft | undefined>(
    place: Place,
    saved: boolean,
    edit: (draft: Draft | undefined) => Edited,
  ): Promise<Edited> {
    await this.#adopt();
    const edited = await this.#turns.run(async () => {
      const path = this.#files.path(place);
      const done = edit(await this.#files.read(path));
      if (done === undefined) return done;
      const present = this.#parts.present(done.place);
      const repository = done.repository ?? this.#parts.rememberedId(present.repository);
      await this.#files.write(path, { ...done, place: present, repository });
      return done;
    });
    if (edited === undefined) return edited;
    this.#announced.set(placeKey(this.#parts.present(edited.place)), edited);
    this.#tell(edited.place, saved);
    return edited;
  }

  #rememberBeginning({ author, opened, place, repository }: Draft): void {
    if (opened !== undefined) this.#beginnings.set(placeKey(place), { author, opened, repository });
  }

  #forget(place: Place): void {
    const key = placeKey(this.#parts.present(place));
    this.#known.delete(key);
    this.#announced.delete(key);
  }

  #tell(place: Place, saved: boolean): void {
    this.#changed.fire({ place: this.#parts.present(place), saved });
  }
}

/** What is another one after every change that others want to know of. */
function fingerprint({ id, text, unsaved, failure, deletedAt }: Draft): string {
  return JSON.stringify([id, text, unsaved, failure?.at, deletedAt]);
}

function freshId(): string {
  return randomBytes(16).toString("hex");
}
