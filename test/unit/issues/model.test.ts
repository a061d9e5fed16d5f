// The model without a server: addresses, remotes, draft files, timelines and texts.
import assert from "node:assert/strict";
import {
  editedAt,
  isGhost,
  formatNumber,
  sameLogin,
  sameText,
  replaceLoneSurrogates,
  type Comment,
  type TimelineRecord,
} from "../../../src/issues/model/entities.ts";
import { firstLine } from "../../../src/issues/model/first-line.ts";
import {
  commentWebUrl,
  formatHost,
  parseRemote,
  parseRepository,
  parseServer,
  repositoryKey,
  serversAbove,
} from "../../../src/issues/model/address.ts";
import { parseUnknownRemote } from "../../../src/issues/model/remote.ts";
import { isUnsent, type Draft } from "../../../src/issues/writing/draft.ts";
import {
  COMMENT_SCHEME,
  ISSUE_SCHEME,
  parsePath,
  formatPath,
  places,
  getScheme,
  type Place,
} from "../../../src/issues/writing/place.ts";
import { leastProcessorTime } from "../../processor-time.ts";
import { said } from "./own.ts";
import { remotesIn } from "../../../src/issues/model/git-config.ts";
import { foldEvents, readMeaning, threadItems } from "../../../src/issues/model/timeline.ts";

const HOME = "https://codeberg.org";
const KNOWN = [HOME, "https://git.example.org/forge", "https://xn--bcher-kva.example/forge", "http://127.0.0.1:4300"];

const EMPTY: TimelineRecord = {
  id: 1n,
  type: "comment",
  author: { id: 7n, login: "marek" },
  body: "",
  createdAt: 0,
  updatedAt: 0,
  oldTitle: undefined,
  newTitle: undefined,
  oldRef: undefined,
  newRef: undefined,
  oldMilestone: undefined,
  milestone: undefined,
  trackedSeconds: undefined,
  refIssue: undefined,
  refAction: undefined,
  refCommit: undefined,
  label: undefined,
  assignee: undefined,
  assigneeTeam: undefined,
  removedAssignee: false,
  dependentIssue: undefined,
  review: undefined,
};

function record(id: bigint, type: string, more: Partial<TimelineRecord> = {}): TimelineRecord {
  return { ...EMPTY, id, type, createdAt: Number(id) * 1000, ...more };
}

function comment(id: bigint, body = "", at = Number(id) * 1000): Comment {
  return { id, author: EMPTY.author, body, createdAt: at, updatedAt: at, attachments: [] };
}

describe("A typed repository", () => {
  for (const [typed, owner, name, base, number] of [
    ["lantern/almanac", "lantern", "almanac", HOME, undefined],
    [" lantern/almanac#12 ", "lantern", "almanac", HOME, 12n],
    ["lantern/almanac!41", "lantern", "almanac", HOME, 41n],
    ["https://codeberg.org/lantern/almanac", "lantern", "almanac", HOME, undefined],
    ["codeberg.org/lantern/almanac", "lantern", "almanac", HOME, undefined],
    ["https://codeberg.org/lantern/almanac.git", "lantern", "almanac", HOME, undefined],
    ["https://codeberg.org/lantern/almanac/issues/12#issuecomment-3", "lantern", "almanac", HOME, 12n],
    ["https://git.example.org/forge/a/b/pulls/4", "a", "b", "https://git.example.org/forge", 4n],
    ["https://elsewhere.example/a/b", "a", "b", "https://elsewhere.example", undefined],
    ["http://127.0.0.1:4300/a/b/issues?state=open", "a", "b", "http://127.0.0.1:4300", undefined],
  ] as const) {
    it(`is parsed from ${typed}`, () => {
      assert.deepEqual(parseRepository(typed, HOME, KNOWN), { address: { base, owner, name }, number });
    });
  }

  for (const typed of ["", "almanac", "a/b/c", "https://codeberg.org/lantern", "../..", "a b/c", "ftp://x/a/b"]) {
    it(`is not parsed from "${typed}"`, () => assert.equal(parseRepository(typed, HOME, KNOWN), undefined));
  }
});

