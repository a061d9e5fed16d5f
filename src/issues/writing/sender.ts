// Sends drafts so that each arrives exactly once. A draft is on disk before it is sent, and is removed only after the
// server confirmed it. If an answer is lost, the sender searches the server for the text.
import type { Event } from "vscode";
import { asProblem, type Problem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Forge } from "../api/forge.ts";
import { replaceLoneSurrogates, type Comment, type Id, type Issue } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import type { ReviewComment } from "../model/review.ts";
import type { Attempts, StoredAttempt } from "./drafts/attempts.ts";
import { isTransient, isWaiting, getText, toSentText, type Attempt, type Draft } from "./drafts/draft.ts";
import { listDropped } from "../repositories/issue-choices.ts";
import { findCutTitle } from "../model/issue-text.ts";
import type { Overwrites, OverwritesDependencies } from "./overwrites.ts";
import { existsWithoutDraft, getThread, isIssue, isReview, turnsOf, type Place } from "./drafts/place.ts";
import { explainRefusal, type Arrived, type Job, type Part, type Ready, type Writer } from "./targets/target.ts";
import { refuse, type Outcome, type Refused, type Sent } from "./drafts/outcome.ts";
import { findFault, isSameVersion, readForm, sameDocument } from "./drafts/draft-document.ts";
import type { Hold, Turns } from "./drafts/turns.ts";

export interface SenderDependencies extends Omit<OverwritesDependencies, "present"> {
  readonly attempts: Attempts;
  readonly turns: Turns;
  readonly overwrites: Overwrites;
  /** Returns the account with this ID, or the current one. Undefined if that account is signed out. */
  readonly writerAt: (address: RepositoryAddress, account?: string) => Writer | undefined;
  /** Called when a new comment is on the server. */
  readonly posted: (thread: ThreadAddress, comment: Id) => void;
  /** Called with an issue before and after it was edited, or a created one. */
  readonly changed: (thread: ThreadAddress, before: Issue | undefined, now: Issue) => void;
  /** Called with the current state of comments, for panels that show the thread. */
  readonly saw: (thread: ThreadAddress, comments: readonly Comment[]) => void;
  /** Called with the current state of a comment on a line. */
  readonly sawLineComment: (thread: ThreadAddress, comment: ReviewComment) => void;
  readonly now: () => number;
}

export interface SendOptions {
  /** Triptych sends by itself: only what the user tried to send before. */
  readonly automatic?: boolean;
  /** The user has checked, and wants the text sent although it may have arrived. */
  readonly anyway?: boolean;
}

type SendContext = SendOptions & Hold;

/** A send that the server did not confirm. */
interface FailedSend extends SendContext {
  readonly ready: Ready;
  /** An earlier attempt with an unknown outcome. */
  readonly open: Attempt | undefined;
}

interface ResolveContext extends Pick<SendContext, "automatic"> {
  /** The server may still be processing the request, so the search is repeated. */
  readonly isProcessing?: boolean;
}

export interface SentDraft {
  readonly place: Place;
  /** The places of other drafts that were sent with it. */
  readonly parts: readonly Place[];
  readonly text: string;
  readonly sent: Sent;
  readonly automatic: boolean;
}

/** Waits before each search after a lost answer. */
const SEARCH_DELAYS_MS = [0, 1_000, 3_000];
/** For this long after an attempt, the server may still be processing it. */
export const SERVER_PROCESSING_MS = 15_000;

export class Sender {
  readonly #dependencies: SenderDependencies;
  readonly #settled = new Emitter<SentDraft>();
  /** Fires when a text is on the server and its draft is removed. */
  readonly onDidSettle: Event<SentDraft> = this.#settled.event;

