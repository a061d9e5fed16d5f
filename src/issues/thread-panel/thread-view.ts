// Builds the head of a thread's panel: its repository, state and details.
import { l10n } from "../../workbench/text/l10n.ts";
import type { IconName, Tone } from "../../panels/kit/icons.ts";
import type { ActionView, FactView, PullView, Sentence, ThreadView, WhereView } from "../../panels/thread/messages.ts";
import { format } from "../../workbench/text/format.ts";
import { formatNumber, type Issue, type Milestone } from "../model/entities.ts";
import { fullName, formatHost, repositoryWebUrl, threadWebUrl, type ThreadAddress } from "../model/address.ts";
import { isWritten } from "../model/timeline.ts";
import type { Thread } from "../thread/thread.ts";
import { formatPerson } from "../wording/people.ts";
import { stateLabel } from "../wording/issue-state.ts";
import { sentence, strong, text } from "./event-text.ts";
import type { NewComment, ThreadContext } from "./lines.ts";

/** Builds everything that the panel shows besides lines, banners and the reply box. */
export function threadView(
  address: ThreadAddress,
  thread: Thread,
  {
    emojiEndWords,
    may,
    pull,
    repository,
    emoji,
    servers,
    unseen,
  }: ThreadContext & { readonly unseen: readonly NewComment[]; readonly pull: PullView | undefined },
): ThreadView {
  const { issue, items } = thread;
  const where = whereView(address);
  const comments = items.filter(isWritten).length;
  const events = items.length - comments;
  return {
    ...where,
    title: issue.title,
    number: formatNumber(issue),
    state: stateView(issue),
    under: under(issue, comments, events),
    ...newsView(unseen),
    ...(pull === undefined ? {} : { pull }),
    facts: facts(issue, address, may("sortIssue")),
    mayEdit: may("changeIssue"),
    counts: { all: comments + events, comments, events },
    home: {
      server: address.base,
      repository: fullName(address),
      thread: threadWebUrl(address, issue.pull !== undefined),
      customEmoji: emoji.custom,
      emojiEndWords,
      ...(repository?.numbering === undefined ? {} : { tracker: repository.numbering }),
    },
    servers,
    reactions: may("react") ? emoji.reactions : [],
    ...(thread.whole ? {} : { rest: l10n.t("Loading the rest of the thread…") }),
    ...(items.length === 0 && thread.whole ? { empty: emptyState(may("comment")) } : {}),
    strings: {
      ...where.strings,
      timeline: l10n.t("Timeline"),
      kinds: l10n.t("Show"),
      all: l10n.t("All"),
      comments: l10n.t("Comments"),
      events: l10n.t("Events"),
      facts: l10n.t("Details"),
      newestFirst: l10n.t("Newest First"),
      oldestFirst: l10n.t("Oldest First"),
      search: l10n.t("Search in thread"),
      dates: l10n.t("Filter by Date"),
      since: l10n.t("Since"),
      before: l10n.t("Before"),
      shown: l10n.t("{0} of {1} shown."),
      searchCut: l10n.t("Only the beginning of long texts is searched."),
      showAll: l10n.t("Show All"),
      nothing: l10n.t("No matches"),
      nothingNext: l10n.t("Try other words or dates."),
      react: l10n.t("Add Reaction"),
      edit: l10n.t("Edit Title and Description"),
      keys: { title: l10n.t("Keyboard Shortcuts"), close: l10n.t("Close"), list: listKeys() },
    },
  };
}

/** Builds the location of a thread, which is known before anything is loaded. */
export function whereView(address: ThreadAddress): WhereView {
  return {
    repository: {
      name: fullName(address),
      href: repositoryWebUrl(address),
      host: formatHost(address.base),
    },
    number: `#${address.number}`,
    strings: { tools: l10n.t("Thread"), refresh: l10n.t("Refresh"), openOnWeb: l10n.t("Open on the Web") },
  };
}

function under(issue: Issue, comments: number, events: number): readonly Sentence[] {
  const opened = sentence(
    l10n.t("{0} opened {1}"),
    [strong(formatPerson(issue.author))],
    [{ is: "time", at: issue.createdAt }],
  );
  const summary = [
    ...(issue.locked ? [l10n.t("locked")] : []),
    l10n.plural(comments, "{0} comment", "{0} comments"),
    ...(events === 0 ? [] : [l10n.plural(events, "{0} event", "{0} events")]),
  ];
  return [opened, ...summary.map((words) => [text(words)])];
}

