// The URIs of the files of a pull request, at one of the commits between which its diffs are.
import * as v from "valibot";
import { Uri } from "vscode";
import { PULL_SCHEME } from "../../model/file-schemes.ts";
import type { ThreadAddress } from "../../model/address.ts";
import { isCommitId, type CommitId } from "../../model/pull.ts";
import type { ReviewedLine } from "../../model/review.ts";
import { storedPull, toPull } from "./stored-pull.ts";

/** A file at one end of a pull request. */
export interface PullFile {
  readonly pull: ThreadAddress;
  readonly side: ReviewedLine["side"];
  /** The path at the commit. */
  readonly path: string;
  /** The path of the changed file, which differs before a rename. */
  readonly changed: string;
  /** Undefined if the file doesn't exist on this side. */
  readonly commit: CommitId | undefined;
  /** Whether this is the version that the user reviewed. Comments are only on the present one beside it. */
  readonly isReviewed?: true;
  /** Why the file could not be loaded, which its document says in place of its content. */
  readonly failure?: string;
}

const stored = v.object({
  pull: storedPull,
  side: v.picklist(["old", "new"]),
  path: v.string(),
  changed: v.optional(v.string()),
  commit: v.optional(v.pipe(v.string(), v.check(isCommitId))),
  isReviewed: v.optional(v.literal(true)),
  failure: v.optional(v.string()),
});

export function toPullUri({ pull, side, path, changed, commit, isReviewed, failure }: PullFile): Uri {
  const { base, owner, name, number } = pull;
  const query: v.InferOutput<typeof stored> = {
    pull: { base, owner, name, number: String(number) },
    side,
    path,
    ...(changed === path ? {} : { changed }),
    ...(commit === undefined ? {} : { commit }),
    ...(isReviewed === undefined ? {} : { isReviewed }),
    ...(failure === undefined ? {} : { failure }),
  };
  return Uri.from({ scheme: PULL_SCHEME, path: `/${path}`, query: JSON.stringify(query) });
}

/** Returns undefined for any other URI. */
export function parsePullUri({ scheme, query }: Uri): PullFile | undefined {
  if (scheme !== PULL_SCHEME) return undefined;
  try {
    const parsed = v.safeParse(stored, JSON.parse(query));
    if (!parsed.success) return undefined;
    const { pull, side, path, changed = path, commit, isReviewed, failure } = parsed.output;
    return {
      ...{ pull: toPull(pull), side, path, changed, commit },
      ...(isReviewed === undefined ? {} : { isReviewed }),
      ...(failure === undefined ? {} : { failure }),
    };
  } catch {
    return undefined;
  }
}
