// Finds the lines of comments in a version of their file. A comment is never put on a line that could be wrong.
import { endsAt, readHunk } from "../../model/hunk.ts";
import { mapLines, splitLines, type LineFate } from "../../model/line-map.ts";
import type { ThreadAddress } from "../../model/address.ts";
import type { CommitId } from "../../model/pull.ts";
import type { Review, ReviewComment, ReviewedLine } from "../../model/review.ts";
import { readText } from "../store/file-text.ts";
import type { Pulls } from "../store/pulls.ts";

/** A version of a file, in which lines are looked for. */
export interface Version {
  readonly pull: ThreadAddress;
  readonly side: ReviewedLine["side"];
  readonly text: string;
}

/** Lines around that of a comment. */
interface Around {
  readonly above: number;
  readonly below: number;
}

/** Returns the line of a comment. With lines around it, they must be there too, and nothing between them. */
type Place = (comment: ReviewComment, review: Review, around?: Around) => Promise<LineFate>;

/** Returns a function that finds the line of a comment. Other versions of the file are loaded once. */
export function placeComments(
  pulls: Pick<Pulls, "readContent">,
  { pull, side, text }: Version,
  signal?: AbortSignal,
): Place {
  const shown = splitLines(text);
  const anchors = new Map<string, Promise<Anchor | undefined>>();
  const readAnchor = async (path: string, commit: CommitId): Promise<Anchor | undefined> => {
    if (shown === undefined) return undefined;
    const content = await pulls.readContent(pull, path, commit, signal).catch(() => undefined);
    const lines = splitLines(readText(content) ?? "\r");
    return lines === undefined ? undefined : { lines, find: mapLines(lines, shown) };
  };
  const anchorAt = (path: string, commit: CommitId): Promise<Anchor | undefined> => {
    const key = `${commit} ${path}`;
    const anchor = anchors.get(key) ?? readAnchor(path, commit);
    anchors.set(key, anchor);
    return anchor;
  };
  return async ({ commit, hunk, line, path }, review, { above, below } = { above: 0, below: 0 }) => {
    if (shown === undefined || line?.side !== side) return "unclear";
    const expected = readHunk(hunk, side);
    // No server returns the commit whose lines these were, so the hunk must fit.
    if (side === "old") return expected !== undefined && endsAt(expected, shown, line.number) ? line.number : "unclear";
    if (hunk !== "" && expected === undefined) return "unclear";
    const known = new Set([review.commit, commit].filter((each) => each !== undefined));
    const fates = new Set<LineFate>();
    for (const each of known) {
      const anchor = await anchorAt(path, each);
      const lines = each === review.commit ? expected : expected?.slice(-1);
      const isThere = anchor !== undefined && line.number <= anchor.lines.length;
      // Without a hunk, nothing tells in which of the commits the line was counted, so both must agree.
      if (isThere && endsAt(lines ?? [], anchor.lines, line.number)) {
        const fate = anchor.find(line.number);
        const around = Array.from({ length: above + below + 1 }, (_each, index) => index - above);
        const isWhole = around.every((step) => step === 0 || anchor.find(line.number + step) === Number(fate) + step);
        fates.add(isWhole ? fate : "unclear");
      } else if (lines === undefined) return "unclear";
    }
    const [fate = "unclear"] = fates;
    return fates.size === 1 ? fate : "unclear";
  };
}

interface Anchor {
  readonly lines: readonly string[];
  readonly find: (line: number) => LineFate;
}
