// Stores each draft in its own file, in a folder that all windows share.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { int64 } from "../../base/decode.ts";
import { unlessMissing } from "../../workbench/storage/files.ts";
import { listMoved, moveAway, moveBack, restoreAbandoned } from "../../workbench/storage/moved-files.ts";
import { RecordFolder } from "../../workbench/storage/records.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { IdentityParts } from "../repositories/repository-identity.ts";
import { Draft, FORMAT_VERSION, getText, isUnsent } from "./draft.ts";
import { placeKey, places, type Place } from "./place.ts";

export interface DraftFilesParts extends Pick<Shared, "folder" | "log" | "now">, Pick<IdentityParts, "rememberedId"> {
  /** Returns the place with its repository's current name. */
  readonly present: (place: Place) => Place;
}

/** The repository that a draft is meant for, if its own record doesn't contain the ID. */
const Binding = v.object({ repository: int64 });

export class DraftFiles {
  readonly folder: string;
  readonly #parts: DraftFilesParts;
  readonly #records: RecordFolder<Draft>;
  readonly #bindings: RecordFolder<v.InferOutput<typeof Binding>>;
  /** Called with every draft that is read or written. */
  readonly #onRead: (draft: Draft) => void;

  constructor(parts: DraftFilesParts, onRead: (draft: Draft) => void) {
    this.#parts = parts;
    this.#onRead = onRead;
    this.folder = join(parts.folder, "drafts");
    this.#records = new RecordFolder(this.folder, FORMAT_VERSION, Draft);
    this.#bindings = new RecordFolder(join(parts.folder, "repositories"), FORMAT_VERSION, Binding);
  }

  /**
   * Records which repository a draft is meant for, in a separate file: another window may be saving or removing the
   * draft's own file, and this must undo neither.
   */
  async bind({ id, place, repository }: Draft): Promise<void> {
    const known = this.#parts.rememberedId(this.#parts.present(place).repository);
    if (repository !== undefined || known === undefined) return;
    await this.#bindings.write(this.#bindings.path(id), { repository: known });
  }

  /** Removes a sent or discarded draft with its other files: its repository ID, and copies that killed windows left. */
  async remove(path: string, draft: Draft | undefined): Promise<void> {
    await this.#records.remove(path);
    if (draft === undefined) return;
    await this.#bindings.remove(this.#bindings.path(draft.id));
    for (const moved of await listMoved(this.folder)) {
      // Not reported to `#onRead`: it may be another draft of this place, whose ID the next one must not continue.
      const copy = await this.#records.read(moved);
      if (typeof copy === "object" && copy.id === draft.id && getText(copy) === getText(draft))
        await this.#records.remove(moved);
    }
  }

