import { l10n } from "vscode";
import type { Shared } from "../workbench/shared.ts";
import type { Children, Node, Page } from "../workbench/tree/node.ts";
import { ago, count, exact } from "../workbench/words.ts";
import { editedAt, firstLine, numbered, sameLogin } from "./model.ts";
import type { Comment, Issue } from "./model.ts";
import { fullName, hostOf, repositoryKey, threadKey } from "./model/address.ts";
import type { RepositoryAddress, ThreadAddress } from "./model/address.ts";
import type { IssuePage, Store } from "./store.ts";
import { CommentSubject, RepositorySubject, ThreadSubject } from "./subject.ts";
import { draftNode, unsentRoots } from "./unsent.ts";
import { escaped, nameOf, stateLook, stateWord } from "./words.ts";

/** A view asks at once for what has changed; later it asks because somebody looks, in milliseconds. */
const SOON = 3000;

/** The rows of the view: repositories, what is open in them, and the comments under each issue. */
export class Rows {
  readonly #store: Store;
  readonly #now: () => number;
  /** Threads of which only what is written here has changed, and since when. */
  readonly #asKnown = new Map<string, number>();

  constructor(store: Store, { now }: Pick<Shared, "now">) {
    this.#store = store;
    this.#now = now;
  }

  readonly roots: Children = async () => {
    const repositories = await this.#store.repositories.list();
    const rows = repositories.map(({ address, pinned }, place) => this.#repository(address, pinned, place === 0));
    return { nodes: [...rows, ...(await unsentRoots(this.#store, this.#now))] };
  };

  /** The next time that the comments of this thread are asked for, the server is not. Gives the id of the row. */
  takeAsKnown(thread: ThreadAddress): string {
    const key = threadKey(thread);
    this.#asKnown.set(key, this.#now());
    return key;
  }

  /** From now on everything is read from the servers again. */
  forget(): void {
    this.#asKnown.clear();
  }

  #repository(address: RepositoryAddress, pinned: boolean, unfolded: boolean): Node {
    return {
      id: repositoryKey(address),
      subject: new RepositorySubject(address),
      label: fullName(address),
      description: hostOf(address.base),
      icon: { name: "repo" },
      contextValue: pinned ? "repo.pinned" : "repo",
      unfolded,
      children: (signal) => this.#queries(address, signal),
    };
  }

  /** What stands in a repository. The first page comes along, as its number of issues is shown beside the query. */
  async #queries(address: RepositoryAddress, signal: AbortSignal): Promise<Page> {
    const repository = await this.#store.repository(address, signal);
    const own = repository.hasIssues && repository.externalTracker === undefined;
    const away = own ? [] : [elsewhere(address, repository.externalTracker)];
    if (!own && !repository.hasPulls) return { nodes: away };
    let first: IssuePage | undefined = await this.#store.openIssues(address, 1, 0, signal);
    const node: Node = {
      id: `${repositoryKey(address)}/open`,
      subject: new RepositorySubject(address),
      label: l10n.t("Open"),
      ...(first.total === undefined ? {} : { description: count(first.total) }),
      icon: { name: "issues" },
      contextValue: "query",
      unfolded: true,
      children: async (again) => {
        const page = first ?? (await this.#store.openIssues(address, 1, 0, again));
        first = undefined;
        return this.#issues(address, page, 1, 0);
      },
    };
    return { nodes: [node, ...away] };
  }

  #issues(address: RepositoryAddress, page: IssuePage, number: number, before: number): Page {
    const { issues, total, skipped, last } = page;
    const here = before + issues.length + skipped;
    if (here === 0) return { nodes: [note(`${repositoryKey(address)}/open/none`, l10n.t("No open issues"), "check")] };
    return {
      nodes: issues.map((issue) => this.#issue({ ...address, number: issue.number }, issue)),
      skipped,
      ...(total === undefined ? {} : { total }),
      ...(last
        ? {}
        : {
            next: async (signal) => {
              const next = await this.#store.openIssues(address, number + 1, here, signal);
              return this.#issues(address, next, number + 1, here);
            },
          }),
    };
  }

  #issue(address: ThreadAddress, issue: Issue): Node {
    const { icon, colour } = stateLook(issue);
    const locked = issue.locked ? l10n.t("locked") : "";
    const comments = issue.comments === 0 ? "" : count(issue.comments);
    const subject = new ThreadSubject(address, issue);
    return {
      id: threadKey(address),
      subject,
      label: `${numbered(issue)} ${issue.title}`,
      description: joined([comments, locked]),
      icon: colour === undefined ? { name: icon } : { name: icon, colour },
      contextValue: issue.pull === undefined ? `issue.${stateOf(issue)}` : `pull.${stateOf(issue)}`,
      click: { command: "triptych.issues.openIssue", title: l10n.t("Open Issue"), given: [subject] },
      spoken: l10n.t(
        "{0} {1}, {2}, {3} comments",
        numbered(issue),
        issue.title,
        locked === "" ? stateWord(issue) : `${stateWord(issue)}, ${locked}`,
        count(issue.comments),
      ),
      tooltip: () => issueTooltip(address, issue),
      children: (signal) => this.#comments(address, issue, signal),
    };
  }

  async #comments(address: ThreadAddress, issue: Issue, signal: AbortSignal): Promise<Page> {
    const since = this.#asKnown.get(threadKey(address)) ?? -Infinity;
    this.#asKnown.delete(threadKey(address));
    const known = this.#now() - since < SOON ? this.#store.knownComments(address) : undefined;
    const [{ values, skipped }, drafts] = await Promise.all([
      known ?? this.#store.comments(address, signal),
      this.#store.draftsOf(address),
    ]);
    const unsent = drafts.filter(({ place }) => place.target.kind !== "deleted");
    const nodes = [
      ...values.map((comment) => this.#comment(address, comment, issue.pull !== undefined)),
      ...unsent.map((draft) => draftNode(draft, this.#now)),
    ];
    if (nodes.length > 0 || skipped > 0) return { nodes, skipped };
    return { nodes: [note(`${threadKey(address)}/none`, l10n.t("No comments yet"), "comment")] };
  }

  #comment(address: ThreadAddress, comment: Comment, pull: boolean): Node {
    const subject = new CommentSubject(address, comment, pull);
    const edited = editedAt(comment) === undefined ? "" : l10n.t("edited");
    const line = firstLine(comment.body);
    const own = sameLogin(comment.author?.login, this.#store.loginAt(address));
    const mayChange = this.#store.mayChange(address, comment);
    return {
      id: `${threadKey(address)}/comments/${comment.id}`,
      subject,
      label: nameOf(comment.author),
      description: () => joined([ago(comment.createdAt, this.#now()), edited, line]),
      icon: { name: "comment" },
      contextValue: own ? "comment.own" : mayChange ? "comment.changeable" : "comment",
      click: { command: "triptych.issues.openIssue", title: l10n.t("Open Issue"), given: [subject] },
      tooltip: () => commentTooltip(comment),
    };
  }
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

/** By which the menus know what can be done. */
function stateOf({ locked, closed }: Issue): "locked" | "closed" | "open" {
  return locked ? "locked" : closed ? "closed" : "open";
}

function note(id: string, label: string, icon: string): Node {
  return { id, subject: undefined, label, icon: { name: icon }, contextValue: "note" };
}

function elsewhere(address: RepositoryAddress, tracker: string | undefined): Node {
  const id = `${repositoryKey(address)}/elsewhere`;
  const label = tracker === undefined ? l10n.t("Issues are turned off") : l10n.t("Issues are kept elsewhere");
  return {
    ...note(id, label, "info"),
    ...(tracker === undefined ? {} : { description: URL.parse(tracker)?.host ?? "", tooltip: () => escaped(tracker) }),
  };
}

const LONGEST_EXCERPT = 200;

function issueTooltip(address: ThreadAddress, issue: Issue): string {
  const name = `${fullName(address)}${numbered(issue)}`;
  const labels = issue.labels.map((label) => escaped(label.name)).join(", ");
  const milestone = issue.milestone === undefined ? "" : l10n.t("Milestone {0}", escaped(issue.milestone.title));
  const excerpt = firstLine(issue.body).slice(0, LONGEST_EXCERPT);
  return [
    `**${escaped(issue.title)}**`,
    `$(${stateLook(issue).icon}) ${escaped(stateWord(issue))} · \`${name}\``,
    l10n.t("opened by {0}, {1}", escaped(nameOf(issue.author)), exact(issue.createdAt)),
    joined([labels, milestone]),
    escaped(excerpt),
    `$(comment) ${l10n.t("{0} comments", count(issue.comments))}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function commentTooltip(comment: Comment): string {
  const edited = editedAt(comment);
  const lines = comment.body.split(/\r?\n/).filter((line) => line.trim() !== "");
  return [
    `**${escaped(nameOf(comment.author))}** · ${exact(comment.createdAt)}`,
    edited === undefined ? "" : l10n.t("edited {0}", exact(edited)),
    ...lines.slice(0, 6).map((line) => escaped(line.slice(0, LONGEST_EXCERPT))),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
