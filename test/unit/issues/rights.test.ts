// Which actions are offered depends on what is known about the account, the repository and the issue.
import assert from "node:assert/strict";
import { isOffered, checkRight, type Act, type Right, type ActionContext } from "../../../src/issues/model/rights.ts";

const GRANTS = { tellsName: true, listsRepositories: true, readsIssues: true, writesIssues: true, notifies: true };
const NADIA = { id: 1n, login: "nadia" };
const TOMAS = { id: 2n, login: "Tomas" };
const ACTS: readonly Act[] = [
  "comment",
  "editComment",
  "deleteComment",
  "react",
  "createIssue",
  "changeIssue",
  "sortIssue",
];

const standing = (more: Partial<ActionContext> = {}): ActionContext => ({
  account: { login: "tomas", grants: GRANTS },
  repository: { archived: false, mayPush: false },
  issue: { author: NADIA, locked: false },
  comment: { author: NADIA },
  ...more,
});
const said = (right: Right): string => (right.may === "no" ? right.why : right.may);
const rights = (more: Partial<ActionContext> = {}) =>
  Object.fromEntries(ACTS.map((act) => [act, said(checkRight(act, standing(more)))])) as Record<Act, string>;

describe("Rights that are known before an attempt", () => {
  it("are unknown without an account", () => {
    assert.deepEqual(new Set(Object.values(rights({ account: undefined }))), new Set(["signedOut"]));
  });

  it("include no writing with a token that lacks the scope", () => {
    const account = { login: "tomas", grants: { ...GRANTS, writesIssues: false } };
    assert.deepEqual(new Set(Object.values(rights({ account }))), new Set(["scope"]));
    assert.equal(
      rights({ account: { login: "tomas", grants: { ...GRANTS, writesIssues: undefined } } }).comment,
      "yes",
    );
  });

  it("let readers comment, create, and edit their own comments and issues", () => {
    assert.deepEqual(rights(), {
      comment: "yes",
      editComment: "notYours",
      deleteComment: "notYours",
      react: "yes",
      createIssue: "yes",
      changeIssue: "notYours",
      sortIssue: "notWriter",
    });
    const own = rights({ comment: { author: TOMAS }, issue: { author: TOMAS, locked: false } });
    assert.deepEqual(
      [own.editComment, own.deleteComment, own.changeIssue, own.sortIssue],
      ["yes", "yes", "yes", "notWriter"],
    );
  });

  it("let writers change everything", () => {
    const all = rights({ repository: { archived: false, mayPush: true }, issue: { author: NADIA, locked: true } });
    assert.deepEqual(new Set(Object.values(all)), new Set(["yes"]));
  });

  it("let only writers comment and react in a locked thread, but anyone edit their own comments", () => {
    const locked = rights({ issue: { author: NADIA, locked: true }, comment: { author: TOMAS } });
    assert.deepEqual([locked.comment, locked.react, locked.editComment], ["locked", "locked", "yes"]);
  });

  it("allow no new text in an archived repository, but allow deleting and closing", () => {
    const archived = rights({ repository: { archived: true, mayPush: true } });
    assert.deepEqual(archived, {
      comment: "archived",
      editComment: "archived",
      deleteComment: "yes",
      react: "yes",
      createIssue: "archived",
      changeIssue: "yes",
      sortIssue: "yes",
    });
  });

  it("are left to the server if the name or the role is unknown", () => {
    const nameless = rights({ account: { login: undefined, grants: GRANTS } });
    assert.deepEqual([nameless.editComment, nameless.changeIssue], ["perhaps", "perhaps"]);
    const unread = rights({ repository: undefined, issue: { author: NADIA, locked: true } });
    assert.deepEqual([unread.editComment, unread.sortIssue, unread.comment], ["perhaps", "perhaps", "perhaps"]);
    assert.equal(isOffered({ may: "perhaps" }), true);
    assert.equal(isOffered({ may: "no", why: "locked" }), false);
  });
});