  /** Removes repository IDs without a draft: one window may send a draft while another records its repository. */
  async unbindGone(): Promise<void> {
    // A draft is written before its repository ID, so the IDs are listed first.
    for (const id of await this.findGone(await this.#bindings.names()))
      await this.#bindings.remove(this.#bindings.path(id));
  }

  /** Returns the drafts without a file. Returns none while any file is moved away, because its draft may come back. */
  async findGone(ids: readonly string[]): Promise<readonly string[]> {
    let gone = ids;
    // The folder is listed twice, because one listing may miss a draft that is moved at the same time.
    for (let attempt = 0; attempt < 2 && gone.length > 0; attempt += 1) {
      if ((await listMoved(this.folder)).length > 0) return [];
      const existing = new Set([...(await this.#readAll()).values()].map(({ id }) => id));
      gone = gone.filter((id) => !existing.has(id));
    }
    return gone;
  }

  path(place: Place): string {
    return this.#records.hashedPath(placeKey(this.#parts.present(place)));
  }

  async read(path: string): Promise<Draft | undefined> {
    const stored = await this.#records.read(path);
    if (stored === undefined) return undefined;
    if (stored === "damaged") {
      // The file may contain a user's text, so it is kept.
      const aside = await this.#records.setAside(path);
      if (aside === undefined) return await this.read(path);
      this.#parts.log.error("A draft could not be read and was moved aside", { aside });
      return undefined;
    }
    const binding = stored.repository === undefined && (await this.#bindings.read(this.#bindings.path(stored.id)));
    const repository = typeof binding === "object" ? binding.repository : stored.repository;
    const draft = { ...stored, place: this.#parts.present(stored.place), repository };
    this.#onRead(draft);
    return draft;
  }

  /** Changes the draft at this path, or creates it. */
  async change<Edited extends Draft | undefined>(
    path: string,
    edit: (draft: Draft | undefined) => Edited,
  ): Promise<Draft | (Edited & undefined)> {
    return await this.#records.update(path, async (check) => {
      const edited = edit(await this.read(path));
      return edited === undefined ? edited : await this.write(path, edited, check);
    });
  }

  /** Writes the draft with the current name of its repository, and its ID if this window knows it. */
  async write(path: string, draft: Draft, check?: () => Promise<unknown>): Promise<Draft> {
    const { present, rememberedId } = this.#parts;
    const place = present(draft.place);
    const written = { ...draft, place, repository: draft.repository ?? rememberedId(place.repository) };
    await this.#records.write(path, written, check);
    this.#onRead(written);
    return written;
  }

  /** Returns all drafts by path, and restores those that a killed process moved away. */
  async list(): Promise<ReadonlyMap<string, Draft>> {
    await restoreAbandoned(this.folder, this.#parts.now, (moved, path) => this.putBack(moved, path));
    return await this.#readAll();
  }

  /**
   * Moves a draft back. If a newer draft is there by now, the older one comes back once that is sent or discarded, unless
   * the newer one contains its text.
   */
  async putBack(moved: string, path: string): Promise<void> {
    if (await moveBack(moved, path)) return;
    const [older, newer] = [await this.#records.read(moved), await this.#records.read(path)];
    if (typeof older !== "object" || typeof newer !== "object") return;
    if (!isUnsent(older) || contains(getText(newer), getText(older).trim())) await this.#records.remove(moved);
  }

  /** After a repository was renamed, moves each of its drafts to the path for the current name. */
  async followRenames(): Promise<readonly Place[]> {
    const moved: Place[] = [];
    for (const [path, { place }] of await this.#readAll()) {
      if (path === this.path(place)) continue;
      // Moved away before it is read, because a window that doesn't know the new name may be writing to it.
      const taken = await moveAway(path);
      const draft = taken === undefined ? undefined : await this.read(taken);
      if (taken === undefined || draft === undefined) continue;
      const newPlace = await unlessMissing(this.#moveRenamed(draft, taken), undefined);
      if (newPlace !== undefined) moved.push(newPlace);
      await this.#records.remove(taken);
    }
    return moved;
  }

  /** Throws if `taken` is gone: another window took this one for killed, restored the draft and may have sent it. */
  async #moveRenamed(draft: Draft, taken: string): Promise<Place> {
    const path = this.path(draft.place);
    return await this.#records.update(path, async (check) => {
      const existing = await this.read(path);
      // The new name of the repository already has another new issue at this place.
      const isTaken = existing !== undefined && existing.id !== draft.id && draft.place.number === undefined;
      const place = isTaken ? places.newIssue(draft.place.repository) : draft.place;
      const settled = existing === undefined || isTaken ? { ...draft, place } : mergeDrafts(existing, draft);
      await this.#records.write(this.path(place), settled, () => Promise.all([stat(taken), check()]));
      this.#onRead(settled);
      return place;
    });
  }

  async #readAll(): Promise<ReadonlyMap<string, Draft>> {
    const paths = (await this.#records.names()).map((name) => this.#records.path(name));
    const found = await Promise.all(paths.map(async (path) => ({ path, draft: await this.read(path) })));
    return new Map(found.flatMap(({ path, draft }) => (draft === undefined ? [] : [[path, draft]])));
  }
}

/** Merges the drafts that two windows wrote under two names of one repository. */
function mergeDrafts(existing: Draft, other: Draft): Draft {
  const [older, newer] = existing.keptAt <= other.keptAt ? [existing, other] : [other, existing];
  // A draft that was opened but not edited has nothing to keep.
  if (!isUnsent(older)) return newer;
  if (!isUnsent(newer)) return older;
  const isRepeated = older.id === newer.id || contains(getText(newer), getText(older).trim());
  return isRepeated
    ? newer
    : { ...newer, text: `${getText(older).trimEnd()}\n\n${getText(newer)}`, unsaved: undefined };
}

/** Whether a text begins with another one, or contains it as whole lines. Within a line, it may be part of other words. */
function contains(text: string, part: string): boolean {
  return text.trimStart().startsWith(part) || `\n${text}\n`.includes(`\n${part}\n`);
}
