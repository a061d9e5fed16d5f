// Does what the page of a thread asks for: each message of its protocol once.
import { cutText } from "../../base/graphemes.ts";
import { asProblem } from "../../base/problem.ts";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import type { CommentAct } from "../../panels/kit/events.ts";
import type { FromExtension } from "../../panels/thread/messages.ts";
import { threadMessages, type ActionId } from "../../panels/thread/protocol.ts";
import { receive, type Receive } from "../../workbench/panels/receive-messages.ts";
import { receiveRemedies } from "../../workbench/panels/remedies.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { DraftCommands } from "../editing/draft-commands.ts";
import { refusalSentence } from "../editing/draft-text.ts";
import type { PasteUploads } from "../editing/pasting.ts";
import { parseRepository, threadWebUrl, type ThreadAddress } from "../model/address.ts";
import { checkTask } from "../model/task.ts";
import type { PullActions } from "../pulls/pull-actions.ts";
import { manageImageHosts } from "../thread/image-hosts.ts";
import { getRedirectHost, type Images } from "../thread/images.ts";
import type { Thread } from "../thread/thread.ts";
import type { IssueCommands } from "../triage/issue-commands.ts";
import { isUnsent, getText, toBeginning, type Draft } from "../writing/drafts/draft.ts";
import { places, type Place } from "../writing/drafts/place.ts";
import { refuse, type Refused } from "../writing/drafts/outcome.ts";
import { writeDocument } from "../writing/drafts/draft-document.ts";
import { DESCRIPTION, findWritten } from "./lines.ts";
import { getSlice, openText } from "./long-text.ts";
import type { Reply } from "./reply.ts";
import type { KnownServers } from "../repositories/known-servers.ts";
import type { Reactions } from "../thread/reactions.ts";
import type { Repositories } from "../repositories/repositories.ts";
import type { Threads } from "../thread/threads.ts";
import type { Writing } from "../writing/writing.ts";

/** The commands for drafts and comments that a panel runs. */
export type PanelDraftCommands = Pick<
  DraftCommands,
  | "copyDraft"
  | "copyLink"
  | "edit"
  | "editIssue"
  | "openDraft"
  | "postAgain"
  | "quote"
  | "remove"
  | "removeSecond"
  | "send"
  | "sendQuietly"
  | "show"
  | "signIn"
  | "write"
>;

/** The commands for the issue itself that a panel runs. */
export type PanelIssueCommands = Pick<
  IssueCommands,
  "assign" | "setClosed" | "setDraft" | "setLabels" | "setMilestone"
>;

/** The commands for a pull request that a panel runs. */
export type PanelPullCommands = Pick<PullActions, "checkOut" | "merge" | "openAllChanges" | "openChangesSinceReview">;

/** The actions that change something without a question of their own. */
const SENDING: ReadonlySet<ActionId> = new Set(["postAgain", "sendAnyway", "checkOut", "markDraft", "markReady"]);
/** The beginning of a text that a question shows. */
const MAX_QUOTED_CHARS = 500;

export interface ActionDependencies {
  readonly shared: Pick<Shared, "allowServer" | "dialogs" | "log" | "now" | "openSettings" | "problems">;
  readonly services: {
    readonly images: Images;
    readonly knownServers: KnownServers;
    readonly reactions: Reactions;
    readonly repositories: Repositories;
    readonly threads: Threads;
    readonly writing: Writing;
  };
  readonly draftCommands: PanelDraftCommands;
  readonly issues: PanelIssueCommands;
  readonly pulls: PanelPullCommands;
  readonly pasting: Pick<PasteUploads, "attach">;
  readonly reply: Reply;
  readonly post: (message: FromExtension) => void;
  /** Reloads the thread. */
  readonly refresh: () => Promise<void>;
  /** Whether the user may be at the panel. */
  readonly isUserHere: () => boolean;
  /** Called with the ids of the comments that are on screen. */
  readonly onVisible: (ids: readonly string[]) => void;
}

