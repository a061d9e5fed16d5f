// The storm's actions, on the product's own writing pipeline.
import { asProblem } from "../../../src/base/problem.ts";
import type { Wait } from "../../../src/base/tasks/wait.ts";
import type { RepositoryAddress } from "../../../src/issues/model/address.ts";
import {
  isDeletionPending,
  isUnchecked,
  isUnsent,
  isWaiting,
  getText,
} from "../../../src/issues/writing/drafts/draft.ts";
import { isReview, places, threadAt, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { readReview } from "../../../src/issues/writing/drafts/review-text.ts";
import { writeDocument, type Version } from "../../../src/issues/writing/drafts/draft-document.ts";
import { machine, type Machine } from "../../unit/issues/machine.ts";
import type { KeptText, Place as StormPlace, Where } from "./orders.ts";

/** The server may process an attempt for this long. Its outcome is final only after that. */
const SERVER_PROCESSING_MS = 20_000;
/** How long Triptych searches for second copies by itself, as in the recovery. */
const SEARCH_PERIOD_MS = 10 * 60_000;

type Window = ReturnType<Machine["open"]>;

export interface Pipeline {
  readonly write: (place: StormPlace, text: string, opened: string | undefined) => Promise<void>;
  readonly send: (place: StormPlace) => Promise<string>;
  readonly discard: (place: StormPlace) => Promise<void>;
  readonly remove: (repo: string, issue: number, id: number) => Promise<string>;
  /** "seen", or why the repository could not be loaded. */
  readonly look: (repo: string) => Promise<string>;
  readonly turn: () => Promise<void>;
  readonly isBusy: () => Promise<boolean>;
  readonly drafts: () => Promise<readonly KeptText[]>;
}

interface Opened {
  readonly window: Window;
  readonly pipeline: Pipeline;
}

export interface PipelineParts {
  readonly wait: Wait;
  readonly now: () => number;
  /** Called with a text that a notice reports as posted twice. */
  readonly report: (text: string) => void;
}

export async function openPipelines(folder: string, { wait, now, report }: PipelineParts) {
  const here = await machine(folder, { wait, pace: wait });
  const opened = new Map<string, Opened>();
  return {
    /** Returns the pipeline for this server, with these accounts signed in and the first one selected. */
    at: async ({ base, logins }: Where, repo: string | undefined): Promise<Pipeline> => {
      const { window, pipeline } = opened.get(base) ?? open(here.open(base, { now }), base, { now, report });
      opened.set(base, { window, pipeline });
      await signIn(window, base, logins);
      if (repo !== undefined) await choose(window, { base, owner: "alice", name: repo }, logins[0]);
      return pipeline;
    },
  };
}

async function signIn({ accounts, signIn: add }: Window, base: string, logins: readonly string[]): Promise<void> {
  const there = accounts.list("issues").filter((account) => account.base === base);
  for (const account of there) if (!logins.includes(account.id)) await accounts.remove(account);
  for (const login of logins) if (!there.some(({ id }) => id === login)) await add(login, { at: base });
}

async function choose({ services }: Window, address: RepositoryAddress, login: string | undefined): Promise<void> {
  const chosen = services.access.accountsAt(address.base).find(({ id }) => id === login);
  if (chosen !== undefined && services.access.accountAt(address)?.id !== login)
    await services.access.choose(address, chosen);
}

function open(window: Window, base: string, { now, report }: Omit<PipelineParts, "wait">): Opened {
  const { writing } = window.services;
  const { attempts, deletion, drafts, outbox, recovery, sender } = writing;
  writing.open(() => false);
  // The notice stays open, so it counts as seen only if the window lives on for a while.
  recovery.open(({ place, text }) => {
    for (const each of isReview(place) ? listTexts(text) : [text]) report(each);
    return new Promise(() => undefined);
  });
  const repository = (name: string): RepositoryAddress => ({ base, owner: "alice", name });
  const at = ({ kind, repo, issue, id }: StormPlace): Place => {
    const thread = { ...repository(repo), number: BigInt(issue) };
    switch (kind) {
      case "newComment":
      case "issueText":
      case "review":
        return places[kind](thread);
      case "comment":
      case "deletedComment":
      case "reviewComment":
      case "newIssue":
      case "newPull":
        return places[kind](thread, BigInt(id));
    }
  };
  const pipeline: Pipeline = {
    write: async (place, text, before) => {
      const isNew = place.kind === "newIssue" || place.kind === "newPull";
      const title = isNew ? text : place.kind === "issueText" ? "An issue" : undefined;
      const branches = place.kind === "newPull" ? { from: `branch-${place.id}`, into: "main" } : {};
      const opened: Version | undefined =
        before === undefined
          ? undefined
          : { title: place.kind === "issueText" ? "An issue" : undefined, body: before, version: undefined };
      // The folder watcher does this within milliseconds, before anyone can type.
      await drafts.reportChanges();
      if (isReview(place)) return await writeReviewText(window, at(place), text, before ?? "");
      await drafts.begin(at(place), { opened, author: "alice" });
      await drafts.save(
        at(place),
        writeDocument(place.kind, { title, body: isNew ? "See the title." : text }, branches),
      );
    },
    send: async (place) => {
      const outcome = await sender.send(at(place));
      if (outcome.sent) await recovery.findDuplicates();
      return outcome.sent ? "sent" : outcome.why;
    },
    discard: (place) => drafts.remove(at(place)),
    remove: async (repo, issue, id) => {
      const refusal = await deletion.remove({ ...repository(repo), number: BigInt(issue) }, BigInt(id));
      return refusal?.why ?? "deleted";
    },
    look: (repo) =>
      window.services.repositoryNames.read(repository(repo)).then(
        () => "seen",
        (error: unknown) => asProblem(error).message,
      ),
    turn: () => outbox.run(),
    isBusy: async () => {
      const kept = await drafts.list();
      const started = await attempts.list();
      const open = started.filter(
        ({ at: since, draft, settled }) =>
          !settled &&
          (kept.find(({ id }) => id === draft)?.failure === undefined ||
            Math.abs(now() - since) < SERVER_PROCESSING_MS),
      );
      const looking = started.some(
        (attempt) => isUnchecked(attempt) && Math.abs(now() - attempt.at) < SEARCH_PERIOD_MS,
      );
      return open.length > 0 || looking || kept.some((draft) => isWaiting(draft) || isDeletionPending(draft));
    },
    drafts: async () =>
      (await drafts.list()).filter(isUnsent).map((draft): KeptText => {
        const { kind, repository: there, number, id } = draft.place;
        const place = { kind, repo: there.name, issue: Number(number ?? 0), id: Number(id ?? 0) };
        return { place, text: getText(draft), why: draft.failure?.why };
      }),
  };
  return { window, pipeline };
}

/** Stores a comment on a line, or the text of a review, which is submitted with the comments that are there by then. */
async function writeReviewText({ services }: Window, place: Place, text: string, commit: string): Promise<void> {
  const { pendingReviews, writing } = services;
  const line = { side: "new", number: 1 } as const;
  if (place.kind === "reviewComment") {
    await writing.drafts.begin(place, { anchor: { path: "topic-f.txt", line, commit, hunk: "" }, text });
    return;
  }
  const comments = (await pendingReviews.comments(threadAt(place))).map((draft) => {
    const { id, anchor } = draft;
    return { draft: id, path: anchor.path, line: anchor.line, text: getText(draft) };
  });
  await writing.drafts.save(place, text);
  await writing.drafts.submit(place, { verdict: "commented", commit, published: undefined, comments });
}

function listTexts(review: string): readonly string[] {
  const { body, comments } = readReview(review);
  return [body, ...comments.map(({ text }) => text)];
}
