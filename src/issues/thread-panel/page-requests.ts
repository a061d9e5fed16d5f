// Handles the page's requests for reactions, images, the rest of long texts, and links to other threads.
import { l10n } from "../../workbench/text/l10n.ts";
import { asProblem } from "../../base/problem.ts";
import type { FromExtension } from "../../panels/thread/messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import { parseRepository, type ThreadAddress } from "../model/address.ts";
import type { Services } from "../services.ts";
import { getRedirectHost } from "../thread/images.ts";
import { places } from "../writing/place.ts";
import { refuse } from "../writing/targets/target.ts";
import { refusalSentence } from "../editing/draft-text.ts";
import { getSlice, openText } from "./long-text.ts";
import { DESCRIPTION, findWritten } from "./lines.ts";

type UsedServices = Pick<Services, "images" | "knownServers" | "reactions" | "threads">;

interface Parts {
  readonly shared: Pick<Shared, "dialogs" | "now">;
  readonly services: UsedServices;
  readonly post: (message: FromExtension) => void;
  /** Runs an action and shows its failure, introduced by `what`. */
  readonly report: (act: () => Promise<void>, what: string) => Promise<void>;
  /** Opens another thread, scrolled to a comment. */
  readonly show: (thread: ThreadAddress, comment?: bigint) => void;
}

export class PageRequests {
  readonly #address: ThreadAddress;
  readonly #parts: Parts;
  #visible: readonly string[] = [];
  /** The targets of images that were redirected to another host, by the image's URL. */
  readonly #redirects = new Map<string, string>();

  constructor(address: ThreadAddress, parts: Parts) {
    this.#address = address;
    this.#parts = parts;
  }

  /** Reloads the reactions to the visible comments. */
  refreshVisible(): void {
    if (this.#visible.length > 0) this.setVisible(this.#visible);
  }

  /** Call with the ids of the visible comments. Loads their reactions. */
  setVisible(ids: readonly string[]): void {
    this.#visible = ids;
    const comments = ids.flatMap((id) => {
      const comment = parseCommentId(id);
      return comment === null ? [] : [comment];
    });
    for (const comment of comments) this.sendReactions(comment);
    this.#parts.services.reactions.look(this.#address, comments);
  }

  sendReactions(comment: bigint | undefined): void {
    const groups = this.#parts.services.reactions.of({ thread: this.#address, comment });
    if (groups === undefined) return;
    const reactions = groups.map(({ name, people, own }) => ({
      id: name,
      own,
      people: people.map((each) => each ?? l10n.t("someone")),
    }));
    const id = comment === undefined ? DESCRIPTION : String(comment);
    this.#parts.post({ type: "reactions", of: id, reactions });
  }

  async react(id: string, name: string, on: boolean): Promise<void> {
    const { report, services, shared } = this.#parts;
    const comment = parseCommentId(id);
    if (comment === null) return;
    const what = on ? l10n.t("Could not add the reaction.") : l10n.t("Could not remove the reaction.");
    await report(async () => {
      const why = await services.reactions.toggle({ thread: this.#address, comment }, name, on);
      if (why === undefined) return;
      const sentence = refusalSentence(refuse(why), places.newComment(this.#address), shared.now());
      void shared.dialogs.message("error", `${what} ${sentence}`);
    }, what);
  }

  /** Opens a link to a thread in VS Code, and any other link in the browser, after VS Code asks. */
  async follow(href: string): Promise<void> {
    const { shared, services, show } = this.#parts;
    const found = parseRepository(href, this.#address.base, services.knownServers.bases());
    if (found?.number === undefined) {
      await shared.dialogs.openExternal(href);
      return;
    }
    show({ ...found.address, number: found.number }, found.comment);
  }

  /** Sends the next slice of a long text. */
  sendMore(id: string, from: number): void {
    const text = this.#findText(id);
    if (text !== undefined && from <= text.length) this.#parts.post(getSlice(id, text, from));
  }

  async openText(id: string): Promise<void> {
    const text = this.#findText(id);
    const { name, number } = this.#address;
    if (text !== undefined) await openText(text, `${name}-${number}-${id}`, this.#parts.shared.dialogs);
  }

  async loadImage(url: string, { agreed, always }: { readonly agreed: boolean; readonly always: boolean }) {
    const { services, shared, post } = this.#parts;
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
    const { thread } = this.#parts.services.threads.at(this.#address);
    const text = id === DESCRIPTION ? thread?.issue : thread && findWritten(thread, id);
    return text?.body;
  }
}

/** Parses the id of a comment. Returns undefined for the description, and null if the id is invalid. */
function parseCommentId(id: string): bigint | undefined | null {
  if (id === DESCRIPTION) return undefined;
  return /^\d{1,19}$/.test(id) ? BigInt(id) : null;
}
