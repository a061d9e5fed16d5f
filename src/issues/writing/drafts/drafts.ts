// Stores unsent texts in the journal. All windows share it, so drafts are read from disk each time, and every write is
// on disk before anything else happens.
import { createHash, randomBytes } from "node:crypto";
import type { Event } from "vscode";
import { isGatewayStatus } from "../../../base/problem.ts";
import { Semaphore } from "../../../base/tasks/semaphore.ts";
import { Emitter } from "../../../workbench/events.ts";
import { once } from "../../../workbench/lazy-value.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { sameBase, type ThreadAddress } from "../../model/address.ts";
import type { IdentityDependencies } from "../../repositories/repository-identity.ts";
import {
  isUnsent,
  getText,
  toSentText,
  type Anchor,
  type Attempt,
  type Draft,
  type DraftText,
  type Failure,
  type Submission,
} from "./draft.ts";
import type { DraftState, Stamp } from "./fold.ts";
import type { Journal, UnreadableText } from "./journal.ts";
import { isOnThread, placeKey, type Place } from "./place.ts";
import type { Refused, Remainder } from "./outcome.ts";
import { contains, getBeginning, hasMore, sameDocument, type Version } from "./draft-document.ts";

export interface DraftsDependencies extends Pick<Shared, "now">, Pick<IdentityDependencies, "rememberedId"> {
  readonly journal: Journal;
  /** Returns the place with its repository's current name. */
  readonly present: (place: Place) => Place;
}

/** Initial values of a new draft. */
export type InitialDraft = Partial<Pick<Draft, "anchor" | "opened" | "author" | "repository" | "text">>;

export interface DraftChange {
  readonly place: Place;
  /** True if the saved text may have changed, so editors must reload it. */
  readonly saved: boolean;
}

/** A draft as on disk, and the record of its newest text. */
interface Found {
  readonly draft: Draft;
  /** The key of its place under the name that the repository had when it was typed. */
  readonly typedAt: string;
  readonly typed: Stamp;
  readonly attempt: DraftState["attempt"];
}

type Places = ReadonlyMap<string, readonly [Found, ...Found[]]>;

export class Drafts {
  readonly #dependencies: DraftsDependencies;
  readonly #changed = new Emitter<DraftChange>();
  /** Each draft as this window last read or wrote it. Of a removed one, it has the next draft's ID and initial values. */
  readonly #known = new Map<string, Draft>();
  /** Each draft as last reported to listeners, to detect changes by other windows. */
  readonly #announced = new Map<string, Draft>();
  /** Changes run one after another, each based on the result of the last. */
  readonly #queue = new Semaphore(1);
  readonly #prepare = once(() => this.#forgetGone());
  readonly onDidChange: Event<DraftChange> = this.#changed.event;
  readonly #unreadableDiscarded = new Emitter<void>();
  readonly onDidDiscardUnreadable: Event<void> = this.#unreadableDiscarded.event;

  constructor(dependencies: DraftsDependencies) {
    this.#dependencies = dependencies;
  }