export class PanelActions {
  /** Handles each message of the page. */
  readonly receive: Receive;
  readonly #address: ThreadAddress;
  readonly #dependencies: ActionDependencies;
  /** Changes of tasks run one after the other, because each changes the text that the previous one sent. */
  readonly #checks = new Semaphore(1);
  /** The targets of images that were redirected to another host, by the image's URL. */
  readonly #redirects = new Map<string, string>();

  constructor(address: ThreadAddress, dependencies: ActionDependencies) {
    const { draftCommands, pasting, reply, shared } = dependencies;
    this.#address = address;
    this.#dependencies = dependencies;
    this.receive = receive(threadMessages, {
      action: ({ id, about }) => {
        const act = () => this.#report(() => this.#run(id, about));
        return SENDING.has(id) ? this.#write(act) : act();
      },
      ...receiveRemedies({
        signIn: () => this.#report(() => draftCommands.signIn(address.base)),
        retry: () => this.#report(() => dependencies.refresh()),
        allowServer: shared.allowServer,
        openSettings: () => this.#report(() => shared.openSettings("triptych.issues")),
        showLog: () => shared.log.show(),
      }),
      act: ({ act, id }) => this.#report(() => this.#runOn(act, id)),
      close: ({ text }) => this.#write(() => this.#close(text), text),
      tick: ({ id, line, done }) => this.#write(() => this.#check(id, line, done)),
      typed: async ({ text }) => void (await reply.saveText(text)),
      post: ({ text }) => this.#write(() => reply.sendText(text), text),
      editor: async ({ text }) => {
        if (await reply.saveText(text)) await this.#report(() => draftCommands.write(address));
      },
      attach: ({ placeholder, name, kind: type, content }) =>
        this.#write(() => pasting.attach(reply.place, placeholder, { name, type }, content)),
      image: ({ url, ...how }) => this.#loadImage(url, how),
      visible: ({ ids }) => dependencies.onVisible(ids),
      react: ({ id, reaction, on }) => this.#write(() => this.#react(id, reaction, on)),
      more: ({ id, from }) => this.#sendMore(id, from),
      openText: ({ id }) => this.#openText(id),
      follow: ({ href }) => this.#follow(href),
    });
  }

