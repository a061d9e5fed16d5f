// Connects an open thread to its page: loads and polls it, sends its state to the page, and runs the page's actions.
import type { Disposable } from "vscode";
import { Backoff } from "../../base/network/backoff.ts";
import { cutText } from "../../base/graphemes.ts";
import { asProblem } from "../../base/problem.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { FromExtension } from "../../panels/thread/messages.ts";
import { threadMessages, type ActionId } from "../../panels/thread/protocol.ts";
import type { Connection, FirstPaint, Port } from "../../workbench/panels/kind.ts";
import { html } from "../../workbench/panels/html.ts";
import { receive, type Receive } from "../../workbench/panels/receive.ts";
import { failedState, receiveRemedies } from "../../workbench/panels/remedies.ts";
import { remedyLabel } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { PasteUploads } from "../editing/pasting.ts";
import { drawEmoji } from "../emoji-names.ts";
import { formatNumber, type Comment, type Issue } from "../model/entities.ts";
import { fullName, formatHost, threadKey, type ThreadAddress } from "../model/address.ts";
import type { Act } from "../model/rights.ts";
import type { Services } from "../services.ts";
import { ThreadPoller, type ThreadPollerParts } from "../thread/thread-poller.ts";
import { PanelActions, type PanelDraftCommands, type PanelIssueCommands, type PanelPullCommands } from "./actions.ts";
import { PageRequests } from "./page-requests.ts";
import type { Thread } from "../thread/thread.ts";
import { isOnThread, samePlace } from "../writing/place.ts";
import type { StoredThread } from "./present-panel.ts";
import { pullView } from "./pull-view.ts";
import { Reply } from "./reply.ts";
import { LineBatches } from "./line-batches.ts";
import { buildLines, findNewComments, type NewComment, type ReadState } from "./lines.ts";
import { describeLoading, threadView, whereView } from "./thread-view.ts";

/** The actions that change something without a question of their own. */
const SENDING: ReadonlySet<ActionId> = new Set(["postAgain", "sendAnyway", "checkOut", "markDraft", "markReady"]);
/** The beginning of a text that a question shows. */
const MAX_QUOTED_CHARS = 500;

type UsedServices = Pick<Services, "access" | "changes" | "emoji" | "images" | "knownServers" | "lists"> &
  Pick<Services, "pullHeads" | "reactions" | "repositories" | "repositoryNames" | "servers" | "threads" | "writing">;

/** Timers, and whether the user is present. */
export type PanelTime = Omit<ThreadPollerParts, "front" | "interval" | "look" | "now">;

export interface Parts {
  readonly shared: Pick<Shared, "dialogs" | "log" | "now" | "openSettings" | "problems" | "settings">;
  readonly services: UsedServices;
  readonly draftCommands: PanelDraftCommands;
  readonly issues: PanelIssueCommands;
  readonly pulls: PanelPullCommands;
  readonly pasting: Pick<PasteUploads, "attach" | "onDidReplace">;
  readonly time: PanelTime;
  readonly front: ThreadPollerParts["front"];
  /** Returns the comment to scroll to, once. */
  readonly take: () => bigint | undefined;
  readonly onGone: () => void;
}

export class ThreadPanel implements Connection {
  readonly receive: Receive;
  readonly address: ThreadAddress;
  readonly #port: Port<FromExtension, StoredThread>;
  readonly #parts: Parts;
  readonly #reply: Reply;
  readonly #actions: PanelActions;
  readonly #disposables: readonly Disposable[];
  readonly #poller: ThreadPoller;
  readonly #lines: LineBatches;
  readonly #requests: PageRequests;
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

