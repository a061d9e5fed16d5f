// Shows files of a pull request's commits as read-only documents, and diffs between them.
import {
  commands,
  type Disposable,
  FilePermission,
  FileSystemError,
  FileType,
  type FileChangeEvent,
  type FileStat,
  type Uri,
} from "vscode";
import { asProblem } from "../../../base/problem.ts";
import { Emitter } from "../../../workbench/events.ts";
import { describeProblem } from "../../../workbench/problems.ts";
import { format } from "../../../workbench/text/format.ts";
import { inLine } from "../../../workbench/text/encode.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import type { TextFiles } from "../../../workbench/lazy-file-system.ts";
import { sameBase, type ThreadAddress } from "../../model/address.ts";
import { formatPull } from "../../model/entities.ts";
import type { ChangedFile, FileContent, PullDetails } from "../../model/pull.ts";
import { matchLfsPointer } from "../store/file-text.ts";
import { parsePullUri, toPullUri, type PullFile } from "../store/pull-uri.ts";
import type { ChangedFiles, Pulls } from "../store/pulls.ts";
import type { KnownServers } from "../../repositories/known-servers.ts";
import type { Repositories } from "../../repositories/repositories.ts";

interface PullFileServices {
  readonly knownServers: KnownServers;
  readonly pulls: Pulls;
  readonly repositories: Repositories;
}

/** The content at a commit never changes, so no file ever does. */
export class PullFiles implements TextFiles, Disposable {
  readonly #services: PullFileServices;
  readonly #now: () => number;
  readonly #changed = new Emitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(services: PullFileServices, now: () => number) {
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
    const found = parsePullUri(uri);
    // A link could name any server.
    if (found === undefined || !(await this.#isKnown(found.pull.base))) throw FileSystemError.FileNotFound(uri);
    const { commit, failure, path, pull } = found;
    if (failure !== undefined) return toBytes(`${l10n.t("Could not load the file:")}\n${failure}`);
    if (commit === undefined) return new Uint8Array();
    let content: FileContent | undefined;
    try {
      content = await this.#services.pulls.readContent(pull, path, commit);
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
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const number = formatPull(address.number);
  const title =
    file.status === "deleted" ? l10n.t("{0} ({1}, deleted)", name, number) : l10n.t("{0} ({1})", name, number);
  const [before, after] = toSides(address, details, file);
  await commands.executeCommand("vscode.diff", toPullUri(before), toPullUri(after), inLine(title));
}

/** Opens the diffs of all changed files in one editor. */
export async function openAllChanges(address: ThreadAddress, { details, files }: ChangedFiles): Promise<void> {
  const changes = files.map((file) => {
    const sides = toSides(address, details, file);
    const [, after] = sides;
    const label = toPullUri({ ...after, commit: details.head.commit });
    return [label, ...sides.map((side) => (side.commit === undefined ? undefined : toPullUri(side)))];
  });
  const title = l10n.t("Changes of {0} {1}", formatPull(address.number), details.title);
  await commands.executeCommand("vscode.changes", inLine(title), changes);
}

/** Returns the file before and after the change. */
export function toSides(
  pull: ThreadAddress,
  { head, mergeBase }: PullDetails,
  { path, from = path, status }: ChangedFile,
): readonly [PullFile, PullFile] {
  return [
    { pull, side: "old", path: from, changed: path, commit: status === "added" ? undefined : mergeBase },
    { pull, side: "new", path, changed: path, commit: status === "deleted" ? undefined : head.commit },
  ];
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
      const stored = matchLfsPointer(bytes);
      if (stored === null) return bytes;
      const [, storedSize] = stored;
      return toBytes(l10n.t("File of {0}, stored with Git LFS ({1})", format.bytes(Number(storedSize)), blob));
    }
  }
}

function toBytes(line: string): Uint8Array {
  return Buffer.from(`${line}\n`);
}
