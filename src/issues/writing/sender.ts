// Sends drafts so that each arrives exactly once. A draft is on disk before it is sent, and is removed only after the
// server confirmed it. If an answer is lost, the sender searches the server for the text.
import type { Event } from "vscode";
import { asProblem, type Problem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Comment, Id } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import type { Attempts, DraftLock, Hold } from "./attempts.ts";
import { isTransient, isWaiting, getText, toSentText, type Attempt, type Draft } from "./draft.ts";
import { listDropped } from "../triage/choices.ts";
import type { Overwrites, OverwritesParts } from "./overwrites.ts";
import { getThread, isIssue, type Place } from "./place.ts";
import {
  explainRefusal,
  searchRepeatedly,
  refuse,
  type Arrived,
  type Job,
  type SearchJob,
  type Outcome,
  type Ready,
  type Refused,
  type Sent,
  type Writer,
} from "./targets/target.ts";
import { getBeginning, findFault, isSameVersion, readForm, sameDocument } from "./text.ts";

export interface SenderParts extends OverwritesParts {
  readonly attempts: Attempts;
  readonly lock: DraftLock;
  readonly overwrites: Overwrites;
  /** Returns the account with this ID, or the current one. Undefined if that account is signed out. */
  readonly writerAt: (address: RepositoryAddress, account?: string) => Writer | undefined;
  readonly isArchived: (address: RepositoryAddress) => boolean;
  /** Called when a new comment is on the server. */
  readonly posted: (thread: ThreadAddress, comment: Id) => void;
  /** Called with the current state of comments, for panels that show the thread. */
  readonly saw: (thread: ThreadAddress, comments: readonly Comment[]) => void;
  readonly now: () => number;
}

export interface SendOptions {
  /** Triptych sends by itself: only what the user tried to send before, and only if no other window can do the same. */
  readonly automatic?: boolean;
  /** The user has checked, and wants the text sent although it may have arrived. */
  readonly anyway?: boolean;
}

type SendContext = SendOptions & Hold;

/** A send that the server did not confirm. */
interface UnconfirmedSend {
  readonly ready: Ready;
  readonly attempt: Attempt;
  /** An earlier attempt with an unknown outcome. */
  readonly open: Attempt | undefined;
}

export interface SentDraft {
  readonly place: Place;
  readonly text: string;
  readonly sent: Sent;
  readonly automatic: boolean;
}

/** For this long after an attempt, the server may still be processing it. */
export const SERVER_PROCESSING_MS = 15_000;

export class Sender {
  readonly #parts: SenderParts;
  readonly #settled = new Emitter<SentDraft>();
  /** Fires when a text is on the server and its draft is removed. */
  readonly onDidSettle: Event<SentDraft> = this.#settled.event;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Sends a draft, unless another window is sending it. */
  async send(place: Place, options: SendOptions = {}): Promise<Outcome> {
    const { drafts, lock, overwrites } = this.#parts;
    const draft = await drafts.get(place);
    // A new comment has no draft until something is typed. Drafts of other kinds exist from the start.
    if (draft === undefined) return refuse(getBeginning(place.kind, undefined) === "" ? "empty" : "gone");
    const held = await lock.hold(draft.id, async (hold) => {
      const present = await drafts.get(place);
      if (present?.id !== draft.id) return refuse("gone");
      const automatic = options.automatic === true;
      if (automatic && !isWaiting(present)) return refuse("gone");
      const account = automatic ? present.failure?.by : undefined;
      const writer = this.#parts.writerAt(place.repository, account);
      overwrites.unwatch(place);
      const outcome =
        writer === undefined
          ? refuse("signedOut")
          : automatic && hold.alone
            ? refuse("alone")
            : await this.#attempt(present, writer, { ...options, ...hold }).catch(toRefused);
      if (outcome.sent && writer !== undefined) void overwrites.watch(present, writer);
      if (!outcome.sent) await this.#tryToSave(this.#fail(present, account ?? writer?.account?.id, outcome));
      return outcome;
    });
    return held ?? refuse("underWay");
  }