describe("A Git remote", () => {
  for (const [remote, base] of [
    ["https://codeberg.org/lantern/almanac.git", HOME],
    ["https://nadia:secret@codeberg.org/lantern/almanac", HOME],
    ["git@codeberg.org:lantern/almanac.git", HOME],
    ["ssh://git@codeberg.org/lantern/almanac.git", HOME],
    ["ssh://git@codeberg.org:2222/lantern/almanac.git", HOME],
    ["https://git.example.org/forge/lantern/almanac.git", "https://git.example.org/forge"],
    ["git@git.example.org:lantern/almanac.git", "https://git.example.org/forge"],
    ["git@unknown.example:lantern/almanac.git", "https://unknown.example"],
    ["git@bücher.example:lantern/almanac.git", "https://xn--bcher-kva.example/forge"],
    ["ssh://git@bücher.example/lantern/almanac.git", "https://xn--bcher-kva.example/forge"],
    ["git@[::1]:lantern/almanac.git", "https://[::1]"],
  ] as const) {
    it(`is parsed from ${remote}`, () => {
      assert.deepEqual(parseRemote(remote, KNOWN), { base, owner: "lantern", name: "almanac" });
    });
  }

  for (const remote of ["/srv/git/almanac.git", "../almanac", "file:///srv/almanac", "C:/lantern/almanac", ""]) {
    it(`is not parsed from "${remote}"`, () => assert.equal(parseRemote(remote, KNOWN), undefined));
  }

  for (const host of ["[", "[::", "[.", "%zz", "a<b", "a^b", "a?b", "a#b", "a%20b", "a\\b"]) {
    it(`is not parsed if no URL can have its host ${host}`, () => {
      for (const remote of [`git@${host}:lantern/almanac`, `ssh://git@${host}/lantern/almanac`]) {
        assert.deepEqual([parseRemote(remote, KNOWN), parseUnknownRemote(remote)], [undefined, undefined], remote);
      }
    });
  }

  it("has its URLs, and no others, found in a Git configuration", () => {
    const config = `[core]\n\turl = no\n[remote "origin"]\n\turl = git@a:b/c.git\n\tfetch = +refs\n\tpushurl = "https://d/e/f"\n[branch "main"]\n\turl = x`;
    assert.deepEqual(remotesIn(config), ["git@a:b/c.git", "https://d/e/f"]);
  });

  it("is found as Git finds it: with comments, quotes, escapes, joined lines, a key beside its section", () => {
    const config = [
      '[Remote "a]b"] URL = https://a/b/c # home',
      '  pushUrl = "https://d/e/#f" ; both',
      "\turl = https://g/\\",
      "h/i\r",
      "  ; url = https://no/no/no",
      "[remote]\n\turl = https://no/no/no",
      '[remote "x"]\r',
      "\turl\r",
      "\tfetch = +refs/heads/*:refs/remotes/x/*",
      '\turl = "C:\\\\code\\\\x"',
    ].join("\n");
    assert.deepEqual(remotesIn(config), ["https://a/b/c", "https://d/e/#f", "https://g/h/i", "C:\\code\\x"]);
  });

  it("is found in linear time in a configuration that is built to be slow", () => {
    for (const part of [" ", "[", '[remote "', "url=", "url = a ", "\\", '"', "\n ", "\r"]) {
      const config = `[remote "x"]\nurl = ${part.repeat(Math.ceil(1_000_000 / part.length))}x`;
      const ms = leastProcessorTime(() => remotesIn(config), 500);
      assert.ok(ms < 500, `${JSON.stringify(part)} took ${ms} ms`);
    }
  });
});

describe("The URL of a server", () => {
  it("is accepted as typed or pasted", () => {
    assert.equal(parseServer("codeberg.org"), HOME);
    assert.equal(parseServer(" https://CODEBERG.org/ "), HOME);
    assert.equal(parseServer("https://git.example.org/forge/api/v1"), "https://git.example.org/forge");
    assert.equal(parseServer("http://127.0.0.1:4300"), "http://127.0.0.1:4300");
    for (const typed of ["", "two words", "https://", "https://a:b@example.org"])
      assert.equal(parseServer(typed), undefined);
  });

  it("is searched for above the pasted page", () => {
    assert.deepEqual(serversAbove("https://git.example.org/forge/lantern"), [
      "https://git.example.org/forge/lantern",
      "https://git.example.org/forge",
      "https://git.example.org",
    ]);
  });

  it("is shown with its path and without the rest", () => {
    assert.equal(formatHost("https://git.example.org/forge"), "git.example.org/forge");
    assert.equal(formatHost("http://127.0.0.1:4300"), "127.0.0.1:4300");
  });

  it("is the same in uppercase and lowercase", () => {
    const one = { base: HOME, owner: "Lantern", name: "Almanac" };
    assert.equal(repositoryKey(one), repositoryKey({ ...one, owner: "lantern", name: "almanac" }));
    assert.equal(
      commentWebUrl({ ...one, number: 12n }, true, 345n),
      "https://codeberg.org/Lantern/Almanac/pulls/12#issuecomment-345",
    );
  });
});

