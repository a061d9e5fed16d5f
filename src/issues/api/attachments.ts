// Uploads files to issues and comments, and lists those of a comment.
import { path } from "../../base/origin.ts";
import type { NewFile } from "../model/entities.ts";
import { under, type RequestOptions, type Caller } from "./caller.ts";
import * as wire from "./decoders.ts";
import type { AttachmentRoutes } from "./forge.ts";

/** Allows for large files on slow connections. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

export function attachmentRoutes(caller: Caller): AttachmentRoutes {
  const upload = (route: string, { name, type, content }: NewFile, { signal }: RequestOptions) => {
    const form = { name: "attachment", filename: name, type, content };
    const times = { firstByteMs: UPLOAD_TIMEOUT_MS, wholeMs: UPLOAD_TIMEOUT_MS };
    const call = { method: "POST", path: route, query: { name }, form, ...times, signal } as const;
    return caller.requestOne(call, wire.attachment, "attachment");
  };
  return {
    rules: async ({ signal } = {}) =>
      caller.requestOne({ path: "/settings/attachment", signal }, wire.attachmentRules, "attachment settings"),
    toIssue: async (repo, number, file, options = {}) =>
      upload(under(repo, path`/issues/${number}/assets`), file, options),
    ofComment: async (repo, id, { signal } = {}) => {
      const call = { path: under(repo, path`/issues/comments/${id}/assets`), signal };
      return (await caller.list(call, wire.attachment, "attachments")).values;
    },
    toComment: async (repo, id, file, options = {}) =>
      upload(under(repo, path`/issues/comments/${id}/assets`), file, options),
  };
}
