// Shows files of a pull request's commits as read-only documents, and diffs between them.
import * as v from "valibot";
import {
  commands,
  type Disposable,
  FilePermission,
  FileSystemError,
  FileType,
  Uri,
  type FileChangeEvent,
  type FileStat,
} from "vscode";
import { asProblem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { format } from "../../workbench/text/format.ts";
import { inLine } from "../../workbench/text/encode.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { PULL_SCHEME, type TextFiles } from "../lazy-files.ts";
import { sameBase, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import { formatNumber } from "../model/entities.ts";
import { isCommitId, type ChangedFile, type CommitId, type FileContent, type PullDetails } from "../model/pull.ts";
import type { Services } from "../services.ts";
import type { ChangedFiles } from "./pulls.ts";

type UsedServices = Pick<Services, "knownServers" | "pulls" | "repositories">;

/** In the query of a URI. Without a commit, the file doesn't exist on this side. */
const place = v.object({
  base: v.pipe(v.string(), v.url()),
  owner: v.string(),
  name: v.string(),
  path: v.string(),
  commit: v.optional(v.pipe(v.string(), v.check(isCommitId))),
});

/** A pointer of Git LFS, which is what the repository contains instead of the file. */
const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n[^]*\bsize (\d{1,15})\n/;
const MAX_POINTER_BYTES = 1024;

/** The content at a commit never changes, so no file ever does. */
export class PullFiles implements TextFiles, Disposable {
  readonly #services: UsedServices;
  readonly #now: () => number;
  readonly #changed = new Emitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(services: UsedServices, now: () => number) {
    this.#services = services;
    this.#now = now;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { length } = await this.#read(uri);
    return { type: FileType.File, ctime: 0, mtime: 0, size: length, permissions: FilePermission.Readonly };
  }

  readFile(uri: Uri): Promise<Uint8Array> {
    return this.#read(uri);
  }

  writeFile(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #read(uri: Uri): Promise<Uint8Array> {
    const found = parsePlace(uri);
    // A link could name any server.
    if (found === undefined || !(await this.#isKnown(found.base))) throw FileSystemError.FileNotFound(uri);
    const { commit, path, ...address } = found;
    if (commit === undefined) return new Uint8Array();
    let content: FileContent | undefined;
    try {
      content = await this.#services.pulls.readContent(address, path, commit);
    } catch (error) {
      throw FileSystemError.Unavailable(inLine(describeProblem(asProblem(error), this.#now()).sentence));
    }
    if (content === undefined) throw FileSystemError.FileNotFound(uri);
    return toShown(content);
  }

  async #isKnown(base: string): Promise<boolean> {
    const { knownServers, repositories } = this.#services;
    if (knownServers.bases().some((each) => sameBase(each, base))) return true;
    return (await repositories.list()).some(({ address }) => sameBase(address.base, base));
  }
}

/** Opens the diff of one changed file. */
export async function openChanges(address: ThreadAddress, details: PullDetails, file: ChangedFile): Promise<void> {
  const [before, after] = sidesOf(address, details, file);
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const number = formatNumber({ number: address.number, pull: true });
  const title =
    file.status === "deleted" ? l10n.t("{0} ({1}, deleted)", name, number) : l10n.t("{0} ({1})", name, number);
  const empty = toUri(address, file.path, undefined);
  await commands.executeCommand("vscode.diff", before ?? empty, after ?? empty, inLine(title));
}

/** Opens the diffs of all changed files in one editor. */
export async function openAllChanges(address: ThreadAddress, { details, files }: ChangedFiles): Promise<void> {
  const changes = files.map((file) => {
    const [before, after] = sidesOf(address, details, file);
    return [toUri(address, file.path, details.head.commit), before, after];
  });
  const title = l10n.t("Changes of {0} {1}", formatNumber({ number: address.number, pull: true }), details.title);
  await commands.executeCommand("vscode.changes", inLine(title), changes);
}

/** Returns the file before and after the change. Undefined on a side where it doesn't exist. */
function sidesOf(
  address: ThreadAddress,
  { head, mergeBase }: PullDetails,
  { path, from = path, status }: ChangedFile,
): readonly [Uri | undefined, Uri | undefined] {
  return [
    status === "added" ? undefined : toUri(address, from, mergeBase),
    status === "deleted" ? undefined : toUri(address, path, head.commit),
  ];
}

function toUri({ base, owner, name }: RepositoryAddress, path: string, commit: CommitId | undefined): Uri {
  const query = JSON.stringify({ base, owner, name, path, ...(commit === undefined ? {} : { commit }) });
  return Uri.from({ scheme: PULL_SCHEME, path: `/${path}`, query });
}

function parsePlace({ query }: Uri): v.InferOutput<typeof place> | undefined {
  try {
    const parsed = v.safeParse(place, JSON.parse(query));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what to show: the file itself, or a line that says what it is. */
function toShown(content: FileContent): Uint8Array {
  switch (content.kind) {
    case "submodule":
      return toBytes(l10n.t("Submodule {0} at {1}", content.url, content.blob));
    case "link":
      return toBytes(l10n.t("Link to {0}", content.target));
    case "file": {
      const { blob, bytes, size } = content;
      if (bytes === undefined) return toBytes(l10n.t("File of {0}, too large to show ({1})", format.bytes(size), blob));
      const stored = bytes.length > MAX_POINTER_BYTES ? null : LFS_POINTER.exec(Buffer.from(bytes).toString("latin1"));
      if (stored === null) return bytes;
      const [, storedSize] = stored;
      return toBytes(l10n.t("File of {0}, stored with Git LFS ({1})", format.bytes(Number(storedSize)), blob));
    }
  }
}

function toBytes(line: string): Uint8Array {
  return Buffer.from(`${line}\n`);
}
