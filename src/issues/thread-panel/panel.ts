import type { Disposable } from "vscode";
import { Backoff } from "../../base/backoff.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { ActionId, CommentAct, FromExtension, FromPanel } from "../../panels/thread/messages.ts";
import type { Connection, Port, Receivers } from "../../workbench/panels/kind.ts";
import { told } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { DraftCommands } from "../editing/draft-commands.ts";
import { numbered } from "../model/entities.ts";
import type { Comment } from "../model/entities.ts";
import { threadKey, threadWebUrl } from "../model/address.ts";
import type { IssueCommands } from "../triage/issue-commands.ts";
import type { ThreadAddress } from "../model/address.ts";
import { isOffered } from "../model/rights.ts";
import type { Services } from "../services.ts";
import { manageImageHosts } from "../thread/image-hosts.ts";
import type { Thread } from "../thread/thread.ts";
import { ThreadPoller } from "../thread/thread-poller.ts";
import type { ThreadPollerParts } from "../thread/thread-poller.ts";
import { PageRequests } from "./page-requests.ts";
import { actionOf, mayWrite } from "./banners.ts";
import { isOf } from "../writing/draft.ts";
import { places, samePlace } from "../writing/place.ts";
import { Reply } from "./reply.ts";
import { messageReceivers } from "./message-receivers.ts";
import { LineBatches } from "./line-batches.ts";
import { DESCRIPTION, linesOf } from "./lines.ts";
import { readingWords, threadView, whereView } from "./thread-view.ts";

type UsedServices = Pick<Services, "access" | "collaborators" | "emoji" | "images" | "knownServers" | "lists"> &
  Pick<Services, "reactions" | "repositories" | "repositoryNames" | "servers" | "threads" | "writing">;

/** How the panel is kept over a reload: JSON has no numbers of 64 bits. */
export interface KeptThread {
  readonly base: string;
  readonly owner: string;
  readonly name: string;
  readonly number: string;
}

/** What a panel has done for it. */
export type PanelActs = Pick<
  DraftCommands,
  | "copyDraft"
  | "copyIssueLink"
  | "copyLink"
  | "edit"
  | "editIssue"
  | "openDraft"
  | "quote"
  | "remove"
  | "removeSecond"
  | "send"
  | "sendQuietly"
  | "show"
  | "signIn"
  | "write"
>;

/** What it has done with the issue itself. */
export type IssueActs = Pick<IssueCommands, "assign" | "setClosed" | "setLabels" | "setMilestone">;

/** What tells whether the reader is here, and when it is later. */
export type PanelTime = Omit<ThreadPollerParts, "front" | "look">;

export interface Parts {
  readonly shared: Pick<Shared, "dialogs" | "log" | "now" | "openSettings">;
  readonly services: UsedServices;
  readonly acts: PanelActs;
  readonly issues: IssueActs;
  readonly time: PanelTime;
  readonly front: ThreadPollerParts["front"];
  /** The comment that is to be brought into sight; it is given once. */
  readonly take: () => bigint | undefined;
  readonly gone: () => void;
}

/** What stands behind one open thread. */
export class ThreadPanel implements Connection<FromPanel> {
  readonly receivers: Receivers<FromPanel>;
  readonly #address: ThreadAddress;
  readonly #port: Port<FromExtension, KeptThread>;
  readonly #parts: Parts;
  readonly #reply: Reply;
  readonly #owned: readonly Disposable[];
  readonly #follower: ThreadPoller;
  readonly #lines: LineBatches;
  readonly #asides: PageRequests;
  readonly #closing = new AbortController();
  /** Up to when the reader had seen it before this page. */
  #seenUntil: number | undefined;
  readonly #recovery = new Backoff();
  /** Whether there is a page that is sent what there is to show. */
  #isShown = false;

