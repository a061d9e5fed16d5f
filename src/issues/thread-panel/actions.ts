// What the buttons and keys of a thread's panel do.
import { l10n } from "../../workbench/text/l10n.ts";
import { asProblem } from "../../base/problem.ts";
import type { CommentAct } from "../../panels/kit/events.ts";
import type { ActionId, FromExtension } from "../../panels/thread/messages.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { DraftCommands } from "../editing/draft-commands.ts";
import { refusalSentence } from "../editing/draft-text.ts";
import { threadWebUrl, type ThreadAddress } from "../model/address.ts";
import { checkTask } from "../model/task.ts";
import type { Services } from "../services.ts";
import { manageImageHosts } from "../thread/image-hosts.ts";
import type { Thread } from "../thread/thread.ts";
import type { IssueCommands } from "../triage/issue-commands.ts";
import { isUnsent, getText, toBeginning, type Draft } from "../writing/draft.ts";
import { places, type Place } from "../writing/place.ts";
import type { Refused } from "../writing/targets/target.ts";
import { writeDocument } from "../writing/text.ts";
import { DESCRIPTION, findWritten } from "./lines.ts";
import type { Reply } from "./reply.ts";

/** What a panel has done with texts. */
export type PanelActs = Pick<
  DraftCommands,
  | "copyDraft"
  | "copyLink"
  | "edit"
  | "editIssue"
  | "openDraft"
  | "quote"
  | "remove"
  | "removeNow"
  | "send"
  | "sendQuietly"
  | "show"
  | "signIn"
  | "write"
>;

/** What it has done with the issue itself. */
export type IssueActs = Pick<IssueCommands, "assign" | "setClosed" | "setLabels" | "setMilestone">;

export interface ActionParts {
  readonly shared: Pick<Shared, "dialogs" | "log" | "now" | "openSettings" | "problems">;
  readonly services: Pick<Services, "images" | "repositories" | "threads" | "writing">;
  readonly acts: PanelActs;
  readonly issues: IssueActs;
  readonly reply: Reply;
  readonly post: (message: FromExtension) => void;
  /** Loads the thread again. */
  readonly refresh: () => Promise<void>;
}

export class PanelActions {
  readonly #address: ThreadAddress;
  readonly #parts: ActionParts;
  /** Tasks are checked one after the other, each on what the last has left. */
  #checking: Promise<void> = Promise.resolve();

  constructor(address: ThreadAddress, parts: ActionParts) {
    this.#address = address;
    this.#parts = parts;
  }

  /** Shows the user what fails, such as on a full disk, with `what` before it, unless the user canceled it. */
  async report(act: () => Promise<unknown>, what?: string): Promise<void> {
    try {
      await act();
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind === "canceled") return;
      const { acts, shared } = this.#parts;
      const ways = {
        signIn: () => acts.signIn(this.#address.base),
        retry: () => this.report(act, what),
        openSettings: () => shared.openSettings("triptych.issues"),
      };
      shared.problems.tell(problem, ways, what);
    }
  }

