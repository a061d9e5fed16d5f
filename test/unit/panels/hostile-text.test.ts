// Hostile text of comments and patches, in the parts of the page that parse it before it is drawn.
import { resolveLink, shortenUrl } from "../../../src/panels/kit/markdown/server-links.ts";
import { findEmoji } from "../../../src/panels/kit/markdown/emoji.ts";
import { findReferences } from "../../../src/panels/kit/markdown/references.ts";
import { parsePatch } from "../../../src/panels/thread/parts/patch.ts";
import { itReadsAnyText } from "../base/any-text.ts";

const HOME = {
  server: "https://forge.example/git",
  repository: "alice/demo",
  thread: "https://forge.example/git/alice/demo/issues/1",
  customEmoji: ["codeberg"],
  emojiEndWords: false,
};

describe("Hostile text in panels", () => {
  itReadsAnyText(
    {
      "references of a comment": findReferences,
      "the target of a link": (given) => [
        resolveLink(given, HOME, HOME.server),
        resolveLink(given, undefined, HOME.server),
        shortenUrl(given, HOME),
      ],
      "the name of an emoji": findEmoji,
      "a patch": parsePatch,
    },
    ...[
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
    ],
    ...[
      "@@ -1,3 +1,4 @@\n",
      "+a\n",
      "-b\n",
      "\\ No newline",
      "https://forge.example/git/alice/demo/issues/7#issuecomment-1",
    ],
  );
});
