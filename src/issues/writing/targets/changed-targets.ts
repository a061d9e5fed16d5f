// Targets for texts that exist on the server: comments, and the title and text of issues.
import type { Forge } from "../../api/forge.ts";
import type { ThreadAddress } from "../../model/address.ts";
import type { Id, Issue } from "../../model/entities.ts";
import type { RepositoryIdentity } from "../../repositories/repository-identity.ts";
import type { FoundLineComment } from "../../thread/read-reviews.ts";
import { readComment } from "../../thread/read-thread.ts";
import { getCommentId, threadAt, withRepositoryName, type Place } from "../drafts/place.ts";
import { explainRefusal, isFromOtherRepository, toOpened, toTheirs, type Arrived, type Target } from "./target.ts";
import { refuse } from "../drafts/outcome.ts";
import { isSameVersion, matchesServer, readForm } from "../drafts/draft-document.ts";

/** What differs between comments and issues. Both functions return undefined for events, which can't be changed. */
interface ChangeDependencies extends Pick<Target, "explain"> {
  /** Loads the server's current version. */
  readonly load: (api: Forge, place: Place) => Promise<Arrived | undefined>;
  readonly change: (api: Forge, place: Place, text: string, existing: Arrived) => Promise<Arrived | undefined>;
  /** Takes the text from its issue, which every send loads anyway. */
  readonly fromIssue?: (issue: Issue) => Arrived;
}

/** Loads a comment on a line. Undefined if the ID isn't that of one. */
export type LoadLineComment = (api: Forge, thread: ThreadAddress, id: Id) => Promise<FoundLineComment | undefined>;

/** The target for plain comments and those on lines. Servers change both by the same route, but don't return both. */
export function changedComment(identity: RepositoryIdentity, loadLineComment: LoadLineComment): Target {
  return changedText(identity, {
    load: async (api, place) => {
      const [thread, id] = [threadAt(place), getCommentId(place)];
      const comment = await readComment(api, thread, id);
      if (comment !== undefined) return { id, comment };
      const found = await loadLineComment(api, thread, id);
      return found && { id, lineComment: found.comment };
    },
    change: async (api, place, text, { lineComment }) => {
      const number = threadAt(place).number;
      const comment = await api.changeComment(place.repository, number, getCommentId(place), text);
      if (comment === undefined) return undefined;
      const { body, id, updatedAt } = comment;
      return lineComment === undefined ? { id, comment } : { id, lineComment: { ...lineComment, body, updatedAt } };
    },
  });
}

/** The target for the title and text of an issue. */
export function issueText(identity: RepositoryIdentity): Target {
  const fromIssue = (issue: Issue): Arrived => ({ id: issue.number, issue });
  return changedText(identity, {
    fromIssue,
    load: async (api, place) => fromIssue(await api.issue(place.repository, threadAt(place).number)),
    change: async (api, place, text, { id, issue }) => {
      const { title, body } = readForm(place.kind, text);
      return fromIssue(await api.authoring.change(place.repository, id, { title, body, version: issue?.version }));
    },
    // Servers that count changes reject an outdated version with 409.
    explain: (problem) => (problem.facts.status === 409 ? "conflict" : explainRefusal(problem)),
  });
}

function changedText(identity: RepositoryIdentity, { change, explain, fromIssue, load }: ChangeDependencies): Target {
  const hasText = ({ kind }: Place, text: string, arrived: Arrived) => matchesServer(kind, text, toTheirs(arrived));
  return {
    explain,
    load: async (api, place) => {
      const existing = await load(api, place);
      return existing && toTheirs(existing);
    },
    prepare: async ({ api, draft: { opened, place, repository }, text }) => {
      const loading = fromIssue === undefined ? load(api, place) : Promise.resolve(undefined);
      const found = await identity.issueWith(api, threadAt(place), repository, loading);
      if (found === undefined) return refuse("otherRepository");
      const { issue, thread } = found;
      const existing = fromIssue?.(issue) ?? found.other;
      if (existing === undefined) return refuse("notPlain");
      const present = withRepositoryName(place, thread);
      const send = async () => {
        const returned = await change(api, present, text, existing);
        if (returned?.id === existing.id && hasText(place, text, returned)) return returned;
        // A proxy may have returned another or an outdated text.
        return (await load(api, present)) ?? refuse("notPlain");
      };
      const mark = { after: existing.id, since: undefined };
      const ready = { repository: thread, repositoryId: issue.repository?.id, issue, ...mark, send };
      if (hasText(place, text, existing)) return { ...ready, existing };
      const theirs = toTheirs(existing);
      return isSameVersion(opened, theirs) ? ready : refuse("conflict", { theirs });
    },
    find: async (api, { place, text }) => {
      const existing = await load(api, place);
      return existing !== undefined && hasText(place, text, existing) ? existing : "absent";
    },
    check: async (api, attempt) => {
      const { place, text } = attempt;
      const existing = await load(api, place);
      if (existing === undefined) return {};
      if (isFromOtherRepository(existing.issue, attempt)) return { refused: refuse("strayed") };
      const comments = existing.comment === undefined ? [] : [existing.comment];
      if (hasText(place, text, existing)) return { comments };
      return { comments, refused: refuse("conflict", { theirs: toTheirs(existing) }) };
    },
    toRemainder: ({ opened }, arrived) => ({ opened: toOpened(arrived) ?? opened }),
  };
}