  async run(id: ActionId, about: string | undefined): Promise<void> {
    const { acts, issues, post, refresh, reply, services, shared } = this.#parts;
    const address = this.#address;
    const comment = about !== undefined && /^\d{1,19}$/.test(about) ? BigInt(about) : undefined;
    const actions: Readonly<Record<ActionId, () => unknown>> = {
      refresh,
      editIssue: () => acts.editIssue(address),
      setLabels: () => issues.setLabels(address),
      setMilestone: () => issues.setMilestone(address),
      assign: () => issues.assign(address),
      openOnWeb: () => shared.dialogs.openExternal(threadWebUrl(address, this.#isPull())),
      signIn: () => acts.signIn(address.base),
      openSettings: () => shared.openSettings("triptych.issues"),
      showLog: () => shared.log.show(),
      manageImageHosts: () => manageImageHosts(services.images, shared.dialogs),
      showComment: () => about !== undefined && post({ type: "show", id: about }),
      openDraft: () => acts.openDraft(reply.place),
      copyDraft: () => acts.copyDraft(reply.place),
      postAgain: () => comment !== undefined && acts.send(places.deletedComment(address, comment)),
      sendAnyway: () => reply.send({ anyway: true }),
      removeSecond: () => comment !== undefined && acts.removeNow(address, comment),
    };
    await actions[id]();
  }

  /** Does something with a comment, a review or the description. */
  async runOn(act: CommentAct, id: string): Promise<void> {
    const { acts } = this.#parts;
    const address = this.#address;
    const thread = this.#thread();
    if (thread === undefined) return;
    if (id === DESCRIPTION) {
      if (act === "quote") await acts.quote(address, thread.issue);
      if (act === "edit") await acts.editIssue(address);
      if (act === "link") await acts.copyLink(address, this.#isPull());
      return;
    }
    const comment = findWritten(thread, id);
    if (comment === undefined) return;
    switch (act) {
      case "link":
        return await acts.copyLink(address, this.#isPull(), comment.id);
      case "quote":
        return await acts.quote(address, comment);
      case "edit":
        return await acts.edit(address, comment);
      case "delete":
        return await acts.remove(address, comment);
      case "react":
        // The page asks which one, and sends the answer in another message.
        return;
    }
  }

  /** Closes or reopens the issue. Posts the text in the box before that; if posting fails, nothing changes. */
  async close(text: string): Promise<void> {
    const { issues, reply } = this.#parts;
    // What the button said: someone else may close the issue while the text is sent.
    const closed = this.#thread()?.issue.closed;
    if (text.trim() !== "" && !(await reply.sendText(text))) return;
    // A retry must not post the text again.
    if (closed !== undefined) await this.report(() => issues.setClosed(this.#address, !closed));
  }

  check(id: string, line: number, done: boolean): Promise<void> {
    this.#checking = this.#checking
      .then(() => this.#check(id, line, done))
      .catch((error: unknown) => {
        this.#parts.shared.log.warn("Could not change a task", { error });
      });
    return this.#checking;
  }

  /** One write, compared with the shown version like any other edit. It is not kept if it can't be sent right away. */
  async #check(id: string, line: number, done: boolean): Promise<void> {
    const { acts, post, refresh, services, shared } = this.#parts;
    const { drafts } = services.writing;
    const found = this.#findText(id);
    if (found === undefined) return;
    const { place, text } = found;
    const kept = await drafts.get(place);
    if (kept !== undefined && isUnsent(kept)) {
      const open = { label: l10n.t("Open Draft"), run: () => acts.openDraft(place) };
      const words = l10n.t("You have unsent changes to this text. Send or discard them first.");
      void shared.dialogs.message("warning", words, [open]);
      return;
    }
    const body = checkTask(text.body, line, done);
    if (body === undefined) return await refresh();
    post({ type: "busy", busy: true });
    if (kept !== undefined) await drafts.remove(place);
    await drafts.begin(place, toBeginning(text));
    const saved = await drafts.save(place, writeDocument(place.kind, { title: undefined, ...text, body }));
    const outcome = await acts.sendQuietly(place);
    if (!outcome.sent) await this.#undoCheck(place, saved, outcome);
    // Also ends what the panel shows to be under way.
    await refresh();
  }

  async #undoCheck(place: Place, saved: Draft, outcome: Refused): Promise<void> {
    const { services, shared } = this.#parts;
    const { drafts } = services.writing;
    const isOpen = outcome.why === "lost" || outcome.why === "unsure" || outcome.why === "underWay";
    const draft = isOpen ? undefined : await drafts.get(place);
    // What the user has written since stays.
    if (draft?.id === saved.id && getText(draft) === saved.text) await drafts.remove(place);
    const words = refusalSentence(outcome, place, shared.now());
    void shared.dialogs.message("warning", `${l10n.t("The task was not changed.")} ${words}`);
  }

  #findText(id: string) {
    const thread = this.#thread();
    const address = this.#address;
    if (thread === undefined) return undefined;
    if (id === DESCRIPTION) return { place: places.issueText(address), text: thread.issue };
    const comment = thread.comments?.find((each) => String(each.id) === id);
    return comment && { place: places.comment(address, comment.id), text: comment };
  }

  #thread(): Thread | undefined {
    return this.#parts.services.threads.at(this.#address).thread;
  }

  #isPull(): boolean {
    return this.#thread()?.issue.pull !== undefined;
  }
}
