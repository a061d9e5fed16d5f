// The reply below a thread: saves and sends it, and shows its state in the box, even if another window sent it.
import type { Disposable } from "vscode";
import { asProblem } from "../../base/problem.ts";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import type { FromExtension } from "../../panels/thread/messages.ts";
import type { After } from "../../workbench/poller.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { DraftCommands } from "../editing/draft-commands.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Id } from "../model/entities.ts";
import { getText, type Draft, type Refusal } from "../writing/drafts/draft.ts";
import { places, samePlace, type Place } from "../writing/drafts/place.ts";
import { refuse, type Refused } from "../writing/drafts/outcome.ts";
import { buildBanners, mayWrite, writeView, type BannerContext } from "./banners.ts";
import type { Access } from "../repositories/access.ts";
import type { IssueChanges } from "../triage/changes.ts";
import type { Repositories } from "../repositories/repositories.ts";
import type { RepositoryNames } from "../repositories/repository-names.ts";
import type { Threads } from "../thread/threads.ts";
import type { Writing } from "../writing/writing.ts";

interface ReplyServices {
  readonly access: Access;
  readonly changes: IssueChanges;
  readonly repositories: Repositories;
  readonly repositoryNames: RepositoryNames;
  readonly threads: Threads;
  readonly writing: Writing;
}

/** How long "Posted 14:12" stays after the comment became visible, so that it can be read or read out. */
const POSTED_SHOWN_MS = 6_000;

type ReplyState = Pick<BannerContext, "sending" | "refusal" | "posted" | "unsaved">;

export interface ReplyDependencies {
  readonly shared: Pick<Shared, "now">;
  readonly services: ReplyServices;
  readonly draftCommands: Pick<DraftCommands, "sendQuietly">;
  readonly post: (message: FromExtension) => void;
  readonly after: After;
}

export class Reply implements Disposable {
  /** The place of the draft that both the box and the editor show. */
  readonly place: Place;
  readonly #address: ThreadAddress;
  readonly #dependencies: ReplyDependencies;
  readonly #disposables: readonly Disposable[];
  /** Saves run one after the other, because a save does nothing if the draft already has the text. */
  readonly #saves = new Semaphore(1);
  /** The text that was refused last. */
  #refused: string | undefined;
  #state: ReplyState = { sending: false, refusal: undefined, posted: undefined, unsaved: undefined };
  /** The "Posted 14:12" that will disappear soon. */
  #expiring: { readonly posted: NonNullable<BannerContext["posted"]>; readonly timer: Disposable } | undefined;

