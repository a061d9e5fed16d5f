// What the Issues wing reads from servers, files and users, and words that it looks for.
import {
  parseRemote,
  parseRepository,
  parseServer,
  serversAbove,
  threadWebUrl,
} from "../../../src/issues/model/address.ts";
import { attachmentsIn } from "../../../src/issues/model/attachment.ts";
import { sameText, replaceLoneSurrogates, withLineFeeds } from "../../../src/issues/model/entities.ts";
import { firstLine } from "../../../src/issues/model/first-line.ts";
import { fenceCode, findInCommit, linkText, permalink } from "../../../src/issues/model/excerpt.ts";
import { remotesIn } from "../../../src/issues/model/git-config.ts";
import { headFieldAt, quote, readIssueText, sameName } from "../../../src/issues/model/issue-text.ts";
import { beginningEnd, sliceEnd } from "../../../src/issues/model/long-text.ts";
import { mentionsIn } from "../../../src/issues/model/mention.ts";
import { parseOwnQueries } from "../../../src/issues/model/query.ts";
import { isForeign, parseUnknownRemote } from "../../../src/issues/model/remote.ts";
import { checkTask } from "../../../src/issues/model/task.ts";
import { RecordContent } from "../../../src/issues/writing/drafts/fold.ts";
import { FORMAT_VERSION } from "../../../src/issues/writing/drafts/journal.ts";
import { decodeRecord } from "../../../src/workbench/storage/records.ts";
import type { Readers } from "../base/any-text.ts";

const HOME = { base: "https://forge.example/git", owner: "alice", name: "demo" };

export const TEXT_READERS: Readers = {
  "a git configuration": remotesIn,
  "a remote": (given) => [parseUnknownRemote(given), parseRemote(given, [HOME.base]), isForeign(given)],
  "the URL of a server": (given) => {
    const server = parseServer(given);
    return server === undefined ? undefined : serversAbove(server);
  },
  "the owner and name of a repository": (given) => [
    threadWebUrl({ ...HOME, owner: given, name: given, number: 7n }, false),
    permalink({ ...HOME, owner: given, name: given }, given, given, undefined),
  ],
  "the name of a repository": (given) => parseRepository(given, HOME.base, [HOME.base]),
  "a line of a file": (given) =>
    [undefined, "a.md", "a.ts"].map((path) => mentionsIn(given, path, { home: HOME, base: HOME.base, known: [HOME] })),
  "a query of the settings": (given) =>
    parseOwnQueries([given, { name: given, [given]: given, labels: [given], state: given }]),
  "the first line of a comment": firstLine,
  "the text of a comment": (given) => [
    sameText(given, given),
    withLineFeeds(given),
    replaceLoneSurrogates(given),
    attachmentsIn(given),
    beginningEnd(given),
    sliceEnd(given, 3),
  ],
  "a list of tasks": (given) => [checkTask(given, 0, true), checkTask(given, 3, false)],
  "the text of an issue": (given) => [readIssueText(given), headFieldAt(given, 1, 3), sameName(given, quote(given))],
  "a selection of code": (given) => [
    findInCommit(given, given.split("\n"), { first: 1, last: 3 }),
    fenceCode(given, given),
    linkText(given),
  ],
  "the file of a draft": (given) => [decodeRecord(FORMAT_VERSION, RecordContent, given)],
};

export const WORDS: readonly string[] = [
  "#12",
  "!3",
  "alice/demo#1",
  "https://forge.example/git/a/b/issues/7",
  '[remote "o"]\n\turl = ',
  "../",
  "//",

  "git@forge.example:a/b.git",
  "\\\n",
  "```",
  '"',
  ";",
  "%",
  ":0",
  "- [ ] ",
  "> ",
  "---\n",
  "title: ",
  "labels: [a, ",
  "**a ",
  "[a](",
  "_a ",
  "|-",
  "* ",
  "<!--",
  "![]()\n",
  "&lt",
  "1. ",
];
