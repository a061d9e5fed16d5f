import assert from "node:assert/strict";
import { AtOnce } from "../../../src/base/at-once.ts";
import { problemOf } from "./service.ts";

/** A work that is over when it is told so. */
function held(): { work: () => Promise<string>; readonly begun: boolean; end: (result: string) => void } {
  let begun = false;
  let end: (result: string) => void = () => undefined;
  const over = new Promise<string>((resolve) => (end = resolve));
  return {
    work: () => {
      begun = true;
      return over;
    },
    get begun() {
      return begun;
    },
    end: (result) => end(result),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("so many at once", () => {
  it("begins no more than it may, and the next when one is over, in order", async () => {
    const most = new AtOnce(2);
    const works = [held(), held(), held(), held()];
    const runs = works.map(({ work }) => most.run(work));
    const begun = () => works.map((each) => each.begun);
    await settled();
    assert.deepEqual(begun(), [true, true, false, false]);
    works[1]?.end("second");
    await settled();
    assert.deepEqual(begun(), [true, true, true, false]);
    for (const each of works) each.end("done");
    assert.deepEqual(await Promise.all(runs), ["done", "second", "done", "done"]);
    assert.equal(await most.run(() => Promise.resolve("later")), "later");
  });

  it("makes room after a failure", async () => {
    const most = new AtOnce(1);
    assert.equal((await problemOf(most.run(() => Promise.reject(new Error("broken"))))).kind, "unexpected");
    assert.equal(await most.run(() => Promise.resolve("next")), "next");
  });

  it("lets go of one that is cancelled while it waits, and takes none that is cancelled before", async () => {
    const most = new AtOnce(1);
    const first = held();
    const running = most.run(first.work);
    const leaving = new AbortController();
    const waiting = held();
    const left = problemOf(most.run(waiting.work, leaving.signal));
    const last = most.run(() => Promise.resolve("last"));
    leaving.abort();
    assert.equal((await left).kind, "cancelled");
    first.end("first");
    assert.deepEqual(await Promise.all([running, last]), ["first", "last"]);
    assert.equal(waiting.begun, false);
    assert.equal((await problemOf(most.run(waiting.work, AbortSignal.abort()))).kind, "cancelled");
  });
});
