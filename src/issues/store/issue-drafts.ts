import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import * as v from "valibot";
import type { Event } from "vscode";
import { int64, maybe } from "../../base/decode.ts";
import { parseJson, stringifyJson } from "../../base/json.ts";
import type { Log } from "../../workbench/log.ts";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { issuePlaceKey } from "../model/issue-draft.ts";
import type { IssueDraft, IssueFailure, IssuePlace, IssueTarget } from "../model/issue-draft.ts";
import { KINDS } from "./draft-file.ts";
import { DraftFiles } from "./draft-files.ts";
import type { Change } from "./draft-files.ts";

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

/** What of an issue was written and not yet sent. */
export class IssueDrafts {
  readonly #files: DraftFiles<IssuePlace, IssueDraft>;
  readonly #now: () => number;
  readonly onDidChange: Event<Change<IssuePlace>>;

  constructor(folder: string, now: () => number, log: Log) {
    this.#now = now;
    this.#files = new DraftFiles(folder, log, {
      nameOf,
      encode: (draft) => stringifyJson({ form: FORM, ...draft }, "  "),
      decode,
      markOf: ({ text, unsaved, failure }) => JSON.stringify([text, unsaved, failure?.at]),
    });
    this.onDidChange = this.#files.onDidChange;
  }

  get(place: IssuePlace): Promise<IssueDraft | undefined> {
    return this.#files.read(this.#files.pathOf(place));
  }

  list(): Promise<readonly IssueDraft[]> {
    return this.#files.list();
  }

  /** Tells of what other windows have changed since this one last knew. */
  lookAgain(): Promise<void> {
    return this.#files.lookAgain(() => this.list());
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
    await this.#files.inTurn(place, () => rm(this.#files.pathOf(place), { force: true }));
    this.#files.forget(this.#files.pathOf(place));
    this.#files.tell({ place, saved: true });
  }

  async move(from: IssuePlace, to: IssuePlace): Promise<void> {
    const draft = await this.get(from);
    if (draft === undefined) return;
    await this.#files.inTurn(to, () => this.#files.write({ ...draft, place: to }));
    await this.remove(from);
    this.#files.tell({ place: to, saved: true });
  }

  async #change(
    place: IssuePlace,
    saved: boolean,
    edit: (draft: IssueDraft | undefined) => IssueDraft | undefined,
  ): Promise<IssueDraft | undefined> {
    const draft = await this.#files.inTurn(place, async () => {
      const edited = edit(await this.get(place));
      if (edited !== undefined) await this.#files.write(edited);
      return edited;
    });
    if (draft !== undefined) this.#files.tell({ place, saved });
    return draft;
  }
}

function nameOf(place: IssuePlace): string {
  const { owner, name } = place.repository;
  const key = createHash("sha256").update(issuePlaceKey(place)).digest("hex").slice(0, 24);
  return `${owner}-${name}-${key}.json`.toLowerCase();
}

function decode(text: string): IssueDraft | undefined {
  const read = v.safeParse(file, parsed(text));
  if (!read.success) return undefined;
  const { form: _form, ...draft } = read.output;
  return draft;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
