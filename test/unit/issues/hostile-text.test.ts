// Text from servers, files and people, as hostile as it comes: what reads it returns, and changes nothing else.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRemote, parseRepository, parseServer } from "../../../src/issues/model/address.ts";
import { firstLine } from "../../../src/issues/model/entities.ts";
import { fenced, findInCommit, linkText } from "../../../src/issues/model/excerpt.ts";
import { remotesIn } from "../../../src/issues/model/git-config.ts";
import { mentionsIn } from "../../../src/issues/model/mention.ts";
import { ownQueries } from "../../../src/issues/model/query.ts";
import { strangeRemote } from "../../../src/issues/model/remote.ts";
import { hostile } from "../base/hostile.ts";

const HOME = { base: "https://forge.example/git", owner: "alice", name: "demo" };

/** Hostile text between the words that each reader looks for. */
const text = () =>
  fc
    .array(
      fc.oneof(
        hostile(),
        fc.constantFrom(
          "__proto__",
          "constructor",
          "#12",
          "!3",
          "alice/demo#1",
          "https://forge.example/git/a/b/issues/7",
        ),
        fc.constantFrom(
          '[remote "o"]\n\turl = ',
          "git@forge.example:a/b.git",
          "../",
          "\\\n",
          "//",
          "```",
          '"',
          ";",
          "%",
          ":0",
        ),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(""));

const READERS: Readonly<Record<string, (given: string) => unknown>> = {
  "a git configuration": remotesIn,
  "a remote": (given) => [strangeRemote(given), parseRemote(given, [HOME.base])],
  "the URL of a server": parseServer,
  "the name of a repository": (given) => parseRepository(given, HOME.base, [HOME.base]),
  "a line of a file": (given) =>
    [undefined, "a.md", "a.ts"].map((path) => mentionsIn(given, path, { home: HOME, base: HOME.base, known: [HOME] })),
  "a query of the settings": (given) =>
    ownQueries([given, { name: given, [given]: given, labels: [given], state: given }]),
  "the first line of a comment": firstLine,
  "a selection of code": (given) => [
    findInCommit(given, given.split("\n"), { first: 1, last: 3 }),
    fenced(given, given),
    linkText(given),
  ],
};

describe("hostile text of issues", () => {
  for (const [what, read] of Object.entries(READERS)) {
    it(`is read as ${what} without a throw, and reaches no prototype`, () => {
      const before = Object.getOwnPropertyNames(Object.prototype).join();
      fc.assert(
        fc.property(text(), (given) => void read(given)),
        { numRuns: 500 },
      );
      assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), before);
    });
  }
});
