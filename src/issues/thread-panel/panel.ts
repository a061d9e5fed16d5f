// Connects an open thread to its page: loads and polls it, sends its state to the page, and notices what was read.
import type { Disposable } from "vscode";
import { Backoff } from "../../base/http/backoff.ts";
import { asProblem } from "../../base/problem.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { FromExtension } from "../../panels/thread/messages.ts";
import type { Connection, FirstPaint, Port } from "../../workbench/panels/panel-kind.ts";
import { html } from "../../workbench/panels/html-template.ts";
import type { Receive } from "../../workbench/panels/receive-messages.ts";
import { failedState } from "../../workbench/panels/remedies.ts";
import { remedyLabel } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { PasteUploads } from "../editing/pasting.ts";
import { drawEmoji } from "../wording/emoji-names.ts";
import { formatNumber, type Comment, type Issue } from "../model/entities.ts";
import { fullName, formatHost, threadKey, type ThreadAddress } from "../model/address.ts";
import type { Act } from "../model/rights.ts";
import { ThreadPoller, type PollTime, type ThreadPollerDependencies } from "../thread/thread-poller.ts";
import {
  PanelActions,
  parseCommentId,
  type PanelDraftCommands,
  type PanelIssueCommands,
  type PanelPullCommands,
} from "./actions.ts";
import type { Thread } from "../thread/thread.ts";
import { isOnThread, samePlace } from "../writing/drafts/place.ts";
import type { StoredThread } from "../model/stored-thread.ts";
import { pullView } from "./pull-view.ts";
import { Reply } from "./reply.ts";
import { LineBatches } from "./line-batches.ts";
import { DESCRIPTION, buildLines, findNewComments, type NewComment, type ReadState } from "./lines.ts";
import { describeLoading, threadView, whereView } from "./thread-view.ts";
import type { Access } from "../repositories/access.ts";
import type { EmojiCatalog, Reactions } from "../thread/reactions.ts";
import type { Images } from "../thread/images.ts";
import type { IssueChanges } from "../triage/changes.ts";
import type { KnownServers } from "../repositories/known-servers.ts";
import type { ListBrowser } from "../lists/list-browser.ts";
import type { PullHeads } from "../pulls/store/pull-heads.ts";
import type { Repositories } from "../repositories/repositories.ts";
import type { RepositoryNames } from "../repositories/repository-names.ts";
import type { Servers } from "../repositories/servers.ts";
import type { Threads } from "../thread/threads.ts";
import type { Writing } from "../writing/writing.ts";

interface ThreadPanelServices {
  readonly access: Access;
  readonly changes: IssueChanges;
  readonly emoji: EmojiCatalog;
  readonly images: Images;
  readonly knownServers: KnownServers;
  readonly lists: ListBrowser;
  readonly pullHeads: PullHeads;
  readonly reactions: Reactions;
  readonly repositories: Repositories;
  readonly repositoryNames: RepositoryNames;
  readonly servers: Servers;
  readonly threads: Threads;
  readonly writing: Writing;
}

export interface ThreadPanelDependencies {
  readonly shared: Pick<Shared, "allowServer" | "dialogs" | "log" | "now" | "openSettings" | "problems" | "settings">;
  readonly services: ThreadPanelServices;
  readonly draftCommands: PanelDraftCommands;
  readonly issues: PanelIssueCommands;
  readonly pulls: PanelPullCommands;
  readonly pasting: Pick<PasteUploads, "attach" | "onDidReplace">;
  readonly time: PollTime;
  readonly front: ThreadPollerDependencies["front"];
  /** Returns the comment to scroll to, once. */
  readonly takeWanted: () => WantedComment | undefined;
  readonly onGone: () => void;
}

/** A comment to scroll to. If the user may be typing elsewhere, it doesn't take the focus. */
export interface WantedComment {
  readonly comment: bigint;
  readonly takesFocus: boolean;
}

