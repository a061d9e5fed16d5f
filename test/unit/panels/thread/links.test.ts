// Which links of a thread open in Triptych, and which in the browser.
import assert from "node:assert/strict";
import { isThreadUrl } from "../../../../src/panels/thread/links.ts";

describe("A link in a thread", () => {
  const servers = [
    "https://codeberg.org",
    "https://git.example.org/sub",
    "https://nested.example",
    "https://nested.example/git",
  ];
  for (const [address, is] of [
    ["https://codeberg.org/lantern/almanac/issues/12", true],
    ["https://codeberg.org/lantern/almanac/pulls/12#issuecomment-5", true],
    ["https://git.example.org/sub/a/b/issues/1", true],
    ["https://nested.example/a/b/issues/1", true],
    ["https://nested.example/git/a/b/issues/1", true],
    ["https://git.example.org/a/b/issues/1", false],
    ["https://codeberg.org.evil.example/a/b/issues/1", false],
    ["https://codeberg.org/lantern/almanac/issues", false],
    ["https://codeberg.org/lantern/almanac/issues/12/../../x", false],
    ["https://github.com/a/b/issues/1", false],
  ] as const) {
    it(`to ${address} ${is ? "opens in Triptych" : "opens in the browser"}`, () => {
      assert.equal(isThreadUrl(address, servers), is);
    });
  }
});
