// Everything that people write with, over one folder that the windows of the machine share.
import { join } from "node:path";
import type { Disposable, Event } from "vscode";
import { Problem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import { FolderWatch } from "../../workbench/folder-watch.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { Forge } from "../api/forge.ts";
import type { Comment } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { Attempts, DraftLock } from "./attempts.ts";
import { changedComment, issueText } from "./targets/changed-targets.ts";
import { postedComment } from "./targets/comment-targets.ts";
import { Deletion } from "./deletion.ts";
import { Drafts } from "./drafts.ts";
import { Duplicates } from "./duplicates.ts";
import type { IdentityParts, RepositoryIdentity } from "../repositories/repository-identity.ts";
import { newIssue } from "./targets/issue-targets.ts";
import { Outbox } from "./outbox.ts";
import { Overwrites } from "./overwrites.ts";
import { movedTo, getOrigin, type Kind, type Place } from "./place.ts";
import { Recovery } from "./recovery.ts";
import { Sender, type SenderParts } from "./sender.ts";
import type { Target, Theirs } from "./targets/target.ts";

export interface WritingParts
  extends
    Pick<Shared, "folder" | "log" | "now">,
    Pick<SenderParts, "writerAt" | "isArchived" | "posted" | "saw" | "wait">,
    Pick<IdentityParts, "rememberedId"> {
  readonly identity: RepositoryIdentity;
  readonly apiAt: (address: RepositoryAddress) => Forge;
  /** The comments of the thread as they were last read. */
  readonly known: (thread: ThreadAddress) => readonly Comment[];
  /** An address under the present name of its repository. */
  readonly present: (address: RepositoryAddress) => RepositoryAddress;
  /** How long one draft may be held for sending, for tests. */
  readonly maxHoldMs?: number | undefined;
}

export interface Move {
  readonly from: RepositoryAddress;
  readonly to: RepositoryAddress;
}

export class Writing implements Disposable {
  readonly attempts: Attempts;
  readonly deletion: Deletion;
  readonly drafts: Drafts;
  readonly duplicates: Duplicates;
  readonly outbox: Outbox;
  readonly overwrites: Overwrites;
  readonly sender: Sender;
  /** The place under the present name of its repository. */
  readonly present: (place: Place) => Place;
  readonly targets: Readonly<Record<Kind, Target>>;
  readonly #apiAt: WritingParts["apiAt"];
  readonly #moved = new Emitter<Move>();
  /** A repository with drafts has a new name, and its drafts have moved. */
  readonly onDidMove: Event<Move> = this.#moved.event;
  #watch: FolderWatch | undefined;

  constructor(parts: WritingParts) {
    const { apiAt, identity, known, log, now, rememberedId } = parts;
    const folder = join(parts.folder, "issues");
    this.#apiAt = apiAt;
    const onAlone = ({ message }: Problem): void =>
      log.warn("Other windows can't be asked whether they send", { problem: message });
    const lock = new DraftLock(join(folder, "turns"), onAlone, parts.maxHoldMs);
    const present = (place: Place) => movedTo(place, parts.present(place.repository));
    this.present = present;
    this.attempts = new Attempts(join(folder, "attempts"), present);
    this.drafts = new Drafts({ folder, log, now, present, rememberedId });
    const posted = postedComment(identity, known);
    this.targets = {
      newComment: posted,
      comment: changedComment(identity),
      deletedComment: posted,
      newIssue: newIssue(identity),
      issueText: issueText(identity),
    };
    const written = { drafts: this.drafts, lock, identity };
    const base = { ...parts, ...written, attempts: this.attempts, targets: this.targets };
    this.overwrites = new Overwrites(base);
    const sending = { ...base, overwrites: this.overwrites };
    const sender = new Sender(sending);
    const recovery = new Recovery({ ...sending, sender });
    this.sender = sender;
    this.deletion = new Deletion({ ...written, apiAt, now });
    this.duplicates = new Duplicates({ ...sending, sender });
    const { deletion, drafts, duplicates } = this;
    this.outbox = new Outbox({ deletion, drafts, duplicates, log, recovery, sender });
  }

  /** Starts sending what waits, and reporting what other windows write. */
  open(isBusy: (place: Place) => boolean): void {
    this.outbox.start(isBusy);
    this.#watch ??= new FolderWatch(this.drafts.folder, () => void this.drafts.lookAgain());
  }

  /** What is on the server now of a text that replaces another. */
  async load(place: Place): Promise<Theirs> {
    const reader = { api: this.#apiAt(place.repository), login: undefined };
    const loaded = await this.targets[place.kind].load?.(reader, place);
    if (loaded === undefined) throw new Problem("notFound", { origin: getOrigin(place) });
    return loaded;
  }

  /** The repository has a new name: its drafts follow, those that are being sent too. */
  async move(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    await this.drafts.settleNames();
    this.#moved.fire({ from, to });
  }

  dispose(): void {
    this.#watch?.dispose();
    this.outbox.dispose();
    this.overwrites.dispose();
    this.#moved.dispose();
  }
}
