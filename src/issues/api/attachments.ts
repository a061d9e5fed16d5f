// Uploads files to issues and comments, and lists those of a comment.
import { path } from "../../base/origin.ts";
import type { Id, NewFile, RepositoryName } from "../model/entities.ts";
import { under, type RequestOptions, type Caller } from "./caller.ts";
import * as wire from "./decoders.ts";

/** Allows for large files on slow connections. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

export function attachmentRoutes(caller: Caller) {
  const upload = (route: string, { name, type, content }: NewFile, { signal }: RequestOptions) => {
    const form = { name: "attachment", filename: name, type, content };
    const times = { firstByteMs: UPLOAD_TIMEOUT_MS, wholeMs: UPLOAD_TIMEOUT_MS };
    const call = { method: "POST", path: route, query: { name }, form, ...times, signal } as const;
    return caller.requestOne(call, wire.attachment, "attachment");
  };
  return {
    /** Loads the limits for attachments. One kind of server enforces them for API requests, the other doesn't. */
    rules: async ({ signal }: RequestOptions = {}) =>
      caller.requestOne({ path: "/settings/attachment", signal }, wire.attachmentRules, "attachment settings"),
    /** Allowed for the issue's author and for people with write access to issues. */
    toIssue: async (repo: RepositoryName, number: Id, file: NewFile, options: RequestOptions = {}) =>
      upload(under(repo, path`/issues/${number}/assets`), file, options),
    ofComment: async (repo: RepositoryName, id: Id, { signal }: RequestOptions = {}) => {
      const call = { path: under(repo, path`/issues/comments/${id}/assets`), signal };
      return (await caller.list(call, wire.attachment, "attachments")).values;
    },
    toComment: async (repo: RepositoryName, id: Id, file: NewFile, options: RequestOptions = {}) =>
      upload(under(repo, path`/issues/comments/${id}/assets`), file, options),
  };
}
