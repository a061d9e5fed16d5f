// Describes the events of a thread in sentences.
import { l10n } from "../../workbench/text/l10n.ts";
import type { EventView, Piece, Sentence } from "../../panels/thread/messages.ts";
import { format } from "../../workbench/text/format.ts";
import { isGhost, formatNumber, type Id, type Label, type LinkedIssue } from "../model/entities.ts";
import { fullName, repositoryKey, repositoryWebUrl, threadWebUrl, type RepositoryAddress } from "../model/address.ts";
import type { Meaning, ThreadEvent } from "../model/timeline.ts";
import { formatPerson } from "../wording/people.ts";
import { eventIcon } from "./event-icons.ts";
import { describePending, describeVerdict } from "./review-view.ts";

/** Builds the line of an event. `home` is the repository of the thread. */
export function eventView(event: ThreadEvent, home: RepositoryAddress): EventView {
  return {
    kind: "event",
    id: String(event.id),
    icon: eventIcon(event.meaning),
    at: new Date(event.at).toISOString(),
    sentence: sentence("{0} {1}", [person(event)], describeMeaning(event, home)),
    inside: [],
  };
}

/** Builds one line for several events by the same person, which expands to show each. */
export function foldedView(events: readonly ThreadEvent[], home: RepositoryAddress): EventView | undefined {
  const [first] = events;
  if (first === undefined) return undefined;
  const groups = new Map<string, ThreadEvent[]>();
  for (const event of events) {
    const key = getGroupKey(event.meaning);
    const group = groups.get(key) ?? [];
    group.push(event);
    // Moves the group to the end, so that an issue that was closed, reopened and closed again doesn't seem open.
    groups.delete(key);
    groups.set(key, group);
  }
  const phrases = [...groups.values()].flatMap((group) => summarize(group, home));
  const views = events.map((event) => ({ ...eventView(event, home), sentence: describeMeaning(event, home) }));
  return {
    kind: "event",
    // The id of the first event, so that the line stays the same when more events are folded into it.
    id: String(first.id),
    icon: eventIcon(first.meaning),
    at: new Date(events.at(-1)?.at ?? first.at).toISOString(),
    sentence: sentence("{0} {1}", [person(first)], joinPhrases(phrases)),
    inside: views,
  };
}

/** Replaces {0}, {1}, … in a template with the inserted pieces. */
export function sentence(template: string, ...inserted: readonly Sentence[]): Sentence {
  return template.split(/(\{\d\})/).flatMap((part) => {
    const place = /^\{(\d)\}$/.exec(part)?.[1];
    if (place !== undefined) return inserted[Number(place)] ?? [];
    return part === "" ? [] : [text(part)];
  });
}

export function text(words: string): Piece {
  return { is: "text", text: words };
}

export function strong(words: string): Piece {
  return { is: "strong", text: words };
}

