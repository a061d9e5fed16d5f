// Uploads files to issues and comments.
import { path } from "../../base/origin.ts";
import type { Attachment, AttachmentRules, Id, NewFile, RepositoryName } from "../model/entities.ts";
import { under, type Asked, type Caller } from "./caller.ts";
import * as wire from "./decoders.ts";

/** Uploading a picture over a slow connection takes time. In milliseconds. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

export class Attachments {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** What may be attached. One kind of server enforces its limits for API requests, the other doesn't. */
  async rules({ signal }: Asked = {}): Promise<AttachmentRules> {
    return this.#caller.requestOne(
      { path: "/settings/attachment", signal },
      wire.attachmentRules,
      "attachment settings",
    );
  }

  /** Allowed for the author, and for those who may write issues. */
  async toIssue(repo: RepositoryName, number: Id, file: NewFile, asked: Asked = {}): Promise<Attachment> {
    return this.#upload(under(repo, path`/issues/${number}/assets`), file, asked);
  }

  async toComment(repo: RepositoryName, id: Id, file: NewFile, asked: Asked = {}): Promise<Attachment> {
    return this.#upload(under(repo, path`/issues/comments/${id}/assets`), file, asked);
  }

  #upload(below: string, { name, type, content }: NewFile, { signal }: Asked): Promise<Attachment> {
    const form = [{ name: "attachment", filename: name, type, content }];
    const call = {
      method: "POST",
      path: below,
      query: { name },
      form,
      firstByteMs: UPLOAD_TIMEOUT_MS,
      wholeMs: UPLOAD_TIMEOUT_MS,
      signal,
    } as const;
    return this.#caller.requestOne(call, wire.attachment, "attachment");
  }
}
