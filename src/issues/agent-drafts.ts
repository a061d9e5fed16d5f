// Writes what agents draft. Each draft opens in an editor for the person, and nothing here sends it.
import { Problem } from "../base/problem.ts";
import type { RepositoryAddress, ThreadAddress } from "./model/address.ts";
import { EMPTY_FORM } from "./model/issue-text.ts";
import type { DraftWriter, NewLineComment } from "./tools/source.ts";
import { getText, isUnsent, isWaiting } from "./writing/drafts/draft.ts";
import type { Drafts } from "./writing/drafts/drafts.ts";
import { placeKey, places, type Place } from "./writing/drafts/place.ts";
import { writeDocument } from "./writing/drafts/draft-document.ts";
import type { Documents } from "./editing/documents.ts";

export class AgentDrafts implements DraftWriter {
  readonly #drafts: Pick<Drafts, "begin" | "get" | "save">;
  readonly #documents: Pick<Documents, "open" | "save">;
  /** The texts that agents have drafted in this window, by place, so that a better one can replace them. */
  readonly #drafted = new Map<string, string>();

  constructor(drafts: Pick<Drafts, "begin" | "get" | "save">, documents: Pick<Documents, "open" | "save">) {
    this.#drafts = drafts;
    this.#documents = documents;
  }

  /** Replaces what an agent has drafted before, and adds to anything else. */
  async comment(thread: ThreadAddress, text: string): Promise<void> {
    const place = places.newComment(thread);
    await this.#documents.save(place);
    const draft = await this.#drafts.get(place);
    if (draft !== undefined && isWaiting(draft))
      throw new Problem("conflict", {
        detail: "A comment there waits to be sent. Ask the user to send or discard it.",
      });
    const known = draft === undefined || !isUnsent(draft) ? "" : getText(draft).trimEnd();
    const started = known === this.#drafted.get(placeKey(place)) ? "" : known;
    const whole = started === "" ? text.trimEnd() : `${started}\n\n${text.trimEnd()}`;
    this.#drafted.set(placeKey(place), whole);
    await this.#drafts.save(place, `${whole}\n`);
    await this.#documents.open(place, { atEnd: true });
  }

  async issue(repository: RepositoryAddress, title: string, text: string): Promise<void> {
    const place = places.newIssue(repository);
    const form = { ...EMPTY_FORM, title: title.replaceAll(/\s+/g, " "), body: text };
    await this.#begin(place, { text: writeDocument("newIssue", form, form) });
  }

  async reviewComment(pull: ThreadAddress, { text, ...anchor }: NewLineComment): Promise<void> {
    await this.#begin(places.reviewComment(pull), { anchor, text });
  }

  async #begin(place: Place, initial: Parameters<Drafts["begin"]>[1]): Promise<void> {
    await this.#drafts.begin(place, initial);
    await this.#documents.open(place);
  }
}
