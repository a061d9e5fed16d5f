import { NOTHING } from "./file-facts.ts";
import type { FileFacts } from "./file-facts.ts";
import { filesIn, textOf } from "./files.ts";
import type { PassedOver } from "./files.ts";
import { findingsIn } from "./findings.ts";
import { scanFile } from "./scan-file.ts";
import { Signatures } from "./signatures.ts";
import type { SignedTracker } from "./signatures.ts";
import type { FolderFiles, Scanned } from "./worker-messages.ts";

interface Known {
  readonly folder: string;
  readonly size: number;
  readonly changed: number;
  readonly facts: FileFacts;
  readonly binary: boolean;
  readonly failed: boolean;
}

const STEP = 100;

/** Reads the files of a workspace, and again only those that have changed. */
export class Scanner {
  readonly #scanFile: typeof scanFile;
  #signatures = new Signatures([]);
  #known = new Map<string, Known>();
  #last: { readonly bytes: number; readonly passedOver: PassedOver } = {
    bytes: 0,
    passedOver: { ignored: 0, large: 0, binary: 0, unreadable: 0 },
  };

  constructor(scan: typeof scanFile = scanFile) {
    this.#scanFile = scan;
  }

  /** Other signatures find other things, so that all is read anew. */
  use(trackers: readonly SignedTracker[]): void {
    this.#signatures = new Signatures(trackers);
    this.#known.clear();
  }

  scan(folders: readonly FolderFiles[], told: (done: number, of: number) => void): Scanned {
    const before = this.#known;
    const known = new Map<string, Known>();
    const listed = folders.map(({ folder, paths }) => ({ folder, ...filesIn(folder, paths) }));
    const sum = (of: (each: (typeof listed)[number]) => number): number =>
      listed.reduce((so, each) => so + of(each), 0);
    const all = sum(({ files }) => files.length);
    let unreadable = sum((each) => each.unreadable);
    let done = 0;
    let read = 0;
    let bytes = 0;
    for (const { folder, files } of listed) {
      for (const { path, size, changed } of files) {
        if (done % STEP === 0) told(done, all);
        done += 1;
        bytes += size;
        const old = before.get(path);
        if (old !== undefined && old.size === size && old.changed === changed) {
          known.set(path, old);
          continue;
        }
        const found = textOf(path);
        read += 1;
        if (found === undefined) unreadable += 1;
        else
          known.set(path, { folder, size, changed, binary: found.binary, ...this.#factsOf(path, folder, found.text) });
      }
    }
    this.#known = known;
    const passedOver = {
      ignored: sum((each) => each.ignored),
      large: sum((each) => each.large),
      binary: [...known.values()].filter(({ binary }) => binary).length,
      unreadable,
    };
    this.#last = { bytes, passedOver };
    return this.#scanned(read);
  }

  /** Reads files again that were looked at before; what is known of the others stays. */
  changed(paths: readonly string[]): Scanned {
    let read = 0;
    for (const path of paths) {
      const old = this.#known.get(path);
      if (old === undefined) continue;
      const found = textOf(path);
      read += 1;
      if (found === undefined) this.#known.delete(path);
      else this.#put(path, old, found.text, found.binary);
    }
    return this.#scanned(read);
  }

  /** Takes what an editor holds for what the file says, until that is saved. Files that are passed over stay so. */
  text(path: string, text: string): Scanned {
    const old = this.#known.get(path);
    if (old !== undefined) this.#put(path, old, text, false);
    return this.#scanned(old === undefined ? 0 : 1);
  }

  /** With another size than any file has: it is read again when all are next looked at. */
  #put(path: string, old: Known, text: string, binary: boolean): void {
    this.#known.set(path, { ...old, size: -1, binary, ...this.#factsOf(path, old.folder, text) });
  }

  /** A file that is beyond what can be read costs its own findings, and no other file's. */
  #factsOf(path: string, folder: string, text: string): Pick<Known, "facts" | "failed"> {
    try {
      return { facts: this.#scanFile(path.slice(folder.length + 1), text, this.#signatures), failed: false };
    } catch {
      return { facts: NOTHING, failed: true };
    }
  }

  #scanned(read: number): Scanned {
    const findings = findingsIn([...this.#known].map(([path, { facts }]) => [path, facts] as const));
    const failed = [...this.#known].filter(([, known]) => known.failed).map(([path]) => path);
    return { findings, refused: this.#signatures.refused, files: this.#known.size, read, failed, ...this.#last };
  }
}