describe("A draft as a file", () => {
  const thread = { owner: "lantern", name: "almanac", number: 12n };
  const all: readonly Place[] = [HOME, "https://git.example.org/forge", "http://127.0.0.1:4300"].flatMap((base) => [
    places.newComment({ base, ...thread }),
    places.comment({ base, ...thread }, 9_223_372_036_854_775_807n),
    places.deletedComment({ base, ...thread }, 3n),
    places.newIssue({ base, ...thread }, 2n),
    places.issueText({ base, ...thread }),
  ]);
  for (const place of all) {
    it(`is found again at ${formatPath(place, "#12 Reply")}`, () => {
      assert.deepEqual(parsePath({ scheme: getScheme(place), path: formatPath(place, "#12 by a/b") }), place);
    });
  }

  for (const path of [
    "/",
    "/codeberg.org/a/b/issues/12",
    "/codeberg.org/a/b/issues/12/new",
    "/.vscode/settings.json",
  ]) {
    it(`is not found at ${path}`, () => {
      for (const scheme of [COMMENT_SCHEME, ISSUE_SCHEME]) assert.equal(parsePath({ scheme, path }), undefined);
    });
  }

  it("counts as unsent only if it differs from its original text, whatever its line ends", () => {
    const [first, second, , issue, text] = all;
    assert.ok(first !== undefined && second !== undefined && issue !== undefined && text !== undefined);
    const draft: Draft = {
      id: "1",
      place: second,
      text: "a\nb",
      unsaved: undefined,
      keptAt: 0,
      savedAt: 0,
      opened: said("a\r\nb"),
      author: undefined,
      repository: undefined,
      failure: undefined,
      deletedAt: undefined,
    };
    assert.equal(isUnsent(draft), false);
    assert.equal(isUnsent({ ...draft, unsaved: "a\nc" }), true);
    assert.equal(isUnsent({ ...draft, opened: undefined }), true);
    assert.equal(isUnsent({ ...draft, place: first, opened: undefined, text: "" }), false);
    const head = "---\ntitle: x\n---\n\nb";
    assert.equal(isUnsent({ ...draft, place: text, opened: { ...said("b"), title: "x" }, text: head }), false);
    assert.equal(isUnsent({ ...draft, place: text, opened: { ...said("b"), title: "y" }, text: head }), true);
    assert.equal(isUnsent({ ...draft, place: issue, opened: undefined, text: head }), true);
  });
});

