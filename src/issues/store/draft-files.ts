import { readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { errorCode, writeAtomic } from "../../workbench/files.ts";
import type { Log } from "../../workbench/log.ts";

export interface Change<Place> {
  readonly place: Place;
  /** The saved text is another one, so an editor that shows it has to read it again. */
  readonly saved: boolean;
}

/** How drafts of one kind are written down. */
export interface Form<Place, Draft> {
  readonly nameOf: (place: Place) => string;
  readonly encode: (draft: Draft) => string;
  /** Nothing where the text is of no such draft. */
  readonly decode: (text: string) => Draft | undefined;
  /** Says by being another one that a draft was changed. */
  readonly markOf: (draft: Draft) => string;
}

interface Kept<Place> {
  readonly place: Place;
  readonly savedAt: number;
}

/**
 * Drafts in one file each, on the disk itself before anything goes on. All windows share the folder, so a draft is read
 * from there each time.
 */
export class DraftFiles<Place, Draft extends Kept<Place>> {
  readonly folder: string;
  readonly #log: Log;
  readonly #form: Form<Place, Draft>;
  readonly #changed = new Emitter<Change<Place>>();
  readonly #working = new Map<string, Promise<unknown>>();
  /** What this window last knew of each file, to tell what another one changes. */
  readonly #seen = new Map<string, Kept<Place> & { readonly mark: string }>();
  readonly onDidChange: Event<Change<Place>> = this.#changed.event;

  constructor(folder: string, log: Log, form: Form<Place, Draft>) {
    this.folder = folder;
    this.#log = log;
    this.#form = form;
  }

  pathOf(place: Place): string {
    return join(this.folder, this.#form.nameOf(place));
  }

  tell(change: Change<Place>): void {
    this.#changed.fire(change);
  }

  async names(): Promise<readonly string[]> {
    return await readdir(this.folder).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
  }

  async list(): Promise<readonly Draft[]> {
    const files = (await this.names()).filter((name) => name.endsWith(".json"));
    const drafts = await Promise.all(files.map((name) => this.read(join(this.folder, name))));
    return drafts.filter((draft) => draft !== undefined);
  }

  /** Tells of what other windows have changed since this one last knew. */
  async lookAgain(list: () => Promise<readonly Draft[]>): Promise<void> {
    const before = new Map(this.#seen);
    const drafts = await list();
    const there = new Set(drafts.map(({ place }) => this.pathOf(place)));
    for (const draft of drafts) {
      const known = before.get(this.pathOf(draft.place));
      if (known?.mark === this.#form.markOf(draft)) continue;
      this.tell({ place: draft.place, saved: known?.savedAt !== draft.savedAt });
    }
    for (const [path, { place }] of before) {
      if (there.has(path)) continue;
      this.forget(path);
      this.tell({ place, saved: true });
    }
  }

  async read(path: string): Promise<Draft | undefined> {
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
    const draft = this.#form.decode(text);
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

  async write(draft: Draft): Promise<void> {
    const path = this.pathOf(draft.place);
    await this.writeAt(path, draft);
    this.#note(path, draft);
  }

  async writeAt(path: string, draft: Draft): Promise<void> {
    const bytes = this.#form.encode(draft);
    await writeAtomic(path, (file) => file.writeFile(bytes), { durable: true });
  }

  /** It is not this window's to tell of any more. */
  forget(path: string): void {
    this.#seen.delete(path);
  }

  /** One change of a draft after the other, so that none is made from what another is just replacing. */
  inTurn<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
    const path = this.pathOf(place);
    const done = (this.#working.get(path) ?? Promise.resolve()).then(work, work);
    this.#working.set(path, done);
    const forget = (): void => {
      if (this.#working.get(path) === done) this.#working.delete(path);
    };
    done.then(forget, forget);
    return done;
  }

  #note(path: string, draft: Draft): void {
    this.#seen.set(path, { place: draft.place, savedAt: draft.savedAt, mark: this.#form.markOf(draft) });
  }
}