function describeMeaning({ meaning, author }: ThreadEvent, home: RepositoryAddress): Sentence {
  switch (meaning.kind) {
    case "commented":
      return [text(l10n.t("commented"))];
    case "reviewed":
      return [text(meaning.isPending ? describePending() : describeVerdict(meaning.review?.review))];
    case "reopened":
      return [text(l10n.t("reopened this"))];
    case "closed":
      return [text(l10n.t("closed this"))];
    case "unlocked":
      return [text(l10n.t("unlocked the conversation"))];
    case "pinned":
      return [text(l10n.t("pinned this"))];
    case "unpinned":
      return [text(l10n.t("unpinned this"))];
    case "timeStarted":
      return [text(l10n.t("started tracking time"))];
    case "timeCanceled":
      return [text(l10n.t("canceled time tracking"))];
    case "merged":
      return [text(l10n.t("merged this"))];
    case "mergeScheduled":
      return [text(l10n.t("enabled auto-merge when all checks succeed"))];
    case "mergeUnscheduled":
      return [text(l10n.t("disabled auto-merge"))];
    case "projectChanged":
      return [text(describeProjectChange(meaning.from, meaning.to))];
    case "projectMoved":
      return [text(l10n.t("moved this on the project board"))];
    case "labeled":
      return sentence(meaning.added ? l10n.t("added {0}") : l10n.t("removed {0}"), [label(meaning.label)]);
    case "milestoned":
      return describeMilestone(meaning.from?.title, meaning.to?.title);
    case "assigned":
      return describeAssignment(meaning, author?.id);
    case "reviewAsked":
      if (meaning.whom === undefined)
        return [text(meaning.added ? l10n.t("requested a review") : l10n.t("removed a review request"))];
      return sentence(
        meaning.added ? l10n.t("requested a review from {0}") : l10n.t("removed the review request for {0}"),
        [strong(meaning.whom)],
      );
    case "reviewDismissed":
      if (meaning.by === undefined) return withReason([text(l10n.t("dismissed a review"))], meaning.reason);
      return withReason(sentence(l10n.t("dismissed {0}'s review"), [strong(formatPerson(meaning.by))]), meaning.reason);
    case "retitled":
      return sentence(l10n.t("changed the title from {0} to {1}"), [strikeThrough(meaning.from)], [strong(meaning.to)]);
    case "mentioned":
      return sentence(mentionTemplate(meaning.effect), [issueLink(meaning.in, home, meaning.comment)]);
    case "committed":
      return sentence(
        l10n.t("mentioned this in commit {0} {1}"),
        [commit(meaning.commit, meaning.repository, home)],
        [text(meaning.subject)],
      );
    case "pushed":
      return [text(describePush(meaning.commits, meaning.forced))];
    case "branchDeleted":
      return sentence(l10n.t("deleted the branch {0}"), [code(meaning.branch)]);
    case "retargeted":
      return sentence(l10n.t("changed the target branch from {0} to {1}"), [code(meaning.from)], [code(meaning.to)]);
    case "refChanged":
      if (meaning.to === "") return sentence(l10n.t("removed the reference {0}"), [code(meaning.from)]);
      if (meaning.from === "") return sentence(l10n.t("added the reference {0}"), [code(meaning.to)]);
      return sentence(l10n.t("changed the reference from {0} to {1}"), [code(meaning.from)], [code(meaning.to)]);
    case "timeAdded": {
      const total = meaning.seconds ?? Number(meaning.text);
      // Servers accept negative times, as corrections.
      if (total < 0) return [text(l10n.t("took back {0} of logged time", describeWork({ seconds: -total, text: "" })))];
      return [text(l10n.t("logged {0}", describeWork(meaning)))];
    }
    case "timeStopped":
      return [text(l10n.t("worked for {0}", describeWork(meaning)))];
    case "timeDeleted":
      return [text(l10n.t("removed {0} of logged time", meaning.text))];
    case "estimated":
      return [
        text(meaning.text === "" ? l10n.t("removed the estimate") : l10n.t("set the estimate to {0}", meaning.text)),
      ];
    case "deadline":
      return [text(deadline(meaning.from, meaning.to))];
    case "depends":
      return sentence(meaning.added ? l10n.t("added the dependency {0}") : l10n.t("removed the dependency {0}"), [
        issueLink(meaning.on, home),
      ]);
    case "locked":
      return withReason([text(l10n.t("locked the conversation"))], meaning.reason);
    case "unknown":
      return sentence(l10n.t("made a change Triptych doesn't support ({0})"), [code(meaning.type)]);
  }
}

/** Events with the same key are summarized together. */
function getGroupKey(meaning: Meaning): string {
  if (meaning.kind === "pushed") return `${meaning.kind} ${meaning.forced}`;
  return "added" in meaning ? `${meaning.kind} ${meaning.added}` : meaning.kind;
}

/** Returns one phrase that counts the events, or else each distinct phrase. */
function summarize(events: readonly ThreadEvent[], home: RepositoryAddress): readonly Sentence[] {
  const [first] = events;
  if (first === undefined) return [];
  const { meaning } = first;
  if (meaning.kind === "pushed") return [[text(describePush(sumCommits(events), meaning.forced))]];
  // The last of equal phrases stays, in its place.
  const phrases = events.map((event) => describeMeaning(event, home)).toReversed();
  const distinct = new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase]));
  const counted = distinct.size === 1 ? undefined : describeManyEvents(meaning, distinct.size, events.length);
  return counted === undefined ? [...distinct.values()].toReversed() : [[text(counted)]];
}

/** Returns the number of commits in several pushes, or 0 if the number of any is unknown. */
function sumCommits(events: readonly ThreadEvent[]): number {
  const numbers = events.map(({ meaning }) => (meaning.kind === "pushed" ? meaning.commits : 0));
  return numbers.includes(0) ? 0 : numbers.reduce((sum, each) => sum + each, 0);
}

/**
 * Describes several similar events by the number of different labels, people or commits, or of all mentions. Undefined
 * for kinds for which a number isn't enough.
 */
function describeManyEvents(meaning: Meaning, different: number, all: number): string | undefined {
  const many = format.count(different);
  if (meaning.kind === "labeled") {
    return meaning.added ? l10n.t("added {0} labels", many) : l10n.t("removed {0} labels", many);
  }
  if (meaning.kind === "assigned") {
    return meaning.added ? l10n.t("assigned {0} people", many) : l10n.t("unassigned {0} people", many);
  }
  if (meaning.kind === "mentioned") return l10n.t("mentioned this {0} times", format.count(all));
  return meaning.kind === "committed" ? l10n.t("mentioned this in {0} commits", many) : undefined;
}

/** Joins phrases into a list in the user's language. */
function joinPhrases(phrases: readonly Sentence[]): Sentence {
  const list = new Intl.ListFormat(format.dateLanguage, { type: "conjunction" });
  const places = phrases.map((_, place) => String(place));
  return list
    .formatToParts(places)
    .flatMap(({ type, value }) => (type === "element" ? (phrases[Number(value)] ?? []) : [text(value)]));
}

