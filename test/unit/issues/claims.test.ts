// Matches attempts to comments if several attempts have the same text.
import assert from "node:assert/strict";
import { claim, findClaims } from "../../../src/issues/writing/targets/target.ts";
import type { Attempt } from "../../../src/issues/writing/drafts/draft.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";

const place = places.newComment({ base: "https://example.org", owner: "alice", name: "demo", number: 1n });

function attempt(draft: string, more: Partial<Attempt> = {}): Attempt {
  const text = "/retest";
  const sent = {
    account: "alice",
    by: "alice",
    after: 5n,
    since: 0,
    at: 100,
    id: undefined,
    settled: false,
    checked: undefined,
  };
  return { draft, place, repository: undefined, text, ...sent, ...more };
}

const others = (...attempts: readonly Attempt[]): readonly Attempt[] => attempts;

const same = (id: bigint) => ({ id, matches: true, author: undefined, createdAt: 100 });
const another = (id: bigint) => ({ ...same(id), matches: false });

describe("The comment that an attempt became", () => {
  it("is the one with its text, the oldest if there are several", () => {
    assert.deepEqual(claim([another(6n), same(8n), same(7n)], attempt("a"), others()), same(7n));
  });

  it("is not one that belongs to another draft", () => {
    assert.equal(claim([same(6n)], attempt("a"), others(attempt("b", { id: 6n, at: 200 }))), undefined);
  });

  it("is unsure while another attempt with the same text is open and only one comment exists", () => {
    assert.equal(claim([same(6n)], attempt("a"), others(attempt("b"))), "unsure");
    assert.equal(claim([], attempt("a"), others(attempt("b"))), undefined);
  });

  it("is a different one for each of several open attempts once all comments exist", () => {
    const [a, b] = [attempt("a"), attempt("b", { at: 90 })];
    assert.deepEqual(claim([same(6n), same(7n)], a, others(b)), same(7n));
    assert.deepEqual(claim([same(6n), same(7n)], b, others(a)), same(6n));
  });

  it("doesn't depend on an open attempt with another text", () => {
    assert.deepEqual(claim([same(6n)], attempt("a"), others(attempt("b", { text: "/merge" }))), same(6n));
  });

  it("doesn't depend on an open attempt with the same text on another thread", () => {
    const elsewhere = attempt("b", { place: places.newComment({ ...place.repository, number: 2n }) });
    assert.deepEqual(claim([same(6n)], attempt("a"), others(elsewhere)), same(6n));
  });

  it("is unsure if an unknown newer comment may be the one that arrived and was then edited", () => {
    assert.equal(claim([another(6n)], attempt("a"), others()), "unsure");
  });

  it("may have an ID that a restored server has used before", () => {
    const before = attempt("b", { id: 6n, text: "before the restore", at: 50 });
    assert.deepEqual(claim([same(6n)], attempt("a"), others(before)), same(6n));
    assert.equal(claim([same(6n)], attempt("a"), others({ ...before, text: "/retest" })), "unsure");
    assert.deepEqual(findClaims([same(6n)], attempt("a"), others({ ...before, text: "/retest" })).same, []);
  });
});
