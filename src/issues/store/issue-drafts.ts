import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Event } from "vscode";
import { int64, maybe } from "../../base/decode.ts";
import { parseJson, stringifyJson } from "../../base/json.ts";
import { Emitter } from "../../workbench/events.ts";
import { errorCode, writeAtomic } from "../../workbench/files.ts";
import type { Log } from "../../workbench/log.ts";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { issuePlaceKey } from "../model/issue-draft.ts";
import type { IssueDraft, IssueFailure, IssuePlace, IssueTarget } from "../model/issue-draft.ts";
import { KINDS } from "./draft-file.ts";

/** The form of the file; another one is not read. */
const FORM = 1;

const target = v.pipe(
  v.variant("kind", [
    v.object({ kind: v.literal("new"), slot: v.number() }),
    v.object({ kind: v.literal("issue"), number: int64 }),
  ]),
  v.transform((wire): IssueTarget => wire),
);

const WHYS = [
  "noHead",
  "noTitle",
  "unknownName",
  "archived",
  "otherRepository",
  "missing",
  "conflict",
  "lost",
  "underWay",
  "problem",
] as const satisfies readonly IssueFailure["why"][];

const file = v.object({
  form: v.literal(FORM),
  place: v.object({
    repository: v.object({ base: v.string(), owner: v.string(), name: v.string() }),
    target,
  }),
  text: v.string(),
  unsaved: maybe(v.string()),
  keptAt: v.number(),
  savedAt: v.number(),
  begun: v.string(),
  opened: maybe(v.object({ title: v.string(), body: v.string(), version: maybe(int64) })),
  repository: maybe(int64),
  attempt: maybe(
    v.object({ title: v.string(), body: v.string(), by: maybe(v.string()), after: int64, at: v.number() }),
  ),
  failure: maybe(
    v.object({
      at: v.number(),
      asked: maybe(v.string()),
      why: v.picklist(WHYS),
      kind: maybe(v.picklist(KINDS)),
      names: v.array(v.string()),
    }),
  ),
});

export interface IssueDraftChange {
  readonly place: IssuePlace;
  /** The saved text is another one, so an editor that shows it has to read it again. */
  readonly saved: boolean;
}

/** What of an issue was written and not yet sent, in one file each, on the disk itself before anything goes on. */
export class IssueDrafts {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #changed = new Emitter<IssueDraftChange>();
  readonly #working = new Map<string, Promise<unknown>>();
  /** What this window last knew of each file, to tell what another one changes. */
  readonly #seen = new Map<string, { readonly place: IssuePlace; readonly savedAt: number; readonly mark: string }>();
  readonly onDidChange: Event<IssueDraftChange> = this.#changed.event;

  constructor(folder: string, now: () => number, log: Log) {
    this.#folder = folder;
    this.#now = now;
    this.#log = log;
  }

  get(place: IssuePlace): Promise<IssueDraft | undefined> {
    return this.#read(this.#path(place));
  }

  async list(): Promise<readonly IssueDraft[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
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

  /** A place for another issue that is to be made. */
  async freeSlot(repository: RepositoryAddress): Promise<IssuePlace> {
    const key = repositoryKey(repository);
    const taken = new Set(
      (await this.list())
        .filter(({ place }) => repositoryKey(place.repository) === key)
        .map(({ place }) => (place.target.kind === "new" ? place.target.slot : 0)),
    );
    let slot = 1;
    while (taken.has(slot)) slot += 1;
    return { repository, target: { kind: "new", slot } };
  }

  /** Puts a draft there, whatever was there before. */
  async begin(place: IssuePlace, begun: string, more: Partial<Pick<IssueDraft, "opened" | "repository" | "text">>) {
    const now = this.#now();
    return this.#change(place, true, () => ({
      place,
      text: begun,
      unsaved: undefined,
      keptAt: now,
      savedAt: now,
      begun,
      opened: undefined,
      repository: undefined,
      attempt: undefined,
      failure: undefined,
      ...more,
    }));
  }

  async save(place: IssuePlace, text: string): Promise<void> {
    const now = this.#now();
    await this.mend(place, (draft) => ({ ...draft, text, unsaved: undefined, keptAt: now, savedAt: now }), {
      saved: true,
    });
  }

  /** Keeps what is being typed, which the editor itself does not count as saved. */
  async type(place: IssuePlace, text: string): Promise<void> {
    const keptAt = this.#now();
    await this.mend(place, (draft) => ({ ...draft, unsaved: text === draft.text ? undefined : text, keptAt }));
  }

  /** Changes a draft, if it is there. */
  async mend(place: IssuePlace, edit: (draft: IssueDraft) => IssueDraft, { saved = false } = {}): Promise<void> {
    await this.#change(place, saved, (draft) => (draft === undefined ? undefined : edit(draft)));
  }

  async remove(place: IssuePlace): Promise<void> {
    await this.#inTurn(place, () => rm(this.#path(place), { force: true }));
    this.#seen.delete(this.#path(place));
    this.#changed.fire({ place, saved: true });
  }

  async move(from: IssuePlace, to: IssuePlace): Promise<void> {
    const draft = await this.get(from);
    if (draft === undefined) return;
    await this.#inTurn(to, () => this.#write({ ...draft, place: to }));
    await this.remove(from);
    this.#changed.fire({ place: to, saved: true });
  }

  async #change(
    place: IssuePlace,
    saved: boolean,
    edit: (draft: IssueDraft | undefined) => IssueDraft | undefined,
  ): Promise<IssueDraft | undefined> {
    const draft = await this.#inTurn(place, async () => {
      const edited = edit(await this.get(place));
      if (edited !== undefined) await this.#write(edited);
      return edited;
    });
    if (draft !== undefined) this.#changed.fire({ place, saved });
    return draft;
  }

  async #write(draft: IssueDraft): Promise<void> {
    const bytes = stringifyJson({ form: FORM, ...draft }, "  ");
    await writeAtomic(this.#path(draft.place), (handle) => handle.writeFile(bytes), { durable: true });
    this.#note(this.#path(draft.place), draft);
  }

  async #read(path: string): Promise<IssueDraft | undefined> {
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
    const read = v.safeParse(file, parsed(text));
    if (read.success) {
      const { form: _form, ...draft } = read.output;
      this.#note(path, draft);
      return draft;
    }
    // Whatever is in it may be somebody's text: it is moved aside, not thrown away.
    const aside = `${path}.damaged`;
    this.#log.error("A draft could not be read and was moved aside", { aside });
    await rename(path, aside);
    return undefined;
  }

  #note(path: string, draft: IssueDraft): void {
    this.#seen.set(path, { place: draft.place, savedAt: draft.savedAt, mark: markOf(draft) });
  }

  /** One change of a draft after the other, so that none is made from what another is just replacing. */
  #inTurn<Result>(place: IssuePlace, work: () => Promise<Result>): Promise<Result> {
    const path = this.#path(place);
    const done = (this.#working.get(path) ?? Promise.resolve()).then(work, work);
    this.#working.set(path, done);
    const forget = (): void => {
      if (this.#working.get(path) === done) this.#working.delete(path);
    };
    done.then(forget, forget);
    return done;
  }

  #path(place: IssuePlace): string {
    const { owner, name } = place.repository;
    const key = createHash("sha256").update(issuePlaceKey(place)).digest("hex").slice(0, 24);
    return join(this.#folder, `${owner}-${name}-${key}.json`.toLowerCase());
  }
}

function markOf({ text, unsaved, failure }: IssueDraft): string {
  return JSON.stringify([text, unsaved, failure?.at]);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