  constructor(address: ThreadAddress, port: Port<FromExtension, StoredThread>, parts: Parts) {
    const { services, draftCommands } = parts;
    const post = (message: FromExtension): void => port.post(message);
    this.address = address;
    this.#port = port;
    this.#parts = parts;
    this.#login = services.access.loginAt(address);
    this.#reply = new Reply(address, { ...parts, after: parts.time.after, post });
    this.#actions = new PanelActions(address, {
      ...parts,
      post,
      reply: this.#reply,
      refresh: () => this.#load(),
    });
    this.#lines = new LineBatches(post);
    this.#requests = new PageRequests(address, {
      shared: parts.shared,
      services,
      post,
      report: (act, what) => this.#actions.report(act, what),
      show: (thread, comment) => draftCommands.show(thread, comment),
    });
    const key = threadKey(address);
    this.#poller = new ThreadPoller({
      ...parts.time,
      now: parts.shared.now,
      front: parts.front,
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
      parts.time.attention.onDidChange(() => this.#noticeVisible()),
      services.lists.inbox.onDidChange(() => this.#markRead()),
      services.writing.drafts.onDidChange(({ place }) => {
        if (!samePlace(place, this.#reply.place) && isOnThread(place, address)) void this.#sendState();
      }),
      parts.pasting.onDidReplace(({ place, from, to }) => {
        if (samePlace(place, this.#reply.place)) post({ type: "replaced", from, to });
      }),
      services.images.onDidChangeHosts(() => post({ type: "hosts", hosts: services.images.hosts() })),
      services.reactions.onDidChange((thing) => {
        if (threadKey(thing.thread) === key) this.#requests.sendReactions(thing.comment);
      }),
    ];
    this.receive = receive(threadMessages, {
      action: ({ id, about }) => {
        const act = () => this.#actions.report(() => this.#actions.run(id, about));
        return SENDING.has(id) ? this.#write(act) : act();
      },
      ...receiveRemedies({
        signIn: () => this.#actions.report(() => draftCommands.signIn(address.base)),
        retry: () => this.#actions.report(() => this.#load()),
        openSettings: () => this.#actions.report(() => parts.shared.openSettings("triptych.issues")),
        showLog: () => parts.shared.log.show(),
      }),
      act: ({ act, id }) => this.#actions.report(() => this.#actions.runOn(act, id)),
      close: ({ text }) => this.#write(() => this.#actions.close(text), text),
      tick: ({ id, line, done }) => this.#write(() => this.#actions.check(id, line, done)),
      typed: async ({ text }) => void (await this.#reply.saveText(text)),
      post: ({ text }) => this.#write(() => this.#reply.sendText(text), text),
      editor: async ({ text }) => {
        if (await this.#reply.saveText(text)) await this.#actions.report(() => draftCommands.write(address));
      },
      attach: ({ placeholder, name, kind: type, content }) =>
        this.#write(() => parts.pasting.attach(this.#reply.place, placeholder, { name, type }, content)),
      image: ({ url, ...how }) => this.#requests.loadImage(url, how),
      visible: ({ ids }) => {
        this.#requests.setVisible(ids);
        this.#reply.setVisible(ids);
        this.#visible = ids;
        this.#noticeVisible();
      },
      react: ({ id, reaction, on }) => this.#write(() => this.#requests.react(id, reaction, on)),
      more: ({ id, from }) => this.#requests.sendMore(id, from),
      openText: ({ id }) => this.#requests.openText(id),
      follow: ({ href }) => this.#requests.follow(href),
    });
  }

  /** Returns what is shown before the page is ready: the title of the thread, or that it is loading. */
  paint(): FirstPaint {
    const { thread } = this.#parts.services.threads.at(this.address);
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

  /**
   * Does what the page asks for, such as posting this text. A page could ask by itself, so unless the user may be at it,
   * the text is only saved until they agree.
   */
  async #write(act: () => Promise<unknown>, text = ""): Promise<void> {
    const { front, shared, time } = this.#parts;
    if (!front.isInFront() || !time.attention.isHere()) {
      if (text !== "" && !(await this.#reply.saveText(text))) return;
      const number = String(this.address.number);
      const isAgreed = await shared.dialogs.confirm({
        sentence: text === "" ? l10n.t("Change #{0}?", number) : l10n.t("Post this comment on #{0}?", number),
        detail:
          `${cutText(text, MAX_QUOTED_CHARS)}\n${l10n.t("You were in another tab or window when its page asked for this.")}`.trim(),
        yes: l10n.t("Continue"),
      });
      if (!isAgreed) return;
    }
    await act();
  }

  ready(): void {
    const { services } = this.#parts;
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
    const { services, shared } = this.#parts;
    const { problem, reading } = services.threads.at(this.address);
    if (!this.#isShown || reading || problem?.isUnreachable(origin) !== true) return;
    if (this.#recovery.isDue(shared.now())) this.#catchUp();
  }

  /** Returns the new comments that weren't on screen yet. */
  #listUnseen({ items }: Thread): readonly NewComment[] {
    return findNewComments(items, this.#readState()).filter(({ id }) => !this.#wereVisible.has(id));
  }

  #readState(): ReadState {
    return { until: this.#seenUntil, login: this.#parts.services.access.loginAt(this.address) };
  }

  #isPull(): boolean {
    return this.#parts.services.threads.at(this.address).thread?.issue.pull !== undefined;
  }

  #noticeVisible(): void {
    const { thread } = this.#parts.services.threads.at(this.address);
    if (thread === undefined || !this.#isShown || !this.#parts.time.attention.isHere()) return;
    const visible = new Set(this.#visible);
    const seen = this.#listUnseen(thread).filter(({ id }) => visible.has(id));
    for (const { id } of seen) this.#wereVisible.add(id);
    if (seen.length > 0) void this.#sendState();
    else this.#markRead();
  }

  /** Marks the thread as read up to its first unseen comment, and its notification on the server. */
  #markRead(): void {
    const { access, lists, threads } = this.#parts.services;
    const { thread } = threads.at(this.address);
    if (thread?.whole !== true || !this.#isShown || !this.#parts.time.attention.isHere()) return;
    void lists.markThreadSeen(this.address, thread.issue, this.#listUnseen(thread));
    const account = access.accountAt(this.address);
    if (account === undefined) return;
    const fresh = !this.#isInboxChecked;
    this.#isInboxChecked = true;
    lists.inbox.markThreadRead(account, this.address, { fresh }).catch((error: unknown) => {
      this.#parts.shared.log.warn("Could not mark a notification as read", { problem: asProblem(error).message });
    });
  }

  #catchUp(): void {
    const { thread } = this.#parts.services.threads.at(this.address);
    if (thread?.whole === true) {
      this.#poller.resume();
      if (this.#isPull()) void this.#parts.services.pullHeads.refreshOld(this.address);
    } else void this.#load();
  }

  async #load(): Promise<void> {
    const { services } = this.#parts;
    const { signal } = this.#closing;
    services.reactions.age(this.address);
    await services.threads.read(this.address, signal);
    if (signal.aborted) return;
    this.#requests.refreshVisible();
    this.#poller.begin();
  }

  /** Marks the reactions of the account that is used now. The thread loads again when that changes. */
  #followLogin(): void {
    const { access, reactions } = this.#parts.services;
    const login = access.loginAt(this.address);
    if (login === this.#login) return;
    this.#login = login;
    reactions.age(this.address);
    if (this.#isShown) this.#requests.refreshVisible();
  }

  /** Scrolls to the comment that the panel was opened for, once the page and the thread are ready. */
  showWanted(): void {
    if (!this.#isShown || this.#parts.services.threads.at(this.address).thread === undefined) return;
    const id = this.#parts.take();
    if (id !== undefined) this.#port.post({ type: "show", id: String(id) });
  }

  dispose(): void {
    this.#isShown = false;
    for (const disposable of this.#disposables) disposable.dispose();
    this.#parts.onGone();
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
    const { services, shared } = this.#parts;
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
      const drafts = await this.#parts.services.writing.drafts.ofThread(this.address);
      // Read last, because it changes with every key, and an older text would replace a newer one in the box.
      return { drafts, draft: await this.#reply.draft() };
    } catch (error) {
      this.#parts.shared.log.warn("Could not read the drafts of a thread", { problem: asProblem(error).message });
      return undefined;
    }
  }
}

function tabTitle(issue: Issue): string {
  return `${formatNumber(issue)} ${issue.title}`;
}
