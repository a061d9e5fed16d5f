// Finds the lines of pending comments in a newer head of their pull request.
import type { RepositoryAddress } from "../model/address.ts";
import { mapLines, splitLines } from "../model/line-map.ts";
import type { PullDetails } from "../model/pull.ts";
import type { Anchor } from "../writing/draft.ts";
import type { Pulls } from "./pulls.ts";

/** Returns the same line in the present head, or undefined if it has none, or it isn't clear which one it is. */
export async function followHead(
  pulls: Pick<Pulls, "readContent">,
  address: RepositoryAddress,
  anchor: Anchor,
  { head, mergeBase }: Pick<PullDetails, "head" | "mergeBase">,
  signal?: AbortSignal,
): Promise<Anchor | undefined> {
  const { commit, line, path } = anchor;
  if (commit === head.commit || line === undefined) return { ...anchor, commit: head.commit };
  const read = async (at: string): Promise<readonly string[] | undefined> => {
    const content = await pulls.readContent(address, path, at, signal);
    const bytes = content?.kind === "file" ? content.bytes : undefined;
    return bytes === undefined ? undefined : splitLines(Buffer.from(bytes).toString("utf8"));
  };
  if (line.side === "old") {
    // A push doesn't change the old side unless it is based on another commit, so the line must be the one of the hunk.
    const shown = anchor.hunk.split("\n").at(-1) ?? "";
    const isSame = /^[- ]/.test(shown) && (await read(mergeBase))?.[line.number - 1] === shown.slice(1);
    return isSame ? { ...anchor, commit: head.commit } : undefined;
  }
  const [before, after] = await Promise.all([read(commit), read(head.commit)]);
  if (before === undefined || after === undefined) return undefined;
  const number = mapLines(before, after)(line.number);
  return typeof number === "number" ? { ...anchor, line: { ...line, number }, commit: head.commit } : undefined;
}