/** Leads to the first new comment that wasn't on screen yet. */
function newsView([first, ...rest]: readonly NewComment[]): Pick<ThreadView, "news"> {
  if (first === undefined) return {};
  const unseen = rest.length + 1;
  const description = l10n.plural(unseen, "Go to {0} New Comment", "Go to {0} New Comments");
  return { news: { id: first.id, label: l10n.t("{0} new", format.count(unseen)), description } };
}

function stateView(issue: Issue): ThreadView["state"] {
  const label = stateLabel(issue);
  const { closed, pull } = issue;
  const look = (icon: IconName, tone: Tone) => ({ label, icon, tone });
  if (pull?.merged === true) return look("git-merge", "done");
  if (pull === undefined) return closed ? look("issue-closed", "done") : look("issues", "good");
  if (closed) return look("git-pull-request-closed", "bad");
  return pull.draft ? look("git-pull-request-draft", "") : look("git-pull-request", "good");
}

/** Lists the details. Users who may change them also see the unset ones, because they can set them there. */
function facts(issue: Issue, address: ThreadAddress, maySort: boolean): readonly FactView[] {
  const found: FactView[] = [];
  const none = { sentence: [{ is: "quiet", text: l10n.t("None") }] } as const;
  const change = (id: ActionView["id"], label: string) => (maySort ? { change: { id, label } } : {});
  if (issue.labels.length > 0 || maySort) {
    const labels = issue.labels.map(({ name, color, description = "" }) => ({ name, color, description }));
    const shown = labels.length > 0 ? { labels } : none;
    found.push({ heading: l10n.t("Labels"), ...shown, ...change("setLabels", l10n.t("Change Labels")) });
  }
  if (issue.milestone !== undefined || maySort) {
    const shown = issue.milestone === undefined ? none : { sentence: milestone(issue.milestone, address) };
    found.push({ heading: l10n.t("Milestone"), ...shown, ...change("setMilestone", l10n.t("Change Milestone")) });
  }
  if (issue.assignees.length > 0 || maySort) {
    const shown = issue.assignees.length > 0 ? { people: issue.assignees.map(formatPerson) } : none;
    found.push({ heading: l10n.t("Assignees"), ...shown, ...change("assign", l10n.t("Change Assignees")) });
  }
  if (issue.due !== undefined) {
    found.push({ heading: l10n.t("Due"), sentence: [text(format.plainDate(issue.due, "medium"))] });
  }
  return found;
}

function milestone({ id, title, closed, due }: Milestone, address: ThreadAddress): Sentence {
  const href = `${repositoryWebUrl(address)}/milestone/${id}`;
  const until = due === undefined ? undefined : l10n.t("due {0}", format.plainDate(due, "medium"));
  const state = closed ? l10n.t("closed") : until;
  return [{ is: "link", text: title, href }, ...(state === undefined ? [] : [text(` · ${state}`)])];
}

/** Describes the keys of the page. The page itself handles them. */
function listKeys(): ThreadView["strings"]["keys"]["list"] {
  return [
    { keys: ["J", "K"], description: l10n.t("Next or previous comment or event") },
    { keys: ["N", "Shift+N"], description: l10n.t("Next or previous new comment") },
    { keys: ["Home", "End"], description: l10n.t("First or last comment or event") },
    { keys: ["/"], description: l10n.t("Search (press Esc to clear)") },
    { keys: ["R"], description: l10n.t("Quote the focused comment, or write a reply") },
    { keys: ["E"], description: l10n.t("Edit the focused comment") },
    { keys: ["Del"], description: l10n.t("Delete the focused comment") },
    { keys: ["C"], description: l10n.t("Copy a link to the focused comment") },
    { keys: ["Ctrl/Cmd+Enter"], description: l10n.t("Post the reply") },
    { keys: ["Ctrl/Cmd+Shift+Enter"], description: l10n.t("Open the reply in an editor") },
    { keys: ["?"], description: l10n.t("Show these shortcuts") },
  ];
}

function emptyState(mayWrite: boolean): { readonly heading: string; readonly sentence: string } {
  return {
    heading: l10n.t("No comments yet"),
    sentence: mayWrite ? l10n.t("Write the first reply below.") : l10n.t("No one has replied."),
  };
}

export function describeLoading(address: ThreadAddress): string {
  return l10n.t("Loading #{0} of {1}…", String(address.number), fullName(address));
}
