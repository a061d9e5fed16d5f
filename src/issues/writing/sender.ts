// Sends drafts so that each is on the server once. A draft is on the disk before it is sent and goes only after
// the server has confirmed it; an answer that was lost is looked for.
import type { Event } from "vscode";
import { asProblem, type Problem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import { replaceLoneSurrogates, type Comment, type Id } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import type { Attempts, DraftLock, Hold } from "./attempts.ts";
import { isPassing, isWaiting, getText, type Attempt, type Draft } from "./draft.ts";
import { listDropped } from "../triage/choices.ts";
import type { Overwrites, OverwritesParts } from "./overwrites.ts";
import { getThread, type Place } from "./place.ts";
import {
  explainRefusal,
  lookRepeatedly,
  refuse,
  type Arrived,
  type Job,
  type LookJob,
  type Outcome,
  type Ready,
  type Refused,
  type Sent,
  type Writer,
} from "./targets/target.ts";
import { getBeginning, findFault, findStrange, isSameVersion, readForm, sameDocument } from "./text.ts";

export interface SenderParts extends OverwritesParts {
  readonly attempts: Attempts;
  readonly lock: DraftLock;
  readonly overwrites: Overwrites;
  /** Who writes there: the account with this id, or the one that is chosen now. Nothing if that account is gone. */
  readonly writerAt: (address: RepositoryAddress, account?: string) => Writer | undefined;
  readonly isArchived: (address: RepositoryAddress) => boolean;
  /** A new comment is on the server. */
  readonly posted: (thread: ThreadAddress, comment: Id) => void;
  /** Comments as they are now, for those who show the thread. */
  readonly saw: (thread: ThreadAddress, comments: readonly Comment[]) => void;
  readonly now: () => number;
}

export interface HowToSend {
  /** Triptych sends it by itself: only what the user has sent before, and only if no other window can do the same. */
  readonly automatic?: boolean;
  /** The reader has looked, and wants it sent though it may have arrived. */
  readonly anyway?: boolean;
}

/** How it is sent, and under which lock. */
type SendContext = HowToSend & Hold;

/** A send that the server did not confirm. */
interface Started {
  readonly ready: Ready;
  readonly attempt: Attempt;
  /** An earlier attempt whose end isn't known. */
  readonly open: Attempt | undefined;
}

export interface SentDraft {
  readonly place: Place;
  readonly sent: Sent;
  readonly automatic: boolean;
}

/** So soon after an attempt whose end isn't known, the server may still be at work on it. */
export const STILL_AT_WORK_MS = 15_000;

export class Sender {
  readonly #parts: SenderParts;
  readonly #settled = new Emitter<SentDraft>();
  /** A text is on the server, and its draft is gone. */
  readonly onDidSettle: Event<SentDraft> = this.#settled.event;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** One window at a time sends a draft. */
  async send(place: Place, how: HowToSend = {}): Promise<Outcome> {
    const { drafts, lock, overwrites } = this.#parts;
    const draft = await drafts.get(place);
    // A new comment has no draft before anything is written; the others begin with one.
    if (draft === undefined) return refuse(getBeginning(place.kind, undefined) === "" ? "empty" : "gone");
    const held = await lock.hold(draft.id, async (hold) => {
      const present = await drafts.get(place);
      if (present?.id !== draft.id) return refuse("gone");
      const automatic = how.automatic === true;
      if (automatic && !isWaiting(present)) return refuse("gone");
      const account = automatic ? present.failure?.by : undefined;
      const writer = this.#parts.writerAt(place.repository, account);
      overwrites.unwatch(place);
      const outcome =
        writer === undefined
          ? refuse("signedOut")
          : automatic && hold.alone
            ? refuse("alone")
            : await this.#attempt(present, writer, { ...how, ...hold }).catch(refusedBy);
      if (outcome.sent && writer !== undefined) void overwrites.watch(present, writer);
      if (!outcome.sent) await this.#record(this.#fail(present, account ?? writer?.account?.id, outcome));
      return outcome;
    });
    return held ?? refuse("underWay");
  }

  async #attempt(draft: Draft, writer: Writer, how: SendContext): Promise<Outcome> {
    const { attempts, drafts, isArchived, now, posted, targets } = this.#parts;
    const { place } = draft;
    const target = targets[place.kind];
    const text = replaceLoneSurrogates(getText(draft));
    const fault = text === getText(draft) ? findFault(place.kind, text) : "brokenText";
    if (fault !== undefined) return refuse(fault);
    const [strange] = findStrange(place.kind, text);
    if (strange !== undefined) return refuse("unknownName", { names: [strange] });
    if (target.load === undefined && isArchived(place.repository)) return refuse("archived");
    const others = () => attempts.othersAt(draft.id, place);
    const job: Job = { api: writer.api.withDeadline(how.writeBy), login: writer.login, place, draft, text, others };
    const earlier = await attempts.get(draft.id);
    const known = await this.#earlier(job, earlier, how);
    if (known !== undefined) return known;
    const ready = await target.prepare(job);
    if ("sent" in ready) return ready;
    // Without a lock another window may have started since. What it has sent is in the thread that was just loaded, and
    // would be taken for an older comment.
    const rival = how.alone && earlier === undefined ? await attempts.get(draft.id) : undefined;
    const sentByRival = await this.#earlier(job, rival, how);
    if (sentByRival !== undefined) return sentByRival;
    const open = earlier === undefined || earlier === "damaged" || earlier.settled ? undefined : earlier;
    // An open attempt may still arrive late, so later looks start from its mark.
    const { after, since } = open !== undefined && sameDocument(place.kind, open.text, text) ? open : ready.mark;
    const under: Job = { ...job, place: { ...place, repository: ready.repository } };
    const repository = draft.repository ?? ready.repositoryId;
    const attempt: Attempt = {
      ...{ draft: draft.id, place: under.place, repository, text, account: writer.account?.id, by: writer.login },
      ...{ after, since, at: now(), id: undefined, settled: false, checked: undefined },
    };
    const looking: Job = { ...under, api: writer.api.withDeadline(how.endsAt) };
    if (ready.there !== undefined) return await this.#settle(under, attempt, ready.there, how);
    if (draft.repository === undefined) await drafts.bind();
    await attempts.put(attempt);
    try {
      const arrived = await target.send(under, ready);
      const thread = getThread(place);
      if (!("sent" in arrived) && thread !== undefined && target.load === undefined) posted(thread, arrived.id);
      if (!("sent" in arrived)) return await this.arrived(looking, attempt, arrived, how);
      // The text may appear later.
      if (arrived.why !== "unsure") await attempts.remove(draft.id);
      return arrived;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.facts.wrote !== "no" || problem.facts.status !== undefined)
        return await this.#handleFailure(looking, { ready, attempt, open }, problem, how);
      // Nothing went out this time; an earlier attempt is as open as before.
      if (open === undefined) await attempts.remove(draft.id);
      return refuse("problem", { problem });
    }
  }

  /** The outcome that follows from an earlier attempt; undefined if this one can continue. */
  async #earlier(job: Job, earlier: Attempt | "damaged" | undefined, how: SendContext): Promise<Outcome | undefined> {
    const { now, targets, writerAt } = this.#parts;
    const { place, text } = job;
    if (earlier === undefined) return undefined;
    if (earlier === "damaged") return how.anyway === true ? undefined : refuse("unsure");
    if (earlier.settled) {
      // Another window has sent it, and this one's editor didn't know yet.
      const same = sameDocument(place.kind, earlier.text, text) && earlier.id !== undefined;
      return same ? await this.#settle(job, earlier, { id: earlier.id ?? 0n }, how) : undefined;
    }
    const sent = earlier.account === undefined ? undefined : writerAt(place.repository, earlier.account);
    const api = sent === undefined ? job.api : sent.api.withDeadline(how.writeBy);
    const look = () => targets[place.kind].find({ ...job, api, login: earlier.by }, earlier);
    const young = Math.abs(now() - earlier.at) < STILL_AT_WORK_MS;
    const found =
      earlier.id === undefined ? await (young ? lookRepeatedly(look, this.#parts.wait) : look()) : { id: earlier.id };
    if (found === "absent") return undefined;
    if (found !== "unsure") return await this.arrived(job, earlier, found, how);
    return how.anyway === true ? undefined : refuse("unsure");
  }

  /** The server refused, or the answer was lost. Either way it may have arrived: one look shows it. */
  async #handleFailure(
    job: Job,
    { ready, attempt, open }: Started,
    problem: Problem,
    how: SendContext,
  ): Promise<Outcome> {
    const target = this.#parts.targets[job.place.kind];
    const isRefused = problem.facts.wrote === "no";
    const look = () => target.find(job, attempt);
    const found = await (isRefused ? look() : lookRepeatedly(look, this.#parts.wait)).catch(() => undefined);
    if (typeof found === "object") return await this.arrived(job, attempt, found, how);
    if (!isRefused) return refuse(found === "unsure" ? "unsure" : "lost", { problem });
    // An earlier attempt that is open stays so until there are no more.
    const isOver = open === undefined || !isPassing(problem.kind);
    if (found !== undefined && isOver) await this.#parts.attempts.remove(attempt.draft);
    // The issue may have been locked after it was read.
    const thread = problem.kind === "forbidden" ? getThread(job.place) : undefined;
    const issue = thread && (await job.api.issue(thread, thread.number).catch(() => undefined));
    const why = (target.explain ?? explainRefusal)(problem, issue === undefined ? ready : { ...ready, issue });
    return refuse(why, { problem, theirs: why === "conflict" ? await target.load?.(job, job.place) : undefined });
  }

  /** The server has confirmed it. One more look shows whether it is there only once and unchanged. */
  async arrived(job: LookJob, started: Attempt, arrived: Arrived, how: HowToSend & Pick<Hold, "alone">) {
    const { attempts, drafts, saw, targets } = this.#parts;
    const attempt = { ...started, id: arrived.id, by: arrived.comment?.author?.login ?? started.by };
    await this.#record(attempts.put(attempt));
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
    if (check === undefined || twice === "unknown") return await this.#settle(job, attempt, arrived, how);
    const [first, second] = twice ?? [arrived.id, undefined];
    // Another window's copy may still arrive, so a look that found none proves nothing yet.
    const checked = how.alone && second === undefined ? undefined : { second };
    return await this.#settle(job, { ...attempt, checked }, { ...arrived, id: first }, how);
  }

  /**
   * Works with an earlier attempt while no other window does, if `isMeant` still accepts it. The job is undefined if the
   * account is gone. A failure is only logged, as the outbox tries again.
   */
  async revisit(
    draft: string,
    isMeant: (attempt: Attempt) => boolean,
    work: (attempt: Attempt, hold: Hold, job: LookJob | undefined) => Promise<void>,
  ): Promise<void> {
    const { attempts, lock, log, writerAt } = this.#parts;
    const held = lock.hold(draft, async (hold) => {
      const attempt = await attempts.get(draft);
      if (attempt === undefined || attempt === "damaged" || !isMeant(attempt)) return;
      const { account, by, place, text } = attempt;
      const writer = writerAt(place.repository, account) ?? writerAt(place.repository);
      const others = () => attempts.othersAt(draft, place);
      await work(
        attempt,
        hold,
        writer && { api: writer.api.withDeadline(hold.endsAt), login: by, place, text, others },
      );
    });
    await held.catch((error: unknown) => {
      log.debug("Could not check whether a sent text has arrived", { problem: asProblem(error).message });
    });
  }

  /** Removes its draft, except for text that was typed since. */
  async #settle({ place }: Pick<Job, "place">, attempt: Attempt, arrived: Arrived, how: HowToSend): Promise<Sent> {
    const { attempts, drafts, targets } = this.#parts;
    const target = targets[place.kind];
    const settling = drafts.settle(place, attempt, (draft) => target.rest({ ...draft, place }, arrived));
    const more = (await this.#record(settling)) ?? false;
    // An attempt to change something has nothing to be remembered for.
    const isRemembered = target.load === undefined;
    const settled = { ...attempt, id: arrived.id, settled: true };
    await this.#record(isRemembered ? attempts.put(settled) : attempts.remove(attempt.draft));
    const { issue } = arrived;
    const sent: Sent = {
      sent: true,
      thread: getThread(place) ?? { ...place.repository, number: arrived.id },
      comment: issue === undefined && getThread(place) !== undefined ? arrived.id : undefined,
      more,
      dropped: issue === undefined ? [] : listDropped(readForm(place.kind, attempt.text), issue),
      second: attempt.checked?.second,
    };
    this.#settled.fire({ place, sent, automatic: how.automatic === true });
    return sent;
  }

  /** Saves why the draft was not sent, unless that is saved already. */
  async #fail(draft: Draft, by: string | undefined, refused: Refused): Promise<void> {
    const { failure, place } = draft;
    const { why, problem } = refused;
    const asked = replaceLoneSurrogates(getText(draft));
    const same = failure?.why === why && failure.kind === problem?.kind && failure.asked === asked && failure.by === by;
    if (same && (why === "signedOut" || why === "alone")) return;
    // That the text is in the other repository is more than that there is another one.
    if (failure?.why === "strayed" && why === "otherRepository") return;
    await this.#parts.drafts.fail(place, refused, asked, by);
  }

  /**
   * The user sees what became of a text, even if a full disk can't record it. The attempt that was recorded before stays
   * open then, and its outcome is looked for again.
   */
  async #record<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return await work.catch((error: unknown) => {
      this.#parts.log.warn("Could not record the result of sending a text", { problem: asProblem(error).message });
      return undefined;
    });
  }
}

function refusedBy(error: unknown): Refused {
  const problem = asProblem(error);
  return refuse(explainRefusal(problem, { issue: undefined }), { problem });
}
