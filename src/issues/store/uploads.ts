import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Api } from "../api.ts";
import type { Attachment, AttachmentRules, NewFile } from "../model.ts";
import type { ThreadAddress } from "../model/address.ts";
import { uploadFault } from "../model/attachment.ts";
import type { UploadFault } from "../model/attachment.ts";
import type { DraftPlace } from "../model/draft.ts";
import type { Turns } from "./turns.ts";

/** Why a file was not attached: what the server's rules say beforehand, or what it answered. */
export type NotUploaded =
  | { readonly why: UploadFault; readonly rules: AttachmentRules }
  | { readonly why: "otherRepository" }
  | { readonly why: "problem"; readonly problem: Problem };

export interface UploadsParts {
  readonly turns: Turns;
  readonly apiAt: (thread: ThreadAddress) => Api;
}

/** Attaches files to the comment that is changed, or to the issue where the comment is not there yet. */
export class Uploads {
  readonly #parts: UploadsParts;
  readonly #rules = new Map<string, AttachmentRules>();

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  async send({ thread, target }: DraftPlace, file: NewFile): Promise<Attachment | NotUploaded> {
    try {
      const api = this.#parts.apiAt(thread);
      const rules = await this.#rulesAt(thread, api);
      const fault = uploadFault(rules, file);
      if (fault !== undefined) return { why: fault, rules };
      const meant = await this.#parts.turns.meant(thread, undefined);
      if (meant === undefined) return { why: "otherRepository" };
      return target.kind === "comment"
        ? await api.attachments.toComment(meant.thread, target.id, file)
        : await api.attachments.toIssue(meant.thread, thread.number, file);
    } catch (error) {
      return { why: "problem", problem: asProblem(error) };
    }
  }

  async #rulesAt({ base }: ThreadAddress, api: Api): Promise<AttachmentRules> {
    const known = this.#rules.get(base);
    if (known !== undefined) return known;
    const rules = await api.attachments.rules();
    this.#rules.set(base, rules);
    return rules;
  }
}
