// Stores each draft in its own file, in a folder that all windows share. Files are moved before they are deleted, and
// moved back if needed, so that neither another window nor a killed process loses a text.
import { randomBytes } from "node:crypto";
import { link, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { errorCode } from "../../base/problem.ts";
import {
  filesIn,
  hashedName,
  readText,
  UNFINISHED,
  unlessMissing,
  writeAtomic,
  writeText,
} from "../../workbench/storage/files.ts";
import type { Shared } from "../../workbench/shared.ts";
import { decodeRecord, encodeRecord } from "../../workbench/storage/records.ts";
import type { Id } from "../model/entities.ts";
import type { IdentityParts } from "../repositories/repository-identity.ts";
import { Draft, FORMAT_VERSION, getText, isUnsent } from "./draft.ts";
import { placeKey, places, type Place } from "./place.ts";

export interface DraftFilesParts extends Pick<Shared, "folder" | "log" | "now">, Pick<IdentityParts, "rememberedId"> {
  /** Returns the place with its repository's current name. */
  readonly present: (place: Place) => Place;
}

/** The suffix of a file that was moved away before its deletion, because another window may write to the draft. */
const MOVED_SUFFIX = ".leaving";
/** A file that was moved away this long ago belongs to a killed process. */
const ABANDONED_AFTER_MS = 60_000;
/** Longer than a living window needs to move a draft. */
const MAX_MOVE_MS = 100;
/** The folder with the repository ID of each draft that doesn't contain the ID itself. */
const REPOSITORY_FOLDER = "repositories";

export class DraftFiles {
  readonly folder: string;
  readonly #parts: DraftFilesParts;
  /** Called with every draft that is read or written. */
  readonly #onRead: (draft: Draft) => void;

  constructor(parts: DraftFilesParts, onRead: (draft: Draft) => void) {
    this.#parts = parts;
    this.#onRead = onRead;
    this.folder = join(parts.folder, "drafts");
  }

  /**
   * Records which repository a draft is meant for, in a separate file: another window may be saving or removing the
   * draft's own file, and this must undo neither.
   */
  async bind({ id, place, repository }: Draft): Promise<void> {
    const known = this.#parts.rememberedId(this.#parts.present(place).repository);
    if (repository === undefined && known !== undefined) await writeText(this.#boundPath(id), String(known));
  }

  /** Removes the other files of a sent or discarded draft: its repository ID, and copies that killed windows left. */
  async removeTraces(draft: Draft): Promise<void> {
    await rm(this.#boundPath(draft.id), { force: true });
    for (const name of await filesIn(this.folder, MOVED_SUFFIX)) {
      const path = join(this.folder, name);
      const copy = await this.read(path);
      if (copy?.id === draft.id && getText(copy) === getText(draft)) await rm(path, { force: true });
    }
  }

  /** Removes repository IDs without a draft: one window may send a draft while another records its repository. */
  async unbindGone(): Promise<void> {
    // A draft is written before its repository ID, so the IDs are listed first.
    const bound = await filesIn(join(this.#parts.folder, REPOSITORY_FOLDER), "");
    for (const id of await this.findGone(bound.filter((each) => !each.endsWith(UNFINISHED))))
      await rm(this.#boundPath(id), { force: true });
  }

  /** Returns the drafts without a file. Returns none while any file is moved away, because its draft may come back. */
  async findGone(ids: readonly string[]): Promise<readonly string[]> {
    let gone = ids;
    // The folder is listed twice, because one listing may miss a draft that is moved at the same time.
    for (let attempt = 0; attempt < 2 && gone.length > 0; attempt += 1) {
      if ((await filesIn(this.folder, MOVED_SUFFIX)).length > 0) return [];
      const existing = new Set([...(await this.#readAll()).values()].map(({ id }) => id));
      gone = gone.filter((id) => !existing.has(id));
    }
    return gone;
  }

  path(place: Place): string {
    return join(this.folder, hashedName(placeKey(this.#parts.present(place))));
  }

  async read(path: string): Promise<Draft | undefined> {
    const text = await readText(path);
    if (text === undefined) return undefined;
    const read = decodeRecord(FORMAT_VERSION, Draft, text);
    if (read !== undefined) {
      const repository = read.repository ?? (await this.#boundTo(read));
      const draft = { ...read, place: this.#parts.present(read.place), repository };
      this.#onRead(draft);
      return draft;
    }
    // Another window may have replaced the file since it was read, or moved it already.
    const taken = await this.moveAway(path);
    if (taken === undefined) return undefined;
    if ((await readText(taken)) !== text) {
      await this.moveBack(taken, path);
      return await this.read(path);
    }
    // The file may contain a user's text, so it is kept.
    const aside = (await exists(`${path}.damaged`)) ? `${path}.${randomPart()}.damaged` : `${path}.damaged`;
    this.#parts.log.error("A draft could not be read and was moved aside", { aside });
    await unlessMissing(rename(taken, aside), undefined);
    return undefined;
  }

  /** Writes the draft with the current name of its repository, and its ID if this window knows it. */
  async write(path: string, draft: Draft): Promise<Draft> {
    const { present, rememberedId } = this.#parts;
    const place = present(draft.place);
    const written = { ...draft, place, repository: draft.repository ?? rememberedId(place.repository) };
    await writeText(path, encodeRecord(FORMAT_VERSION, written));
    this.#onRead(written);
    return written;
  }

  /** Returns all drafts by path, and restores those that a killed process moved away. */
  async list(): Promise<ReadonlyMap<string, Draft>> {
    const abandoned = await this.#listAbandoned();
    if (abandoned.length > 0) {
      // This window's clock may be ahead. If it took a file that another window is moving, both would start over.
      await wait(MAX_MOVE_MS);
      const remaining = new Set(await this.#listAbandoned());
      for (const moved of abandoned.filter((each) => remaining.has(each)))
        await this.moveBack(moved, moved.slice(0, moved.lastIndexOf(".json.") + ".json".length));
    }
    return await this.#readAll();
  }

  async #listAbandoned(): Promise<readonly string[]> {
    const abandoned: string[] = [];
    for (const name of await filesIn(this.folder, MOVED_SUFFIX)) {
      const moved = join(this.folder, name);
      const found = await stat(moved).catch(() => undefined);
      if (found !== undefined && found.ctimeMs <= this.#parts.now() - ABANDONED_AFTER_MS) abandoned.push(moved);
    }
    return abandoned;
  }

  /** Moves a file away and returns its new path. Returns undefined if there is no file. */
  async moveAway(path: string): Promise<string | undefined> {
    const taken = movedName(path);
    return await unlessMissing(
      rename(path, taken).then(() => taken),
      undefined,
    );
  }

  /** Moves a draft back, unless a newer one exists by now or another window moved it back first. */
  async moveBack(from: string, to: string): Promise<void> {
    await link(from, to).catch(async (error: unknown) => {
      // Some file systems have no hard links.
      if (errorCode(error) !== "EEXIST" && !(await exists(to))) await unlessMissing(rename(from, to), undefined);
    });
    await rm(from, { force: true });
  }

  /** After a repository was renamed, moves each of its drafts to the path for the current name. */
  async followRenames(): Promise<readonly Place[]> {
    const moved: Place[] = [];
    for (const [path, { place }] of await this.#readAll()) {
      if (path === this.path(place)) continue;
      // Moved away before it is read, because a window that doesn't know the new name may be writing to it.
      const taken = await this.moveAway(path);
      const draft = taken === undefined ? undefined : await this.read(taken);
      if (taken === undefined || draft === undefined) continue;
      const newPlace = await unlessMissing(this.#moveRenamed(draft, taken), undefined);
      if (newPlace !== undefined) moved.push(newPlace);
      await rm(taken, { force: true });
    }
    return moved;
  }

  /** Throws if `taken` is gone: another window took this one for killed, restored the draft and may have sent it. */
  async #moveRenamed(draft: Draft, taken: string): Promise<Place> {
    const existing = await this.read(this.path(draft.place));
    // The new name of the repository already has another new issue at this place.
    const isTaken = existing !== undefined && existing.id !== draft.id && draft.place.number === undefined;
    const place = isTaken ? places.newIssue(draft.place.repository) : draft.place;
    const settled = existing === undefined || isTaken ? { ...draft, place } : mergeDrafts(existing, draft);
    const write = async (file: FileHandle): Promise<void> => {
      await file.writeFile(encodeRecord(FORMAT_VERSION, settled));
      await file.sync();
      await stat(taken);
    };
    await writeAtomic(this.path(place), write, { durable: true });
    this.#onRead(settled);
    return place;
  }

  async #readAll(): Promise<ReadonlyMap<string, Draft>> {
    const paths = (await filesIn(this.folder, ".json")).map((name) => join(this.folder, name));
    const found = await Promise.all(paths.map(async (path) => ({ path, draft: await this.read(path) })));
    return new Map(found.flatMap(({ path, draft }) => (draft === undefined ? [] : [[path, draft]])));
  }

  async #boundTo({ id }: Pick<Draft, "id">): Promise<Id | undefined> {
    const bound = await readText(this.#boundPath(id));
    return bound !== undefined && /^-?\d{1,19}$/.test(bound) ? BigInt(bound) : undefined;
  }

  #boundPath(id: string): string {
    return join(this.#parts.folder, REPOSITORY_FOLDER, id);
  }
}

/** Returns a unique name, so that no other window removes a newer file with the same name. */
function movedName(path: string): string {
  return `${path}.${randomPart()}${MOVED_SUFFIX}`;
}

function randomPart(): string {
  return randomBytes(6).toString("hex");
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
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
