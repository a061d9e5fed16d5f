// Loads what a pull request has beyond an issue, and the files at both ends.
import { asProblem } from "../../../base/problem.ts";
import { ExpiringCache } from "../../../base/tasks/expiring-cache.ts";
import { LruMap } from "../../../base/lru.ts";
import { Semaphore } from "../../../base/tasks/semaphore.ts";
import type { Forge } from "../../api/forge.ts";
import type { Listed, Paged } from "../../api/caller.ts";
import { repositoryKey, threadKey, type RepositoryAddress, type ThreadAddress } from "../../model/address.ts";
import type { ChangedFile, CommitId, FileContent, PullCommit, PullDetails } from "../../model/pull.ts";
import { readPages } from "./read-pages.ts";

/** Diffs of many files request all their contents at the same time. */
const MAX_PARALLEL_REQUESTS = 4;
/** Completion requests branches on every keystroke. */
const BRANCH_LIMITS = { maxAgeMs: 60_000, maxEntries: 8 };
const MAX_PULLS = 200;
const MAX_CONTENTS = 200;
/** Larger contents aren't kept. */
const MAX_KEPT_BYTES = 1024 * 1024;

export interface ChangedFiles {
  readonly details: PullDetails;
  readonly files: readonly ChangedFile[];
  /** The number of files that could not be decoded, or are on pages that aren't loaded. */
  readonly skipped: number;
}

export class Pulls {
  readonly #apiAt: (address: RepositoryAddress) => Forge;
  readonly #files = new LruMap<string, ChangedFiles>(MAX_PULLS);
  readonly #contents = new LruMap<string, { readonly content: FileContent | undefined }>(MAX_CONTENTS);
  readonly #branches: ExpiringCache<readonly string[]>;
  readonly #parallel = new Semaphore(MAX_PARALLEL_REQUESTS);

  constructor(apiAt: (address: RepositoryAddress) => Forge, now: () => number) {
    this.#apiAt = apiAt;
    this.#branches = new ExpiringCache(BRANCH_LIMITS, now);
  }

  /** Returns the changed files as last loaded. */
  getFiles(address: ThreadAddress): ChangedFiles | undefined {
    return this.#files.get(threadKey(address));
  }

  async readDetails(address: ThreadAddress, signal?: AbortSignal): Promise<PullDetails> {
    return await this.#apiAt(address).pulls.details(address, address.number, { signal });
  }

  async readDefaultBranch(address: RepositoryAddress): Promise<string> {
    return (await this.#apiAt(address).pulls.mergeSettings(address)).defaultBranch;
  }

  /** Returns the names of all branches, which may be up to a minute old. */
  async recentBranches(address: RepositoryAddress): Promise<readonly string[]> {
    const load = async (signal: AbortSignal) => (await this.readBranches(address, signal)).names;
    return await this.#branches.get(repositoryKey(address), load);
  }

  /** Returns the names of all branches. */
  async readBranches(
    address: RepositoryAddress,
    signal?: AbortSignal,
  ): Promise<{ readonly names: readonly string[]; readonly defaultBranch: string }> {
    const { pulls } = this.#apiAt(address);
    const load = (paged: Paged) => pulls.branches(address, paged);
    const [{ values }, { defaultBranch }] = await Promise.all([
      readPages(load, ({ name }) => name, signal),
      pulls.mergeSettings(address, { signal }),
    ]);
    return { names: values.map(({ name }) => name), defaultBranch };
  }

  async readFiles(address: ThreadAddress, signal?: AbortSignal): Promise<ChangedFiles> {
    const api = this.#apiAt(address);
    const load = (paged: Paged): Promise<Listed<ChangedFile>> => api.pulls.files(address, address.number, paged);
    const details = await this.readDetails(address, signal);
    const { values, skipped } = await readPages(load, ({ path }) => path, signal);
    const read = { details, files: values, skipped };
    this.#files.set(threadKey(address), read);
    return read;
  }

  /** Loads the commits, newest first. */
  async readCommits(
    address: ThreadAddress,
    signal?: AbortSignal,
  ): Promise<{ readonly values: readonly PullCommit[]; readonly skipped: number }> {
    const { pulls } = this.#apiAt(address);
    return await readPages(
      (paged) => pulls.commits(address, address.number, paged),
      ({ id }) => id,
      signal,
    );
  }

  /** Returns the paths that commits have changed since another one. Undefined if the server no longer has the commit. */
  async readTouched(
    address: RepositoryAddress,
    since: CommitId,
    commit: CommitId,
    signal?: AbortSignal,
  ): Promise<readonly string[] | undefined> {
    try {
      return (await this.#apiAt(address).pulls.compare(address, since, commit, { signal })).paths;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind === "notFound" && problem.facts.noRoute !== true) return undefined;
      throw problem;
    }
  }

  /** Returns what a path is at a commit. Undefined if the commit has no such path. */
  async readContent(
    address: RepositoryAddress,
    path: string,
    commit: CommitId,
    signal?: AbortSignal,
  ): Promise<FileContent | undefined> {
    const key = `${repositoryKey(address)} ${commit} ${path}`;
    return await this.#parallel.run(async () => {
      const known = this.#contents.get(key);
      if (known !== undefined) return known.content;
      const content = await this.#apiAt(address).pulls.content(address, path, commit, { signal });
      if (content?.kind !== "file" || content.size <= MAX_KEPT_BYTES) this.#contents.set(key, { content });
      return content;
    }, signal);
  }

  /** Call when a repository uses another account: what it may see has changed. */
  forget(): void {
    this.#files.clear();
    this.#contents.clear();
    this.#branches.clear();
  }
}