  async get(place: Place): Promise<Draft | undefined> {
    return (await this.#readUnited()).get(placeKey(this.#dependencies.present(place)))?.[0].draft;
  }

  /** Returns the draft with this ID, even if another one is shown at its place. */
  async getById(id: string): Promise<Draft | undefined> {
    await this.#prepare();
    const { draft } = await this.#dependencies.journal.readDraft(id);
    return draft && this.#toPresent(draft);
  }

  async list(): Promise<readonly Draft[]> {
    return [...(await this.#readUnited()).values()].map(([found]) => found.draft);
  }

  /** Returns the unsent drafts of a thread, and the texts of comments that the user deleted from it. */
  async ofThread(thread: ThreadAddress): Promise<readonly Draft[]> {
    return (await this.list()).filter((draft) => isOnThread(draft.place, thread) && isUnsent(draft));
  }

  async listUnreadable(): Promise<readonly UnreadableText[]> {
    return await this.#dependencies.journal.listUnreadable();
  }

  async discardUnreadable(file: string): Promise<void> {
    await this.#dependencies.journal.discardUnreadable(file);
    this.#unreadableDiscarded.fire();
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
      this.#forgetKnown(draft.place);
      if (isReported) this.#announce(draft.place, true);
    }
    await this.bind();
  }

  /** Creates the draft if it doesn't exist, so that the version to compare with is on disk as well. */
  async begin(place: Place, beginning: InitialDraft): Promise<Draft> {
    return await this.#type(place, true, (draft) => draft ?? this.#create(place, beginning));
  }

  /** Stores a text that the user saved. */
  async save(place: Place, text: string): Promise<Draft> {
    const now = this.#dependencies.now();
    const saved = { text, unsaved: undefined, keptAt: now, savedAt: now };
    return await this.#type(place, true, (draft) => ({ ...(draft ?? this.#create(place)), ...saved }));
  }

  /** Stores which line a comment of a review is about now. */
  async anchor(place: Place, anchor: Anchor): Promise<void> {
    await this.#type(place, false, (draft) => ({ ...(draft ?? this.#create(place)), anchor }));
  }

  /** Stores what the user submits a review with. */
  async submit(place: Place, submission: Submission): Promise<Draft> {
    return await this.#type(place, false, (draft) => ({ ...(draft ?? this.#create(place)), submission }));
  }

  /**
   * Stores text that is typed but not saved. A new draft gets `savedAt` 0: if the previous draft was just sent, its
   * editor remembers an earlier save and would refuse to save over a newer time.
   */
  async storeUnsaved(place: Place, text: string): Promise<Draft> {
    return await this.#type(place, false, (draft) => {
      const known = draft ?? { ...this.#create(place), savedAt: 0 };
      return { ...known, unsaved: text === known.text ? undefined : text, keptAt: this.#dependencies.now() };
    });
  }

  /** Goes back to the saved text, because the user closed the editor without saving. */
  async dropUnsaved(place: Place): Promise<void> {
    if ((await this.get(place))?.unsaved === undefined) return;
    await this.#type(place, false, (draft) => ({ ...(draft ?? this.#create(place)), unsaved: undefined }));
  }

  /** Records why the text `asked` was not sent. */
  async fail(id: string, { why, problem, names }: Refused, asked: string, by: string | undefined): Promise<void> {
    const { kind, facts: { status } = {} } = problem ?? {};
    const isServerError = kind === "server" && !isGatewayStatus(status ?? 0);
    await this.#note(id, (draft) => {
      const before = draft.failure?.asked === asked ? draft.failure.serverErrors : 0;
      const serverErrors = before + (isServerError ? 1 : 0);
      return { at: this.#dependencies.now(), asked, by, why, kind, status, serverErrors, names };
    });
  }

  /** Clears failures for lack of rights. Call when a server has a new token, which may have more of them. */
  async forgetRefusedTokens(base: string): Promise<void> {
    for (const { failure, id, place } of await this.list()) {
      const isRefused = failure?.kind === "unauthorized" || failure?.kind === "forbidden";
      if (isRefused && sameBase(place.repository.base, base)) await this.#note(id, () => undefined);
    }
  }

  /** Lets the outbox try all texts again, including those that the server kept answering with errors. */
  async forgetServerErrors(): Promise<void> {
    for (const { failure, id } of await this.list()) {
      if (failure !== undefined && failure.serverErrors > 0)
        await this.#note(id, () => ({ ...failure, serverErrors: 0 }));
    }
  }

  /** Returns the drafts among these that are sent or discarded. */
  async findGone(ids: readonly string[]): Promise<readonly string[]> {
    await this.#prepare();
    const states = await this.#dependencies.journal.read();
    return ids.filter((id) => states.get(id)?.draft === undefined);
  }

  /** Records which repository each draft is meant for, if this window knows it. Another one may take the name later. */
  async bind(): Promise<void> {
    const { journal, rememberedId } = this.#dependencies;
    for (const { id, place, repository } of await this.list()) {
      const known = repository === undefined ? rememberedId(place.repository) : undefined;
      if (known !== undefined) await journal.write(id, "bound", { repository: known });
    }
  }

  /** Sets the version that sending compares with the server's text. The user has seen it. */
  async rebase(place: Place, { title, body, version }: Version): Promise<void> {
    const draft = await this.get(place);
    if (draft === undefined) return;
    await this.#dependencies.journal.write(draft.id, "opened", { opened: { title, body, version } });
    await this.#note(draft.id, () => undefined);
  }

  /** Keeps the text of a comment that is about to be deleted, and later the time of its deletion. */
  async keepDeleted(place: Place, text: string, beginning: InitialDraft, deletedAt: number | undefined): Promise<void> {
    const kept = { text, deletedAt, keptAt: this.#dependencies.now() };
    await this.#type(place, true, (draft) => ({ ...(draft ?? this.#create(place, beginning)), ...kept }));
  }

  async remove(place: Place): Promise<void> {
    await this.#prepare();
    await this.#queue.run(async () => {
      const found = await this.#find(place);
      if (found !== undefined) await this.#end(found);
    });
    this.#forgetKnown(place);
    this.#announce(place, true);
  }

