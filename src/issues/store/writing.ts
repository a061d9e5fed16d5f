import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Wait } from "../../base/wait.ts";
import type { Api } from "../api.ts";
import { sameLogin, sameText, wellFormed } from "../model.ts";
import type { Comment, Id, Repository } from "../model.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { draftKey, textOf } from "../model/draft.ts";
import type { Draft, DraftPlace, Refusal } from "../model/draft.ts";
import { changeComment, deleteComment } from "./changing.ts";
import type { Drafts } from "./drafts.ts";
import { readComment, readComments } from "./reading.ts";

/** What became of a text that was to be sent. */
export type Outcome =
  /** It is on the server. `more` was typed meanwhile, and is kept. */
  { readonly sent: true; readonly id: Id; readonly more: boolean } | Refused;

export interface Refused {
  readonly sent: false;
  readonly why: Refusal;
  readonly problem: Problem | undefined;
  /** Of a conflict: the comment as it stands there now. */
  readonly theirs?: Comment;
}

export interface Writer {
  readonly api: Api;
  /** Who writes, where it is known. */
  readonly login: string | undefined;
}

/** How the text got here, for those who write. */
export interface WritingParts {
  readonly drafts: Drafts;
  readonly wait: Wait;
  readonly now: () => number;
  writerAt(thread: ThreadAddress): Writer;
  /** The repository as it is now, under its present name. */
  repository(address: RepositoryAddress): Promise<Repository>;
  /** The id that the name was known by, before it was just read. */
  rememberedId(address: RepositoryAddress): Id | undefined;
}

/** After an answer was lost, the thread is read after each of these: the server may still be at work. */
const LOOKS = [0, 1_000, 3_000];

/**
 * Sends what was written, so that it is there once. A draft is on the disk before it is sent and goes when the server
 * has confirmed it; an answer that was lost is looked for in the thread.
 */
export class Writing {
  readonly #parts: WritingParts;
  readonly #underWay = new Set<string>();

  constructor(parts: WritingParts) {
    this.#parts = parts;
  }

  /** Whether the draft is just being sent. */
  isUnderWay(place: DraftPlace): boolean {
    return this.#underWay.has(draftKey(place));
  }

