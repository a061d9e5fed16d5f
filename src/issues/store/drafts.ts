import { randomBytes } from "node:crypto";
import { link, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Event } from "vscode";
import { errorCode } from "../../workbench/files.ts";
import type { Log } from "../../workbench/log.ts";
import { sameText, wellFormed } from "../model/entities.ts";
import { draftKey, textOf } from "../model/draft.ts";
import type { Draft, DraftPlace, Failure } from "../model/draft.ts";
import { decodeDraft, encodeDraft, fileName } from "./draft-file.ts";
import { DraftFiles } from "./draft-files.ts";
import type { Change } from "./draft-files.ts";

/** How a draft begins that is not there yet. */
export type Beginning = Partial<Pick<Draft, "opened" | "author" | "repository">>;

/** A draft whose text is on the server is moved out of the way before it is deleted, as another window may just write to it. */
const LEAVING = ".leaving";

/** What was left so long on its way out belongs to a process that was killed, in milliseconds. */
const LEFT_BEHIND = 60_000;

/** What was written and not yet sent. */
export class Drafts {
  readonly #files: DraftFiles<DraftPlace, Draft>;
  readonly #now: () => number;
  readonly onDidChange: Event<Change<DraftPlace>>;

  constructor(folder: string, now: () => number, log: Log) {
    this.#now = now;
    this.#files = new DraftFiles(folder, log, {
      nameOf: fileName,
      encode: encodeDraft,
      decode: decodeDraft,
      markOf: ({ text, unsaved, failure, deletedAt }) => JSON.stringify([text, unsaved, failure?.at, deletedAt]),
    });
    this.onDidChange = this.#files.onDidChange;
  }

  get(place: DraftPlace): Promise<Draft | undefined> {
    return this.#files.read(this.#files.pathOf(place));
  }

  /** All drafts of this machine. */
  async list(): Promise<readonly Draft[]> {
    const leaving = (await this.#files.names()).filter((name) => name.endsWith(LEAVING));
    for (const name of leaving) await this.#bringBack(join(this.#files.folder, name));
    return await this.#files.list();
  }

  /** Tells of what other windows have changed since this one last knew. */
  lookAgain(): Promise<void> {
    return this.#files.lookAgain(() => this.list());
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
    await this.#files.inTurn(place, () => rm(this.#files.pathOf(place), { force: true }));
    this.#files.forget(this.#files.pathOf(place));
    this.#files.tell({ place, saved: true });
  }

  /**
   * The text is on the server. What was typed since, here or in another window, is kept as a draft of its own: then the
   * answer is true.
   */
  async settle(place: DraftPlace, sent: string, opened: string | undefined): Promise<boolean> {
    const kept = await this.#files.inTurn(place, async () => {
      const path = this.#files.pathOf(place);
      let leaving = leavingOf(path);
      // Until nothing is there: a window whose clock is ahead may take this one for dead and bring the draft back.
      for (; await moved(path, leaving); leaving = leavingOf(path)) {
        const draft = await this.#files.read(leaving);
        this.#files.forget(leaving);
        if (draft !== undefined && !sameText(wellFormed(textOf(draft)), sent)) {
          await this.#files.writeAt(leaving, { ...draft, opened, failure: undefined });
          await putBack(leaving, path);
          return true;
        }
        this.#files.forget(path);
        await rm(leaving, { force: true });
      }
      return false;
    });
    this.#files.tell({ place, saved: true });
    return kept;
  }

  /** The same drafts under the new name of the repository. */
  async move(from: DraftPlace, to: DraftPlace): Promise<void> {
    const draft = await this.get(from);
    if (draft === undefined || draftKey(from) === draftKey(to)) return;
    await this.#files.inTurn(to, () => this.#files.write({ ...draft, place: to }));
    await this.remove(from);
    this.#files.tell({ place: to, saved: true });
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
    const changed = await this.#files.inTurn(place, async () => {
      const draft = await this.get(place);
      if (draft !== undefined) await this.#files.write(edit(draft));
      return draft !== undefined;
    });
    if (changed) this.#files.tell({ place, saved: false });
  }

  async #change(place: DraftPlace, saved: boolean, edit: (draft: Draft | undefined) => Draft): Promise<Draft> {
    const draft = await this.#files.inTurn(place, async () => {
      const edited = edit(await this.get(place));
      await this.#files.write(edited);
      return edited;
    });
    this.#files.tell({ place, saved });
    return draft;
  }

  /** A process that was killed in between must not take a text along. */
  async #bringBack(leaving: string): Promise<void> {
    const found = await stat(leaving).catch(() => undefined);
    if (found === undefined || found.ctimeMs > this.#now() - LEFT_BEHIND) return;
    await putBack(leaving, leaving.slice(0, leaving.lastIndexOf(".json.") + ".json".length));
  }
}

/** A name of its own each time, so that what another window removes under it is never what stands there by now. */
function leavingOf(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}${LEAVING}`;
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
