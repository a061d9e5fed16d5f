// The rows of an account's notifications, without VS Code.
import assert from "node:assert/strict";
import type * as Rows from "../../../src/issues/lists/inbox-row.ts";
import type { Notification } from "../../../src/issues/model/entities.ts";
import { importTexts } from "../import-texts.ts";

const BASE = "https://codeberg.org";

describe("The rows of notifications", () => {
  it("say which ones the user can no longer see, and count the older ones", async () => {
    const rows = (await importTexts("src/issues/lists/inbox-row.ts", "en")) as typeof Rows;
    const about = (id: number, more: Partial<Notification>): Notification => ({
      id: BigInt(id),
      unread: true,
      pinned: false,
      updatedAt: 0,
      repository: { owner: "lantern", name: "almanac" },
      title: "Tide table",
      pull: false,
      state: "open",
      number: 1n,
      comment: undefined,
      ...more,
    });
    const gone = { repository: undefined, number: undefined };
    const state = {
      account: { service: "issues", origin: BASE, id: "nadia", name: "nadia", base: BASE },
      unread: [about(1, {}), about(2, { ...gone, title: "" }), about(3, { ...gone, title: "Kept title" })],
      count: 5,
      skipped: 0,
    };
    const inbox = rows.inboxNode(state, false, () => state, Date.now);
    const { nodes = [] } = (await inbox.children?.(new AbortController().signal)) ?? {};
    assert.deepEqual(
      nodes.map(({ label }) => label),
      ["#1 Tide table", "No longer accessible", "Kept title", "2 older"],
    );
  });
});
