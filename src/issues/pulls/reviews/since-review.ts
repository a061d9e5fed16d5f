// Opens what changed in a pull request since the user's last review.
import { commands } from "vscode";
import { asProblem, type Problem } from "../../../base/problem.ts";
import type { Account } from "../../../workbench/accounts/accounts.ts";
import { describeProblem } from "../../../workbench/problems.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { inLine } from "../../../workbench/text/encode.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import type { ThreadAddress } from "../../model/address.ts";
import { formatPull, sameLogin } from "../../model/entities.ts";
import { VERDICTS, type Review } from "../../model/review.ts";
import type { CommitId } from "../../model/pull.ts";
import type { Access } from "../../repositories/access.ts";
import type { Servers } from "../../repositories/servers.ts";
import { listReviews } from "../../thread/read-reviews.ts";
import { openAllChanges } from "../files/pull-files.ts";
import { toPullUri, type PullFile } from "../store/pull-uri.ts";
import type { ChangedFiles, Pulls } from "../store/pulls.ts";

interface SinceReviewDependencies {
  readonly shared: Pick<Shared, "dialogs" | "now">;
  readonly services: {
    readonly access: Access;
    readonly pulls: Pulls;
    readonly servers: Servers;
  };
  /** Asks for an account. Returns undefined if the user cancels. */
  readonly signIn: (base: string) => Promise<Account | undefined>;
}

/** A file as the user reviewed it, and as it is now. If it couldn't be loaded, nothing and one that says why. */
type Change = readonly [before: PullFile, after: PullFile];

type Found =
  | { readonly kind: "unreviewed" | "withoutCommit" | "gone"; readonly read: ChangedFiles }
  | { readonly kind: "changes"; readonly changes: readonly Change[] };

/** Opens the diffs between the head of the user's last review and the present one. */
export async function openChangesSinceReview(
  { services, shared, signIn }: SinceReviewDependencies,
  address: ThreadAddress,
): Promise<void> {
  const { dialogs } = shared;
  const name = formatPull(address.number);
  if (services.access.accountAt(address) === undefined && (await signIn(address.base)) === undefined) return;
  const found = await dialogs.progress(l10n.t("Loading {0}…", name), (_report, signal) =>
    findChangesSinceReview(services, address, shared.now, signal),
  );
  if (found.kind === "changes") {
    if (found.changes.length > 0) return await openDiffs(name, found.changes);
    return void dialogs.message("info", l10n.t("{0} has no changes since your last review.", name));
  }
  const { kind, read } = found;
  const open = { label: l10n.t("Open All Changes"), run: () => openAllChanges(address, read) };
  void dialogs.message("info", describeNothing(kind, name), [open]);
}

/** Says why there is nothing to compare with. */
function describeNothing(kind: Exclude<Found["kind"], "changes">, name: string): string {
  switch (kind) {
    case "unreviewed":
      return l10n.t("You haven't reviewed {0} yet.", name);
    case "withoutCommit":
      return l10n.t("The server doesn't return which commit of {0} you reviewed.", name);
    case "gone":
      return l10n.t("The commit of {0} that you reviewed is gone from the server, probably after a force push.", name);
  }
}

/** Compares the two heads file by file: no server returns what differs between two commits. */
export async function findChangesSinceReview(
  { access, pulls, servers }: SinceReviewDependencies["services"],
  address: ThreadAddress,
  now: () => number,
  signal: AbortSignal,
): Promise<Found> {
  const [read, reviews] = await Promise.all([
    pulls.readFiles(address, signal),
    listReviews(servers.for(address), address, signal),
  ]);
  const last = findLastReview(reviews.values, access.loginAt(address));
  if (last === undefined) return { kind: "unreviewed", read };
  const reviewed = last.commit;
  if (reviewed === undefined) return { kind: "withoutCommit", read };
  const { head, mergeBase } = read.details;
  if (reviewed === head.commit) return { kind: "changes", changes: [] };
  const touched = await pulls.readTouched(address, mergeBase, reviewed, signal);
  if (touched === undefined) return { kind: "gone", read };
  const shown = new Set(read.files.flatMap(({ from, path }) => [path, from ?? path]));
  // What the pull request no longer changes has changed too.
  const dropped = touched.filter((path) => !shown.has(path)).map((path) => ({ path, from: undefined }));
  const problems: Problem[] = [];
  const files = [...read.files, ...dropped];
  const changes = await Promise.all(
    files.map(async (file): Promise<Change | undefined> => {
      try {
        return await compare(pulls, address, file, [reviewed, head.commit], signal);
      } catch (error) {
        const problem = asProblem(error);
        if (problem.kind === "canceled") throw problem;
        problems.push(problem);
        return toFailed(address, file.path, describeProblem(problem, now()).sentence);
      }
    }),
  );
  const [first] = problems;
  if (first !== undefined && problems.length === files.length) throw first;
  return { kind: "changes", changes: changes.filter((change) => change !== undefined) };
}

/**
 * Returns the user's last submitted review whose commit is known, or one without, if there is no other.
 *
 * Servers store a single comment as a review too, with neither verdict nor text. It says nothing about the rest of the
 * head, so it counts only if there is no other review.
 */
export function findLastReview(reviews: readonly Review[], login: string | undefined): Review | undefined {
  const submitted = new Set<Review["state"]>(VERDICTS);
  const own = reviews
    .filter(({ author, state }) => submitted.has(state) && sameLogin(author?.login, login))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const known = own.filter(({ commit }) => commit !== undefined);
  return (
    known.findLast(({ body, comments, state }) => state !== "commented" || body !== "" || comments > 1) ??
    known.at(-1) ??
    own.at(-1)
  );
}

/** Returns undefined if the file is the same at both commits. */
async function compare(
  pulls: Pick<Pulls, "readContent">,
  pull: ThreadAddress,
  { from, path }: { readonly path: string; readonly from: string | undefined },
  [reviewed, head]: readonly [CommitId, CommitId],
  signal: AbortSignal,
): Promise<Change | undefined> {
  const read = async (at: string, commit: CommitId) => await pulls.readContent(pull, at, commit, signal);
  const [after, same] = await Promise.all([read(path, head), read(path, reviewed)]);
  // It may have got its name only since.
  const renamed = same === undefined && from !== undefined ? await read(from, reviewed) : undefined;
  const before = same ?? renamed;
  if (renamed === undefined && before?.blob === after?.blob) return undefined;
  const file = { pull, side: "new", changed: path } as const;
  return [
    {
      ...file,
      path: renamed === undefined ? path : (from ?? path),
      commit: before === undefined ? undefined : reviewed,
      isReviewed: true,
    },
    { ...file, path, commit: after === undefined ? undefined : head },
  ];
}

function toFailed(pull: ThreadAddress, path: string, failure: string): Change {
  const nothing = { pull, side: "new", path, changed: path, commit: undefined } as const;
  return [
    { ...nothing, isReviewed: true },
    { ...nothing, failure },
  ];
}

async function openDiffs(name: string, changes: readonly Change[]): Promise<void> {
  const uris = changes.map((sides) => {
    const [before, after] = sides;
    const label = toPullUri(after.commit === undefined && after.failure === undefined ? before : after);
    // VS Code would mark a file without a document before it as new.
    const isShown = ({ commit }: PullFile) => commit !== undefined || after.failure !== undefined;
    return [label, ...sides.map((side) => (isShown(side) ? toPullUri(side) : undefined))];
  });
  await commands.executeCommand("vscode.changes", inLine(l10n.t("Changes of {0} since your last review", name)), uris);
}
