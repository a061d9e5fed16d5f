// Builds the rows of the view: inboxes, repositories, unknown remotes, drafts, and the comments under each issue.
import { asProblem, Problem } from "../../base/problem.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { Account } from "../../workbench/accounts/accounts.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { mapNodes } from "../../workbench/tree/map-nodes.ts";
import type { Children, Node, RowPage } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { editedAt, sameLogin, type Comment, type Issue } from "../model/entities.ts";
import { firstLine } from "../model/first-line.ts";
import {
  fullName,
  formatHost,
  repositoryKey,
  threadKey,
  type RepositoryAddress,
  type ThreadAddress,
} from "../model/address.ts";
import type { UnknownRemote } from "../model/remote.ts";
import type { ShownRepository, Repositories } from "../repositories/repositories.ts";
import { describeTokenScopes } from "../repositories/accounts/token-scope-text.ts";
import { CommentSubject, RejectedSubject, RemoteSubject, RepositorySubject } from "../parts/row-subjects.ts";
import { inboxId, inboxNode } from "./inbox-row.ts";
import { isPullsRow, ListRows } from "./list-rows.ts";
import { ownListNodes } from "./own-list-rows.ts";
import { commentTooltip, joinParts, note } from "./row-text.ts";
import { commentMenu } from "./row-menus.ts";
import { drawEmojiInRow } from "../wording/emoji-names.ts";
import { draftNode, unsentRoots } from "../editing/draft-rows.ts";
import { formatPerson } from "../wording/people.ts";
import { commitsNode } from "../pulls/files/commit-rows.ts";
import { changedFilesNode } from "../pulls/files/file-rows.ts";
import type { Draft } from "../writing/drafts/draft.ts";
import { isIssue } from "../writing/drafts/place.ts";
import type { Access } from "../repositories/access.ts";
import type { IssueChanges } from "../triage/changes.ts";
import type { ListBrowser } from "./list-browser.ts";
import type { PullHeads } from "../pulls/store/pull-heads.ts";
import type { Pulls } from "../pulls/store/pulls.ts";
import type { RepositoryNames } from "../repositories/repository-names.ts";
import type { Servers } from "../repositories/servers.ts";
import type { Threads } from "../thread/threads.ts";
import type { ViewedFiles } from "../pulls/files/viewed-files.ts";
import type { Writing } from "../writing/writing.ts";

interface TreeRowServices {
  readonly access: Access;
  readonly changes: IssueChanges;
  readonly lists: ListBrowser;
  readonly pullHeads: PullHeads;
  readonly pulls: Pulls;
  readonly repositories: Repositories;
  readonly repositoryNames: RepositoryNames;
  readonly servers: Servers;
  readonly threads: Threads;
  readonly viewedFiles: ViewedFiles;
  readonly writing: Writing;
}

/** VS Code reloads changed rows within this time. A later request means that the user has expanded the row. */
const VIEW_RELOAD_MS = 3000;

export class TreeRows {
  readonly lists: ListRows;
  readonly #services: TreeRowServices;
  readonly #now: () => number;
  /** Threads whose comments have just been loaded, with the time, so that their rows are redrawn without a request. */
  readonly #reusableSince = new Map<string, number>();
  /** The account for which the rows under each repository were loaded. Undefined for anyone. */
  readonly #loadedFor = new Map<string, string | undefined>();

