// Builds the parts that store, send and recover drafts, in one folder that all windows of the machine share.
import { join } from "node:path";
import { Problem } from "../../base/problem.ts";
import { FolderWatch } from "../../workbench/storage/folder-watch.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { Comment, Id } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { Attempts } from "./drafts/attempts.ts";
import { findLineComment } from "../thread/read-reviews.ts";
import { changedComment, issueText, type LoadLineComment } from "./targets/changed-targets.ts";
import { postedComment } from "./targets/comment-targets.ts";
import { Deletion, type DeletionParts } from "./deletion.ts";
import { Drafts } from "./drafts/drafts.ts";
import { Journal } from "./drafts/journal.ts";
import { takeOver } from "./drafts/take-over.ts";
import { Turns } from "./drafts/turns.ts";
import type { IdentityParts } from "../repositories/repository-identity.ts";
import { newIssue } from "./targets/issue-targets.ts";
import { newPull } from "./targets/pull-target.ts";
import { sentReview } from "./targets/review-target.ts";
import { Outbox } from "./outbox.ts";
import { Overwrites } from "./overwrites.ts";
import { withRepositoryName, getOrigin, type Kind, type Place } from "./drafts/place.ts";
import { Recovery } from "./recovery.ts";
import { Sender, type SenderParts } from "./sender.ts";
import type { Target } from "./targets/target.ts";
import type { Theirs } from "./drafts/outcome.ts";

export interface WritingParts
  extends
    Pick<Shared, "folder" | "log" | "now">,
    Pick<SenderParts, "writerAt" | "posted" | "changed" | "saw" | "sawLineComment" | "wait">,
    Pick<DeletionParts, "apiAt" | "identity">,
    Pick<IdentityParts, "rememberedId"> {
  /** The comments of a thread as last loaded. */
  readonly known: (thread: ThreadAddress) => readonly Comment[];
  /** Returns the ID of the review that a comment on a line was last seen in. */
  readonly knownReview: (thread: ThreadAddress, comment: Id) => Id | undefined;
  /** Returns an address with its repository's current name. */
  readonly present: (address: RepositoryAddress) => RepositoryAddress;
  /** For tests: how long a window may work on a draft. */
  readonly maxHoldMs?: number | undefined;
}

export type Writing = ReturnType<typeof buildWriting>;

export function buildWriting(parts: WritingParts) {
  const { apiAt, identity, known, knownReview, log, now, rememberedId } = parts;
  const folder = join(parts.folder, "issues");
  const turns = new Turns(join(folder, "turns"), parts.maxHoldMs);
  const prepare = (): Promise<void> => takeOver({ folder, journal, log, turns });
  const journal: Journal = new Journal(join(folder, "journal"), { log, now, prepare });
  const present = (place: Place) => withRepositoryName(place, parts.present(place.repository));
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
  const base = { ...parts, attempts, drafts, loadLineComment, present, targets, turns };
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
    /** Starts the outbox, and starts reporting what other windows write. */
    open: (isBusy: (place: Place) => boolean): void => {
      outbox.start(isBusy);
      watch ??= new FolderWatch(journal.folder, () => void drafts.reportChanges());
    },
    /** Loads the server's current version of a text that the user is changing. */
    load: async (place: Place): Promise<Theirs> => {
      const loaded = await targets[place.kind].load?.(apiAt(place.repository), place);
      if (loaded === undefined) throw new Problem("notFound", { origin: getOrigin(place) });
      return loaded;
    },
    dispose: (): void => {
      for (const owned of [watch, outbox, overwrites]) owned?.dispose();
    },
  };
}
