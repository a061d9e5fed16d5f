// How texts that are on the server are changed there: comments, and issues with their titles.
import type { Forge } from "../../api/forge.ts";
import type { Issue } from "../../model/entities.ts";
import type { RepositoryIdentity } from "../../repositories/repository-identity.ts";
import { readComment } from "../../thread/read-thread.ts";
import { getCommentId, threadAt, type Place } from "../place.ts";
import { explainRefusal, isLoaded, isOfAnother, refuse, toTheirs, type Arrived, type Target } from "./target.ts";
import { isSameVersion, isWritten, readForm } from "../text.ts";

/** What is different about comments and issues. */
interface ChangeParts extends Pick<Target, "send" | "explain"> {
  /** Loads what is on the server now. Returns undefined if it can't be changed, because it is an event or a review. */
  readonly load: (api: Forge, place: Place) => Promise<Arrived | undefined>;
  /** Finds it in its issue, which every send loads. */
  readonly fromIssue?: (issue: Issue) => Arrived;
}

export function changedComment(identity: RepositoryIdentity): Target {
  return changedText(identity, {
    load: async (api, place) => {
      const comment = await readComment(api, threadAt(place), getCommentId(place));
      return comment && { id: comment.id, comment };
    },
    send: async ({ api, place, text }, { repository, issue }) => {
      const comment = await api.changeComment(repository, issue?.number ?? 0n, getCommentId(place), text);
      return comment === undefined ? refuse("notPlain") : { id: comment.id, comment };
    },
  });
}

/** Title and text of an issue. */
export function issueText(identity: RepositoryIdentity): Target {
  const fromIssue = (issue: Issue): Arrived => ({ id: issue.number, issue });
  return changedText(identity, {
    fromIssue,
    load: async (api, place) => fromIssue(await api.issue(place.repository, threadAt(place).number)),
    send: async ({ api, place, text }, { repository, issue }) => {
      const { title, body } = readForm(place.kind, text);
      const form = { title, body, version: issue?.version };
      return fromIssue(await api.authoring.change(repository, threadAt(place).number, form));
    },
    // Servers that count the changes refuse an outdated one by 409.
    explain: (problem) => (problem.facts.status === 409 ? "conflict" : explainRefusal(problem, { issue: undefined })),
  });
}

function changedText(identity: RepositoryIdentity, { fromIssue, load, send, ...more }: ChangeParts): Target {
  return {
    load: async ({ api }, place) => {
      const there = await load(api, place);
      return there && toTheirs(there);
    },
    prepare: async ({ api, place, draft: { opened, repository }, text }) => {
      const loading = fromIssue === undefined ? load(api, place) : Promise.resolve(undefined);
      const found = await identity.issueWith(api, threadAt(place), repository, loading);
      if (found === undefined) return refuse("otherRepository");
      const { issue, thread } = found;
      const there = fromIssue?.(issue) ?? found.other;
      if (there === undefined) return refuse("notPlain");
      const theirs = toTheirs(there);
      const ready = {
        repository: thread,
        repositoryId: issue.repository?.id,
        issue,
        mark: { after: there.id, since: undefined },
      };
      if (isWritten(place.kind, text, theirs)) return { ...ready, there };
      return isSameVersion(opened, theirs) ? ready : refuse("conflict", { theirs });
    },
    send: async (job, ready) => {
      const { api, place, text } = job;
      const returned = await send(job, ready);
      if ("sent" in returned) return returned;
      if (returned.id === ready.mark.after && isWritten(place.kind, text, toTheirs(returned))) return returned;
      // Something on the way may have returned another text, or an old one.
      return (await load(api, place)) ?? refuse("notPlain");
    },
    find: async ({ api, place }, { text }) => {
      const there = await load(api, place);
      return there !== undefined && isWritten(place.kind, text, toTheirs(there)) ? there : "absent";
    },
    check: async ({ api, place }, attempt) => {
      const there = await load(api, place);
      if (there === undefined) return {};
      if (isOfAnother(there.issue, attempt)) return { strayed: true };
      const { text } = attempt;
      const theirs = toTheirs(there);
      const comments = there.comment === undefined ? [] : [there.comment];
      return { comments, theirs: isWritten(place.kind, text, theirs) ? undefined : theirs };
    },
    ...more,
    rest: ({ opened, place, text, unsaved }, arrived) => ({
      place,
      text: unsaved ?? text,
      opened: isLoaded(arrived) ? toTheirs(arrived) : opened,
    }),
  };
}
