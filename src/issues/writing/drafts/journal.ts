// The folder of records, which all windows share. Each record is a file of its own, written once under a name that
// no one else uses, and never changed or moved.
import { randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { stringifyJson } from "../../../base/json/json.ts";
import { readForeignFile } from "../../../base/foreign-file.ts";
import { Semaphore } from "../../../base/tasks/semaphore.ts";
import { once } from "../../../workbench/lazy-value.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { UNFINISHED, unlessMissing, writeText } from "../../../workbench/storage/shared-files.ts";
import { decodeRecord } from "../../../workbench/storage/records.ts";
import {
  foldRecords,
  RECORD_KINDS,
  RecordContent,
  type DraftState,
  type JournalRecord,
  type RecordKind,
} from "./fold.ts";

/** Changes with the contents of records. */
export const FORMAT_VERSION = 3;
/** `DRAFT.ORDER.WINDOW.KIND.json` */
const NAME = /^(?<draft>\w[\w.-]*)\.(?<order>\d{1,12})\.(?<window>[0-9a-z]+)\.(?<kind>[a-z]+)\.json$/;
/** The window of records that every window writes alike, because they only follow from others. */
const ANY_WINDOW = "0";
const MAX_BYTES = 64 * 1024 * 1024;
const PARALLEL_READS = 32;
/** Longer than a window takes to write a record, whatever its clock says. */
const UNFINISHED_MS = 3 * 24 * 60 * 60_000;

/** The name of a record says everything except its content. */
type RecordName = Omit<JournalRecord, "content">;

/** A text that can't be read. Its file stays until the user discards it. */
export interface UnreadableText {
  readonly file: string;
  readonly why: "forbidden" | "notFile" | "tooLarge" | "damaged";
}

export interface JournalDependencies extends Pick<Shared, "log" | "now"> {
  readonly prepare: () => Promise<void>;
}

export class Journal {
  readonly folder: string;
  readonly #log: Shared["log"];
  readonly #now: () => number;
  /** Tells this window's records from those of others. */
  readonly #window = randomBytes(6).toString("hex");
  /** The records on disk as last listed, by draft and name. They never change, so each is read once. */
  readonly #records = new Map<string, Map<string, JournalRecord>>();
  readonly #states = new Map<string, DraftState>();
  /** Records whose files can't be opened. They may be readable later. */
  readonly #unopened = new Set<string>();
  readonly #logged = new Set<string>();
  /** Listing, writing and removing run one after another, so that each sees the result of the last. */
  readonly #queue = new Semaphore(1);

  readonly #prepare: () => Promise<void>;

  /** `prepare` writes what must be in the journal before it is read for the first time. */
  constructor(folder: string, { log, now, prepare }: JournalDependencies) {
    this.folder = folder;
    this.#log = log;
    this.#now = now;
    this.#prepare = once(async () => {
      await prepare();
      await this.#removeUnfinished();
    });
  }

  /** Returns the present state of each draft that has records. */
  async read(): Promise<ReadonlyMap<string, DraftState>> {
    await this.#prepare();
    await this.#queue.run(() => this.#refresh());
    return this.#states;
  }

  async readDraft(draft: string): Promise<DraftState> {
    return (await this.read()).get(draft) ?? foldRecords(draft, []);
  }

  async listUnreadable(): Promise<readonly UnreadableText[]> {
    await this.read();
    const names: string[] = [];
    for (const records of this.#records.values())
      for (const [name, record] of records) if (isUnreadable(record)) names.push(name);
    return await Promise.all(
      names.map(async (name) => {
        const file = join(this.folder, name);
        return { file, why: this.#unopened.has(name) ? await explainUnopened(file) : "damaged" };
      }),
    );
  }

  /** Removes the file of a text that can't be read. */
  async discardUnreadable(file: string): Promise<void> {
    if (!(await this.listUnreadable()).some((each) => each.file === file)) return;
    await rm(file, { force: true, recursive: true });
  }

  /** Resolves once the record is flushed to disk. */
  async write(draft: string, kind: RecordKind, content: RecordContent): Promise<void> {
    await this.#queue.run(async () => {
      const before = [...(this.#records.get(draft) ?? [])];
      const order = 1 + Math.max(0, ...before.map(([, record]) => record.order));
      await this.#write({ draft, order, window: this.#window, kind, content });
      // The new record replaces this window's older ones of its kind. Those of other windows may be newer.
      const replaced = before.filter(
        ([, each]) => each.kind === kind && each.window === this.#window && !isUnreadable(each),
      );
      for (const [name] of replaced) await this.#remove(draft, name).catch(() => undefined);
    });
  }

  /** Writes a record that is the same in whichever window writes it, however often. */
  async writeShared(draft: string, order: number, kind: RecordKind, content: JournalRecord["content"]): Promise<void> {
    await this.#queue.run(() => this.#write({ draft, order, window: ANY_WINDOW, kind, content }));
  }

  /**
   * Removes records of a draft that is gone. The record that says so is the last to go. If a text of the draft can't be
   * read now, all stay: it may be readable later, and must not be sent again then.
   */
  async forget(draft: string, kinds: readonly RecordKind[] = RECORD_KINDS): Promise<void> {
    await this.#queue.run(async () => {
      const records = [...(this.#records.get(draft) ?? [])];
      if (records.some(([, record]) => isUnreadable(record))) return;
      for (const kind of kinds)
        for (const [name, record] of records) if (record.kind === kind) await this.#remove(draft, name);
    });
  }

  async #write(record: JournalRecord): Promise<void> {
    const { content, draft, kind, order, window } = record;
    const name = `${draft}.${order}.${window}.${kind}.json`;
    const text = content === "damaged" ? "" : stringifyJson({ form: FORMAT_VERSION, ...content }, "  ");
    await writeText(join(this.folder, name), text);
    this.#add(name, record);
  }

  /** A listing may miss a record that is written while an older one is removed, so the last one shows no change. */
  async #refresh(): Promise<void> {
    const retried = new Set<string>();
    for (let isChanged = true; isChanged;) {
      const names = await this.#list();
      const gone = [...this.#records].flatMap(([draft, records]) =>
        [...records.keys()].filter((name) => !names.has(name)).map((name) => [draft, name] as const),
      );
      for (const [draft, name] of gone) this.#drop(draft, name);
      const added = [...names].filter(([name, { draft }]) => {
        const isKnown = this.#records.get(draft)?.has(name) === true;
        return !isKnown || (this.#unopened.has(name) && !retried.has(name));
      });
      for (let start = 0; start < added.length; start += PARALLEL_READS)
        await Promise.all(added.slice(start, start + PARALLEL_READS).map(([name, record]) => this.#read(name, record)));
      for (const [name] of added) retried.add(name);
      isChanged = gone.length + added.length > 0;
    }
    for (const name of this.#unopened) this.#logOnce(name);
  }

  async #list(): Promise<ReadonlyMap<string, RecordName>> {
    const names = await unlessMissing(readdir(this.folder), []);
    return new Map(
      names.flatMap((name): [string, RecordName][] => {
        const parsed = parseName(name);
        return parsed === undefined ? [] : [[name, parsed]];
      }),
    );
  }

  async #read(name: string, record: RecordName): Promise<void> {
    const bytes = await readForeignFile(join(this.folder, name), { within: undefined, maxBytes: MAX_BYTES });
    const content = bytes && decodeRecord(FORMAT_VERSION, RecordContent, bytes.toString("utf8"));
    if (bytes === undefined) this.#unopened.add(name);
    else this.#unopened.delete(name);
    if (bytes !== undefined && content === undefined) this.#logOnce(name);
    this.#add(name, { ...record, content: content ?? "damaged" });
  }

  #logOnce(name: string): void {
    if (!this.#logged.has(name))
      this.#log.error("A draft can't be read. Its file stays as it is", { file: join(this.folder, name) });
    this.#logged.add(name);
  }

  /** Removes what killed windows didn't finish writing. */
  async #removeUnfinished(): Promise<void> {
    for (const name of (await unlessMissing(readdir(this.folder), [])).filter((each) => each.endsWith(UNFINISHED))) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && found.mtimeMs < this.#now() - UNFINISHED_MS) await rm(path, { force: true });
    }
  }

  async #remove(draft: string, name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
    this.#drop(draft, name);
  }

  #add(name: string, record: JournalRecord): void {
    const records = this.#records.get(record.draft) ?? new Map<string, JournalRecord>();
    this.#records.set(record.draft, records.set(name, record));
    this.#states.set(record.draft, foldRecords(record.draft, records.values()));
  }

  #drop(draft: string, name: string): void {
    const records = this.#records.get(draft);
    if (records?.delete(name) !== true) return;
    this.#unopened.delete(name);
    if (records.size > 0) this.#states.set(draft, foldRecords(draft, records.values()));
    else {
      this.#records.delete(draft);
      this.#states.delete(draft);
    }
  }
}

/** Returns undefined for other files, such as records of a kind that only a newer version of Triptych knows. */
function parseName(name: string): RecordName | undefined {
  const { draft, order, window, kind: named } = NAME.exec(name)?.groups ?? {};
  const kind = RECORD_KINDS.find((each) => each === named);
  if (draft === undefined || window === undefined || kind === undefined) return undefined;
  return { draft, order: Number(order), window, kind };
}

function isUnreadable({ content, kind }: JournalRecord): boolean {
  return kind === "typed" && content === "damaged";
}

/** Returns why a file could not be opened. */
async function explainUnopened(file: string): Promise<UnreadableText["why"]> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return "notFile";
  if (found.size > MAX_BYTES) return "tooLarge";
  return "forbidden";
}
