// References and URLs in texts, as Forgejo and Gitea link them.
import assert from "node:assert/strict";
import {
  resolveLink,
  referenceUrl,
  shortenUrl,
  type Home,
} from "../../../../../src/panels/kit/markdown/server-links.ts";
import { findReferences } from "../../../../../src/panels/kit/markdown/references.ts";

const HOME: Home = {
  server: "https://git.example.org/sub",
  repository: "lantern/almanac",
  thread: "",
  customEmoji: [],
  emojiEndWords: false,
};
const IN_THREAD: Home = { ...HOME, thread: `${HOME.server}/lantern/almanac/pulls/12` };

const linked = (text: string, home = HOME): readonly string[] =>
  findReferences(text).flatMap(({ from, to, reference }) => {
    const url = referenceUrl(reference, home);
    return url === undefined ? [] : [`${text.slice(from, to)} → ${url.replace(home.server, "")}`];
  });

describe("References in a text that are not links yet", () => {
  for (const [text, ...found] of [
    ["see #12, and (#13).", "#12 → /lantern/almanac/issues/12", "#13 → /lantern/almanac/issues/13"],
    ["fixed by !41!", "!41 → /lantern/almanac/pulls/41"],
    ["as in harbour/chart-kit#7: yes", "harbour/chart-kit#7 → /harbour/chart-kit/issues/7"],
    ["harbour/chart.kit!8", "harbour/chart.kit!8 → /harbour/chart.kit/pulls/8"],
    ["@marek, @a.b-c_d. (@jun)", "@marek → /marek", "@a.b-c_d → /a.b-c_d", "@jun → /jun"],
    ["@harbour/pilots", "@harbour/pilots → /org/harbour/teams/pilots"],
    ["since 3f9c1ab0 it works", "3f9c1ab0 → /lantern/almanac/commit/3f9c1ab0"],
    ["harbour/chart-kit@3f9c1ab0", "harbour/chart-kit@3f9c1ab0 → /harbour/chart-kit/commit/3f9c1ab0"],
    ["“#1” and '#2'", "#1 → /lantern/almanac/issues/1", "#2 → /lantern/almanac/issues/2"],
    ["#12\n#13", "#12 → /lantern/almanac/issues/12", "#13 → /lantern/almanac/issues/13"],
  ] as const) {
    it(`link ${found.map((each) => each.split(" ")[0]).join(" and ")} in “${text.replace("\n", " ")}”`, () => {
      assert.deepEqual(linked(text), found);
    });
  }

  for (const text of [
    "a#12",
    "#12b",
    "#0",
    "#-1",
    "C# 12",
    "&#12;",
    "mail me@example.org",
    "1234567 and defaced and 0x3f9c1ab",
    "3f9c1a",
    "ABC-12",
    "a//b#1",
    "a/b/c#1",
    "#12345678901234567890",
    "foo@bar",
    "@",
    "@-",
  ]) {
    it(`are not found in “${text}”`, () => {
      assert.deepEqual(linked(text), []);
    });
  }

  it("lead to an external issue tracker if there is one, and keep pull requests on the server", () => {
    const format = "https://tickets.example.net/{user}/{repo}/{index}";
    assert.deepEqual(linked("#12 !13 x/y#14", { ...HOME, tracker: { format, style: "numeric" } }), [
      "#12 → https://tickets.example.net/lantern/almanac/12",
      "!13 → /lantern/almanac/pulls/13",
      "x/y#14 → /x/y/issues/14",
    ]);
    assert.deepEqual(linked("#12 ALM-13", { ...HOME, tracker: { format, style: "alphanumeric" } }), [
      "ALM-13 → https://tickets.example.net/lantern/almanac/ALM-13",
    ]);
  });

  it("are found in linear time in the longest texts", () => {
    for (const text of ["a/".repeat(50_000), "@a.".repeat(50_000), "#".repeat(100_000), "deadbeef1".repeat(20_000)]) {
      assert.ok(findReferences(text).length < 2);
    }
  });
});

describe("A URL in a text", () => {
  for (const [given, url] of [
    ["/attachments/5f0c", "https://git.example.org/sub/attachments/5f0c"],
    ["/sub/attachments/5f0c", "https://git.example.org/sub/attachments/5f0c"],
    ["docs/a.md", "https://git.example.org/sub/lantern/almanac/docs/a.md"],
    ["/docs/a.md", "https://git.example.org/sub/lantern/almanac/docs/a.md"],
    ["/lantern/almanac/issues/3", "https://git.example.org/sub/lantern/almanac/issues/3"],
    ["https://other.example/x", "https://other.example/x"],
    ["//other.example/x", "https://other.example/x"],
    ["mailto:a@b.example", "mailto:a@b.example"],
    ["javascript:alert(1)", undefined],
    ["JaVaScript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    ["command:workbench.action.quit", undefined],
    ["vscode://x", undefined],
    ["file:///etc/passwd", undefined],
    ["http://[", undefined],
  ] as const) {
    it(`leads from ${given} to ${url ?? "nowhere"}`, () => {
      assert.equal(resolveLink(given, HOME, ""), url);
    });
  }

  it("with only a fragment leads to a place in its thread", () => {
    const thread = "https://git.example.org/sub/lantern/almanac/pulls/12";
    assert.equal(resolveLink("#issuecomment-5", IN_THREAD, ""), `${thread}#issuecomment-5`);
    assert.equal(resolveLink(" #issuecomment-5", IN_THREAD, ""), `${thread}#issuecomment-5`);
    assert.equal(resolveLink("docs/a.md#top", IN_THREAD, ""), `${HOME.server}/lantern/almanac/docs/a.md#top`);
  });

  it("of the server's own pages is shown in the short form that the server uses", () => {
    const short = (url: string) => shortenUrl(`https://git.example.org/sub/${url}`, HOME)?.words;
    assert.equal(short("lantern/almanac/issues/12"), "#12");
    assert.equal(short("lantern/almanac/pulls/12#issuecomment-9"), "!12 (comment)");
    assert.equal(short("harbour/kit/issues/12"), "harbour/kit#12");
    assert.equal(short("lantern/almanac/commit/3f9c1ab0aa112233"), "3f9c1ab0aa");
    assert.equal(short("lantern/almanac"), undefined);
    assert.equal(shortenUrl("https://git.example.org/lantern/almanac/issues/12", HOME), undefined);
  });
});
