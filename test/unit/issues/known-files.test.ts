// Comments that a server returned without their files keep those that are known.
import assert from "node:assert/strict";
import { withKnownFiles } from "../../../src/issues/model/attachment.ts";
import type { Comment } from "../../../src/issues/model/entities.ts";

const COUNT = 20_000;
/** The longest processor time for this many comments. Quadratic time takes seconds. */
const MAX_MERGE_MS = 500;

describe("The known files of comments", () => {
  it("are restored in linear time, however long the thread is", () => {
    const without = Array.from({ length: COUNT }, (_none, id): Comment => {
      return { id: BigInt(id), author: undefined, body: "", createdAt: 0, updatedAt: 0, attachments: [] };
    });
    const known = without.map((comment): Comment => {
      return { ...comment, attachments: [{ id: comment.id, name: "tide.png", uuid: String(comment.id), size: 1 }] };
    });
    const before = process.cpuUsage();
    const restored = withKnownFiles(without, known);
    const { user, system } = process.cpuUsage(before);
    assert.deepEqual(restored, known);
    assert.ok((user + system) / 1000 < MAX_MERGE_MS, `${(user + system) / 1000} ms`);
  });
});
