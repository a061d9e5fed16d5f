// Finds the lines of pending comments in other versions of their files.
import type { RepositoryAddress } from "../../model/address.ts";
import { endsAt, readHunk } from "../../model/hunk.ts";
import { mapLines, splitLines } from "../../model/line-map.ts";
import type { PullDetails } from "../../model/pull.ts";
import type { Anchor } from "../../writing/drafts/draft.ts";
import { readText } from "./file-text.ts";
import type { Pulls } from "./pulls.ts";

type FileContents = Pick<Pulls, "readContent">;

/** Returns the same line in the present head, or undefined if it has none, or it isn't clear which one it is. */
export async function followHead(
  pulls: FileContents,
  address: RepositoryAddress,
  anchor: Anchor,
  { head, mergeBase }: Pick<PullDetails, "head" | "mergeBase">,
  signal?: AbortSignal,
): Promise<Anchor | undefined> {
  const { commit, line, path } = anchor;
  if (commit === head.commit || line === undefined) return { ...anchor, commit: head.commit };
  const side = line.side === "old" ? mergeBase : head.commit;
  const present = readText(await pulls.readContent(address, path, side, signal));
  const number = present === undefined ? undefined : await followLine(pulls, address, anchor, present, signal);
  return number === undefined ? undefined : { ...anchor, line: { ...line, number }, commit: head.commit };
}

/** Returns the number of the anchor's line in a version of its file on the same side, if it is certain. */
export async function followLine(
  pulls: FileContents,
  address: RepositoryAddress,
  { commit, hunk, line, path }: Anchor,
  text: string,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const present = splitLines(text);
  if (line === undefined || present === undefined) return undefined;
  if (line.side === "old") {
    // A push doesn't change the old side unless it is based on another commit, so the line must be the one of the hunk.
    const shown = readHunk(hunk, "old")?.slice(-1);
    return shown !== undefined && endsAt(shown, present, line.number) ? line.number : undefined;
  }
  const before = splitLines(readText(await pulls.readContent(address, path, commit, signal)) ?? "\r");
  const fate = before === undefined ? "unclear" : mapLines(before, present)(line.number);
  return typeof fate === "number" ? fate : undefined;
}
