// Brings drafts of earlier versions into the journal, once, from whatever state a killed window left: one file per
// place, which was moved away while it changed, one per attempt, and one for the repository of a draft.
import { createHash } from "node:crypto";
import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { int64, optional, type Schema } from "../../../base/decode.ts";
import { tryParseJson } from "../../../base/json/json.ts";
import { readForeignFile } from "../../../base/foreign-file.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { unlessMissing } from "../../../workbench/storage/shared-files.ts";
import { Attempt, DraftId, DraftText, Failure, getText, toSentText, type Draft } from "./draft.ts";
import type { Journal } from "./journal.ts";
import { contains, sameDocument } from "./draft-document.ts";
import type { Turns } from "./turns.ts";

/** The format version of the files. */
const Old = v.object({ form: v.literal(2) });
const OldDraft = v.object({
  ...DraftText.entries,
  id: DraftId,
  failure: v.fallback(optional(Failure), undefined),
});
const OldBinding = v.object({ repository: int64 });

/** The end of a file's name. `moved` is set if a killed window had moved the file away. */
const NAMES = /\.json(?<moved>\.[0-9a-f]+\.leaving)?$/;
const MAX_BYTES = 64 * 1024 * 1024;
const RETRY_MS = 100;

export interface TakeOverDependencies extends Pick<Shared, "folder" | "log"> {
  readonly journal: Journal;
  readonly turns: Turns;
}

/** Nothing is removed before everything is in the journal. Files that can't be read stay. */
export async function takeOver({ folder, journal, log, turns }: TakeOverDependencies): Promise<void> {
  const [drafts, bindings, attempts] = ["drafts", "repositories", "attempts"].map(
    (name) => new OldFolder(join(folder, name), log),
  );
  if (drafts === undefined || bindings === undefined || attempts === undefined) return;
  const all = [drafts, bindings, attempts];
  const work = async (): Promise<true> => {
    const started = await attempts.read(Attempt);
    const bound = await bindings.read(OldBinding);
    for (const { id, failure, ...text } of distinguish([...(await drafts.read(OldDraft)).values()], started)) {
      const repository = text.repository ?? bound.get(`${id}.json`)?.repository;
      await journal.writeShared(id, 1, "typed", { text: { ...text, repository } });
      if (failure !== undefined) await journal.writeShared(id, 2, "failed", { failure });
    }
    for (const attempt of started.values()) await journal.writeShared(attempt.draft, 3, "attempt", { attempt });
    for (const name of attempts.damaged) await journal.writeShared(name.replace(NAMES, ""), 3, "attempt", "damaged");
    // The attempts go last: without its attempt, a draft could be sent again.
    for (const each of all) await each.remove();
    return true;
  };
  const hasFiles = async () => (await Promise.all(all.map((each) => each.list()))).flat().length > 0;
  while ((await hasFiles()) && (await turns.hold("drafts of earlier versions", work)) === undefined)
    await wait(RETRY_MS);
}

class OldFolder {
  readonly #folder: string;
  readonly #log: Shared["log"];
  readonly #read: string[] = [];
  readonly damaged: string[] = [];

  constructor(folder: string, log: Shared["log"]) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Lists the files, those that were moved away last. */
  async list(): Promise<readonly string[]> {
    const names = (await unlessMissing(readdir(this.#folder), [])).filter((name) => NAMES.test(name));
    return names.toSorted((one, other) => one.length - other.length);
  }

  /** Returns the contents of the readable files by their names. */
  async read<Content>(schema: Schema<Content>): Promise<ReadonlyMap<string, Content>> {
    const found = new Map<string, Content>();
    for (const name of await this.list()) {
      const path = join(this.#folder, name);
      const bytes = await readForeignFile(path, { within: undefined, maxBytes: MAX_BYTES });
      const json = bytes && tryParseJson(bytes.toString("utf8"));
      const content = v.safeParse(schema, json);
      if (v.is(Old, json) && content.success) found.set(name, content.output);
      else {
        this.damaged.push(name);
        this.#log.error("A draft can't be read. Its file stays as it is", { file: path });
      }
    }
    this.#read.push(...found.keys());
    return found;
  }

  async remove(): Promise<void> {
    for (const name of this.#read) await rm(join(this.#folder, name), { force: true });
    await rmdir(this.#folder).catch(() => undefined);
  }
}

/**
 * Returns the drafts with something to keep, each with its own ID. A killed window may have left two texts with one ID,
 * or a text that has arrived.
 */
function distinguish(drafts: readonly Draft[], attempts: ReadonlyMap<string, Attempt>): readonly Draft[] {
  const kept = new Map<string, Draft>();
  for (const draft of drafts) {
    const { id, place } = draft;
    const attempt = attempts.get(`${id}.json`);
    const newer = kept.get(id);
    if (attempt?.settled === true && sameDocument(place.kind, attempt.text, toSentText(draft))) continue;
    if (newer === undefined) kept.set(id, draft);
    else if (!contains(getText(newer), getText(draft).trim())) {
      const other = createHash("sha256")
        .update(`${id} ${getText(draft)}`)
        .digest("hex")
        .slice(0, 32);
      kept.set(other, { ...draft, id: other, failure: undefined });
    }
  }
  return [...kept.values()];
}