  constructor(address: ThreadAddress, port: Port<FromExtension, KeptThread>, parts: Parts) {
    const { services, acts } = parts;
    this.#address = address;
    this.#port = port;
    this.#parts = parts;
    this.#reply = new Reply(address, { ...parts, post: (message) => port.post(message) });
    this.#lines = new LineBatches((message) => port.post(message));
    this.#asides = new PageRequests(address, {
      shared: parts.shared,
      services,
      post: (message) => port.post(message),
      show: (thread, comment) => acts.show(thread, comment),
    });
    const key = threadKey(address);
    const { signal } = this.#closing;
    this.#follower = new ThreadPoller({
      ...parts.time,
      front: parts.front,
      look: (how) => services.threads.refresh(address, { ...how, signal }),
    });
    this.#owned = [
      { dispose: () => this.#closing.abort() },
      this.#follower,
      services.threads.hold(address),
      services.servers.onDidAnswer((origin) => this.#recover(origin)),
      services.threads.onDidChange((changed) => {
        if (threadKey(changed) !== key) return;
        void this.#tell();
        this.#follower.stir();
        const { thread, problem, reading } = services.threads.at(address);
        // What was read is gone with the account that it was read for.
        if (thread === undefined && problem === undefined && !reading) void this.#read();
        if (thread !== undefined && problem === undefined && !reading) this.#recovery.reset();
      }),
      this.#reply,
      services.writing.drafts.onDidChange(({ place }) => {
        if (!samePlace(place, this.#reply.place) && isOf({ place }, address)) void this.#tell();
      }),
      services.images.onDidChangeHosts(() => port.post({ type: "hosts", hosts: services.images.hosts() })),
      services.reactions.onDidChange((thing) => {
        if (threadKey(thing.thread) === key) this.#asides.tellReactions(thing.comment);
      }),
    ];
    this.receivers = messageReceivers({
      action: ({ id, about }) => this.#act(id, about),
      act: ({ act, id }) => this.#actOn(act, id),
      typed: ({ text }) => this.#reply.keep(text),
      post: ({ text }) => this.#reply.sendText(text),
      editor: async ({ text }) => {
        await this.#reply.keep(text);
        await acts.write(address);
      },
      image: ({ url, ...how }) => this.#asides.loadImage(url, how),
      sight: ({ ids }) => this.#asides.see(ids),
      react: ({ id, reaction, on }) => this.#asides.react(id, reaction, on),
      more: ({ id, from }) => this.#asides.sendMore(id, from),
      takeText: ({ id }) => this.#asides.takeText(id),
      follow: ({ href }) => this.#asides.follow(href),
    });
  }

  ready(): void {
    const { services } = this.#parts;
    this.#seenUntil = services.lists.seen.seenUntil(this.#address);
    this.#isShown = true;
    this.#follower.show();
    // It is a new page, which has nothing yet.
    this.#lines.forget();
    void this.#tell();
    this.#catchUp();
  }

  hidden(): void {
    this.#isShown = false;
    this.#follower.end();
    // The page is gone, and with it the need to know what it has.
    this.#lines.forget();
  }

  /** The server is back: what the panel says of it, and what it missed, is loaded. */
  #recover(origin: string): void {
    const { services, shared } = this.#parts;
    const { problem, reading } = services.threads.at(this.#address);
    if (!this.#isShown || reading || problem?.isUnreachable(origin) !== true) return;
    if (this.#recovery.isDue(shared.now())) this.#catchUp();
  }

  #catchUp(): void {
    const { thread } = this.#parts.services.threads.at(this.#address);
    if (thread?.whole === true) void this.#follower.resume();
    else void this.#read();
  }

  async #read(): Promise<void> {
    const { services } = this.#parts;
    const { signal } = this.#closing;
    services.reactions.age(this.#address);
    await services.threads.read(this.#address, signal);
    if (signal.aborted) return;
    this.#asides.seeAgain();
    this.#follower.begin();
  }

  /** Brings the comment that was asked for into sight. */
  showWanted(): void {
    if (this.#parts.services.threads.at(this.#address).thread === undefined) return;
    const id = this.#parts.take();
    if (id !== undefined) this.#port.post({ type: "show", id: String(id) });
  }

  dispose(): void {
    for (const owned of this.#owned) owned.dispose();
    this.#parts.gone();
  }

  /** Says all that there is to show. */
  async #tell(): Promise<void> {
    const { services, shared } = this.#parts;
    const { thread, problem, reading } = services.threads.at(this.#address);
    if (thread !== undefined) this.#port.retitle(`${numbered(thread.issue)} ${thread.issue.title}`);
    if (!this.#isShown) return;
    this.#port.post({ type: "busy", busy: reading });
    if (thread === undefined) {
      const where = whereView(this.#address);
      if (reading || problem === undefined) {
        this.#port.post({ type: "reading", where, words: readingWords(this.#address) });
      } else {
        this.#port.post({
          type: "failed",
          where,
          heading: l10n.t("#{0} could not be read", String(this.#address.number)),
          words: told(problem, shared.now()).sentence,
          actions: problem.remedies.map(actionOf),
        });
      }
      return;
    }
    const [drafts, reply] = await Promise.all([services.writing.drafts.ofThread(this.#address), this.#reply.draft()]);
    const there = new Set(thread.comments?.map(({ id }) => id));
    const deleted = drafts.filter(
      ({ deletedAt, place }) => deletedAt !== undefined && place.id !== undefined && !there.has(place.id),
    );
    const may = mayWrite({ address: this.#address, state: services.threads.at(this.#address), services });
    const rights = {
      mayWrite: may,
      mayReact: isOffered(services.access.rightTo("react", this.#address, { issue: thread.issue })),
      mayChangeIssue: isOffered(services.access.rightTo("changeIssue", this.#address, { issue: thread.issue })),
      mayChange: (comment: Comment) => services.access.mayChange(this.#address, comment),
      mayDelete: (comment: Comment) => services.access.mayDelete(this.#address, comment),
    };
    const { base } = this.#address;
    const around = {
      ...{ deleted, rights },
      collaborators: services.collaborators.at(this.#address),
      repository: services.repositoryNames.known(this.#address),
      signs: services.emoji.at(base),
      isGitea: services.servers.isGitea(base),
      servers: services.knownServers.bases(),
      seen: { until: this.#seenUntil, login: services.access.loginAt(this.#address) },
    };
    this.#port.post({ type: "hosts", hosts: services.images.hosts() });
    this.#port.post({ type: "thread", thread: threadView(this.#address, thread, around) });
    this.#lines.tell(linesOf(this.#address, thread, around));
    this.#reply.tell(reply);
    this.showWanted();
  }

  async #act(id: ActionId, about: string | undefined): Promise<void> {
    const { acts, shared } = this.#parts;
    switch (id) {
      case "refresh":
        await this.#read();
        return;
      case "openOnWeb":
        await shared.dialogs.openExternal(threadWebUrl(this.#address, this.#isPull()));
        return;
      case "signIn":
        await acts.signIn(this.#address.base);
        return;
      case "openSettings":
        await shared.openSettings("triptych.issues");
        return;
      case "showLog":
        shared.log.show();
        return;
      case "manageImageHosts":
        await manageImageHosts(this.#parts.services.images, shared.dialogs);
        return;
      case "showComment":
        if (about !== undefined) this.#port.post({ type: "show", id: about });
        return;
      case "openDraft":
        await acts.openDraft(this.#reply.place);
        return;
      case "copyDraft":
        await acts.copyDraft(this.#reply.place);
        return;
      case "postAgain":
        if (about !== undefined && /^\d{1,19}$/.test(about)) {
          await acts.send(places.deletedComment(this.#address, BigInt(about)));
        }
        return;
      case "sendAnyway":
        await this.#reply.send({ anyway: true });
        return;
      case "removeSecond":
        if (about !== undefined && /^\d{1,19}$/.test(about)) await acts.removeSecond(this.#address, BigInt(about));
        return;
    }
  }

  async #actOn(act: CommentAct, id: string): Promise<void> {
    const { acts, services } = this.#parts;
    const { thread } = services.threads.at(this.#address);
    if (thread === undefined) return;
    if (id === DESCRIPTION) {
      if (act === "quote") await acts.quote(this.#address, thread.issue);
      if (act === "edit") await acts.editIssue(this.#address);
      if (act === "link") await acts.copyIssueLink(this.#address, this.#isPull());
      return;
    }
    const comment = commentOrReview(thread, id);
    if (comment === undefined) return;
    switch (act) {
      case "link":
        await acts.copyLink(this.#address, comment.id, this.#isPull());
        return;
      case "quote":
        await acts.quote(this.#address, comment);
        return;
      case "edit":
        await acts.edit(this.#address, comment);
        return;
      case "delete":
        await acts.remove(this.#address, comment);
        return;
      case "react":
        // The page asks which one, and says that in a message of its own.
        return;
    }
  }

  #isPull(): boolean {
    return this.#parts.services.threads.at(this.#address).thread?.issue.pull !== undefined;
  }
}

/** What a person wrote, by the id that its line has. The text of a review can be quoted like a comment. */
function commentOrReview({ comments, items }: Thread, id: string): Comment | undefined {
  const comment = comments?.find((each) => String(each.id) === id);
  if (comment !== undefined) return comment;
  for (const item of items) {
    if (item.kind !== "event" || String(item.event.id) !== id || item.event.meaning.what !== "reviewed") continue;
    const { author, at, meaning } = item.event;
    return { id: item.event.id, author, body: meaning.body, createdAt: at, updatedAt: at, attachments: [] };
  }
  return undefined;
}