describe("Events of the timeline", () => {
  const label = { id: 1n, name: "bug", color: "d73a4a", description: undefined, archived: false };
  const milestone = { id: 1n, title: "8.4", closed: false, dueAt: undefined };

  it("distinguish an added label from a removed one by the body", () => {
    assert.deepEqual(readMeaning(record(1n, "label", { label, body: "1" })), { what: "labeled", label, added: true });
    assert.deepEqual(readMeaning(record(1n, "label", { label })), { what: "labeled", label, added: false });
  });

  it("show references with their effect, and treat one that may not act as plain", () => {
    for (const [action, effect] of [
      ["closes", "closes"],
      ["reopens", "reopens"],
      ["neutered", "none"],
      [undefined, "none"],
    ] as const) {
      assert.deepEqual(readMeaning(record(1n, "pull_ref", { refAction: action })), {
        what: "mentioned",
        in: undefined,
        effect,
      });
    }
  });

  it("extract a commit's message from the server's HTML", () => {
    const body =
      '<a href="/alice/demo/commit/dfcf6eab">docs: refs #1 &lt;b&gt;html&lt;/b&gt; &amp; &constructor; more</a>';
    assert.deepEqual(readMeaning(record(1n, "commit_ref", { refCommit: "dfcf6eab", body })), {
      what: "committed",
      commit: "dfcf6eab",
      subject: "docs: refs #1 <b>html</b> & &constructor; more",
    });
  });

  it("count pushed commits, and accept a body that is not JSON", () => {
    const body = '{"is_force_push":true,"commit_ids":["a","b"]}';
    assert.deepEqual(readMeaning(record(1n, "pull_push", { body })), { what: "pushed", commits: 2, forced: true });
    assert.deepEqual(readMeaning(record(1n, "pull_push", { body: "{" })), {
      what: "pushed",
      commits: 0,
      forced: false,
    });
  });

  it("show the three kinds of due date", () => {
    const due = (type: string, body: string) => readMeaning(record(1n, type, { body }));
    assert.deepEqual(due("added_deadline", "2027-03-01"), { what: "deadline", from: undefined, to: "2027-03-01" });
    assert.deepEqual(due("modified_deadline", "2027-04-01|2027-03-01"), {
      what: "deadline",
      from: "2027-03-01",
      to: "2027-04-01",
    });
    assert.deepEqual(due("removed_deadline", "2027-04-01"), { what: "deadline", from: "2027-04-01", to: undefined });
  });

  it("say who was asked for a review, a person or a team", () => {
    const assignee = { id: 2n, login: "carol" };
    assert.deepEqual(readMeaning(record(1n, "review_request", { assignee })), {
      what: "reviewAsked",
      whom: "carol",
      added: true,
    });
    const team = readMeaning(record(1n, "review_request", { assigneeTeam: "pilots", removedAssignee: true }));
    assert.deepEqual(team, { what: "reviewAsked", whom: "pilots", added: false });
  });

  it("keep the name of an unknown type, and of one that every object has as a property", () => {
    for (const type of ["pin_order", "constructor", "toString", ""]) {
      assert.deepEqual(readMeaning(record(1n, type)), { what: "unknown", type });
    }
  });

  it("survive if what they are about is missing", () => {
    const types = (
      "reopen close unlock pin unpin start_tracking cancel_tracking merge_pull pull_scheduled_merge pull_cancel_scheduled_merge " +
      "issue_ref comment_ref pull_ref commit_ref label milestone assignees change_title delete_branch change_target_branch " +
      "change_issue_ref stop_tracking add_time_manual delete_time_manual added_deadline modified_deadline removed_deadline " +
      "add_dependency remove_dependency review dismiss_review review_request lock pull_push project project_board " +
      "change_time_estimate"
    ).split(" ");
    for (const type of types) assert.ok(readMeaning(record(1n, type)).what !== undefined, type);
    assert.deepEqual(readMeaning(record(1n, "milestone", { milestone })), {
      what: "milestoned",
      from: undefined,
      to: milestone,
    });
  });
});

describe("A thread", () => {
  it("has comments from their own list and everything else from the timeline, in order", () => {
    const items = threadItems(
      [comment(3n, "new text"), comment(1n)],
      [record(1n, "comment", { body: "old text" }), record(2n, "close"), record(3n, "comment"), record(4n, "reopen")],
    );
    assert.deepEqual(
      items.map((item) =>
        item.kind === "comment" ? `${item.comment.id} ${item.comment.body}` : item.event.meaning.what,
      ),
      ["1 ", "closed", "3 new text", "reopened"],
    );
  });

  it("shows the timeline's comments if their list can't be loaded", () => {
    const items = threadItems(undefined, [record(1n, "comment", { body: "seen" })]);
    assert.deepEqual(
      items.map((item) => item.kind === "comment" && item.comment.body),
      ["seen"],
    );
  });

  it("sorts events of the same second by ID", () => {
    const items = threadItems(
      [comment(9n, "", 5000)],
      [record(8n, "close", { createdAt: 5000 }), record(10n, "reopen", { createdAt: 5000 })],
    );
    assert.deepEqual(
      items.map((item) => (item.kind === "comment" ? item.comment.id : item.event.id)),
      [8n, 9n, 10n],
    );
  });

  it("groups one person's events within ten minutes, but never across a comment, a person or a review", () => {
    const minutes = (id: bigint, type: string, at: number, more: Partial<TimelineRecord> = {}) =>
      record(id, type, { createdAt: at * 60_000, ...more });
    const other = { id: 8n, login: "ines" };
    const lines = foldEvents(
      threadItems(
        [comment(3n, "", 3 * 60_000)],
        [
          minutes(1n, "close", 1),
          minutes(2n, "reopen", 2),
          minutes(4n, "close", 4),
          minutes(5n, "reopen", 5, { author: other }),
          minutes(6n, "close", 6, { author: other }),
          minutes(7n, "reopen", 16, { author: other }),
          minutes(8n, "review", 17, { author: other, body: "good" }),
          minutes(9n, "close", 18, { author: undefined }),
          minutes(10n, "reopen", 18, { author: undefined }),
        ],
      ),
    );
    assert.deepEqual(
      lines.map((line) => (line.kind === "events" ? line.events.map(({ id }) => Number(id)) : line.kind)),
      [[1, 2], "comment", "event", [5, 6], "event", "event", "event", "event"],
    );
  });
});

