import { randomBytes } from "node:crypto";
import { link, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { errorCode, writeAtomic } from "../../workbench/files.ts";
import type { Log } from "../../workbench/log.ts";
import { sameText, wellFormed } from "../model.ts";
import { draftKey, textOf } from "../model/draft.ts";
import type { Draft, DraftPlace, Failure } from "../model/draft.ts";
import { decodeDraft, encodeDraft, fileName } from "./draft-file.ts";

export interface DraftChange {
  readonly place: DraftPlace;
  /** The saved text is another one, so an editor that shows it has to read it again. */
  readonly saved: boolean;
}

/** How a draft begins that is not there yet. */
export type Beginning = Partial<Pick<Draft, "opened" | "author" | "repository">>;

/** A draft whose text is on the server is moved out of the way before it is deleted, as another window may just write to it. */
const LEAVING = ".leaving";

/** What was left so long on its way out belongs to a process that was killed, in milliseconds. */
const LEFT_BEHIND = 60_000;

/**
 * What was written and not yet sent, in one file each, on the disk itself before anything goes on. All windows share the
 * folder, so a draft is read from there each time.
 */
export class Drafts {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #changed = new Emitter<DraftChange>();
  readonly #working = new Map<string, Promise<unknown>>();
  /** What this window last knew of each file, to tell what another one changes. */
  readonly #seen = new Map<string, { readonly place: DraftPlace; readonly savedAt: number; readonly mark: string }>();
  readonly onDidChange: Event<DraftChange> = this.#changed.event;

  constructor(folder: string, now: () => number, log: Log) {
    this.#folder = folder;
    this.#now = now;
    this.#log = log;
  }

  get(place: DraftPlace): Promise<Draft | undefined> {
    return this.#read(this.#path(place));
  }

  /** All drafts of this machine. */
  async list(): Promise<readonly Draft[]> {
    const leaving = (await this.#names()).filter((name) => name.endsWith(LEAVING));
    for (const name of leaving) await this.#bringBack(join(this.#folder, name));
    const names = await this.#names();
    const files = names.filter((name) => name.endsWith(".json"));
    const drafts = await Promise.all(files.map((name) => this.#read(join(this.#folder, name))));
    return drafts.filter((draft) => draft !== undefined);
  }

  /** Tells of what other windows have changed since this one last knew. */
  async lookAgain(): Promise<void> {
    const before = new Map(this.#seen);
    const drafts = await this.list();
    const there = new Set(drafts.map(({ place }) => this.#path(place)));
    for (const draft of drafts) {
      const known = before.get(this.#path(draft.place));
      if (known?.mark === markOf(draft)) continue;
      this.#changed.fire({ place: draft.place, saved: known?.savedAt !== draft.savedAt });
    }
    for (const [path, { place }] of before) {
      if (there.has(path)) continue;
      this.#seen.delete(path);
      this.#changed.fire({ place, saved: true });
    }
  }

  /** Makes sure that there is a draft, so that what its text is compared with is on the disk as well. */
  async begin(place: DraftPlace, beginning: Beginning): Promise<Draft> {
    return this.#change(
      place,
      true,
      (draft) => draft ?? { ...this.#fresh(place, beginning), text: beginning.opened ?? "" },
    );
  }

  /** Keeps what was saved. */
  async save(place: DraftPlace, text: string, beginning: Beginning = {}): Promise<Draft> {
    const now = this.#now();
    return this.#change(place, true, (draft) => ({
      ...(draft ?? this.#fresh(place, beginning)),
      text,
      unsaved: undefined,
      keptAt: now,
      savedAt: now,
    }));
  }

  /** Keeps what is being typed, which the editor itself does not count as saved. */
  async type(place: DraftPlace, text: string, beginning: Beginning = {}): Promise<Draft> {
    return this.#change(place, false, (draft) => {
      const known = draft ?? this.#fresh(place, beginning);
      return { ...known, unsaved: text === known.text ? undefined : text, keptAt: this.#now() };
    });
  }

  /** Goes back to what was saved, as the reader closed the editor without saving. */
  async untype(place: DraftPlace): Promise<void> {
    await this.#mend(place, (draft) => ({ ...draft, unsaved: undefined }));
  }

  /** Says why it was not sent. */
  async fail(place: DraftPlace, failure: Omit<Failure, "at">): Promise<void> {
    const at = this.#now();
    await this.#mend(place, (draft) => ({ ...draft, failure: { ...failure, at } }));
  }

  /** From now on the text is compared with this one, which the reader has seen. */
  async rebase(place: DraftPlace, opened: string): Promise<void> {
    await this.#mend(place, (draft) => ({ ...draft, opened, failure: undefined }));
  }

  /** Keeps the text of a comment that is about to be deleted, and then that it was. */
  async keepDeleted(
    place: DraftPlace,
    text: string,
    beginning: Beginning,
    deletedAt: number | undefined,
  ): Promise<void> {
    await this.#change(place, true, (draft) => ({ ...(draft ?? this.#fresh(place, beginning)), text, deletedAt }));
  }

  async remove(place: DraftPlace): Promise<void> {
    await this.#inTurn(place, () => rm(this.#path(place), { force: true }));
    this.#seen.delete(this.#path(place));
    this.#changed.fire({ place, saved: true });
  }

  /**
   * The text is on the server. What was typed since, here or in another window, is kept as a draft of its own: then the
   * answer is true.
   */
  async settle(place: DraftPlace, sent: string, opened: string | undefined): Promise<boolean> {
    const kept = await this.#inTurn(place, async () => {
      const path = this.#path(place);
      let leaving = leavingOf(path);
      // Until nothing is there: a window whose clock is ahead may take this one for dead and bring the draft back.
      for (; await moved(path, leaving); leaving = leavingOf(path)) {
        const draft = await this.#read(leaving);
        this.#seen.delete(leaving);
        if (draft !== undefined && !sameText(wellFormed(textOf(draft)), sent)) {
          const bytes = encodeDraft({ ...draft, opened, failure: undefined });
          await writeAtomic(leaving, (file) => file.writeFile(bytes), { durable: true });
          await putBack(leaving, path);
          return true;
        }
        this.#seen.delete(path);
        await rm(leaving, { force: true });
      }
      return false;
    });
    this.#changed.fire({ place, saved: true });
    return kept;
  }

  /** The same drafts under the new name of the repository. */
  async move(from: DraftPlace, to: DraftPlace): Promise<void> {
    const draft = await this.get(from);
    if (draft === undefined || draftKey(from) === draftKey(to)) return;
    await this.#inTurn(to, () => this.#write({ ...draft, place: to }));
    await this.remove(from);
    this.#changed.fire({ place: to, saved: true });
  }

  #fresh(place: DraftPlace, { opened, author, repository }: Beginning): Draft {
    const now = this.#now();
    return {
      place,
      text: "",
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

  async #mend(place: DraftPlace, edit: (draft: Draft) => Draft): Promise<void> {
    const changed = await this.#inTurn(place, async () => {
      const draft = await this.get(place);
      if (draft !== undefined) await this.#write(edit(draft));
      return draft !== undefined;
    });
    if (changed) this.#changed.fire({ place, saved: false });
  }

  async #change(place: DraftPlace, saved: boolean, edit: (draft: Draft | undefined) => Draft): Promise<Draft> {
    const draft = await this.#inTurn(place, async () => {
      const edited = edit(await this.get(place));
      await this.#write(edited);
      return edited;
    });
    this.#changed.fire({ place, saved });
    return draft;
  }

  async #write(draft: Draft): Promise<void> {
    const bytes = encodeDraft(draft);
    await writeAtomic(this.#path(draft.place), (file) => file.writeFile(bytes), { durable: true });
    this.#note(this.#path(draft.place), draft);
  }

  async #read(path: string): Promise<Draft | undefined> {
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
    const draft = decodeDraft(text);
    if (draft !== undefined) {
      this.#note(path, draft);
      return draft;
    }
    // Whatever is in it may be somebody's text: it is moved aside, not thrown away.
    const aside = `${path}.damaged`;
    this.#log.error("A draft could not be read and was moved aside", { aside });
    await rename(path, aside);
    return undefined;
  }

  #note(path: string, draft: Draft): void {
    this.#seen.set(path, { place: draft.place, savedAt: draft.savedAt, mark: markOf(draft) });
  }

  /** One change of a draft after the other, so that none is made from what another is just replacing. */
  #inTurn<Result>(place: DraftPlace, work: () => Promise<Result>): Promise<Result> {
    const path = this.#path(place);
    const done = (this.#working.get(path) ?? Promise.resolve()).then(work, work);
    this.#working.set(path, done);
    const forget = (): void => {
      if (this.#working.get(path) === done) this.#working.delete(path);
    };
    done.then(forget, forget);
    return done;
  }

  async #names(): Promise<readonly string[]> {
    return await readdir(this.#folder).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
  }

  /** A process that was killed in between must not take a text along. */
  async #bringBack(leaving: string): Promise<void> {
    const found = await stat(leaving).catch(() => undefined);
    if (found === undefined || found.ctimeMs > this.#now() - LEFT_BEHIND) return;
    await putBack(leaving, leaving.slice(0, leaving.lastIndexOf(".json.") + ".json".length));
  }

  #path(place: DraftPlace): string {
    return join(this.#folder, fileName(place));
  }
}

/** A name of its own each time, so that what another window removes under it is never what stands there by now. */
function leavingOf(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}${LEAVING}`;
}

function markOf({ text, unsaved, failure, deletedAt }: Draft): string {
  return JSON.stringify([text, unsaved, failure?.at, deletedAt]);
}

/** False where there is nothing to move. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Puts a draft back in its place, unless a newer one stands there by now, or another window was faster. */
async function putBack(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // Some file systems know no links.
    if (errorCode(error) !== "EEXIST") return void (await moved(from, to));
  }
  await rm(from, { force: true });
}
