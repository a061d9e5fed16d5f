// Loads a file of a pull request before and after the change.
import { Problem } from "../../base/problem.ts";
import type { ThreadAddress } from "../model/address.ts";
import { splitLines } from "../model/line-map.ts";
import type { ChangedFile, PullDetails } from "../model/pull.ts";
import { readText } from "../pulls/store/file-text.ts";
import { readPages } from "../pulls/store/read-pages.ts";
import type { ReadingForge } from "./source.ts";

export interface FileVersions {
  readonly file: ChangedFile;
  readonly details: PullDetails;
  /** Without line ends. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export async function loadVersions(
  { pulls }: ReadingForge,
  address: ThreadAddress,
  path: string,
  signal: AbortSignal,
): Promise<FileVersions> {
  const details = await pulls.details(address, address.number, { signal });
  const { values } = await readPages(
    (paged) => pulls.files(address, address.number, paged),
    (each) => each.path,
    signal,
  );
  const file = values.find((each) => each.path === path);
  if (file === undefined) {
    const names = values.slice(0, MAX_NAMED).map((each) => each.path);
    throw new Problem("notFound", { detail: `The pull request doesn't change ${path}, but: ${names.join(", ")}` });
  }
  const load = async (at: string, commit: string): Promise<readonly string[]> => {
    const text = readText(await pulls.content(address, at, commit, { signal }));
    const lines = text === undefined || text.includes("\0") ? undefined : splitLines(text);
    if (lines === undefined) throw new Problem("invalid", { detail: `${path} is not a text file.` });
    return lines;
  };
  const [before, after] = await Promise.all([
    file.status === "added" ? [] : load(file.from ?? path, details.mergeBase),
    file.status === "deleted" ? [] : load(path, details.head.commit),
  ]);
  return { file, details, before, after };
}

const MAX_NAMED = 30;