  async #attempt(draft: Draft, writer: Writer, options: SendContext): Promise<Outcome> {
    const { attempts, drafts, isArchived, now, posted, targets } = this.#parts;
    const { place } = draft;
    const target = targets[place.kind];
    const text = toSentText(draft);
    if (text !== getText(draft)) return refuse("brokenText");
    const fault = findFault(place.kind, text);
    if (fault !== undefined) return refuse(fault.why, fault);
    if (target.load === undefined && isArchived(place.repository)) return refuse("archived");
    const otherAttempts = () => attempts.listForOtherDrafts(draft.id, place);
    const job: Job = {
      api: writer.api.withDeadline(options.writeBy),
      login: writer.login,
      place,
      draft,
      text,
      otherAttempts,
    };
    const earlier = await attempts.get(draft.id);
    const resolved = await this.#resolveEarlier(job, earlier, options);
    if (resolved !== undefined) return resolved;
    const ready = await target.prepare(job);
    if ("sent" in ready) return ready;
    // Without a lock, another window may have sent the draft since. Its comment is in the thread that was just loaded,
    // and would be mistaken for an older one.
    const rival = options.alone && earlier === undefined ? await attempts.get(draft.id) : undefined;
    const sentByRival = await this.#resolveEarlier(job, rival, options);
    if (sentByRival !== undefined) return sentByRival;
    const open = earlier === undefined || earlier === "damaged" || earlier.settled ? undefined : earlier;
    // An open attempt may still arrive late, so later searches start from its mark.
    const { after, since } = open !== undefined && sameDocument(place.kind, open.text, text) ? open : ready.mark;
    const presentJob: Job = { ...job, place: { ...place, repository: ready.repository } };
    const repository = draft.repository ?? ready.repositoryId;
    const attempt: Attempt = {
      ...{ draft: draft.id, place: presentJob.place, repository, text, account: writer.account?.id, by: writer.login },
      ...{ after, since, at: now(), id: undefined, settled: false, checked: undefined },
    };
    const checkJob: Job = { ...presentJob, api: writer.api.withDeadline(options.endsAt) };
    if (ready.existing !== undefined) return await this.#settle(presentJob, attempt, ready.existing, options);
    if (draft.repository === undefined) await drafts.bind();
    await attempts.put(attempt);
    try {
      const arrived = await target.send(presentJob, ready);
      const thread = getThread(place);
      if (!("sent" in arrived) && thread !== undefined && target.load === undefined) posted(thread, arrived.id);
      if (!("sent" in arrived)) return await this.arrived(checkJob, attempt, arrived, options);
      // An unsure text may still appear, so its attempt stays.
      if (arrived.why !== "unsure") await attempts.remove(draft.id);
      return arrived;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.facts.wrote !== "no" || problem.facts.status !== undefined)
        return await this.#handleFailure(checkJob, { ready, attempt, open }, problem, options);
      // Nothing was sent this time, but an earlier attempt may still be open.
      if (open === undefined) await attempts.remove(draft.id);
      return refuse("problem", { problem });
    }
  }

  /** Returns the outcome if an earlier attempt determines it. Undefined if this one can continue. */
  async #resolveEarlier(
    job: Job,
    earlier: Attempt | "damaged" | undefined,
    options: SendContext,
  ): Promise<Outcome | undefined> {
    const { now, targets, writerAt } = this.#parts;
    const { place, text } = job;
    if (earlier === undefined) return undefined;
    if (earlier === "damaged") return options.anyway === true ? undefined : refuse("unsure");
    if (earlier.settled) {
      // Another window sent this text, and the editor here didn't know yet.
      const same = sameDocument(place.kind, earlier.text, text) && earlier.id !== undefined;
      return same ? await this.#settle(job, earlier, { id: earlier.id ?? 0n }, options) : undefined;
    }
    const sent = earlier.account === undefined ? undefined : writerAt(place.repository, earlier.account);
    const api = sent === undefined ? job.api : sent.api.withDeadline(options.writeBy);
    const search = () => targets[place.kind].find({ ...job, api, login: earlier.by }, earlier);
    const isRecent = Math.abs(now() - earlier.at) < SERVER_PROCESSING_MS;
    const found =
      earlier.id === undefined
        ? await (isRecent ? searchRepeatedly(search, this.#parts.wait) : search())
        : { id: earlier.id };
    if (found === "absent") return undefined;
    if (found !== "unsure") return await this.arrived(job, earlier, found, options);
    return options.anyway === true ? undefined : refuse("unsure");
  }

  /** Handles a rejection or a lost answer. The text may have arrived in either case, so this searches for it. */
  async #handleFailure(
    job: Job,
    { ready, attempt, open }: UnconfirmedSend,
    problem: Problem,
    options: SendContext,
  ): Promise<Outcome> {
    const target = this.#parts.targets[job.place.kind];
    const isRefused = problem.facts.wrote === "no";
    const search = () => target.find(job, attempt);
    const found = await (isRefused ? search() : searchRepeatedly(search, this.#parts.wait)).catch(() => undefined);
    if (typeof found === "object") return await this.arrived(job, attempt, found, options);
    if (!isRefused) return refuse(found === "unsure" ? "unsure" : "lost", { problem });
    // After a transient problem, an earlier open attempt stays open, because it may still arrive.
    const isOver = open === undefined || !isTransient(problem.kind);
    if (found !== undefined && isOver) await this.#parts.attempts.remove(attempt.draft);
    // The issue may have been locked since it was loaded.
    const thread = problem.kind === "forbidden" ? getThread(job.place) : undefined;
    const issue = thread && (await job.api.issue(thread, thread.number).catch(() => undefined));
    const why = (target.explain ?? explainRefusal)(problem, issue === undefined ? ready : { ...ready, issue });
    return refuse(why, { problem, theirs: why === "conflict" ? await target.load?.(job, job.place) : undefined });
  }

  /** Completes a confirmed send, after a check that the text is on the server only once and unchanged. */
  async arrived(job: SearchJob, started: Attempt, arrived: Arrived, options: SendOptions & Pick<Hold, "alone">) {
    const { attempts, drafts, saw, targets } = this.#parts;
    const attempt = { ...started, id: arrived.id, by: arrived.comment?.author?.login ?? started.by };
    await this.#tryToSave(attempts.put(attempt));
    const check = await targets[job.place.kind].check(job, attempt, arrived).catch(() => undefined);
    const thread = getThread(job.place);
    const seen = check?.comments ?? (arrived.comment === undefined ? [] : [arrived.comment]);
    if (thread !== undefined && seen.length > 0) saw(thread, seen);
    if (check?.strayed === true) {
      await attempts.remove(attempt.draft);
      return refuse("strayed");
    }
    if (check?.theirs !== undefined) {
      await attempts.remove(attempt.draft);
      const opened = (await drafts.get(job.place))?.opened;
      return refuse(isSameVersion(opened, check.theirs) ? "unchanged" : "conflict", { theirs: check.theirs });
    }
    const twice = check?.twice;
    if (check === undefined || twice === "unknown") return await this.#settle(job, attempt, arrived, options);
    const [first, second] = twice ?? [arrived.id, undefined];
    // Without a lock, another window's copy may still arrive, so finding none proves nothing yet.
    const checked = options.alone && second === undefined ? undefined : { second };
    return await this.#settle(job, { ...attempt, checked }, { ...arrived, id: first }, options);
  }

  /**
   * Runs `work` on an earlier attempt under the draft's lock, if `isMeant` still accepts the attempt. The job is
   * undefined without an account. Failures are only logged, because the outbox tries again.
   */
  async revisit(
    draft: string,
    isMeant: (attempt: Attempt) => boolean,
    work: (attempt: Attempt, hold: Hold, job: SearchJob | undefined) => Promise<void>,
  ): Promise<void> {
    const { attempts, lock, log, writerAt } = this.#parts;
    const held = lock.hold(draft, async (hold) => {
      const attempt = await attempts.get(draft);
      if (attempt === undefined || attempt === "damaged" || !isMeant(attempt)) return;
      const { account, by, place, text } = attempt;
      const writer = writerAt(place.repository, account) ?? writerAt(place.repository);
      const otherAttempts = () => attempts.listForOtherDrafts(draft, place);
      await work(
        attempt,
        hold,
        writer && { api: writer.api.withDeadline(hold.endsAt), login: by, place, text, otherAttempts },
      );
    });
    await held.catch((error: unknown) => {
      log.debug("Could not check whether a sent text has arrived", { problem: asProblem(error).message });
    });
  }

  /** Removes the draft of an arrived text, except for what was typed since. */
  async #settle(
    { place }: Pick<Job, "place">,
    attempt: Attempt,
    arrived: Arrived,
    options: SendOptions,
  ): Promise<Sent> {
    const { attempts, drafts, targets } = this.#parts;
    const target = targets[place.kind];
    const settling = drafts.settle(place, attempt, (draft) =>
      target.toRemainder({ ...draft, place }, arrived, attempt.text),
    );
    const more = (await this.#tryToSave(settling)) ?? false;
    // Only attempts to create something are remembered: changing a text twice makes no copy.
    const isRemembered = target.load === undefined;
    const settled = { ...attempt, id: arrived.id, settled: true };
    await this.#tryToSave(isRemembered ? attempts.put(settled) : attempts.remove(attempt.draft));
    const { issue } = arrived;
    const sent: Sent = {
      sent: true,
      thread: getThread(place) ?? { ...place.repository, number: arrived.id },
      comment: isIssue(place) ? undefined : arrived.id,
      more,
      dropped: issue === undefined ? [] : listDropped(readForm(place.kind, attempt.text), issue),
      second: attempt.checked?.second,
    };
    this.#settled.fire({ place, text: attempt.text, sent, automatic: options.automatic === true });
    return sent;
  }

  /** Saves why the draft was not sent, unless the same reason is already saved. */
  async #fail(draft: Draft, by: string | undefined, refused: Refused): Promise<void> {
    const { failure, place } = draft;
    const { why, problem } = refused;
    const asked = toSentText(draft);
    const same = failure?.why === why && failure.kind === problem?.kind && failure.asked === asked && failure.by === by;
    if (same && (why === "signedOut" || why === "alone")) return;
    // "strayed" also says that the other repository has the text, so "otherRepository" doesn't replace it.
    if (failure?.why === "strayed" && why === "otherRepository") return;
    await this.#parts.drafts.fail(place, refused, asked, by);
  }

  /**
   * Logs a failure to save, such as on a full disk, so that the user still sees the outcome of a send. The stored
   * attempt stays open then, and the outbox checks its outcome again.
   */
  async #tryToSave<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return await work.catch((error: unknown) => {
      this.#parts.log.warn("Could not record the result of sending a text", { problem: asProblem(error).message });
      return undefined;
    });
  }
}

function toRefused(error: unknown): Refused {
  const problem = asProblem(error);
  return refuse(explainRefusal(problem, { issue: undefined }), { problem });
}
