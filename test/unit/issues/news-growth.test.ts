// Looks for changes in threads with as many comments as a server can return, without a server.
import assert from "node:assert/strict";
import { apiV1 } from "../../../src/issues/api/api-v1.ts";
import type { Comment, TimelineRecord } from "../../../src/issues/model/entities.ts";
import { ISSUE, RECORD } from "./records.ts";
import { readThread } from "../../../src/issues/thread/read-thread.ts";
import { readNews } from "../../../src/issues/thread/thread-changes.ts";

const COUNT = 10_000;

describe("Looking for changes in a long thread", () => {
  it("takes a few looks at each, even if the server returns every comment and event again", async () => {
    const texts = Array.from({ length: COUNT }, (_none, id) => {
      return { id: BigInt(id), author: RECORD.author, body: "", createdAt: id, updatedAt: id };
    });
    const comments = texts.map((text): Comment => ({ ...text, attachments: [] }));
    const events = texts.map((text): TimelineRecord => {
      return { ...RECORD, ...text, id: text.id + BigInt(COUNT), type: "close" };
    });
    const written = Array.from(texts, (text): TimelineRecord => ({ ...RECORD, ...text }));
    let looks = 0;
    const records = Array.from([...written, ...events], ({ id, ...record }) => ({
      ...record,
      get id() {
        looks += 1;
        return id;
      },
    }));
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
    looks = 0;
    const news = await readNews(api, address, thread, { now, thorough: false });
    assert.ok(news !== "unclear" && !news.changed);
    assert.ok(looks > 0 && looks < 20 * records.length, `${looks} looks`);
  });
});