  /**
   * Removes a draft whose text is on the server. If more was typed since, here or in another window, keeps that as a
   * separate draft and returns true.
   */
  async settle(
    { draft: id, place: from, text: sent }: Pick<Attempt, "draft" | "place" | "text">,
    toRemainder: (draft: Draft) => Remainder,
  ): Promise<boolean> {
    const { journal } = this.#dependencies;
    const kept = await this.#queue.run(async () => {
      const state = await journal.readDraft(id);
      const found = toFound(state, (draft) => this.#toPresent(draft));
      if (found === undefined) return undefined;
      const { draft, typed } = found;
      const changes = { text: getText(draft), unsaved: undefined, failure: undefined, ...toRemainder(draft) };
      const isMore = hasMore(draft.place.kind, toSentText(draft), sent);
      // Every window that finds this rest gives it the same ID.
      const rest = { ...draft, ...changes, id: isMore ? deriveId(id, typed) : newId() };
      if (isMore) await this.#write(rest);
      await this.#end(found);
      this.#forgetKnown(draft.place);
      // Text typed in the editor from now on changes the server's new text.
      this.#known.set(placeKey(rest.place), rest);
      return isMore ? rest : undefined;
    });
    this.#announce(from, true);
    if (kept !== undefined) this.#report(kept, true);
    return kept !== undefined;
  }

  /** Reports drafts under the current name of their repository. Call after it was renamed. */
  async followRenames(): Promise<void> {
    await this.#prepare();
    for (const { draft } of (await this.#dependencies.journal.read()).values()) {
      if (draft !== undefined && placeKey(draft.place) !== placeKey(this.#dependencies.present(draft.place)))
        this.#announce(draft.place, true);
    }
  }

  /**
   * Creates a draft. If this window knew one here, the new one continues its ID, because another window may have sent
   * it. An editor that stayed open still changes the same version.
   */
  #create(place: Place, beginning: InitialDraft = {}): Draft {
    const now = this.#dependencies.now();
    const known = this.#known.get(placeKey(this.#dependencies.present(place)));
    const { author, opened, repository } = { ...(known?.opened && known), ...beginning };
    const anchor = beginning.anchor ?? known?.anchor;
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
      anchor,
      submission: undefined,
    };
  }

  async #type(place: Place, saved: boolean, edit: (draft: Draft | undefined) => Draft): Promise<Draft> {
    await this.#prepare();
    const written = await this.#queue.run(async () => {
      const before = (await this.#find(place))?.draft;
      const edited = edit(before);
      return edited === before ? edited : await this.#write(edited);
    });
    this.#report(written, saved);
    return written;
  }

  /** Records why a draft was not sent, or that this no longer matters. */
  async #note(id: string, write: (draft: Draft) => Failure | undefined): Promise<void> {
    const { journal } = this.#dependencies;
    const noted = await this.#queue.run(async () => {
      const { draft } = await journal.readDraft(id);
      if (draft === undefined) return undefined;
      const failure = write(draft);
      if (failure !== draft.failure) await journal.write(id, "failed", { failure });
      return this.#toPresent({ ...draft, failure });
    });
    if (noted !== undefined) this.#report(noted, false);
  }

  /** Writes the draft with the current name of its repository, and its ID if this window knows it. */
  async #write({ failure, id, ...draft }: Draft): Promise<Draft> {
    const { journal, present, rememberedId } = this.#dependencies;
    const place = present(draft.place);
    const text: DraftText = { ...draft, place, repository: draft.repository ?? rememberedId(place.repository) };
    await journal.write(id, "typed", { text });
    const written = { ...text, id, failure };
    this.#known.set(placeKey(place), written);
    return written;
  }

  /** Ends a draft with the text that was found, but not with one that another window has typed since. */
  async #end({ attempt, draft: { id }, typed }: Found): Promise<void> {
    const { journal } = this.#dependencies;
    const upTo = { order: typed.order, window: typed.window };
    // A full disk can't take another record, but the text can be removed.
    await journal.write(id, "gone", { upTo }).catch(() => journal.forget(id, ["typed"]));
    if ((await journal.readDraft(id)).draft !== undefined) return;
    // An attempt is remembered until nothing depends on its outcome.
    if (attempt === undefined) await journal.forget(id);
    else await journal.forget(id, ["typed", "opened", "bound", "failed"]);
  }

  /** Removes what killed windows left of drafts that are gone. */
  async #forgetGone(): Promise<void> {
    const { journal } = this.#dependencies;
    for (const [id, { attempt, draft }] of [...(await journal.read())])
      if (draft === undefined && attempt === undefined) await journal.forget(id);
  }

  async #find(place: Place): Promise<Found | undefined> {
    return (await this.#readPlaces()).get(placeKey(this.#dependencies.present(place)))?.[0];
  }

  /** Like `#readPlaces`, with one draft per place where that is possible. */
  async #readUnited(): Promise<Places> {
    await this.#prepare();
    const found = await this.#readPlaces();
    if (![...found.values()].some(isMergeable)) return found;
    return await this.#queue.run(async () => {
      for (const drafts of (await this.#readPlaces()).values()) if (isMergeable(drafts)) await this.#merge(drafts);
      return await this.#readPlaces();
    });
  }

  /** Merges the drafts that windows began at one place at the same time, or under two names of one repository. */
  async #merge(found: readonly [Found, ...Found[]]): Promise<void> {
    const newest = found.find((each) => !hasArrived(each)) ?? found[0];
    const others = found.filter((each) => each !== newest);
    const missing = others.filter(
      (each) =>
        !hasArrived(each) && isUnsent(each.draft) && !contains(getText(newest.draft), getText(each.draft).trim()),
    );
    const texts = [...missing.map(({ draft }) => draft).toReversed(), newest.draft].map(getText);
    const text = texts.map((each, at) => (at < texts.length - 1 ? each.trimEnd() : each)).join("\n\n");
    const merged = missing.length === 0 ? newest.draft : { ...newest.draft, text, unsaved: undefined };
    // Written even if nothing was missing, so that a window that ends this draft at the same time doesn't end its text.
    await this.#write(merged);
    for (const other of others) await this.#end(other);
  }

  /** Returns the drafts by place, the one that is shown first. */
  async #readPlaces(): Promise<Places> {
    const found = new Map<string, [Found, ...Found[]]>();
    const all = [...(await this.#dependencies.journal.read()).values()].flatMap(
      (state) => toFound(state, (draft) => this.#toPresent(draft)) ?? [],
    );
    for (const each of all.toSorted(byRecency)) {
      const { id, place } = each.draft;
      const others = found.get(placeKey(place));
      if (others === undefined) found.set(placeKey(place), [each]);
      else if (place.number !== undefined || isSameIssue(others[0], each)) others.push(each);
      else {
        // A new issue of a repository whose new name already has one at this place.
        const other = { ...place, id: toPlaceId(id) };
        found.set(placeKey(other), [{ ...each, draft: { ...each.draft, place: other } }]);
      }
    }
    for (const [key, [first]] of found) this.#known.set(key, first.draft);
    return found;
  }

  #toPresent(draft: Draft): Draft {
    return { ...draft, place: this.#dependencies.present(draft.place) };
  }

  /** The next draft at this place is a new one. */
  #forgetKnown(place: Place): void {
    const key = placeKey(this.#dependencies.present(place));
    const known = this.#known.get(key);
    if (known !== undefined) this.#known.set(key, { ...known, id: newId() });
    this.#announced.delete(key);
  }

  #report(draft: Draft, saved: boolean): void {
    this.#announced.set(placeKey(draft.place), draft);
    this.#announce(draft.place, saved);
  }

  #announce(place: Place, saved: boolean): void {
    this.#changed.fire({ place: this.#dependencies.present(place), saved });
  }
}