  constructor(address: ThreadAddress, dependencies: ReplyDependencies) {
    this.#address = address;
    this.#dependencies = dependencies;
    this.place = places.newComment(address);
    const { drafts, sender } = dependencies.services.writing;
    this.#disposables = [
      drafts.onDidChange(({ place }) => {
        if (samePlace(place, this.place)) void this.#refreshState();
      }),
      sender.onDidSettle(({ place, sent }) => {
        if (!samePlace(place, this.place)) return;
        this.#update({ refusal: undefined, posted: { sent, at: dependencies.shared.now() } });
        void this.#refreshState();
      }),
    ];
  }

  draft(): Promise<Draft | undefined> {
    return this.#dependencies.services.writing.drafts.get(this.place);
  }

  /** Sends the state of the reply to the page. It changes with every key. */
  sendState(draft: Draft | undefined): void {
    const { post, shared, services } = this.#dependencies;
    const state = services.threads.at(this.#address);
    if (state.thread === undefined) return;
    const context: BannerContext = {
      address: this.#address,
      state,
      draft,
      services,
      ...this.#state,
      now: shared.now(),
    };
    post({ type: "banners", banners: buildBanners(context) });
    post({ type: "write", write: mayWrite(context) ? writeView(context) : undefined });
  }

  /** Saves the text. Returns false if that failed; the text then stays in the box, which shows why. */
  async saveText(text: string): Promise<boolean> {
    return await this.#saves.run(() => this.#trySave(text));
  }

  /** Saves and sends the text. Returns true if it was sent. */
  async sendText(text: string): Promise<boolean> {
    return (await this.saveText(text)) && (await this.send({}));
  }

  /** Sends the saved text although it may have arrived, if the last send ended like that. */
  async sendAnyway(): Promise<void> {
    const why = (await this.draft())?.failure?.why ?? this.#state.refusal?.why;
    if (why === "unsure") await this.send({ anyway: true });
  }

  /** The second copy of the comment that was posted last, if it arrived twice. */
  get second(): Id | undefined {
    return this.#state.posted?.sent.second;
  }

  /** Sends the saved text. Returns true if it was sent, and false if it is already being sent. */
  async send(how: { readonly anyway?: boolean }): Promise<boolean> {
    if (this.#state.sending) return false;
    this.#update({ sending: true, refusal: undefined, posted: undefined });
    try {
      await this.#refreshState();
      const outcome = await this.#dependencies.draftCommands.sendQuietly(this.place, how);
      if (outcome.sent) return true;
      await this.#refuse(outcome);
      void this.#reloadAfter(outcome.why);
      return false;
    } catch (error) {
      await this.#refuse(refuse("problem", { problem: asProblem(error) }));
      return false;
    } finally {
      this.#update({ sending: false });
      await this.#refreshState();
    }
  }

  /** Call with the visible comments. Once the posted comment was visible long enough, its message is removed. */
  setVisible(ids: readonly string[]): void {
    const { posted } = this.#state;
    if (posted === undefined || posted.sent.second !== undefined || this.#expiring?.posted === posted) return;
    if (!ids.includes(String(posted.sent.comment))) return;
    this.#expiring?.timer.dispose();
    const timer = this.#dependencies.after(POSTED_SHOWN_MS, () => {
      this.#expiring = undefined;
      if (this.#state.posted !== posted) return;
      this.#update({ posted: undefined });
      void this.#refreshState();
    });
    this.#expiring = { posted, timer };
  }

  dispose(): void {
    this.#expiring?.timer.dispose();
    for (const each of this.#disposables) each.dispose();
  }

  async #refuse(refusal: Refused): Promise<void> {
    const draft = await this.draft().catch(() => undefined);
    this.#refused = draft && getText(draft);
    this.#update({ refusal });
  }

  /** Reloads what the refusal revealed, so that an unusable box disappears before the next poll. */
  async #reloadAfter(why: Refusal): Promise<void> {
    const { repositoryNames, threads } = this.#dependencies.services;
    if (why === "locked") await threads.readAgain(this.#address);
    if (why !== "archived") return;
    await repositoryNames.read(this.#address).catch(() => undefined);
    await this.#refreshState();
  }

  async #trySave(text: string): Promise<boolean> {
    const before = this.#state.unsaved;
    this.#update({ unsaved: undefined });
    try {
      await this.#save(text);
    } catch (error) {
      this.#update({ unsaved: { text, problem: asProblem(error) } });
      this.sendState(await this.draft().catch(() => undefined));
      return false;
    }
    if (before !== undefined) await this.#refreshState();
    return true;
  }

  async #save(text: string): Promise<void> {
    const draft = await this.draft();
    if (draft === undefined ? text === "" : getText(draft) === text) return;
    this.#update({ posted: undefined });
    await this.#dependencies.services.writing.drafts.save(this.place, text);
  }

  #update(change: Partial<ReplyState>): void {
    this.#state = { ...this.#state, ...change };
  }

  async #refreshState(): Promise<void> {
    const draft = await this.draft();
    const { problem, why } = this.#state.refusal ?? {};
    // The text was changed, or another window has sent it.
    const isOld = (draft && getText(draft)) !== this.#refused || (draft === undefined && why === "underWay");
    // The failure was cleared because the account or token changed, which may be allowed to send.
    const isRetried =
      draft?.failure === undefined && (problem?.kind === "unauthorized" || problem?.kind === "forbidden");
    if (isOld || isRetried) this.#update({ refusal: undefined });
    this.sendState(draft);
  }
}
