// What panels read from comments and patches before it is drawn, and words that they look for.
import { resolveLink, shortenUrl } from "../../../src/panels/kit/markdown/server-links.ts";
import { findEmoji } from "../../../src/panels/kit/markdown/emoji.ts";
import { findReferences } from "../../../src/panels/kit/markdown/references.ts";
import { parsePatch } from "../../../src/panels/thread/parts/patch.ts";
import type { Readers } from "../base/any-text.ts";

const HOME = {
  server: "https://forge.example/git",
  repository: "alice/demo",
  thread: "https://forge.example/git/alice/demo/issues/1",
  customEmoji: ["codeberg"],
  emojiEndWords: false,
};

export const TEXT_READERS: Readers = {
  "references of a comment": findReferences,
  "the target of a link": (given) => [
    resolveLink(given, HOME, HOME.server),
    resolveLink(given, undefined, HOME.server),
    shortenUrl(given, HOME),
  ],
  "the name of an emoji": findEmoji,
  "a patch": parsePatch,
};

export const WORDS: readonly string[] = [
  "#12",
  "!3",
  "@alice",
  "alice/demo#1",
  "0123456789abcdef",
  ":heart:",
  "/attachments/",
  "javascript:",
  "//",
  "?q=",

  "@@ -1,3 +1,4 @@\n",
  "+a\n",
  "-b\n",
  "\\ No newline",
  "https://forge.example/git/alice/demo/issues/7#issuecomment-1",
];
