// The limit on tasks that run at the same time.
import assert from "node:assert/strict";
import { Semaphore } from "../../../src/base/tasks/semaphore.ts";
import { problemOf } from "./service.ts";

/** A task that ends when the test ends it. */
function held(): { work: () => Promise<string>; readonly started: boolean; end: (result: string) => void } {
  let started = false;
  let end: (result: string) => void = () => undefined;
  const over = new Promise<string>((resolve) => (end = resolve));
  return {
    work: () => {
      started = true;
      return over;
    },
    get started() {
      return started;
    },
    end: (result) => end(result),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("A semaphore", () => {
  it("runs at most its limit of tasks, and starts the next in order when one ends", async () => {
    const most = new Semaphore(2);
    const works = [held(), held(), held(), held()];
    const runs = works.map(({ work }) => most.run(work));
    const started = () => works.map((each) => each.started);
    await settled();
    assert.deepEqual(started(), [true, true, false, false]);
    works[1]?.end("second");
    await settled();
    assert.deepEqual(started(), [true, true, true, false]);
    for (const each of works) each.end("done");
    assert.deepEqual(await Promise.all(runs), ["done", "second", "done", "done"]);
    assert.equal(await most.run(() => Promise.resolve("later")), "later");
  });

  it("frees its slot after a failure", async () => {
    const most = new Semaphore(1);
    assert.equal((await problemOf(most.run(() => Promise.reject(new Error("broken"))))).kind, "unexpected");
    assert.equal(await most.run(() => Promise.resolve("next")), "next");
  });

  it("drops a task that is canceled while it waits, and accepts none that is already canceled", async () => {
    const most = new Semaphore(1);
    const first = held();
    const running = most.run(first.work);
    const leaving = new AbortController();
    const waiting = held();
    const left = problemOf(most.run(waiting.work, leaving.signal));
    const last = most.run(() => Promise.resolve("last"));
    leaving.abort();
    assert.equal((await left).kind, "canceled");
    first.end("first");
    assert.deepEqual(await Promise.all([running, last]), ["first", "last"]);
    assert.equal(waiting.started, false);
    assert.equal((await problemOf(most.run(waiting.work, AbortSignal.abort()))).kind, "canceled");
  });
});
