// The reply below a thread: what its box shows, and what became of it, wherever it was sent from.
import type { Disposable } from "vscode";
import { asProblem } from "../../base/problem.ts";
import type { FromExtension } from "../../panels/thread/messages.ts";
import type { After } from "../../workbench/poller.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { DraftCommands } from "../editing/draft-commands.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Services } from "../services.ts";
import { getText, type Draft, type Refusal } from "../writing/draft.ts";
import { places, samePlace, type Place } from "../writing/place.ts";
import { refuse } from "../writing/targets/target.ts";
import { buildBanners, mayWrite, writeView, type BannerContext } from "./banners.ts";

type UsedServices = Pick<Services, "access" | "changes" | "repositories" | "repositoryNames" | "threads" | "writing">;

/** "Comment posted" stays for so long after the comment came into sight: time to be read, or read out. */
const POSTED_SHOWN_MS = 6_000;

type ReplyState = Pick<BannerContext, "sending" | "refusal" | "posted" | "unsaved">;

export interface ReplyParts {
  readonly shared: Pick<Shared, "now">;
  readonly services: UsedServices;
  readonly acts: Pick<DraftCommands, "sendQuietly">;
  readonly post: (message: FromExtension) => void;
  readonly after: After;
}

export class Reply implements Disposable {
  /** What the box and the editor both show. */
  readonly place: Place;
  readonly #address: ThreadAddress;
  readonly #parts: ReplyParts;
  readonly #disposables: readonly Disposable[];
  #state: ReplyState = { sending: false, refusal: undefined, posted: undefined, unsaved: undefined };
  /** What is soon no longer said. */
  #leaving: { readonly posted: NonNullable<BannerContext["posted"]>; readonly timer: Disposable } | undefined;

  constructor(address: ThreadAddress, parts: ReplyParts) {
    this.#address = address;
    this.#parts = parts;
    this.place = places.newComment(address);
    const { drafts, sender } = parts.services.writing;
    this.#disposables = [
      drafts.onDidChange(({ place }) => {
        if (samePlace(place, this.place)) void this.#tellNow();
      }),
      sender.onDidSettle(({ place, sent }) => {
        if (!samePlace(place, this.place)) return;
        this.#change({ refusal: undefined, posted: { sent, at: parts.shared.now() } });
        void this.#tellNow();
      }),
    ];
  }

  draft(): Promise<Draft | undefined> {
    return this.#parts.services.writing.drafts.get(this.place);
  }

  /** Sends the state of the reply, which changes with every key. */
  tell(draft: Draft | undefined): void {
    const { post, shared, services } = this.#parts;
    const state = services.threads.at(this.#address);
    if (state.thread === undefined) return;
    const standing: BannerContext = {
      address: this.#address,
      ...{ state, draft, services },
      ...this.#state,
      now: shared.now(),
    };
    post({ type: "banners", banners: buildBanners(standing) });
    post({ type: "write", write: mayWrite(standing) ? writeView(standing) : undefined });
  }

  /** Saves the text, and returns whether that worked. If not, it stays in the box, which says why. */
  async keep(text: string): Promise<boolean> {
    const before = this.#state.unsaved;
    this.#change({ unsaved: undefined });
    try {
      await this.#save(text);
    } catch (error) {
      this.#change({ unsaved: { text, problem: asProblem(error) } });
      this.tell(await this.draft().catch(() => undefined));
      return false;
    }
    if (before !== undefined) await this.#tellNow();
    return true;
  }

  /** Whether it was sent. */
  async sendText(text: string): Promise<boolean> {
    return (await this.keep(text)) && (await this.send({}));
  }

  async send(how: { readonly anyway?: boolean }): Promise<boolean> {
    this.#change({ sending: true, refusal: undefined, posted: undefined });
    await this.#tellNow();
    try {
      const outcome = await this.#parts.acts.sendQuietly(this.place, how);
      if (outcome.sent) return true;
      this.#change({ refusal: outcome });
      void this.#readAgain(outcome.why);
      return false;
    } catch (error) {
      this.#change({ refusal: refuse("problem", { problem: asProblem(error) }) });
      return false;
    } finally {
      this.#change({ sending: false });
      await this.#tellNow();
    }
  }

  /** These comments are visible. Once the posted one was visible long enough to be read, its message goes. */
  setVisible(ids: readonly string[]): void {
    const { posted } = this.#state;
    if (posted === undefined || posted.sent.second !== undefined || this.#leaving?.posted === posted) return;
    if (!ids.includes(String(posted.sent.comment))) return;
    this.#leaving?.timer.dispose();
    const timer = this.#parts.after(POSTED_SHOWN_MS, () => {
      this.#leaving = undefined;
      if (this.#state.posted !== posted) return;
      this.#change({ posted: undefined });
      void this.#tellNow();
    });
    this.#leaving = { posted, timer };
  }

  dispose(): void {
    this.#leaving?.timer.dispose();
    for (const each of this.#disposables) each.dispose();
  }

  /** Without this, a box that can't be used stays until the next poll. */
  async #readAgain(why: Refusal): Promise<void> {
    const { repositoryNames, threads } = this.#parts.services;
    if (why === "locked") await threads.readAgain(this.#address);
    if (why !== "archived") return;
    await repositoryNames.read(this.#address).catch(() => undefined);
    await this.#tellNow();
  }

  async #save(text: string): Promise<void> {
    const draft = await this.draft();
    if (draft === undefined ? text === "" : getText(draft) === text) return;
    this.#change({ refusal: undefined, posted: undefined });
    await this.#parts.services.writing.drafts.save(this.place, text);
  }

  #change(change: Partial<ReplyState>): void {
    this.#state = { ...this.#state, ...change };
  }

  async #tellNow(): Promise<void> {
    const draft = await this.draft();
    // Another account or token may do what this one could not.
    const kind = this.#state.refusal?.problem?.kind;
    if (draft !== undefined && draft.failure === undefined && (kind === "unauthorized" || kind === "forbidden"))
      this.#change({ refusal: undefined });
    this.tell(draft);
  }
}
