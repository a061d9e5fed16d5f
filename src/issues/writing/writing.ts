// Builds the parts that store, send and recover drafts, in one folder that all windows of the machine share.
import { join } from "node:path";
import type { Disposable } from "vscode";
import { Problem } from "../../base/problem.ts";
import { FolderWatch } from "../../workbench/storage/folder-watch.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { Comment, Id } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { Attempts } from "./drafts/attempts.ts";
import { findLineComment } from "../thread/read-reviews.ts";
import { changedComment, issueText, type LoadLineComment } from "./targets/changed-targets.ts";
import { postedComment } from "./targets/comment-targets.ts";
import { Deletion, type DeletionDependencies } from "./deletion.ts";
import { Drafts } from "./drafts/drafts.ts";
import { Journal } from "./drafts/journal.ts";
import { takeOver } from "./drafts/take-over.ts";
import { Turns } from "./drafts/turns.ts";
import type { IdentityDependencies } from "../repositories/repository-identity.ts";
import { newIssue } from "./targets/issue-targets.ts";
import { newPull } from "./targets/pull-target.ts";
import { sentReview } from "./targets/review-target.ts";
import { Outbox } from "./outbox.ts";
import { Overwrites } from "./overwrites.ts";
import { withRepositoryName, getOrigin, type Kind, type Place } from "./drafts/place.ts";
import { Recovery } from "./recovery.ts";
import { Sender, type SenderDependencies } from "./sender.ts";
import type { Target } from "./targets/target.ts";
import type { Theirs } from "./drafts/outcome.ts";

export interface WritingDependencies
  extends
    Pick<Shared, "folder" | "log" | "now">,
    Pick<SenderDependencies, "writerAt" | "posted" | "changed" | "saw" | "sawLineComment" | "wait">,
    Pick<DeletionDependencies, "apiAt" | "identity">,
    Pick<IdentityDependencies, "rememberedId"> {
  /** The comments of a thread as last loaded. */
  readonly known: (thread: ThreadAddress) => readonly Comment[];
  /** Returns the ID of the review that a comment on a line was last seen in. */
  readonly knownReview: (thread: ThreadAddress, comment: Id) => Id | undefined;
  /** Returns an address with its repository's current name. */
  readonly present: (address: RepositoryAddress) => RepositoryAddress;
  /** For tests: how long a window may work on a draft. */
  readonly maxHoldMs?: number | undefined;
}

export interface Writing extends Disposable {
  readonly attempts: Attempts;
  readonly deletion: Deletion;
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  readonly overwrites: Overwrites;
  readonly recovery: Recovery;
  readonly sender: Sender;
  readonly targets: Readonly<Record<Kind, Target>>;
  /** Returns a place with its repository's current name. */
  readonly present: (place: Place) => Place;
  /** Starts the outbox, and starts reporting what other windows write. */
  readonly open: (isBusy: (place: Place) => boolean) => void;
  /** Loads the server's current version of a text that the user is changing. */
  readonly load: (place: Place) => Promise<Theirs>;
}

export function buildWriting(dependencies: WritingDependencies): Writing {
  const { apiAt, identity, known, knownReview, log, now, rememberedId } = dependencies;
  const folder = join(dependencies.folder, "issues");
  const turns = new Turns(join(folder, "turns"), dependencies.maxHoldMs);
  const prepare = (): Promise<void> => takeOver({ folder, journal, log, turns });
  const journal: Journal = new Journal(join(folder, "journal"), { log, now, prepare });
  const present = (place: Place) => withRepositoryName(place, dependencies.present(place.repository));
  const attempts = new Attempts(journal, present);
  const drafts = new Drafts({ journal, now, present, rememberedId });
  const posted = postedComment(identity, attempts, known);
  const reviews = sentReview(identity, attempts, drafts);
  const loadLineComment: LoadLineComment = (api, thread, id) =>
    findLineComment(api, thread, id, knownReview(thread, id));
  const targets: Readonly<Record<Kind, Target>> = {
    newComment: posted,
    comment: changedComment(identity, loadLineComment),
    deletedComment: posted,
    newIssue: newIssue(identity, attempts),
    newPull: newPull(identity, attempts),
    issueText: issueText(identity),
    review: reviews,
    reviewComment: reviews,
  };
  const base = { ...dependencies, attempts, drafts, loadLineComment, present, targets, turns };
  const overwrites = new Overwrites(base);
  const sender = new Sender({ ...base, overwrites });
  const deletion = new Deletion(base);
  const recovery = new Recovery({ ...base, deletion, sender });
  const outbox = new Outbox({ drafts, log, recovery, sender });
  let watch: FolderWatch | undefined;
  return {
    attempts,
    deletion,
    drafts,
    outbox,
    overwrites,
    present,
    recovery,
    sender,
    targets,
    open: (isBusy) => {
      outbox.start(isBusy);
      watch ??= new FolderWatch(journal.folder, () => void drafts.reportChanges());
    },
    load: async (place) => {
      const loaded = await targets[place.kind].load?.(apiAt(place.repository), place);
      if (loaded === undefined) throw new Problem("notFound", { origin: getOrigin(place) });
      return loaded;
    },
    dispose: () => {
      for (const owned of [watch, outbox, overwrites]) owned?.dispose();
    },
  };
}