describe("The text of a comment or issue", () => {
  it("is the same with any line ends", () => {
    assert.ok(sameText("a\r\nb\rc", "a\nb\nc"));
    assert.ok(!sameText("a", "a "));
  });

  it("loses half a character before it is sent, and nothing else", () => {
    assert.equal(replaceLoneSurrogates("a\uD83Db 👩‍👩‍👧 \uDC00"), "a\uFFFDb 👩‍👩‍👧 \uFFFD");
  });

  it("is summarized by its first line that isn't empty", () => {
    assert.equal(firstLine("\n\n> - [x] **Done** today\nmore"), "Done today");
    assert.equal(
      firstLine("It was *nearly* `a_b_c`, see [the log](https://x.y) ![](p.png)"),
      "It was nearly a_b_c, see the log ",
    );
    assert.equal(firstLine("2 * 3 * 4 and snake_case_name"), "2 * 3 * 4 and snake_case_name");
    assert.equal(firstLine("```kotlin\nval x = 1\n```"), "val x = 1");
    assert.equal(firstLine("|---|---|\n| a | b |"), "| a | b |");
    assert.equal(firstLine("\r\n"), "");
    assert.equal(firstLine("**Done** today"), "Done today");
    assert.equal(firstLine("---\r* * *\r## Title #12"), "Title #12");
    assert.equal(firstLine("#12 again"), "#12 again");
  });

  it("is summarized by as much of that line as fits into a row", () => {
    assert.equal(firstLine("a".repeat(200)), "a".repeat(200));
    assert.equal(firstLine("a".repeat(201)), `${"a".repeat(199)}…`);
    assert.equal(firstLine(`${"a".repeat(198)}👩👩`), `${"a".repeat(198)}…`);
    assert.equal(firstLine(`see [the log](https://x.y/${"z".repeat(300)}) there`), "see the log");
  });

  it("is summarized in linear time if it is built to be slow", () => {
    for (const part of ["**a ", "> ", "- ", "[", "[a](", "`", "_a ", "```\n", "|-", "\r", "* ", "**"]) {
      const text = part.repeat(Math.ceil(1_000_000 / part.length));
      const ms = leastProcessorTime(() => firstLine(text), 500);
      assert.ok(ms < 500, `${JSON.stringify(part)} took ${ms} ms`);
    }
  });

  it("counts as edited if its update time is later than its creation", () => {
    assert.equal(editedAt({ createdAt: 1000, updatedAt: 1000 }), undefined);
    assert.equal(editedAt({ createdAt: 1000, updatedAt: 2000 }), 2000);
  });

  it("belongs to its author in any case, and to no one if no one is signed in", () => {
    assert.ok(sameLogin("Marek", "marek"));
    assert.ok(!sameLogin(undefined, undefined));
    assert.ok(
      isGhost(undefined) && isGhost({ id: -1n, login: "Ghost" }) && !isGhost({ id: -2n, login: "forgejo-actions" }),
    );
  });

  it("is referred to with # for an issue and with ! for a pull request", () => {
    assert.equal(formatNumber({ number: 12n, pull: undefined }), "#12");
    assert.equal(formatNumber({ number: 41n, pull: { merged: false, draft: false } }), "!41");
  });
});