  constructor(services: TreeRowServices, { now }: Pick<Shared, "now">) {
    this.#services = services;
    this.#now = now;
    this.lists = new ListRows(services, { now }, (address, issue, signal) => this.#comments(address, issue, signal));
  }

  readonly roots: Children = mapNodes(() => this.#roots(), drawEmojiInRow);

  async #roots(): Promise<RowPage> {
    const { servers, lists, repositories, writing } = this.#services;
    const [shown, unknown, unsent] = await Promise.all([
      repositories.list(),
      repositories.findUnknownRemotes(),
      unsentRoots(writing.drafts, this.#now),
    ]);
    const { inbox } = lists;
    const inboxes = inbox.list();
    return {
      nodes: [
        ...servers.rejectedAccounts().map(rejectedNode),
        ...inboxes.map((state) =>
          inboxNode(
            state,
            inboxes.length > 1,
            () => inbox.list().find((each) => inboxId(each) === inboxId(state)),
            this.#now,
          ),
        ),
        ...ownListNodes(this.#services, this.lists),
        ...this.#repositories(shown),
        ...unknown.map(unknownServerNode),
        ...unsent,
      ],
    };
  }

  /** Makes the next redraw of a thread show its known comments without a request. Returns the key of the thread. */
  reuseComments(thread: ThreadAddress): string {
    const key = threadKey(thread);
    for (const [other, since] of this.#reusableSince)
      if (this.#now() - since >= VIEW_RELOAD_MS) this.#reusableSince.delete(other);
    this.#reusableSince.set(key, this.#now());
    return key;
  }

  /** Drops all loaded data, so that everything loads again. */
  forget(): void {
    this.#reusableSince.clear();
    this.#services.lists.forget();
  }

  /** Returns the row ids of a thread, given its key. Any other id is returned unchanged. */
  findRows(id: string): readonly string[] {
    const places = this.lists.findThreadRows(id);
    return places.length === 0 ? [id] : places;
  }

  #repositories(list: readonly ShownRepository[]): readonly Node[] {
    const order = {
      ids: list.filter(({ found }) => !found).map(({ address }) => repositoryKey(address)),
      save: (ids: readonly string[]) => this.#services.repositories.arrange(ids),
    };
    return list.map(({ address, pinned, found }, place) => ({
      ...this.#repository(address, pinned, place === 0),
      ...(found ? {} : { order }),
    }));
  }

  #repository(address: RepositoryAddress, pinned: boolean, expanded: boolean): Node {
    const account = this.#services.access.accountAt(address);
    const hasSeveral = this.#services.access.accountsAt(address.base).length > 1;
    return {
      id: repositoryKey(address),
      subject: new RepositorySubject(address),
      label: fullName(address),
      description: joinParts([
        formatHost(address.base),
        hasSeveral && account !== undefined ? l10n.t("as {0}", account.name) : "",
      ]),
      icon: { name: "repo" },
      contextValue: pinned ? "repo.pinned" : "repo.found",
      tooltip: () => repositoryTooltip(this.#services, address),
      expanded,
      children: (signal) => this.#queries(address, signal),
    };
  }

  /** Loads the rows under a repository. If that fails, those of the same account stay, but not those of another one. */
  async #queries(address: RepositoryAddress, signal: AbortSignal): Promise<RowPage> {
    const key = repositoryKey(address);
    const account = this.#services.access.accountAt(address)?.id;
    try {
      const page = await this.#buildQueries(address, signal);
      this.#loadedFor.set(key, account);
      return page;
    } catch (error) {
      const isOther = this.#loadedFor.has(key) && this.#loadedFor.get(key) !== account;
      if (!isOther || signal.aborted) throw error;
      return { nodes: [], beside: () => Promise.reject(asProblem(error)) };
    }
  }

  /** Builds the rows under a repository: its lists, or a note that it has no issues. */
  async #buildQueries(address: RepositoryAddress, signal: AbortSignal): Promise<RowPage> {
    // Requested together with the repository, because nearly every repository has issues or pull requests.
    const lists = this.lists.build(address, signal);
    void lists.catch(() => undefined);
    const repository = await this.#services.repositoryNames.read(address, signal);
    if (repository === undefined) return { nodes: await lists };
    const hasOwnIssues = repository.hasIssues && repository.externalTracker === undefined;
    const notes = hasOwnIssues ? [] : [noIssuesNode(address, repository.externalTracker)];
    if (!hasOwnIssues && !repository.hasPulls) return { nodes: notes };
    const nodes = (await lists).filter((row) => repository.hasPulls || !isPullsRow(address, row));
    return { nodes: [...nodes, ...notes] };
  }

  async #comments(address: ThreadAddress, issue: Issue, signal: AbortSignal): Promise<RowPage> {
    const since = this.#reusableSince.get(threadKey(address)) ?? -Infinity;
    this.#reusableSince.delete(threadKey(address));
    const known = this.#now() - since < VIEW_RELOAD_MS ? this.#services.threads.knownComments(address) : undefined;
    const [{ values, skipped }, drafts] = await Promise.all([
      known ?? this.#services.threads.comments(address, signal),
      this.#services.writing.drafts.ofThread(address),
    ]);
    const unsent = drafts.filter(({ deletedAt }) => deletedAt === undefined);
    const isOfIssue = ({ place }: Draft): boolean => isIssue(place);
    const nodes = [
      ...(issue.pull === undefined
        ? []
        : [changedFilesNode(this.#services, address), commitsNode(this.#services, address, this.#now)]),
      ...unsent.filter(isOfIssue).map((draft) => draftNode(draft, this.#now)),
      ...values.map((comment) => this.#comment(address, comment, issue)),
      ...unsent.filter((draft) => !isOfIssue(draft)).map((draft) => draftNode(draft, this.#now)),
    ];
    if (nodes.length > 0 || skipped > 0) return { nodes, skipped };
    return { nodes: [note(`${threadKey(address)}/none`, l10n.t("No comments yet"), "comment")] };
  }

  #comment(address: ThreadAddress, comment: Comment, issue: Issue): Node {
    const subject = new CommentSubject(address, comment, issue.pull !== undefined);
    const edited = editedAt(comment) === undefined ? "" : l10n.t("edited");
    const line = firstLine(comment.body);
    const isOwn = sameLogin(comment.author?.login, this.#services.access.loginAt(address));
    const since = this.#services.lists.seen.findNews(address, issue)?.since;
    const fresh = since !== undefined && !isOwn && comment.createdAt > since;
    return {
      id: `${threadKey(address)}/comments/${comment.id}`,
      subject,
      label: formatPerson(comment.author),
      description: () => joinParts([format.age(comment.createdAt, this.#now()), edited, line]),
      icon: fresh ? { name: "comment-unresolved", color: "textLink.foreground" } : { name: "comment" },
      accessibleLabel: () =>
        joinParts(
          [
            formatPerson(comment.author),
            fresh ? l10n.t("new") : "",
            format.age(comment.createdAt, this.#now()),
            edited,
            line,
          ],
          ", ",
        ),
      contextValue: commentMenu(this.#services, address, comment),
      click: { command: "triptych.issues.openIssue", title: l10n.t("Open Issue"), args: [subject] },
      tooltip: () => commentTooltip(comment),
    };
  }
}

/** Describes a repository, the account that is used for it, and what the account's token allows. */
function repositoryTooltip(services: TreeRowServices, address: RepositoryAddress): Markdown {
  const account = services.access.accountAt(address);
  const known = services.repositoryNames.getKnown(address);
  const grants = account === undefined ? undefined : services.access.getGrants(account);
  return paragraphs(
    md`**${fullName(address)}** · ${formatHost(address.base)}`,
    known?.description,
    known?.archived === true ? md`$(archive) ${l10n.t("Archived (read-only)")}` : undefined,
    account === undefined
      ? l10n.t("Not signed in")
      : services.servers.isRejected(account)
        ? md`$(warning) ${l10n.t("{0}'s token was rejected. Public content stays readable.", account.name)}`
        : l10n.t("Signed in as {0}", account.name),
    grants === undefined ? undefined : describeTokenScopes(grants).join(" "),
  );
}

/** Shown until the token is replaced or the account is removed. Until then, the rows below show only public data. */
function rejectedNode(account: Account): Node {
  const host = formatHost(account.base);
  const subject = new RejectedSubject(account);
  const action = l10n.t("Enter New Token…");
  return {
    id: `rejected ${account.base} ${account.id}`,
    subject,
    label: l10n.t("Token rejected"),
    description: joinParts([action, l10n.t("{0} at {1}", account.name, host)]),
    icon: { name: "key", color: "list.warningForeground" },
    contextValue: "rejected",
    explains: new Problem("unauthorized", { origin: account.origin }),
    click: { command: "triptych.issues.addAccount", title: action, args: [subject] },
    tooltip: () => l10n.t("{0} no longer accepts the token of {1}. Public content stays readable.", host, account.name),
  };
}

function unknownServerNode(remote: UnknownRemote): Node {
  const subject = new RemoteSubject(remote);
  return {
    id: `remote ${remote.host} ${remote.owner}/${remote.name}`.toLowerCase(),
    subject,
    label: `${remote.owner}/${remote.name}`,
    description: joinParts([remote.host, l10n.t("Select a Server")]),
    icon: { name: "question" },
    contextValue: "remote",
    click: { command: "triptych.issues.addRepository", title: l10n.t("Select Server…"), args: [subject] },
    tooltip: () => l10n.t("A Git remote uses the host {0}. Select the server that it belongs to.", remote.host),
  };
}

function noIssuesNode(address: RepositoryAddress, tracker: string | undefined): Node {
  const id = `${repositoryKey(address)}/elsewhere`;
  const label = tracker === undefined ? l10n.t("Issues are turned off") : l10n.t("Uses an external issue tracker");
  return {
    ...note(id, label, "info"),
    ...(tracker === undefined ? {} : { description: URL.parse(tracker)?.host ?? "", tooltip: () => tracker }),
  };
}
