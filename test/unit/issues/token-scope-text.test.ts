// What the sign-in message and a repository's tooltip say about a token.
import assert from "node:assert/strict";
import type * as TokenScopeText from "../../../src/issues/repositories/accounts/token-scope-text.ts";
import { importTexts } from "../import-texts.ts";

describe("The description of a token", () => {
  const unknown = {
    listsRepositories: undefined,
    notifies: undefined,
    readsIssues: undefined,
    tellsName: undefined,
    writesIssues: undefined,
  };
  let texts: typeof TokenScopeText;
  before(async () => {
    texts = (await importTexts("src/issues/repositories/accounts/token-scope-text.ts", "en")) as typeof TokenScopeText;
  });

  it("names the token in its first sentence, even if nothing is known to be allowed", () => {
    assert.deepEqual(texts.describeTokenScopes({ ...unknown, writesIssues: false }), [
      "This token can't write (write:issue).",
    ]);
    assert.deepEqual(texts.describeTokenScopes({ ...unknown, readsIssues: true, writesIssues: false }), [
      "This token can read issues.",
      "It can't write (write:issue).",
    ]);
  });
});
