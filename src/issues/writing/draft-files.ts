// The files of drafts, one for each, in a folder that all windows share. A file leaves and comes back so that neither
// another window nor a process that is killed in between takes a text along.
import { randomBytes } from "node:crypto";
import { link, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../base/problem.ts";
import {
  filesIn,
  hashedName,
  readText,
  UNFINISHED,
  unlessMissing,
  writeAtomic,
  writeText,
} from "../../workbench/files.ts";
import type { Shared } from "../../workbench/shared.ts";
import { decodeRecord, encodeRecord } from "../../workbench/records.ts";
import type { Id } from "../model/entities.ts";
import type { RepositoryAddress } from "../model/address.ts";
import type { IdentityParts } from "../repositories/repository-identity.ts";
import { Draft, FORM, getText, isUnsent } from "./draft.ts";
import { placeKey, places, type Place } from "./place.ts";

export interface DraftFilesParts extends Pick<Shared, "folder" | "log" | "now">, Pick<IdentityParts, "rememberedId"> {
  /** The place under the present name of its repository. */
  readonly present: (place: Place) => Place;
}

/** A draft whose text is on the server is moved out of the way before it is deleted, as another window may write to it. */
const LEAVING = ".leaving";
/** A file that has been leaving for this long belongs to a killed process. */
const LEFT_BEHIND_MS = 60_000;
/** The folder with the repository of each draft that doesn't name it itself. */
const BOUND = "repositories";

export class DraftFiles {
  readonly folder: string;
  readonly #parts: DraftFilesParts;
  /** Called with every draft that is read or written. */
  readonly #see: (draft: Draft) => void;

  constructor(parts: DraftFilesParts, see: (draft: Draft) => void) {
    this.#parts = parts;
    this.#see = see;
    this.folder = join(parts.folder, "drafts");
  }

  /**
   * Notes which repository a draft is meant for, beside the draft: another window may be writing the draft itself, and
   * neither a text that is saved there nor its end may be undone.
   */
  async bind({ id, place, repository }: Draft): Promise<void> {
    const known = this.#parts.rememberedId(this.#parts.present(place).repository);
    if (repository === undefined && known !== undefined) await writeText(this.#boundPath(id), String(known));
  }

  /** Removes what is left of a draft that is sent or discarded: its note, and copies of killed windows that moved it. */
  async removeTraces(draft: Draft): Promise<void> {
    await rm(this.#boundPath(draft.id), { force: true });
    for (const name of await filesIn(this.folder, LEAVING)) {
      const path = join(this.folder, name);
      const copy = await this.read(path);
      if (copy?.id === draft.id && getText(copy) === getText(draft)) await rm(path, { force: true });
    }
  }

  /** Removes notes of drafts that are gone: a draft may be sent from one window while another writes its note. */
  async unbindGone(): Promise<void> {
    // A note is written after its draft, so the notes are listed first.
    const bound = await filesIn(join(this.#parts.folder, BOUND), "");
    for (const id of await this.findGone(bound.filter((each) => !each.endsWith(UNFINISHED))))
      await rm(this.#boundPath(id), { force: true });
  }

  /** The drafts among these that have no file left. None while a file is being moved, as its draft may come back. */
  async findGone(ids: readonly string[]): Promise<readonly string[]> {
    let gone = ids;
    // Two looks, because a draft that is moved while its folder is read may be missing from one.
    for (let look = 0; look < 2 && gone.length > 0; look += 1) {
      if ((await filesIn(this.folder, LEAVING)).length > 0) return [];
      const there = new Set([...(await this.#readAll()).values()].map(({ id }) => id));
      gone = gone.filter((id) => !there.has(id));
    }
    return gone;
  }

  path(place: Place): string {
    return join(this.folder, hashedName(placeKey(this.#parts.present(place))));
  }

  async read(path: string): Promise<Draft | undefined> {
    const text = await readText(path);
    if (text === undefined) return undefined;
    const read = decodeRecord(FORM, Draft, text);
    if (read !== undefined) {
      const repository = read.repository ?? (await this.#boundTo(read));
      const draft = { ...read, place: this.#parts.present(read.place), repository };
      this.#see(draft);
      return draft;
    }
    // Its content may be someone's text, so it is moved aside, not deleted.
    const aside = `${path}.damaged`;
    this.#parts.log.error("A draft could not be read and was moved aside", { aside });
    // Someone else who read it may have done the same.
    await unlessMissing(rename(path, aside), undefined);
    return undefined;
  }

  async write(path: string, draft: Draft): Promise<void> {
    await writeText(path, encodeRecord(FORM, draft));
    this.#see(draft);
  }

  /** Everything that is there, by path. */
  async list(): Promise<ReadonlyMap<string, Draft>> {
    for (const name of await filesIn(this.folder, LEAVING)) await this.#bringBack(join(this.folder, name));
    return await this.#readAll();
  }

  /** Moves the file out of the way and returns its new path; undefined if there is none. */
  async take(path: string): Promise<string | undefined> {
    // A new name each time, so that another window never removes a newer file under the same name.
    const taken = `${path}.${randomBytes(6).toString("hex")}${LEAVING}`;
    return (await unlessMissing(rename(path, taken), "missing")) === "missing" ? undefined : taken;
  }

  /** Puts a draft in its place, unless a newer one is there by now, or another window was faster. */
  async putBack(from: string, to: string): Promise<void> {
    try {
      await link(from, to);
    } catch (error) {
      // Some file systems have no hard links.
      const newer = errorCode(error) === "EEXIST" || (await stat(to).catch(() => undefined)) !== undefined;
      if (!newer) {
        await unlessMissing(rename(from, to), undefined);
        return;
      }
    }
    await rm(from, { force: true });
  }

  /** Moves each draft to its present path, after a rename of its repository. */
  async settleNames(): Promise<readonly Place[]> {
    const moved: Place[] = [];
    for (const [path, { place }] of await this.#readAll()) {
      if (path === this.path(place)) continue;
      // Taken away before it is read, as a window that doesn't know the new name may be writing to it.
      const taken = await this.take(path);
      const draft = taken === undefined ? undefined : await this.read(taken);
      if (taken === undefined || draft === undefined) continue;
      const moving = await unlessMissing(this.#settle(draft, taken), undefined);
      if (moving !== undefined) moved.push(moving);
      await rm(taken, { force: true });
    }
    return moved;
  }

  /** Throws if the file is gone: a window that took this one for dead has brought it back, and may have sent it since. */
  async #settle(draft: Draft, taken: string): Promise<Place> {
    const there = await this.read(this.path(draft.place));
    // Two new issues in one slot: the repository under the new name has one as well.
    const isTaken = there !== undefined && there.id !== draft.id && draft.place.number === undefined;
    const place = isTaken ? await this.freeSlot(draft.place.repository) : draft.place;
    const settled = there === undefined || isTaken ? { ...draft, place } : mergeDrafts(there, draft);
    const write = async (file: FileHandle): Promise<void> => {
      await file.writeFile(encodeRecord(FORM, settled));
      await file.sync();
      await stat(taken);
    };
    await writeAtomic(this.path(place), write, { durable: true });
    this.#see(settled);
    return place;
  }

  /** A place for another issue that is to be created. */
  async freeSlot(repository: RepositoryAddress): Promise<Place> {
    for (let slot = 1n; ; slot += 1n) {
      const place = places.newIssue(repository, slot);
      if ((await this.read(this.path(place))) === undefined) return place;
    }
  }

  async #readAll(): Promise<ReadonlyMap<string, Draft>> {
    const paths = (await filesIn(this.folder, ".json")).map((name) => join(this.folder, name));
    const found = await Promise.all(paths.map(async (path) => ({ path, draft: await this.read(path) })));
    return new Map(found.flatMap(({ path, draft }) => (draft === undefined ? [] : [[path, draft]])));
  }

  /** A process that was killed in between must not take a text along. */
  async #bringBack(leaving: string): Promise<void> {
    const found = await stat(leaving).catch(() => undefined);
    if (found === undefined || found.ctimeMs > this.#parts.now() - LEFT_BEHIND_MS) return;
    await this.putBack(leaving, leaving.slice(0, leaving.lastIndexOf(".json.") + ".json".length));
  }

  async #boundTo({ id }: Pick<Draft, "id">): Promise<Id | undefined> {
    const bound = await readText(this.#boundPath(id));
    return bound !== undefined && /^-?\d{1,19}$/.test(bound) ? BigInt(bound) : undefined;
  }

  #boundPath(id: string): string {
    return join(this.#parts.folder, BOUND, id);
  }
}

/** What two windows have written under two names of one repository. */
function mergeDrafts(there: Draft, other: Draft): Draft {
  const [older, newer] = there.keptAt <= other.keptAt ? [there, other] : [other, there];
  // A text that was only opened has nothing to keep.
  if (!isUnsent(older)) return newer;
  if (!isUnsent(newer)) return older;
  const again = older.id === newer.id || getText(newer).includes(getText(older).trim());
  return again ? newer : { ...newer, text: `${getText(older).trimEnd()}\n\n${getText(newer)}`, unsaved: undefined };
}
