// Looks for changes in threads with as many comments as a server can return, without a server.
import assert from "node:assert/strict";
import { apiV1 } from "../../../src/issues/api/api-v1.ts";
import type { Comment, TimelineRecord } from "../../../src/issues/model/entities.ts";
import { ISSUE, RECORD } from "./records.ts";
import { readThread } from "../../../src/issues/thread/read-thread.ts";
import { readNews } from "../../../src/issues/thread/thread-changes.ts";

const COUNT = 10_000;
/** The longest processor time for this many records. Quadratic time takes several seconds. */
const MAX_COMPARE_MS = 1_000;

describe("Looking for changes in a long thread", () => {
  it("takes linear time, even if the server returns every comment and event again", async () => {
    const texts = Array.from({ length: COUNT }, (_none, id) => {
      return { id: BigInt(id), author: RECORD.author, body: "", createdAt: id, updatedAt: id };
    });
    const comments = texts.map((text): Comment => ({ ...text, attachments: [] }));
    const events = texts.map((text): TimelineRecord => {
      return { ...RECORD, ...text, id: text.id + BigInt(COUNT), type: "close" };
    });
    const written = Array.from(texts, (text): TimelineRecord => ({ ...RECORD, ...text }));
    const records = [...written, ...events];
    const listed = <Value>(values: readonly Value[]) =>
      Promise.resolve({ values, skipped: 0, reasons: [], total: undefined, servedAt: undefined });
    const api = {
      ...apiV1({ origin: "https://git.example.org", request: () => Promise.reject(new Error("not requested")) }),
      issue: () => Promise.resolve(ISSUE),
      commentsOfIssue: () => listed(comments),
      timelineOfIssue: () => listed(records),
    };
    const address = { base: "https://git.example.org", owner: "alice", name: "demo", number: 1n };
    const now = () => COUNT;
    const thread = await readThread(api, address, { paged: () => Promise.resolve(false), now });
    const before = process.cpuUsage();
    const news = await readNews(api, address, thread, { now, thorough: false });
    const { user, system } = process.cpuUsage(before);
    assert.ok(news !== "unclear" && !news.changed);
    assert.ok((user + system) / 1000 < MAX_COMPARE_MS, `${(user + system) / 1000} ms`);
  });
});
