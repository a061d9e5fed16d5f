import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Forge as Api } from "../api/forge.ts";
import type { Attachment, AttachmentRules, Comment, NewFile } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import { attachmentsIn, uploadFault } from "../model/attachment.ts";
import type { UploadFault } from "../model/attachment.ts";
import { draftKey, textOf } from "../model/draft.ts";
import type { Draft, DraftPlace } from "../model/draft.ts";
import type { Turns } from "./turns.ts";

/** Why a file was not attached: what the server's rules say beforehand, or what it answered. */
export type NotUploaded =
  | { readonly why: UploadFault; readonly rules: AttachmentRules }
  | { readonly why: "otherRepository" }
  | { readonly why: "problem"; readonly problem: Problem };

export interface UploadsParts {
  readonly turns: Turns;
  readonly apiAt: (thread: ThreadAddress) => Api;
  readonly draft: (place: DraftPlace) => Promise<Draft | undefined>;
  /** The comments of the thread as they were read last. */
  readonly known: (thread: ThreadAddress) => readonly Comment[];
}

/** Where a server says nothing of its rules, it is tried. */
const UNKNOWN: AttachmentRules = { enabled: true, types: [], megabytes: 0, files: 0 };

/** Attaches files to the comment that is changed, or to the issue where the comment is not there yet. */
export class Uploads {
  readonly #parts: UploadsParts;
  readonly #rules = new Map<string, AttachmentRules>();
  /** What was attached for each draft while this window is open; a link to it may not stand in the draft yet. */
  readonly #attached = new Map<string, Set<string>>();
  readonly #underWay = new Map<string, number>();

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  async send(place: DraftPlace, file: NewFile): Promise<Attachment | NotUploaded> {
    const key = draftKey(place);
    try {
      const api = this.#parts.apiAt(place.thread);
      const [rules, there] = await Promise.all([this.#rulesAt(place.thread, api), this.#attachedTo(place)]);
      const underWay = this.#underWay.get(key) ?? 0;
      const fault = uploadFault(rules, file, there.size + underWay);
      if (fault !== undefined) return { why: fault, rules };
      this.#underWay.set(key, underWay + 1);
      try {
        const sent = await this.#upload(place, api, file);
        if (!("why" in sent)) this.#attached.set(key, (this.#attached.get(key) ?? new Set()).add(sent.uuid));
        return sent;
      } finally {
        this.#underWay.set(key, (this.#underWay.get(key) ?? 1) - 1);
      }
    } catch (error) {
      return { why: "problem", problem: asProblem(error) };
    }
  }

  async #upload({ thread, target }: DraftPlace, api: Api, file: NewFile): Promise<Attachment | NotUploaded> {
    const meant = await this.#parts.turns.meant(thread, undefined);
    if (meant === undefined) return { why: "otherRepository" };
    return target.kind === "comment"
      ? await api.attachments.toComment(meant.thread, target.id, file)
      : await api.attachments.toIssue(meant.thread, thread.number, file);
  }

  /** The files of a comment: those that it has, and those that its draft speaks of. */
  async #attachedTo(place: DraftPlace): Promise<ReadonlySet<string>> {
    const { draft, known } = this.#parts;
    const { target } = place;
    const written = await draft(place);
    // Another comment begins, which has none.
    if (written === undefined && target.kind === "new") this.#attached.delete(draftKey(place));
    const comment = known(place.thread).find(({ id }) => target.kind === "comment" && id === target.id);
    return new Set([
      ...(written === undefined ? [] : attachmentsIn(textOf(written))),
      ...(comment?.attachments.map(({ uuid }) => uuid) ?? []),
      ...(this.#attached.get(draftKey(place)) ?? []),
    ]);
  }

  async #rulesAt({ base }: ThreadAddress, api: Api): Promise<AttachmentRules> {
    const known = this.#rules.get(base);
    if (known !== undefined) return known;
    const rules = await api.attachments.rules().catch((error: unknown) => {
      const problem = asProblem(error);
      if (problem.kind !== "notFound" && problem.kind !== "forbidden") throw problem;
      return UNKNOWN;
    });
    this.#rules.set(base, rules);
    return rules;
  }
}