  constructor(dependencies: SenderDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends a draft, unless another window is sending it. */
  async send(place: Place, options: SendOptions = {}): Promise<Outcome> {
    const { drafts, overwrites, turns } = this.#dependencies;
    const draft = await drafts.get(place);
    // Some texts have no draft until something is typed. Drafts of other kinds exist from the start.
    if (draft === undefined) return refuse(existsWithoutDraft(place) ? "empty" : "gone");
    const work = turns.holdAll(turnsOf(place, draft.id), async (hold) => {
      const present = await drafts.get(place);
      if (present?.id !== draft.id) return refuse("gone");
      const automatic = options.automatic === true;
      if (automatic && !isWaiting(present)) return refuse("gone");
      const account = automatic ? present.failure?.by : undefined;
      const writer = this.#dependencies.writerAt(place.repository, account);
      overwrites.unwatch(place);
      const outcome =
        writer === undefined
          ? refuse("signedOut")
          : await this.#attempt(present, writer, { ...options, ...hold }).catch(toRefused);
      if (outcome.sent && writer !== undefined) void overwrites.watch(present, writer);
      if (!outcome.sent) await this.#tryToSave(this.#fail(present, account ?? writer?.account?.id, outcome));
      return outcome;
    });
    const outcome = await work.catch(toRefused);
    if (outcome !== undefined) return outcome;
    const refused = refuse("underWay");
    // The other window may only search for an earlier attempt, so the outbox sends the draft if it's still there later.
    if (options.automatic !== true) {
      const by = this.#dependencies.writerAt(place.repository)?.account?.id;
      await this.#tryToSave(this.#fail(draft, by, refused));
    }
    return refused;
  }

  async #attempt(draft: Draft, writer: Writer, context: SendContext): Promise<Outcome> {
    const { attempts, changed, drafts, now, posted, targets } = this.#dependencies;
    const { place } = draft;
    const target = targets[place.kind];
    const text = toSentText(draft);
    if (replaceLoneSurrogates(getText(draft)) !== getText(draft)) return refuse("brokenText");
    const fault = findFault(place.kind, text);
    if (fault !== undefined) return refuse(fault.why, fault);
    const job: Job = { ...writer, api: writer.api.withDeadline(context.writeBy), draft, text };
    const earlier = await attempts.get(draft.id);
    const resolved = await this.#resolveEarlier(job, earlier, context);
    if (resolved !== undefined) return resolved;
    const ready = await target.prepare(job);
    if ("sent" in ready) return ready;
    const open = typeof earlier === "object" && !earlier.settled ? earlier : undefined;
    // An open attempt may still arrive late, so later searches start from its mark.
    const { after, since } = open !== undefined && sameDocument(place.kind, open.text, text) ? open : ready;
    const attempt: Attempt = {
      draft: draft.id,
      place: { ...place, repository: ready.repository },
      repository: draft.repository ?? ready.repositoryId,
      text,
      account: writer.account?.id,
      by: writer.login,
      after,
      since,
      at: now(),
      id: undefined,
      settled: false,
      checked: undefined,
    };
    if (ready.existing !== undefined) return await this.#settle(attempt, ready.existing, context);
    if (draft.repository === undefined) await drafts.bind();
    await attempts.put(attempt);
    if (!(await context.isHeld())) return refuse("underWay");
    const api = writer.api.withDeadline(context.endsAt);
    try {
      const arrived = await ready.send();
      if ("sent" in arrived) {
        // An unsure text may still appear, so its attempt stays.
        if (arrived.why !== "unsure") await attempts.remove(draft.id);
        return arrived;
      }
      const thread = getThread(place);
      if (thread !== undefined && target.load === undefined && !isReview(place)) posted(thread, arrived.id);
      if (arrived.issue !== undefined) {
        changed({ ...ready.repository, number: arrived.id }, ready.issue, arrived.issue);
      }
      return await this.#complete(api, attempt, arrived, context);
    } catch (error) {
      return await this.#handleFailure(api, attempt, asProblem(error), { ...context, ready, open });
    }
  }