  /** Posts a new comment, or one that was deleted. */
  post(place: DraftPlace): Promise<Outcome> {
    return this.#guarded(place, async (draft, text) => {
      const writer = this.#parts.writerAt(place.thread);
      const home = await this.#home(draft);
      if (typeof home === "string") return refused(home);
      const thread = { ...place.thread, owner: home.owner, name: home.name };
      const arrived = await this.#arrivedBefore(draft, writer, thread);
      if (arrived !== undefined) return this.#settle(place, arrived, draft.attempt?.text ?? text, undefined);
      const after = newest(await readComments(writer.api, thread).then(({ values }) => values));
      await this.#parts.drafts.attempt(place, { text, after, at: this.#parts.now() });
      let comment: Comment | undefined;
      try {
        comment = await writer.api.createComment(thread, thread.number, text);
      } catch (error) {
        const problem = asProblem(error);
        if (problem.facts.wrote === "no") return refused(await whyRefused(problem, writer.api, thread), problem);
        comment = await this.#look(writer, thread, { text, after });
        if (comment === undefined)
          return refused((await isMissing(problem, writer.api, thread)) ? "missing" : "lost", problem);
      }
      return this.#settle(place, comment, text, undefined);
    });
  }

  /** Sends the changed text of a comment, if that is still the one that was opened. */
  change(place: DraftPlace, id: Id): Promise<Outcome> {
    return this.#guarded(place, async (draft, text) => {
      const { api } = this.#parts.writerAt(place.thread);
      const home = await this.#home(draft);
      if (typeof home === "string") return refused(home);
      const thread = { ...place.thread, owner: home.owner, name: home.name };
      const theirs = await standing(api, thread, id);
      if ("sent" in theirs) return theirs;
      // An answer that was lost before, or somebody who wrote the same.
      if (sameText(theirs.body, text)) return this.#settle(place, theirs, text, text);
      if (draft.opened === undefined || !sameText(theirs.body, draft.opened)) {
        return { ...refused("conflict"), theirs };
      }
      try {
        const changed = await changeComment(api, thread, id, text);
        return changed === undefined ? refused("notPlain") : await this.#settle(place, changed, text, text);
      } catch (error) {
        const problem = asProblem(error);
        if (problem.facts.wrote === "no") return refused(await whyRefused(problem, api, thread), problem);
        const now = await readComment(api, thread, id).catch(() => undefined);
        if (now !== undefined && sameText(now.body, text)) return this.#settle(place, now, text, text);
        return refused("lost", problem);
      }
    });
  }

  /** Deletes a plain comment and keeps its text, so that it can be posted again. */
  async remove(thread: ThreadAddress, comment: Comment): Promise<Refused | undefined> {
    const { drafts, now } = this.#parts;
    const place: DraftPlace = { thread, target: { kind: "deleted", id: comment.id } };
    const { api } = this.#parts.writerAt(thread);
    let uncertain = false;
    try {
      const remembered = this.#parts.rememberedId(thread);
      const home = await this.#parts.repository(thread);
      if (remembered !== undefined && remembered !== home.id) return refused("otherRepository");
      const there = { ...thread, owner: home.owner, name: home.name };
      const beginning = { opened: comment.body, author: comment.author?.login, repository: home.id };
      await drafts.keepDeleted(place, comment.body, beginning, undefined);
      await deleteComment(api, there, comment.id).catch((error: unknown) => {
        const problem = asProblem(error);
        // Gone is gone, and an answer that was lost is looked for below.
        if (problem.kind !== "notFound" && problem.facts.wrote !== "unknown") throw problem;
        uncertain = true;
      });
      // The answer is the same for what cannot be deleted, so only the comment itself tells.
      if (await isThere(api, there, comment.id)) {
        await drafts.remove(place);
        return refused("notPlain");
      }
      await drafts.keepDeleted(place, comment.body, beginning, now());
      return undefined;
    } catch (error) {
      const problem = asProblem(error);
      // Where it may be deleted after all, its text stays: the next reading of the thread tells.
      if (!uncertain) await drafts.remove(place);
      return refused(await whyRefused(problem, api, thread), problem);
    }
  }

  /** One sending at a time for each draft, and every refusal written down beside it. */
  async #guarded(place: DraftPlace, send: (draft: Draft, text: string) => Promise<Outcome>): Promise<Outcome> {
    const { drafts } = this.#parts;
    const key = draftKey(place);
    if (this.#underWay.has(key)) return refused("underWay");
    this.#underWay.add(key);
    try {
      const draft = await drafts.get(place);
      const text = wellFormed(draft === undefined ? "" : textOf(draft));
      if (draft === undefined || text.trim() === "") return refused("empty");
      const outcome = await send(draft, text).catch((error: unknown) => refused("problem", asProblem(error)));
      if (outcome.sent) return outcome;
      // What an earlier attempt has left open stays open until a server has refused the text for good.
      const attempt = outcome.problem?.facts.wrote === "no" ? "drop" : "keep";
      await drafts.fail(place, { why: outcome.why, kind: outcome.problem?.kind }, { attempt });
      return outcome;
    } finally {
      this.#underWay.delete(key);
    }
  }

  /** The repository that the draft is for, if it is still the one that was meant, and can be written to. */
  async #home(draft: Draft): Promise<Repository | Refusal> {
    const remembered = draft.repository ?? this.#parts.rememberedId(draft.place.thread);
    const home = await this.#parts.repository(draft.place.thread);
    if (remembered !== undefined && remembered !== home.id) return "otherRepository";
    return home.archived ? "archived" : home;
  }

  /** Whether an earlier attempt, whose answer never came, has left its comment there. */
  async #arrivedBefore({ attempt }: Draft, writer: Writer, thread: ThreadAddress): Promise<Comment | undefined> {
    if (attempt === undefined) return undefined;
    const { values } = await readComments(writer.api, thread);
    return values.find((comment) => isOf(comment, attempt, writer.login));
  }

  async #look(
    writer: Writer,
    thread: ThreadAddress,
    attempt: { readonly text: string; readonly after: Id },
  ): Promise<Comment | undefined> {
    for (const pause of LOOKS) {
      await this.#parts.wait(pause);
      const found = await readComments(writer.api, thread).then(
        ({ values }) => values.find((comment) => isOf(comment, attempt, writer.login)),
        () => undefined,
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #settle(place: DraftPlace, comment: Comment, sent: string, opened: string | undefined): Promise<Outcome> {
    const more = await this.#parts.drafts.settle(place, sent, opened);
    return { sent: true, id: comment.id, more };
  }
}

function refused(why: Refusal, problem?: Problem): Refused {
  return { sent: false, why, problem };
}

function newest(comments: readonly Comment[]): Id {
  return comments.reduce((most, { id }) => (id > most ? id : most), 0n);
}

function isOf(
  comment: Comment,
  attempt: { readonly text: string; readonly after: Id },
  login: string | undefined,
): boolean {
  const mine = login === undefined || sameLogin(comment.author?.login, login);
  return mine && comment.id > attempt.after && sameText(comment.body, attempt.text);
}

/** A refusal's status has several reasons; which it was is seen in the issue, never in the text of the answer. */
async function whyRefused(problem: Problem, api: Api, thread: ThreadAddress): Promise<Refusal> {
  if (problem.kind === "archived") return "archived";
  if (problem.kind === "notFound") return "missing";
  if (problem.kind !== "forbidden") return "problem";
  const issue = await api.issue(thread, thread.number).catch(() => undefined);
  return issue?.locked === true ? "locked" : "problem";
}

/** A missing issue is answered with 500 where a comment is posted to it. */
async function isMissing(problem: Problem, api: Api, thread: ThreadAddress): Promise<boolean> {
  if (problem.facts.status !== 500) return false;
  return api.issue(thread, thread.number).then(
    () => false,
    (error: unknown) => asProblem(error).kind === "notFound",
  );
}

/** The comment that is to be changed, or why there is none. */
async function standing(api: Api, thread: ThreadAddress, id: Id): Promise<Comment | Refused> {
  try {
    return (await readComment(api, thread, id)) ?? refused("notPlain");
  } catch (error) {
    const problem = asProblem(error);
    return refused(problem.kind === "notFound" ? "missing" : "problem", problem);
  }
}

async function isThere(api: Api, thread: ThreadAddress, id: Id): Promise<boolean> {
  try {
    await readComment(api, thread, id);
    return true;
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind === "notFound") return false;
    throw problem;
  }
}