  /** Runs an action and shows its failure, such as a full disk, unless the user canceled it. `what` introduces it. */
  async #report(act: () => Promise<unknown>, what?: string): Promise<void> {
    try {
      await act();
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind === "canceled") return;
      const { draftCommands, shared } = this.#dependencies;
      const actions = {
        signIn: () => draftCommands.signIn(this.#address.base),
        retry: () => this.#report(act, what),
        openSettings: () => shared.openSettings("triptych.issues"),
      };
      shared.problems.notify(problem, actions, what);
    }
  }

  /**
   * Does what the page asks for, such as posting this text. A page could ask by itself, so unless the user may be at it,
   * the text is only saved until they agree.
   */
  async #write(act: () => Promise<unknown>, text = ""): Promise<void> {
    const { isUserHere, reply, shared } = this.#dependencies;
    if (!isUserHere()) {
      if (text !== "" && !(await reply.saveText(text))) return;
      const number = String(this.#address.number);
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

  async #run(id: ActionId, about: string | undefined): Promise<void> {
    const { draftCommands, issues, post, pulls, refresh, reply, services, shared } = this.#dependencies;
    const address = this.#address;
    const comment = about !== undefined && /^\d{1,19}$/.test(about) ? BigInt(about) : undefined;
    const actions: Readonly<Record<ActionId, () => unknown>> = {
      refresh,
      editIssue: () => draftCommands.editIssue(address),
      setLabels: () => issues.setLabels([{ address }]),
      setMilestone: () => issues.setMilestone([{ address }]),
      assign: () => issues.assign([{ address }]),
      openOnWeb: () => shared.dialogs.openExternal(threadWebUrl(address, this.#isPull())),
      manageImageHosts: () => manageImageHosts(services.images, shared.dialogs),
      showComment: () => about !== undefined && post({ type: "show", id: about, takesFocus: true }),
      openDraft: () => draftCommands.openDraft(reply.place),
      copyDraft: () => draftCommands.copyDraft(reply.place),
      // A page may ask for anything, so these happen only if the extension has offered them.
      postAgain: () => comment !== undefined && this.#postAgain(comment),
      sendAnyway: () => reply.sendAnyway(),
      removeSecond: () =>
        comment !== undefined && comment === reply.second && draftCommands.removeSecond(address, comment),
      openAllChanges: () => pulls.openAllChanges(address),
      openChangesSinceReview: () => pulls.openChangesSinceReview(address),
      checkOut: () => pulls.checkOut(address),
      merge: () => pulls.merge(address),
      markDraft: () => issues.setDraft(address, true),
      markReady: () => issues.setDraft(address, false),
    };
    await actions[id]();
  }

  /** Runs an action on a comment, a review or the description. */
  async #runOn(act: CommentAct, id: string): Promise<void> {
    const { draftCommands } = this.#dependencies;
    const address = this.#address;
    const thread = this.#thread();
    if (thread === undefined) return;
    if (id === DESCRIPTION) {
      if (act === "quote") await draftCommands.quote(address, thread.issue);
      if (act === "edit") await draftCommands.editIssue(address);
      if (act === "link") await draftCommands.copyLink(address, this.#isPull());
      return;
    }
    const comment = findWritten(thread, id);
    if (comment === undefined) return;
    switch (act) {
      case "link":
        return await draftCommands.copyLink(address, this.#isPull(), comment.id);
      case "quote":
        return await draftCommands.quote(address, comment);
      case "edit":
        return await draftCommands.edit(address, comment);
      case "delete":
        return await draftCommands.remove(address, comment);
      case "react":
        // The page asks for the reaction and sends it in another message.
        return;
    }
  }

  /** Closes or reopens the issue, after posting the text in the box. If posting fails, the state doesn't change. */
  async #close(text: string): Promise<void> {
    const { issues, reply } = this.#dependencies;
    // The state that the button showed: someone else may close the issue while the text is sent.
    const closed = this.#thread()?.issue.closed;
    if (text.trim() !== "" && !(await reply.sendText(text))) return;
    // Reported without the text, so that Retry doesn't post it again.
    if (closed !== undefined) await this.#report(() => issues.setClosed([{ address: this.#address }], !closed));
  }

  /** Checks or unchecks a task. */
  #check(id: string, line: number, done: boolean): Promise<void> {
    const change = (): Promise<void> => this.#checks.run(() => this.#sendCheck(id, line, done));
    return this.#report(change, l10n.t("The task was not changed."));
  }

  async #postAgain(comment: bigint): Promise<void> {
    const { draftCommands, services } = this.#dependencies;
    const place = places.deletedComment(this.#address, comment);
    const draft = await services.writing.drafts.get(place);
    if (draft?.deletedAt !== undefined) await draftCommands.postAgain(place);
  }

  /** Sends the change as an edit of the shown version. If it can't be sent right away, it is discarded. */
  async #sendCheck(id: string, line: number, done: boolean): Promise<void> {
    const { draftCommands, post, refresh, services, shared } = this.#dependencies;
    const { drafts } = services.writing;
    const found = this.#findTask(id);
    if (found === undefined) return;
    const { place, text } = found;
    const draft = await drafts.get(place);
    if (draft !== undefined && isUnsent(draft)) {
      const open = { label: l10n.t("Open Draft"), run: () => draftCommands.openDraft(place) };
      const message = l10n.t("You have unsent changes to this text. Send or discard them first.");
      void shared.dialogs.message("warning", message, [open]);
      return;
    }
    const body = checkTask(text.body, line, done);
    if (body === undefined) return await refresh();
    post({ type: "busy", busy: true });
    try {
      if (draft !== undefined) await drafts.remove(place);
      await drafts.begin(place, toBeginning(text));
      const saved = await drafts.save(place, writeDocument(place.kind, { title: undefined, ...text, body }));
      const outcome = await draftCommands.sendQuietly(place);
      if (!outcome.sent) await this.#undoCheck(place, saved, outcome);
    } finally {
      // Also clears the busy state of the panel.
      await refresh();
    }
  }

  async #undoCheck(place: Place, saved: Draft, outcome: Refused): Promise<void> {
    const { services, shared } = this.#dependencies;
    const { drafts } = services.writing;
    const isUncertain = outcome.why === "lost" || outcome.why === "unsure" || outcome.why === "underWay";
    const draft = isUncertain ? undefined : await drafts.get(place);
    // Keeps the draft if the user has changed it since then.
    if (draft?.id === saved.id && getText(draft) === saved.text) await drafts.remove(place);
    const reason = refusalSentence(outcome, place, shared.now());
    void shared.dialogs.message("warning", `${l10n.t("The task was not changed.")} ${reason}`);
  }

  /** Returns the text with tasks that this line shows, and the place of its draft. */
  #findTask(id: string) {
    const thread = this.#thread();
    const address = this.#address;
    if (thread === undefined) return undefined;
    if (id === DESCRIPTION) return { place: places.issueText(address), text: thread.issue };
    const comment = thread.comments?.find((each) => String(each.id) === id);
    return comment && { place: places.comment(address, comment.id), text: comment };
  }

  async #react(id: string, name: string, on: boolean): Promise<void> {
    const { services, shared } = this.#dependencies;
    const comment = parseCommentId(id);
    if (comment === null) return;
    const what = on ? l10n.t("Could not add the reaction.") : l10n.t("Could not remove the reaction.");
    await this.#report(async () => {
      const why = await services.reactions.toggle({ thread: this.#address, comment }, name, on);
      if (why === undefined) return;
      const sentence = refusalSentence(refuse(why), places.newComment(this.#address), shared.now());
      void shared.dialogs.message("error", `${what} ${sentence}`);
    }, what);
  }

  /** Opens a link to a thread in VS Code, and any other link in the browser, after VS Code asks. */
  async #follow(href: string): Promise<void> {
    const { draftCommands, services, shared } = this.#dependencies;
    const found = parseRepository(href, this.#address.base, services.knownServers.bases());
    if (found?.number === undefined) {
      await shared.dialogs.openExternal(href);
      return;
    }
    draftCommands.show({ ...found.address, number: found.number }, found.comment);
  }

  /** Sends the next slice of a long text. */
  #sendMore(id: string, from: number): void {
    const text = this.#findText(id);
    if (text !== undefined && from <= text.length) this.#dependencies.post(getSlice(id, text, from));
  }

  async #openText(id: string): Promise<void> {
    const text = this.#findText(id);
    const { name, number } = this.#address;
    if (text !== undefined) await openText(text, `${name}-${number}-${id}`, this.#dependencies.shared.dialogs);
  }

  async #loadImage(url: string, { agreed, always }: { readonly agreed: boolean; readonly always: boolean }) {
    const { services, shared, post } = this.#dependencies;
    // The user agreed only to the host that was shown.
    const target = this.#redirects.get(url);
    const agreedHost = agreed && target !== undefined ? new URL(target).host : undefined;
    try {
      if (always) await services.images.allow(target ?? url);
      const source = await services.images.load(this.#address, url, { agreed: agreedHost });
      post({ type: "image", url, state: { kind: "shown", source } });
    } catch (error) {
      const problem = asProblem(error);
      const host = getRedirectHost(problem);
      if (host !== undefined && host !== agreedHost && problem.facts.target !== undefined) {
        this.#redirects.set(url, problem.facts.target);
        post({ type: "image", url, state: { kind: "elsewhere", host } });
        return;
      }
      post({ type: "image", url, state: { kind: "failed", reason: describeProblem(problem, shared.now()).sentence } });
    }
  }

  /** Returns the whole text of the description, a comment or a review. */
  #findText(id: string): string | undefined {
    const thread = this.#thread();
    const text = id === DESCRIPTION ? thread?.issue : thread && findWritten(thread, id);
    return text?.body;
  }

  #thread(): Thread | undefined {
    return this.#dependencies.services.threads.at(this.#address).thread;
  }

  #isPull(): boolean {
    return this.#thread()?.issue.pull !== undefined;
  }
}

/** Parses the id of a comment. Returns undefined for the description, and null if the id is invalid. */
export function parseCommentId(id: string): bigint | undefined | null {
  if (id === DESCRIPTION) return undefined;
  return /^\d{1,19}$/.test(id) ? BigInt(id) : null;
}