  /** Returns the outcome if an earlier attempt determines it. Undefined if this one can continue. */
  async #resolveEarlier(job: Job, earlier: StoredAttempt, context: SendContext): Promise<Outcome | undefined> {
    const { now, writerAt } = this.#dependencies;
    const { draft, text } = job;
    const { place } = draft;
    if (earlier === undefined) return undefined;
    const unsure = context.anyway === true ? undefined : refuse("unsure");
    if (earlier === "damaged") return unsure;
    const { account, at, id, settled } = earlier;
    const attempt = { ...earlier, place };
    if (settled) {
      // Another window sent this text, and the editor here didn't know yet.
      const isSame = id !== undefined && sameDocument(place.kind, earlier.text, text);
      return isSame ? await this.#settle(attempt, { id }, context) : undefined;
    }
    const { api } = (account === undefined ? undefined : writerAt(place.repository, account)) ?? job;
    const isProcessing = Math.abs(now() - at) < SERVER_PROCESSING_MS;
    const found = await this.resolve(api.withDeadline(context.writeBy), attempt, { ...context, isProcessing });
    if (found === "absent") return undefined;
    return found === "unsure" ? unsure : found;
  }

  /** Searches for an attempt's text, and completes the send if it has arrived. */
  async resolve(api: Forge, attempt: Attempt, context: ResolveContext): Promise<Outcome | "absent" | "unsure"> {
    const { targets, wait } = this.#dependencies;
    if (attempt.id !== undefined) return await this.#complete(api, attempt, { id: attempt.id }, context);
    let last: "absent" | "unsure" | undefined;
    let failure: unknown;
    for (const delay of context.isProcessing === true ? SEARCH_DELAYS_MS : [0]) {
      if (delay > 0) await wait(delay);
      const found = await targets[attempt.place.kind].find(api, attempt).catch((error: unknown) => {
        failure = error;
        return last;
      });
      if (typeof found === "object") return await this.#complete(api, attempt, found, context);
      last = found;
    }
    if (last === undefined) throw failure;
    return last;
  }

  /** Handles a rejection or a lost answer. The text may have arrived in either case, so this searches for it. */
  async #handleFailure(api: Forge, attempt: Attempt, problem: Problem, failed: FailedSend): Promise<Outcome> {
    const { ready, open } = failed;
    const { place } = attempt;
    const { status, wrote } = problem.facts;
    const target = this.#dependencies.targets[place.kind];
    const isRefused = wrote === "no";
    const isUnsent = isRefused && status === undefined;
    const search = () => this.resolve(api, attempt, { ...failed, isProcessing: !isRefused }).catch(() => undefined);
    const found = isUnsent ? "absent" : await search();
    if (typeof found === "object") return found;
    if (!isRefused) return refuse(found === "unsure" ? "unsure" : "lost", { problem });
    // An earlier open attempt may still arrive if nothing was sent this time, or after a transient problem.
    const isOver = open === undefined || !(isUnsent || isTransient(problem.kind));
    if (found !== undefined && isOver) await this.#dependencies.attempts.remove(attempt.draft);
    // The issue may have been locked since it was loaded. A lock doesn't keep anyone from editing their texts.
    const thread = problem.kind === "forbidden" && target.load === undefined ? getThread(place) : undefined;
    const issue = thread && ((await api.issue(thread, thread.number).catch(() => undefined)) ?? ready.issue);
    const why = (target.explain ?? explainRefusal)(problem, issue);
    return refuse(why, { problem, theirs: why === "conflict" ? await target.load?.(api, place) : undefined });
  }

  /** Completes a confirmed send, after a check that the text is on the server only once and unchanged. */
  async #complete(api: Forge, started: Attempt, arrived: Arrived, context: ResolveContext): Promise<Outcome> {
    const { attempts, drafts, saw, sawLineComment, targets } = this.#dependencies;
    const { id, comment, issue, lineComment } = arrived;
    const attempt = { ...started, id, by: (comment ?? issue)?.author?.login ?? started.by };
    const { place } = attempt;
    await this.#tryToSave(attempts.put(attempt));
    const check = await targets[place.kind].check(api, attempt, arrived).catch(() => undefined);
    const thread = getThread(place);
    const seen = check?.comments ?? (comment === undefined ? [] : [comment]);
    if (thread !== undefined && seen.length > 0) saw(thread, seen);
    if (thread !== undefined && lineComment !== undefined) sawLineComment(thread, lineComment);
    if (check?.refused?.why === "unsure") {
      // The server confirmed a text that isn't there, so what it said doesn't count.
      await this.#tryToSave(attempts.put({ ...started, id: undefined }));
      return check.refused;
    }
    if (check?.refused !== undefined) {
      await attempts.remove(attempt.draft);
      const { theirs } = check.refused;
      const opened = (await drafts.get(place))?.opened;
      return theirs && isSameVersion(opened, theirs) ? refuse("unchanged", { theirs }) : check.refused;
    }
    const { absent, copies } = check ?? {};
    if (copies === undefined) return await this.#settle(attempt, arrived, context, absent);
    return await this.#settle({ ...attempt, ...copies }, { ...arrived, id: copies.id }, context, absent);
  }

  /** Removes the draft of an arrived text, except for what was typed since. */
  async #settle(
    attempt: Attempt,
    arrived: Arrived,
    { automatic = false }: SendOptions,
    absent: readonly string[] = [],
  ): Promise<Sent> {
    const { attempts, drafts, targets } = this.#dependencies;
    const { place, text } = attempt;
    const { id, issue } = arrived;
    const target = targets[place.kind];
    const parts = await this.#settleParts(
      target.listParts?.(text).filter(({ draft }) => !absent.includes(draft)) ?? [],
    );
    const settling = drafts.settle(attempt, (draft) => target.toRemainder(draft, arrived, text));
    const more = (await this.#tryToSave(settling)) ?? false;
    // Only attempts to create something are remembered: changing a text twice makes no copy.
    const isRemembered = target.load === undefined;
    const settled = { ...attempt, id, settled: true };
    await this.#tryToSave(isRemembered ? attempts.put(settled) : attempts.remove(attempt.draft));
    const sent: Sent = {
      sent: true,
      thread: getThread(place) ?? { ...place.repository, number: id },
      comment: isIssue(place) || isReview(place) ? undefined : id,
      more,
      dropped: issue === undefined ? [] : listDropped(readForm(place.kind, text), issue),
      cutTitle: issue === undefined ? undefined : findCutTitle(readForm(place.kind, text).title, issue.title),
      second: attempt.checked?.second,
    };
    this.#settled.fire({ place, parts, text, sent, automatic });
    return sent;
  }

  /** Removes the drafts that were sent with another one, and returns their places. */
  async #settleParts(parts: readonly Part[]): Promise<readonly Place[]> {
    const { drafts } = this.#dependencies;
    const settled: Place[] = [];
    for (const part of parts) {
      const place = (await drafts.getById(part.draft))?.place;
      if (place === undefined) continue;
      // Text typed since the send becomes another one.
      const more = await this.#tryToSave(drafts.settle({ ...part, place }, () => ({})));
      if (more === false) settled.push(place);
    }
    return settled;
  }

  /** Saves why the draft was not sent, unless that is saved already. */
  async #fail(draft: Draft, by: string | undefined, refused: Refused): Promise<void> {
    const before = draft.failure?.why;
    if (before === "signedOut" && refused.why === before) return;
    // "strayed" also says that the other repository has the text, so "otherRepository" doesn't replace it.
    if (before === "strayed" && refused.why === "otherRepository") return;
    await this.#dependencies.drafts.fail(draft.id, refused, toSentText(draft), by);
  }

  /**
   * Logs a failure to save, such as on a full disk, so that the user still sees the outcome of a send. The stored
   * attempt stays open then, and the outbox checks its outcome again.
   */
  async #tryToSave<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return await work.catch((error: unknown) => {
      this.#dependencies.log.warn("Could not record the result of sending a text", {
        problem: asProblem(error).message,
      });
      return undefined;
    });
  }
}

function toRefused(error: unknown): Refused {
  const problem = asProblem(error);
  return refuse(explainRefusal(problem), { problem });
}
