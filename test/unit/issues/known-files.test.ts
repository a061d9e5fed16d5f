// Comments that a server returned without their files keep those that are known.
import assert from "node:assert/strict";
import { withKnownFiles } from "../../../src/issues/model/attachment.ts";
import type { Comment } from "../../../src/issues/model/entities.ts";

const COUNT = 20_000;

describe("The known files of comments", () => {
  it("are restored with a few looks at each comment, however long the thread is", () => {
    const without = Array.from({ length: COUNT }, (_none, id): Comment => {
      return { id: BigInt(id), author: undefined, body: "", createdAt: 0, updatedAt: 0, attachments: [] };
    });
    const known = without.map((comment): Comment => {
      return { ...comment, attachments: [{ id: comment.id, name: "tide.png", uuid: String(comment.id), size: 1 }] };
    });
    let looks = 0;
    const watched = Array.from(known, (comment) => ({
      ...comment,
      get id() {
        looks += 1;
        return comment.id;
      },
    }));
    assert.deepEqual(withKnownFiles(without, watched), known);
    assert.ok(looks > 0 && looks < 20 * COUNT, `${looks} looks`);
  });
});