function person({ author }: ThreadEvent): Piece {
  return strong(formatPerson(author));
}

function describeMilestone(from: string | undefined, to: string | undefined): Sentence {
  if (from !== undefined && to !== undefined) {
    return sentence(l10n.t("changed the milestone from {0} to {1}"), [strong(from)], [strong(to)]);
  }
  if (to !== undefined) return sentence(l10n.t("set the milestone to {0}"), [strong(to)]);
  if (from !== undefined) return sentence(l10n.t("removed the milestone {0}"), [strong(from)]);
  return [text(l10n.t("changed the milestone (since deleted)"))];
}

function describeAssignment(
  { person: whom, added }: Extract<Meaning, { kind: "assigned" }>,
  by: bigint | undefined,
): Sentence {
  if (whom !== undefined && !isGhost(whom) && whom.id === by) {
    return [text(added ? l10n.t("self-assigned this") : l10n.t("removed their assignment"))];
  }
  return sentence(added ? l10n.t("assigned {0}") : l10n.t("unassigned {0}"), [strong(formatPerson(whom))]);
}

function mentionTemplate(effect: "closes" | "reopens" | "none"): string {
  const templates: Readonly<Record<typeof effect, string>> = {
    closes: l10n.t("mentioned this in {0}, which will close it"),
    reopens: l10n.t("mentioned this in {0}, which will reopen it"),
    none: l10n.t("mentioned this in {0}"),
  };
  return templates[effect];
}

/** Links another issue, or a comment in it, by number and title, with its repository if that is another one. */
function issueLink(issue: LinkedIssue | undefined, home: RepositoryAddress, comment?: Id): Piece {
  if (issue === undefined) return text(l10n.t("an issue you can't see"));
  const { place, isAway } = findPlace(issue.repository, home);
  const href = threadWebUrl({ ...place, number: issue.number }, issue.pull !== undefined, comment);
  return { is: "link", text: `${isAway ? fullName(place) : ""}${formatNumber(issue)} ${issue.title}`, href };
}

function commit(sha: string, repository: string | undefined, home: RepositoryAddress): Piece {
  if (!/^[\da-f]{7,64}$/i.test(sha)) return code(sha);
  const { place, isAway } = findPlace(repository, home);
  const href = `${repositoryWebUrl(place)}/commit/${sha}`;
  return { is: "link", text: `${isAway ? `${fullName(place)}@` : ""}${sha.slice(0, 7)}`, href, code: true };
}

/** Parses `owner/name`, and tells whether it is another repository than the thread's. */
function findPlace(
  repository: string | undefined,
  home: RepositoryAddress,
): { readonly place: RepositoryAddress; readonly isAway: boolean } {
  const [owner, name] = repository?.split("/") ?? [];
  const place = owner === undefined || name === undefined ? home : { base: home.base, owner, name };
  return { place, isAway: repositoryKey(place) !== repositoryKey(home) };
}

function describePush(commits: number, forced: boolean): string {
  if (forced) return l10n.t("force-pushed the branch");
  if (commits === 0) return l10n.t("pushed commits");
  return l10n.plural(commits, "pushed {0} commit", "pushed {0} commits");
}

function deadline(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined)
    return l10n.t(
      "changed the due date from {0} to {1}",
      format.plainDate(from, "medium"),
      format.plainDate(to, "medium"),
    );
  return to === undefined
    ? l10n.t("removed the due date {0}", format.plainDate(from ?? "", "medium"))
    : l10n.t("set the due date to {0}", format.plainDate(to, "medium"));
}

/** Returns the server's text. Older servers return only seconds, which are converted to hours and minutes. */
function describeWork({ seconds, text }: { readonly seconds: number | undefined; readonly text: string }): string {
  if (text !== "" && !/^\d+$/.test(text)) return text;
  const total = seconds ?? Number(text);
  const minutes = Math.round(total / 60);
  if (minutes < 1) return l10n.t("{0} s", format.count(total));
  return minutes < 60
    ? l10n.t("{0} min", format.count(minutes))
    : l10n.t("{0} h {1} min", format.count(Math.floor(minutes / 60)), format.count(minutes % 60));
}

/** The server names projects by ID only. 0 is none. */
function describeProjectChange(from: bigint, to: bigint): string {
  if (from === 0n && to !== 0n) return l10n.t("added this to a project");
  if (from !== 0n && to === 0n) return l10n.t("removed this from a project");
  return l10n.t("moved this to another project");
}

function withReason(words: Sentence, reason: string): Sentence {
  return reason === "" ? words : sentence(l10n.t("{0}: {1}"), words, [text(reason)]);
}

function label({ name, color, description }: Label): Piece {
  return { is: "label", label: { name, color, description: description ?? "" } };
}

function code(words: string): Piece {
  return { is: "code", text: words };
}

function strikeThrough(words: string): Piece {
  return { is: "struck", text: words };
}
