// Repositories and servers are parsed from user input, Git remotes and URLs.
import assert from "node:assert/strict";
import {
  threadWebUrl,
  formatHost,
  parseRemote,
  parseRepository,
  parseServer,
  repositoryKey,
  serversAbove,
} from "../../../src/issues/model/address.ts";
import { parseUnknownRemote } from "../../../src/issues/model/remote.ts";
import { parseGitPointer, remotesIn } from "../../../src/issues/model/git-config.ts";

const HOME = "https://codeberg.org";
const KNOWN = [HOME, "https://git.example.org/forge", "https://xn--bcher-kva.example/forge", "http://127.0.0.1:4300"];

describe("A typed repository", () => {
  for (const [typed, owner, name, base, number, comment] of [
    ["lantern/almanac", "lantern", "almanac", HOME, undefined],
    [" lantern/almanac#12 ", "lantern", "almanac", HOME, 12n],
    ["lantern/almanac!41", "lantern", "almanac", HOME, 41n],
    ["https://codeberg.org/lantern/almanac", "lantern", "almanac", HOME, undefined],
    ["codeberg.org/lantern/almanac", "lantern", "almanac", HOME, undefined],
    ["https://codeberg.org/lantern/almanac.git", "lantern", "almanac", HOME, undefined],
    ["https://codeberg.org/lantern/almanac/issues/12#issuecomment-3", "lantern", "almanac", HOME, 12n, 3n],
    ["https://git.example.org/forge/a/b/pulls/4", "a", "b", "https://git.example.org/forge", 4n],
    ["https://elsewhere.example/a/b", "a", "b", "https://elsewhere.example", undefined],
    ["http://127.0.0.1:4300/a/b/issues?state=open", "a", "b", "http://127.0.0.1:4300", undefined],
  ] as const) {
    it(`is parsed from ${typed}`, () => {
      const expected = { address: { base, owner, name }, number };
      assert.deepEqual(
        parseRepository(typed, HOME, KNOWN),
        comment === undefined ? expected : { ...expected, comment },
      );
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

  it("is found in a Git configuration, which yields no other URLs", () => {
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

  it("is looked for in the folder that a worktree or submodule names", () => {
    for (const [text, path, isAbsolute] of [
      ["gitdir: ../.git/modules/tides\n", "../.git/modules/tides", false],
      ["gitdir: /home/nadia/almanac/.git/worktrees/one\n", "/home/nadia/almanac/.git/worktrees/one", true],
      ["gitdir: C:/almanac/.git/worktrees/one\r\n", "/C:/almanac/.git/worktrees/one", true],
    ] as const)
      assert.deepEqual(parseGitPointer(text), { path, isAbsolute });
    for (const text of ["", "gitdir:\n", "ref: refs/heads/main\n", "gitdir: //share/almanac/.git"])
      assert.equal(parseGitPointer(text), undefined);
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

  it("is searched for in all parent paths of a pasted page", () => {
    assert.deepEqual(serversAbove("https://git.example.org/forge/lantern"), [
      "https://git.example.org/forge/lantern",
      "https://git.example.org/forge",
      "https://git.example.org",
    ]);
  });

  it("is shown without its scheme, but with its path", () => {
    assert.equal(formatHost("https://git.example.org/forge"), "git.example.org/forge");
    assert.equal(formatHost("http://127.0.0.1:4300"), "127.0.0.1:4300");
  });

  it("gives a repository the same key regardless of case", () => {
    const one = { base: HOME, owner: "Lantern", name: "Almanac" };
    assert.equal(repositoryKey(one), repositoryKey({ ...one, owner: "lantern", name: "almanac" }));
    assert.equal(
      threadWebUrl({ ...one, number: 12n }, true, 345n),
      "https://codeberg.org/Lantern/Almanac/pulls/12#issuecomment-345",
    );
  });
});