function toFound({ attempt, draft, typed }: DraftState, present: (draft: Draft) => Draft): Found | undefined {
  if (draft === undefined || typed === undefined) return undefined;
  return { draft: present(draft), typedAt: placeKey(draft.place), typed, attempt };
}

/** Whether two windows stored one new issue at the same time, so that nothing is lost with the older text. */
function isSameIssue(newer: Found, older: Found): boolean {
  return newer.typedAt === older.typedAt && contains(getText(newer.draft), getText(older.draft).trim());
}

/** The one with something to send that was typed last is shown. */
function byRecency({ draft: one }: Found, { draft: other }: Found): number {
  const difference = Number(isUnsent(other)) - Number(isUnsent(one)) || other.keptAt - one.keptAt;
  return difference || (one.id < other.id ? -1 : 1);
}

/** Whether the drafts of a place can become one: until the outcome of an attempt is known, its draft stays as it is. */
function isMergeable(found: readonly Found[]): boolean {
  const isOpen = ({ attempt }: Found): boolean => attempt === "damaged" || (attempt !== undefined && !attempt.settled);
  return found.length > 1 && !found.some(isOpen);
}

/** Whether the text is on the server, if no attempt is open. */
function hasArrived({ attempt, draft }: Found): boolean {
  return typeof attempt === "object" && sameDocument(draft.place.kind, attempt.text, toSentText(draft));
}

/** Differs after every change that other windows report. */
function fingerprint({ id, text, unsaved, failure, deletedAt }: Draft): string {
  return JSON.stringify([id, text, unsaved, failure?.at, deletedAt]);
}

function newId(): string {
  return randomBytes(16).toString("hex");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The ID of the draft that keeps what this text has beyond the sent one. */
function deriveId(draft: string, { order, window }: Stamp): string {
  return hash(`${draft} ${order} ${window}`).slice(0, 32);
}

function toPlaceId(draft: string): bigint {
  return BigInt(`0x${hash(draft).slice(0, 14)}`);
}
