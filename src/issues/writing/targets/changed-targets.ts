// Targets for texts that exist on the server: comments, and the title and text of issues.
import type { Forge } from "../../api/forge.ts";
import type { Issue } from "../../model/entities.ts";
import type { RepositoryIdentity } from "../../repositories/repository-identity.ts";
import { readComment } from "../../thread/read-thread.ts";
import { getCommentId, threadAt, type Place } from "../place.ts";
import {
  explainRefusal,
  hasText,
  isFromOtherRepository,
  refuse,
  toTheirs,
  type Arrived,
  type Target,
} from "./target.ts";
import { isSameVersion, matchesServer, readForm } from "../text.ts";

/** What differs between comments and issues. */
interface ChangeParts extends Pick<Target, "send" | "explain"> {
  /** Loads the server's current version. Returns undefined for events and reviews, which can't be changed. */
  readonly load: (api: Forge, place: Place) => Promise<Arrived | undefined>;
  /** Takes the text from its issue, which every send loads anyway. */
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

/** The target for the title and text of an issue. */
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
    // Servers that count changes reject an outdated version with 409.
    explain: (problem) => (problem.facts.status === 409 ? "conflict" : explainRefusal(problem, { issue: undefined })),
  });
}

function changedText(identity: RepositoryIdentity, { fromIssue, load, send, ...more }: ChangeParts): Target {
  return {
    load: async ({ api }, place) => {
      const existing = await load(api, place);
      return existing && toTheirs(existing);
    },
    prepare: async ({ api, place, draft: { opened, repository }, text }) => {
      const loading = fromIssue === undefined ? load(api, place) : Promise.resolve(undefined);
      const found = await identity.issueWith(api, threadAt(place), repository, loading);
      if (found === undefined) return refuse("otherRepository");
      const { issue, thread } = found;
      const existing = fromIssue?.(issue) ?? found.other;
      if (existing === undefined) return refuse("notPlain");
      const theirs = toTheirs(existing);
      const ready = {
        repository: thread,
        repositoryId: issue.repository?.id,
        issue,
        mark: { after: existing.id, since: undefined },
      };
      if (matchesServer(place.kind, text, theirs)) return { ...ready, existing };
      return isSameVersion(opened, theirs) ? ready : refuse("conflict", { theirs });
    },
    send: async (job, ready) => {
      const { api, place, text } = job;
      const returned = await send(job, ready);
      if ("sent" in returned) return returned;
      if (returned.id === ready.mark.after && matchesServer(place.kind, text, toTheirs(returned))) return returned;
      // A proxy may have returned another or an outdated text.
      return (await load(api, place)) ?? refuse("notPlain");
    },
    find: async ({ api, place }, { text }) => {
      const existing = await load(api, place);
      return existing !== undefined && matchesServer(place.kind, text, toTheirs(existing)) ? existing : "absent";
    },
    check: async ({ api, place }, attempt) => {
      const existing = await load(api, place);
      if (existing === undefined) return {};
      if (isFromOtherRepository(existing.issue, attempt)) return { strayed: true };
      const { text } = attempt;
      const theirs = toTheirs(existing);
      const comments = existing.comment === undefined ? [] : [existing.comment];
      return { comments, theirs: matchesServer(place.kind, text, theirs) ? undefined : theirs };
    },
    ...more,
    toRemainder: ({ opened, place, text, unsaved }, arrived) => ({
      place,
      text: unsaved ?? text,
      opened: hasText(arrived) ? toTheirs(arrived) : opened,
    }),
  };
}
