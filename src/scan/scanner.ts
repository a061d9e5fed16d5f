// Scans folders and keeps the facts of unchanged files.
import { NO_FACTS, type FileFacts } from "./file-facts.ts";
import { listFiles, readText, withoutLastSlash } from "./files/folder-files.ts";
import { joinFindings } from "./join-findings.ts";
import { scanFile } from "./scan-file.ts";
import { Signatures, type SignedTracker } from "./signatures/signatures.ts";
import type { FolderFiles, Scanned } from "./worker-messages.ts";

interface Known {
  readonly folder: string;
  readonly size: number;
  readonly changed: number;
  readonly facts: FileFacts;
  readonly binary: boolean;
  readonly failed: boolean;
}

const FILES_PER_PROGRESS = 100;

/** Scans the files of a workspace, later only changed ones. */
export class Scanner {
  readonly #scanFile: typeof scanFile;
  #signatures = new Signatures([]);
  #known = new Map<string, Known>();
  /** Files that were too large or locked. Either may change. */
  readonly #skipped = new Map<string, { readonly folder: string; readonly isLarge: boolean }>();
  #last = { bytes: 0, ignored: 0, unreadable: 0 };

  constructor(scan: typeof scanFile = scanFile) {
    this.#scanFile = scan;
  }

  /** Replaces the signatures. The next scan reads all files again. */
  use(trackers: readonly SignedTracker[]): void {
    this.#signatures = new Signatures(trackers);
    this.#known.clear();
  }

  scan(folders: readonly FolderFiles[], onProgress: (done: number, of: number) => void): Scanned {
    const before = this.#known;
    const known = new Map<string, Known>();
    const listed = folders.map(({ folder: root, paths }) => {
      const folder = withoutLastSlash(root);
      return { folder, ...listFiles(folder, paths) };
    });
    const sum = (of: (each: (typeof listed)[number]) => number): number =>
      listed.reduce((total, each) => total + of(each), 0);
    const all = sum(({ files }) => files.length);
    this.#skipped.clear();
    for (const { folder, large } of listed)
      for (const path of large) this.#skipped.set(path, { folder, isLarge: true });
    let done = 0;
    let read = 0;
    let bytes = 0;
    for (const { folder, files } of listed) {
      for (const { path, realPath, size, changed } of files) {
        if (done % FILES_PER_PROGRESS === 0) onProgress(done, all);
        done += 1;
        bytes += size;
        const old = before.get(path);
        if (old !== undefined && old.size === size && old.changed === changed) {
          known.set(path, old);
          continue;
        }
        const found = readText(realPath, undefined);
        read += 1;
        if (found === undefined) this.#skipped.set(path, { folder, isLarge: false });
        else
          known.set(path, {
            folder,
            size,
            changed,
            binary: found.binary,
            ...this.#readFacts(path, folder, found.text),
          });
      }
    }
    this.#known = known;
    this.#last = { bytes, ignored: sum(({ ignored }) => ignored), unreadable: sum(({ unreadable }) => unreadable) };
    return this.#scanResult(read);
  }

  /** Scans changed files again and keeps the facts of all others. */
  rescan(paths: readonly string[]): Scanned {
    let read = 0;
    for (const path of paths) {
      const old = this.#known.get(path);
      const folder = (old ?? this.#skipped.get(path))?.folder;
      if (folder === undefined) continue;
      const found = readText(path, folder);
      read += 1;
      if (found !== undefined) this.#put(path, folder, found.text, found.binary);
      // Locked or too large at the moment. The next change or full scan reads it again.
      else if (old !== undefined)
        this.#known.set(path, { ...old, size: -1, facts: NO_FACTS, binary: false, failed: true });
    }
    return this.#scanResult(read);
  }

  /** Scans the unsaved text of an editor instead of the file. Skipped files stay skipped. */
  text(path: string, text: string): Scanned {
    const old = this.#known.get(path);
    if (old !== undefined) this.#put(path, old.folder, text, false);
    return this.#scanResult(old === undefined ? 0 : 1);
  }

  /** Stores the facts with an impossible size, so the next full scan reads the file again. */
  #put(path: string, folder: string, text: string, binary: boolean): void {
    this.#skipped.delete(path);
    this.#known.set(path, { folder, size: -1, changed: -1, binary, ...this.#readFacts(path, folder, text) });
  }

  /** Scans a text. If that fails, only the findings of this file are lost. */
  #readFacts(path: string, folder: string, text: string): Pick<Known, "facts" | "failed"> {
    try {
      return { facts: this.#scanFile(path.slice(folder.length + 1), text, this.#signatures), failed: false };
    } catch {
      return { facts: NO_FACTS, failed: true };
    }
  }

  #scanResult(read: number): Scanned {
    const findings = joinFindings([...this.#known].map(([path, { facts }]) => [path, facts] as const));
    const { bytes, ignored, unreadable } = this.#last;
    const large = [...this.#skipped].flatMap(([path, { isLarge }]) => (isLarge ? [path] : []));
    const binary = [...this.#known].flatMap(([path, each]) => (each.binary ? [path] : []));
    const passedOver = {
      ignored,
      large: large.length,
      binary: binary.length,
      unreadable: unreadable + this.#skipped.size - large.length,
    };
    const failed = [...this.#known].filter(([, each]) => each.failed).map(([path]) => path);
    const skippedFiles = { large, binary };
    const { refused } = this.#signatures;
    return { findings, refused, files: this.#known.size, read, failed, bytes, passedOver, skippedFiles };
  }
}
