// Names of emoji in rows and quick picks are shown as emoji, and stay as they are if no emoji has the name.
import assert from "node:assert/strict";
import { drawEmoji, drawEmojiInRow } from "../../../src/issues/wording/emoji-names.ts";

describe("Emoji names outside the panel", () => {
  it("are shown as emoji", async () => {
    for (const [text, expected] of [
      ["I did :see_no_evil:. The curve", "I did 🙈. The curve"],
      [":tada: 1.0 is out :+1:", "🎉 1.0 is out 👍"],
      ["(:100:)", "(💯)"],
    ] as const) {
      assert.equal(await drawEmoji(text), expected);
    }
  });

  it("stay as text if no emoji has the name, or if they are part of a word, a time or a path", async () => {
    for (const text of [
      "the server's own :gitea:",
      "at 10:100:20",
      "std::tada::detail",
      "a:tada:b",
      ":tada:b",
      ":constructor: and :__proto__:",
      ": tada :",
      "",
    ]) {
      assert.equal(await drawEmoji(text), text);
    }
  });

  it("are shown as emoji in all texts of a row, including those that change with time", async () => {
    let age = "1 min";
    const row = await drawEmojiInRow({
      id: ":tada:",
      subject: undefined,
      label: "#1 :tada:",
      description: () => `${age} :+1:`,
      accessibleLabel: "one :tada:",
    });
    const described = () => (typeof row.description === "function" ? row.description() : row.description);
    assert.deepEqual([row.id, row.label, described()], [":tada:", "#1 🎉", "1 min 👍"]);
    assert.equal(typeof row.accessibleLabel === "function" && row.accessibleLabel(), "one 🎉");
    age = "2 min";
    assert.equal(described(), "2 min 👍");
    const plain = { id: "plain", subject: undefined, label: "#2 plain", description: "3 · a/b" };
    assert.equal(await drawEmojiInRow(plain), plain);
  });
});
