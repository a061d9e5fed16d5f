// Remembers which changed files of a pull request the user has viewed, and forgets those that have changed since.
import type { Event } from "vscode";
import * as v from "valibot";
import { Emitter } from "../../../workbench/events.ts";
import { StoredValue, type State } from "../../../workbench/storage/stored-value.ts";
import { threadKey, type ThreadAddress } from "../../model/address.ts";
import type { ChangedFile, CommitId } from "../../model/pull.ts";
import type { ChangedFiles, Pulls } from "../store/pulls.ts";

const KEY = "triptych.issues.viewedFiles";
/** How many pull requests are remembered. */
const MAX_PULLS = 100;

/** The ID of a deleted file's content. */
const NO_BLOB = "";

const marks = v.object({
  /** The head for which the files are known. */
  head: v.string(),
  /** The ID of each viewed file's content, by path. */
  files: v.record(v.string(), v.string()),
});
const table = v.record(v.string(), marks);

/** Stored on this machine only: servers have no API for it. */
export class ViewedFiles {
  readonly #marks: StoredValue<v.InferOutput<typeof table>>;
  readonly #pulls: Pick<Pulls, "readContent">;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(state: State, pulls: Pick<Pulls, "readContent">) {
    this.#marks = new StoredValue(state, KEY, table, {});
    this.#pulls = pulls;
  }

  countViewed(address: ThreadAddress): number {
    return Object.keys(this.#marks.get()[threadKey(address)]?.files ?? {}).length;
  }

  isViewed(address: ThreadAddress, path: string): boolean {
    return Object.hasOwn(this.#marks.get()[threadKey(address)]?.files ?? {}, path);
  }

  /** Forgets the files that have changed since the head for which they were viewed. */
  async follow(address: ThreadAddress, { details, files }: ChangedFiles, signal?: AbortSignal): Promise<void> {
    const known = this.#marks.get()[threadKey(address)];
    const head = details.head.commit;
    if (known === undefined || known.head === head) return;
    const viewed = files.filter(({ path }) => Object.hasOwn(known.files, path));
    const present = await Promise.all(
      viewed.map(async (file) => [file.path, await this.#readBlob(address, file, head, signal)] as const),
    );
    const same = present.filter(([path, blob]) => known.files[path] === blob);
    await this.#store(address, { head, files: Object.fromEntries(same) });
  }

  /** Marks files as viewed or not. */
  async mark(
    address: ThreadAddress,
    { details }: ChangedFiles,
    files: readonly ChangedFile[],
    viewed: boolean,
    signal?: AbortSignal,
  ): Promise<void> {
    const head = details.head.commit;
    const paths = new Set(files.map(({ path }) => path));
    const marked = await Promise.all(
      (viewed ? files : []).map(
        async (file) => [file.path, await this.#readBlob(address, file, head, signal)] as const,
      ),
    );
    const { files: known = {} } = this.#marks.get()[threadKey(address)] ?? {};
    const others = Object.entries(known).filter(([path]) => !paths.has(path));
    await this.#store(address, { head, files: Object.fromEntries([...others, ...marked]) });
    this.#changed.fire();
  }

  async #readBlob(
    address: ThreadAddress,
    { path, status }: ChangedFile,
    head: CommitId,
    signal?: AbortSignal,
  ): Promise<string> {
    if (status === "deleted") return NO_BLOB;
    return (await this.#pulls.readContent(address, path, head, signal))?.blob ?? NO_BLOB;
  }

  async #store(address: ThreadAddress, stored: v.InferOutput<typeof marks>): Promise<void> {
    const key = threadKey(address);
    await this.#marks.update((all) => {
      const others = Object.entries(all).filter(([each]) => each !== key);
      return Object.fromEntries([...others.slice(-(MAX_PULLS - 1)), [key, stored]]);
    });
  }
}
