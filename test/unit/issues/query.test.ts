// Queries, groups of their results, and remotes of unknown hosts, without a server.
import assert from "node:assert/strict";
import type { Issue } from "../../../src/issues/model/entities.ts";
import { ISSUE as PLAIN_ISSUE } from "./records.ts";
import { resolveMe, belongsTo, groupIssues, parseOwnQueries } from "../../../src/issues/model/query.ts";
import { isForeign, sameRemote, parseUnknownRemote } from "../../../src/issues/model/remote.ts";

const NADIA = { id: 1n, login: "nadia" };
const ISSUE: Issue = { ...PLAIN_ISSUE, title: "x", author: NADIA };
const label = (name: string) => ({ id: 1n, name, color: "000000", description: undefined, archived: false });
const milestone = (title: string) => ({ id: 1n, title, closed: false, due: undefined });

describe("A query", () => {
  it("from the settings is used as written, and an invalid one affects no other", () => {
    const { queries, skipped } = parseOwnQueries([
      { name: " Bugs ", labels: ["bug"], text: "tide" },
      { name: "" },
      "Bugs",
      { name: "x", state: "ajar" },
      { name: "bugs", state: "closed" },
    ]);
    assert.equal(skipped, 3);
    assert.deepEqual(
      queries.map(({ name, query }) => [name, query.state, query.words, query.labels]),
      [["bugs", "closed", undefined, undefined]],
      "the last of one name counts",
    );
  });

  it("about the user filters by account, and is dropped if no account is known", () => {
    assert.deepEqual(resolveMe({ author: "@me", assignee: "tomas", reviewer: "@me" }, "nadia"), {
      author: "nadia",
      assignee: "tomas",
      mentioned: undefined,
      reviewer: "nadia",
    });
    assert.equal(resolveMe({ mentioned: "@me" }, undefined), undefined);
    assert.equal(resolveMe({ author: "@tomas" }, undefined)?.author, "tomas", "servers know no one by this name");
    assert.ok(resolveMe({ state: "all" }, undefined) !== undefined);
  });

  it("decides which issues belong to it, as far as that can be decided locally", () => {
    assert.equal(belongsTo(ISSUE, { state: "open" }), true);
    assert.equal(belongsTo({ ...ISSUE, closed: true }, { state: "open" }), false);
    assert.equal(belongsTo(ISSUE, { state: "open", type: "pulls" }), false);
    assert.equal(belongsTo(ISSUE, { author: "Nadia" }), true);
    assert.equal(belongsTo(ISSUE, { assignee: "nadia" }), false);
    assert.equal(belongsTo(ISSUE, { labels: ["bug"] }), undefined);
    assert.equal(belongsTo({ ...ISSUE, closed: true }, { words: "x" }), false);
    assert.equal(belongsTo(ISSUE, { words: "x" }), undefined);
  });
});

describe("Grouped issues", () => {
  it("are listed under each of their labels, with those without any at the end", () => {
    const both = { ...ISSUE, number: 2n, labels: [label("b"), label("a")] };
    const groups = groupIssues([ISSUE, both], "label").map(({ name, issues }) => [
      name,
      issues.map(({ number }) => number),
    ]);
    assert.deepEqual(groups, [
      ["a", [2n]],
      ["b", [2n]],
      [undefined, [1n]],
    ]);
  });

  it("are counted once in a group, even if a repository and its organization have a label with the same name", () => {
    const twice = { ...ISSUE, labels: [label("bug"), { ...label("bug"), id: 2n }] };
    assert.deepEqual(
      groupIssues([twice], "label").map(({ name, issues }) => [name, issues.length]),
      [["bug", 1]],
    );
  });

  it("of all deleted users are in one group, as no row shows the name that a server gives them", () => {
    const ghost = { ...ISSUE, author: { id: -1n, login: "Ghost" } };
    assert.deepEqual(
      groupIssues([ghost, { ...ISSUE, author: undefined }], "author").map(({ name, issues }) => [name, issues.length]),
      [[undefined, 2]],
    );
  });

  it("are sorted by the numbers in their milestones", () => {
    const issues = ["2.10", "2.9"].map((title) => Object.assign({}, ISSUE, { milestone: milestone(title) }));
    assert.deepEqual(
      groupIssues(issues, "milestone").map(({ name }) => name),
      ["2.9", "2.10"],
    );
    assert.deepEqual(
      groupIssues([{ ...ISSUE, author: undefined }, ISSUE], "author").map(({ name }) => name),
      ["nadia", undefined],
    );
  });
});

describe("A remote of an unknown host", () => {
  it("is parsed in every notation", () => {
    const read = (remote: string) => {
      const found = parseUnknownRemote(remote);
      return found && `${found.ssh ? "ssh " : ""}${found.host} ${found.owner}/${found.name}`;
    };
    assert.equal(read("work-forge:lantern/almanac.git"), "ssh work-forge lantern/almanac");
    assert.equal(read("git@Git.Example.org:/lantern/almanac"), "ssh git.example.org lantern/almanac");
    assert.equal(
      read("ssh://git@ssh.example.org:2222/lantern/almanac.git"),
      "ssh ssh.example.org:2222 lantern/almanac",
    );
    assert.equal(read("ssh://git@git.example.org:22/lantern/almanac"), "ssh git.example.org lantern/almanac");
    assert.equal(read("https://me:x@git.example.org/sub/lantern/almanac.git/"), "git.example.org lantern/almanac");
    for (const none of [
      "/srv/git/almanac.git",
      "file:///srv/almanac",
      "C:\\code\\almanac",
      "almanac",
      "https://h/one",
    ]) {
      assert.equal(read(none), undefined, none);
    }
  });

  it("is the same repository as the one with the server's clone URL", () => {
    const remote = parseUnknownRemote("ssh://git@ssh.example.org:2222/Lantern/almanac") ?? assert.fail();
    assert.ok(sameRemote(parseUnknownRemote("ssh://git@ssh.example.org:2222/lantern/almanac.git"), remote));
    assert.ok(!sameRemote(parseUnknownRemote("git@ssh.example.org:lantern/almanac.git"), remote));
    assert.ok(!sameRemote(undefined, remote));
  });

  it("is not offered if it leads to another kind of server", () => {
    assert.ok(isForeign("github.com") && isForeign("ssh.github.com:443") && isForeign("gitlab.com"));
    assert.ok(!isForeign("codeberg.org") && !isForeign("notgithub.com"));
  });
});
