// The row of a draft says why it was not sent, and what happens next.
import assert from "node:assert/strict";
import type * as DraftText from "../../../src/issues/editing/draft-text.ts";
import type * as Rows from "../../../src/issues/editing/draft-rows.ts";
import type { Draft, Failure } from "../../../src/issues/writing/drafts/draft.ts";
import { makeNamelessId } from "../../../src/issues/repositories/nameless-accounts.ts";
import { KINDS, places } from "../../../src/issues/writing/drafts/place.ts";
import { importTexts } from "../import-texts.ts";

const DRAFT: Draft = {
  id: "a",
  place: places.newComment({ base: "https://codeberg.org", owner: "lantern", name: "almanac", number: 1n }),
  text: "text",
  unsaved: undefined,
  keptAt: 0,
  savedAt: 0,
  opened: undefined,
  author: undefined,
  repository: undefined,
  failure: undefined,
  deletedAt: undefined,
  anchor: undefined,
  submission: undefined,
};

describe("The row of a draft that was not sent", () => {
  const draftOf = (failure: Pick<Failure, "why" | "kind">): Draft => ({
    ...DRAFT,
    failure: { at: 0, asked: "text", by: "alice", status: undefined, serverErrors: 0, names: [], ...failure },
  });

  it("promises to send it automatically only if it waits for the connection", async () => {
    const { draftNode } = (await importTexts("src/issues/editing/draft-rows.ts", "en")) as typeof Rows;
    const tooltipOf = async (draft: Draft): Promise<string> =>
      String(await draftNode(draft, () => 0).tooltip?.(new AbortController().signal));
    assert.match(await tooltipOf(draftOf({ why: "problem", kind: "offline" })), /Will be sent automatically/);
    const signedOut = await tooltipOf(draftOf({ why: "signedOut", kind: undefined }));
    assert.match(signedOut, /Sign in again/);
    assert.match(signedOut, /written as alice/);
    assert.doesNotMatch(signedOut, /automatically/);
  });

  it("says that the server reported an error if it did, and not that it gave no response", async () => {
    const { failureSentence, describeState } = (await importTexts(
      "src/issues/editing/draft-text.ts",
      "en",
    )) as typeof DraftText;
    const draft = draftOf({ why: "lost", kind: "server" });
    assert.equal(describeState(draft, 0), "waiting: server error");
    assert.match(failureSentence(draft.failure ?? assert.fail(), draft.place, 0), /^codeberg\.org reported an error\./);
  });

  it("names no account whose name its token doesn't reveal", async () => {
    const { failureSentence } = (await importTexts("src/issues/editing/draft-text.ts", "en")) as typeof DraftText;
    const { failure, place } = draftOf({ why: "signedOut", kind: undefined });
    assert.equal(
      failureSentence({ ...(failure ?? assert.fail()), by: makeNamelessId("a token") }, place, 0),
      "The account it was written with is signed out. Sign in again, or send it with another account.",
    );
  });

  it("offers to discard it with an ellipsis, because that asks first", async () => {
    const { wordingForKind } = (await importTexts("src/issues/editing/draft-text.ts", "en")) as typeof DraftText;
    assert.deepEqual(
      KINDS.map((kind) => wordingForKind(kind).discard),
      ["Discard…", "Revert…", "Discard…", "Discard…", "Discard…", "Revert…", "Discard…", "Discard…"],
    );
  });
});

describe("The tab of a draft", () => {
  it("names the issue or the repository, and no one who may not be meant", async () => {
    const { documentTitle } = (await importTexts("src/issues/editing/draft-text.ts", "en")) as typeof DraftText;
    const repository = { base: "https://codeberg.org", owner: "lantern", name: "almanac" };
    assert.equal(documentTitle(places.newComment({ ...repository, number: 12n }), DRAFT), "#12 · Reply · codeberg.org");
    assert.equal(documentTitle(places.newIssue(repository, 32_532n), DRAFT), "New Issue · almanac");
    assert.equal(documentTitle(places.newPull(repository, 32_532n), DRAFT), "New Pull Request · almanac");
  });

  it("names what a server's title hides or reverses", async () => {
    const { documentTitle } = (await importTexts("src/issues/editing/draft-text.ts", "en")) as typeof DraftText;
    const thread = { base: "https://codeberg.org", owner: "lantern", name: "almanac", number: 12n };
    const titleOf = (title: string): string =>
      documentTitle(places.issueText(thread), { ...DRAFT, opened: { title, body: "", version: undefined } });
    assert.equal(titleOf("Lamp"), "#12 Lamp");
    assert.equal(titleOf("safe\u202Eexe.cod"), "#12 safe[U+202E]exe.cod");
    assert.equal(titleOf("two\nlines"), "#12 two lines");
  });
});
