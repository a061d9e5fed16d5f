// Uploads files to issues and comments.
import { path } from "../../base/origin.ts";
import type { Id, NewFile, RepositoryName } from "../model/entities.ts";
import { under, type Asked, type Caller } from "./caller.ts";
import * as wire from "./decoders.ts";

/** Uploading a picture over a slow connection takes time. In milliseconds. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

export function attachmentRoutes(caller: Caller) {
  const upload = (below: string, { name, type, content }: NewFile, { signal }: Asked) => {
    const form = [{ name: "attachment", filename: name, type, content }];
    const times = { firstByteMs: UPLOAD_TIMEOUT_MS, wholeMs: UPLOAD_TIMEOUT_MS };
    const call = { method: "POST", path: below, query: { name }, form, ...times, signal } as const;
    return caller.requestOne(call, wire.attachment, "attachment");
  };
  return {
    /** What may be attached. One kind of server enforces its limits for API requests, the other doesn't. */
    rules: async ({ signal }: Asked = {}) =>
      caller.requestOne({ path: "/settings/attachment", signal }, wire.attachmentRules, "attachment settings"),
    /** Allowed for the author, and for those who may write issues. */
    toIssue: async (repo: RepositoryName, number: Id, file: NewFile, asked: Asked = {}) =>
      upload(under(repo, path`/issues/${number}/assets`), file, asked),
    toComment: async (repo: RepositoryName, id: Id, file: NewFile, asked: Asked = {}) =>
      upload(under(repo, path`/issues/comments/${id}/assets`), file, asked),
  };
}
