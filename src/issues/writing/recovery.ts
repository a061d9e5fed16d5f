// Finds out what became of sends that this window or a killed one started but didn't finish, and whether a text arrived
// twice, because a proxy repeated the request. Sends nothing.
import { asProblem, Problem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { Id } from "../model/entities.ts";
import type { Deletion, DeletionDependencies } from "./deletion.ts";
import { isDeletionPending, isUnchecked, isWaiting, toSentText, type Attempt, type Draft } from "./drafts/draft.ts";
import { turnsOf, type Place } from "./drafts/place.ts";
import { SERVER_PROCESSING_MS, type Sender, type SenderDependencies } from "./sender.ts";
import { refuse, type Refused } from "./drafts/outcome.ts";
import { sameDocument } from "./drafts/draft-document.ts";

/** An attempt whose draft is locked. */
interface Revisited {
  readonly attempt: Attempt;
  readonly api: Forge;
}

/** A text that is on the server twice. */
export interface Duplicate {
  readonly text: string;
  readonly place: Place;
  /** The ids of comments or the numbers of issues. */
  readonly first: Id;
  readonly second: Id;
}

export interface RecoveryDependencies
  extends Omit<SenderDependencies, "overwrites">, Pick<DeletionDependencies, "apiAt"> {
  readonly deletion: Deletion;
  readonly sender: Sender;
}

/** For this long after an attempt, Triptych checks by itself; later, only if the draft is sent or the outbox runs. */
const SEARCH_PERIOD_MS = 10 * 60_000;
/** For this long, another window's editor may not know that the draft was sent, and send it again. */
const REMEMBER_MS = 60_000;
/** A notice that was visible this long counts as seen. */
const NOTICE_SEEN_MS = 10_000;
/** After this time, the search for a second copy is given up. */
const MAX_RECORD_AGE_MS = 30 * 24 * 60 * 60_000;

export class Recovery {
  readonly #dependencies: RecoveryDependencies;
  #show: ((duplicate: Duplicate) => Promise<void>) | undefined;

  constructor(dependencies: RecoveryDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sets how to show duplicates. `show` resolves once the user dismisses the notice. */
  open(show: (duplicate: Duplicate) => Promise<void>): void {
    this.#show = show;
  }

  /** Checks attempts and deletions whose outcome is unknown. */
  async run(): Promise<void> {
    const { attempts, deletion } = this.#dependencies;
    const started = await attempts.list();
    // Arrived texts are remembered while another text is searched for that could be mistaken for one of them.
    const isOpen = started.some((attempt) => !attempt.settled || isUnchecked(attempt));
    if (!isOpen) await this.#forget(started.filter((attempt) => this.#getAge(attempt) > REMEMBER_MS));
    for (const attempt of started) {
      if (!attempt.settled && (await this.#isPending(attempt))) await this.#revisit(attempt, this.#resolve.bind(this));
    }
    await deletion.recover();
  }

  /** Searches for second copies of all texts that arrived, and shows them without waiting for the user. */
  async findDuplicates(): Promise<void> {
    for (const attempt of (await this.#dependencies.attempts.list()).filter(isUnchecked)) {
      await new Promise<void>((resolve) => {
        void this.#revisit(attempt, (revisited) => this.#reportCopy(revisited, resolve)).finally(resolve);
      });
    }
  }

  /** Whether the outcome of any send or deletion is still unknown. */
  async hasPending(): Promise<boolean> {
    const { attempts, drafts } = this.#dependencies;
    for (const attempt of await attempts.list()) if (await this.#isPending(attempt)) return true;
    return (await drafts.list()).some(isDeletionPending);
  }

  /** Whether Triptych checks this attempt by itself. */
  async #isPending(attempt: Attempt): Promise<boolean> {
    const isYoung = this.#getAge(attempt) <= SEARCH_PERIOD_MS;
    if (attempt.settled) return isYoung && isUnchecked(attempt);
    return isYoung || (await this.#findDraft(attempt))?.failure === undefined;
  }

  /** Forgets attempts whose draft is gone. A killed window may leave one that comes back and must not be sent again. */
  async #forget(settled: readonly Attempt[]): Promise<void> {
    const { attempts, drafts } = this.#dependencies;
    for (const id of await drafts.findGone(settled.map(({ draft }) => draft))) await attempts.remove(id);
  }

  async #findDraft({ draft }: Attempt): Promise<Draft | undefined> {
    return await this.#dependencies.drafts.getById(draft);
  }

  /** Runs `work` on an attempt under its draft's lock. Failures are only logged, because the outbox tries again. */
  async #revisit({ draft, place: at }: Attempt, work: (revisited: Revisited) => Promise<void>): Promise<void> {
    const { apiAt, attempts, log, turns, writerAt } = this.#dependencies;
    const held = turns.holdAll(turnsOf(at, draft), async ({ endsAt }) => {
      const attempt = await attempts.get(draft);
      if (typeof attempt !== "object") return;
      const { account, place } = attempt;
      const { api } = writerAt(place.repository, account) ?? { api: apiAt(place.repository) };
      await work({ attempt, api: api.withDeadline(endsAt) });
    });
    await held.catch((error: unknown) => {
      log.debug("Could not check whether a sent text has arrived", { problem: asProblem(error).message });
    });
  }

  async #resolve({ attempt, api }: Revisited): Promise<void> {
    const { attempts, drafts, sender, targets } = this.#dependencies;
    const { place } = attempt;
    if (attempt.settled) return;
    const draft = await this.#findDraft(attempt);
    const found = await sender.resolve(api, attempt, { automatic: true });
    const isOver = this.#getAge(attempt) > SERVER_PROCESSING_MS;
    if (typeof found === "object") {
      if (!found.sent && draft !== undefined) await this.#fail(draft, attempt, found);
    } else if (draft === undefined) {
      // Without a draft, nothing can be sent again.
      if (isOver) await attempts.remove(attempt.draft);
    } else if (found === "unsure") {
      if (draft.failure?.why !== "unsure") await this.#fail(draft, attempt, refuse("unsure"));
    } else if (isOver) {
      const refused = draft.failure !== undefined && draft.failure.why !== "lost" && draft.failure.why !== "unsure";
      if (refused && !isWaiting(draft)) await attempts.remove(attempt.draft);
      // The user sent this text and the server doesn't have it, so it waits in the outbox from now on.
      else if (draft.failure === undefined && sameDocument(place.kind, toSentText(draft), attempt.text)) {
        await this.#fail(draft, attempt, refuse("lost"));
        if (targets[place.kind].load !== undefined) await attempts.remove(attempt.draft);
      }
    }
    await drafts.reportChanges();
  }

  async #fail({ id }: Draft, { account, text }: Attempt, refused: Refused): Promise<void> {
    await this.#dependencies.drafts.fail(id, { ...refused, problem: new Problem("offline") }, text, account);
  }

  /** Searches for a second copy and shows it. Calls `shown` as soon as the notice is visible. */
  async #reportCopy({ attempt, api }: Revisited, shown: () => void): Promise<void> {
    const { attempts, targets } = this.#dependencies;
    const { checked, draft, id, place } = attempt;
    if (!isUnchecked(attempt)) return;
    if (checked !== undefined) return await this.#notify(attempt, shown);
    const age = this.#getAge(attempt);
    if (id === undefined || age > MAX_RECORD_AGE_MS) return await attempts.remove(draft);
    const { copies } = await targets[place.kind].check(api, attempt, { id });
    if (copies === undefined) return;
    const complete = { ...attempt, ...copies };
    await attempts.put(complete);
    await this.#notify(complete, shown);
  }

  async #notify({ checked, draft, id, place, text }: Attempt, shown: () => void): Promise<void> {
    const { attempts, wait } = this.#dependencies;
    const second = checked?.second;
    if (id === undefined || second === undefined || this.#show === undefined) return;
    const notice = this.#show({ text, place, first: id, second });
    shown();
    await Promise.race([notice, wait(NOTICE_SEEN_MS)]);
    const attempt = await attempts.get(draft);
    // The draft may have been sent again since then.
    if (typeof attempt !== "object" || attempt.checked?.second !== second) return;
    await attempts.put({ ...attempt, checked: { second: undefined } });
  }

  #getAge({ at }: Attempt): number {
    return Math.abs(this.#dependencies.now() - at);
  }
}