export class ThreadPanel implements Connection {
  readonly receive: Receive;
  readonly address: ThreadAddress;
  readonly #port: Port<FromExtension, StoredThread>;
  readonly #dependencies: ThreadPanelDependencies;
  readonly #reply: Reply;
  readonly #disposables: readonly Disposable[];
  readonly #poller: ThreadPoller;
  readonly #lines: LineBatches;
  readonly #closing = new AbortController();
  /** Up to when the user had seen the thread when this page opened. */
  #seenUntil: number | undefined;
  /** The new comments that were on screen while the user was there. */
  readonly #wereVisible = new Set<string>();
  /** The ids of the comments that are on screen. */
  #visible: readonly string[] = [];
  /** Whether the server was asked for a notification of the thread since its page opened. */
  #isInboxChecked = false;
  /** The login whose reactions are marked. */
  #login: string | undefined;
  readonly #recovery = new Backoff();
  /** Whether a page is ready to receive messages. */
  #isShown = false;
  /** The title of the tab: with names of emoji, and with emoji. */
  #title = { plain: "", drawn: "" };

  constructor(address: ThreadAddress, port: Port<FromExtension, StoredThread>, dependencies: ThreadPanelDependencies) {
    const { services } = dependencies;
    const post = (message: FromExtension): void => port.post(message);
    this.address = address;
    this.#port = port;
    this.#dependencies = dependencies;
    this.#login = services.access.loginAt(address);
    this.#reply = new Reply(address, { ...dependencies, after: dependencies.time.after, post });
    const { receive } = new PanelActions(address, {
      ...dependencies,
      post,
      reply: this.#reply,
      refresh: () => this.#load(),
      isUserHere: () => dependencies.front.isInFront() && dependencies.time.attention.isHere(),
      onVisible: (ids) => this.#setVisible(ids),
    });
    this.receive = receive;
    this.#lines = new LineBatches(post);
    const key = threadKey(address);
    this.#poller = new ThreadPoller({
      ...dependencies.time,
      now: dependencies.shared.now,
      front: dependencies.front,
      look: async (how) => {
        const isFresh = await services.threads.refresh(address, how);
        if (this.#isPull()) await services.pullHeads.refreshOld(address, how.signal);
        return isFresh;
      },
    });
    this.#disposables = [
      { dispose: () => this.#closing.abort() },
      this.#poller,
      services.threads.retain(address),
      services.servers.onDidAnswer((origin) => this.#recover(origin)),
      services.threads.onDidChange((changed) => {
        if (threadKey(changed) !== key) return;
        this.#followLogin();
        void this.#sendState();
        this.#poller.wake();
        const { thread, problem, reading } = services.threads.at(address);
        // The account that had loaded the thread was removed, and the thread with it.
        if (thread === undefined && problem === undefined && !reading) void this.#load();
        if (thread !== undefined && problem === undefined && !reading) this.#recovery.reset();
        if (this.#isShown && !reading && this.#isPull()) void services.pullHeads.refresh(address);
      }),
      services.pullHeads.onDidChange((changed) => {
        if (threadKey(changed) === key) void this.#sendState();
      }),
      this.#reply,
      dependencies.time.attention.onDidChange(() => this.#noticeVisible()),
      services.lists.inbox.onDidChange(() => this.#markRead()),
      services.writing.drafts.onDidChange(({ place }) => {
        if (!samePlace(place, this.#reply.place) && isOnThread(place, address)) void this.#sendState();
      }),
      dependencies.pasting.onDidReplace(({ place, from, to }) => {
        if (samePlace(place, this.#reply.place)) post({ type: "replaced", from, to });
      }),
      services.images.onDidChangeHosts(() => post({ type: "hosts", hosts: services.images.hosts() })),
      services.reactions.onDidChange((thing) => {
        if (threadKey(thing.thread) === key) this.#sendReactions(thing.comment);
      }),
    ];
  }

  /** Returns what is shown before the page is ready: the title of the thread, or that it is loading. */
  paint(): FirstPaint {
    const { thread } = this.#dependencies.services.threads.at(this.address);
    const known = thread === undefined ? undefined : tabTitle(thread.issue);
    return {
      title: known === undefined ? `#${this.address.number}` : known === this.#title.plain ? this.#title.drawn : known,
      body: html`<main>
        <triptych-head>
          <span slot="crumb">${fullName(this.address)} · ${formatHost(this.address.base)}</span>
          <h1>${thread?.issue.title ?? describeLoading(this.address)}</h1>
        </triptych-head>
      </main>`,
    };
  }

  ready(): void {
    const { services } = this.#dependencies;
    this.#seenUntil = services.lists.seen.getSeenUntil(this.address);
    this.#isShown = true;
    this.#isInboxChecked = false;
    this.#wereVisible.clear();
    this.#visible = [];
    this.#poller.show();
    // A new page has no lines.
    this.#lines.forget();
    void this.#sendState();
    this.#catchUp();
  }

  hidden(): void {
    this.#isShown = false;
    this.#poller.end();
    // The page was unloaded with all its lines.
    this.#lines.forget();
  }

  /** Loads what the panel missed once its server can be reached again. */
  #recover(origin: string): void {
    const { services, shared } = this.#dependencies;
    const { problem, reading } = services.threads.at(this.address);
    if (!this.#isShown || reading || problem?.isUnreachable(origin) !== true) return;
    if (this.#recovery.isDue(shared.now())) this.#catchUp();
  }

  /** Returns the new comments that weren't on screen yet. */
  #listUnseen({ items }: Thread): readonly NewComment[] {
    return findNewComments(items, this.#readState()).filter(({ id }) => !this.#wereVisible.has(id));
  }

  #readState(): ReadState {
    return { until: this.#seenUntil, login: this.#dependencies.services.access.loginAt(this.address) };
  }

  #isPull(): boolean {
    return this.#dependencies.services.threads.at(this.address).thread?.issue.pull !== undefined;
  }

  /** Notices which comments are on screen: loads their reactions, and counts them as seen while the user is there. */
  #setVisible(ids: readonly string[]): void {
    this.#visible = ids;
    this.#refreshReactions();
    this.#reply.setVisible(ids);
    this.#noticeVisible();
  }

  /** Loads the reactions to the visible comments. */
  #refreshReactions(): void {
    const comments = this.#visible.map(parseCommentId).filter((comment) => comment !== null);
    if (comments.length === 0) return;
    for (const comment of comments) this.#sendReactions(comment);
    this.#dependencies.services.reactions.look(this.address, comments);
  }

  #sendReactions(comment: bigint | undefined): void {
    const groups = this.#dependencies.services.reactions.of({ thread: this.address, comment });
    if (groups === undefined) return;
    const reactions = groups.map(({ name, people, own }) => ({
      id: name,
      own,
      people: people.map((each) => each ?? l10n.t("someone")),
    }));
    const id = comment === undefined ? DESCRIPTION : String(comment);
    this.#port.post({ type: "reactions", of: id, reactions });
  }

  #noticeVisible(): void {
    const { thread } = this.#dependencies.services.threads.at(this.address);
    if (thread === undefined || !this.#isShown || !this.#dependencies.time.attention.isHere()) return;
    const visible = new Set(this.#visible);
    const seen = this.#listUnseen(thread).filter(({ id }) => visible.has(id));
    for (const { id } of seen) this.#wereVisible.add(id);
    if (seen.length > 0) void this.#sendState();
    else this.#markRead();
  }

  /** Marks the thread as read up to its first unseen comment, and its notification on the server. */
  #markRead(): void {
    const { access, lists, threads } = this.#dependencies.services;
    const { thread } = threads.at(this.address);
    if (thread?.whole !== true || !this.#isShown || !this.#dependencies.time.attention.isHere()) return;
    void lists.markThreadSeen(this.address, thread.issue, this.#listUnseen(thread));
    const account = access.accountAt(this.address);
    if (account === undefined) return;
    const fresh = !this.#isInboxChecked;
    this.#isInboxChecked = true;
    lists.inbox.markThreadRead(account, this.address, { fresh }).catch((error: unknown) => {
      this.#dependencies.shared.log.warn("Could not mark a notification as read", {
        problem: asProblem(error).message,
      });
    });
  }

  #catchUp(): void {
    const { thread } = this.#dependencies.services.threads.at(this.address);
    if (thread?.whole === true) {
      this.#poller.resume();
      if (this.#isPull()) void this.#dependencies.services.pullHeads.refreshOld(this.address);
    } else void this.#load();
  }

  async #load(): Promise<void> {
    const { services } = this.#dependencies;
    const { signal } = this.#closing;
    services.reactions.age(this.address);
    await services.threads.read(this.address, signal);
    if (signal.aborted) return;
    this.#refreshReactions();
    this.#poller.begin();
  }

  /** Marks the reactions of the account that is used now. The thread loads again when that changes. */
  #followLogin(): void {
    const { access, reactions } = this.#dependencies.services;
    const login = access.loginAt(this.address);
    if (login === this.#login) return;
    this.#login = login;
    reactions.age(this.address);
    if (this.#isShown) this.#refreshReactions();
  }

  /** Scrolls to the comment that the panel was opened for, once the page and the thread are ready. */
  showWanted(): void {
    if (!this.#isShown || this.#dependencies.services.threads.at(this.address).thread === undefined) return;
    const wanted = this.#dependencies.takeWanted();
    if (wanted !== undefined)
      this.#port.post({ type: "show", id: String(wanted.comment), takesFocus: wanted.takesFocus });
  }

  dispose(): void {
    this.#isShown = false;
    for (const disposable of this.#disposables) disposable.dispose();
    this.#dependencies.onGone();
  }

  async #retitle(plain: string): Promise<void> {
    if (this.#title.plain === plain) return;
    this.#title = { plain, drawn: plain };
    const drawn = await drawEmoji(plain);
    if (this.#title.plain !== plain) return;
    this.#title = { plain, drawn };
    this.#port.setTitle(drawn);
  }

  /** Sends the full state to the page. */
  async #sendState(): Promise<void> {
    const { services, shared } = this.#dependencies;
    const { thread: known, problem, reading } = services.threads.at(this.address);
    if (known !== undefined) void this.#retitle(tabTitle(known.issue));
    if (!this.#isShown) return;
    this.#port.post({ type: "busy", busy: reading });
    if (known === undefined) {
      const where = whereView(this.address);
      if (reading || problem === undefined) {
        this.#port.post({ type: "loading", where, sentence: describeLoading(this.address) });
      } else {
        const heading = l10n.t("Could not load #{0}", String(this.address.number));
        this.#port.post({
          type: "failed",
          where,
          state: failedState(heading, problem, shared.now(), remedyLabel("signIn")),
        });
      }
      return;
    }
    const written = await this.#readDrafts();
    const { thread } = services.threads.at(this.address);
    if (thread === undefined || !this.#isShown) return;
    const present = new Set(thread.comments?.map(({ id }) => id));
    const deleted = (written?.drafts ?? []).filter(
      ({ deletedAt, place }) => deletedAt !== undefined && place.id !== undefined && !present.has(place.id),
    );
    const may = (act: Act, comment?: Comment): boolean =>
      services.access.offers(act, this.address, { issue: thread.issue, comment });
    const { base } = this.address;
    const context = {
      deleted,
      may,
      repository: services.repositoryNames.getKnown(this.address),
      emoji: services.emoji.at(base),
      emojiEndWords: services.servers.dialectAt(base).emojiEndWords,
      servers: services.knownServers.bases(),
      seen: this.#readState(),
    };
    const unseen = thread.whole ? this.#listUnseen(thread) : [];
    const pull = this.#isPull()
      ? pullView(this.address, thread, services.pullHeads.at(this.address), {
          mayChange: may("changeIssue"),
          signedIn: services.access.accountAt(this.address) !== undefined,
          login: services.access.loginAt(this.address),
          now: shared.now(),
        })
      : undefined;
    this.#port.post({ type: "hosts", hosts: services.images.hosts() });
    this.#port.post({ type: "thread", thread: threadView(this.address, thread, { ...context, pull, unseen }) });
    this.#lines.tell(buildLines(this.address, thread, context));
    if (written !== undefined) this.#reply.sendState(written.draft);
    this.showWanted();
    this.#markRead();
  }

  /** Returns the drafts of the thread, and that of the reply. Undefined if the disk can't be read. */
  async #readDrafts() {
    try {
      const drafts = await this.#dependencies.services.writing.drafts.ofThread(this.address);
      // Read last, because it changes with every key, and an older text would replace a newer one in the box.
      return { drafts, draft: await this.#reply.draft() };
    } catch (error) {
      this.#dependencies.shared.log.warn("Could not read the drafts of a thread", {
        problem: asProblem(error).message,
      });
      return undefined;
    }
  }
}

function tabTitle(issue: Issue): string {
  return `${formatNumber(issue)} ${issue.title}`;
}
