// One read that all callers share.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import { SharedRead } from "../../../src/base/tasks/shared-read.ts";
import { problemOf } from "./service.ts";

/** A read whose results the test provides, one call after the other. */
function reads() {
  const calls: { readonly signal: AbortSignal; give(value: string): void; fail(problem: Problem): void }[] = [];
  let now = 0;
  const shared = new SharedRead<string>(
    (signal) => new Promise((give, fail) => calls.push({ signal, give, fail })),
    () => now,
  );
  const call = (place: number) => calls[place] ?? assert.fail(`no call ${place}`);
  return { shared, calls, call, pass: (milliseconds: number) => void (now += milliseconds) };
}

describe("A shared read", () => {
  it("is one call for simultaneous callers, and another one later", async () => {
    const { shared, calls, call } = reads();
    const both = Promise.all([shared.get(), shared.get()]);
    call(0).give("a");
    assert.deepEqual(await both, ["a", "a"]);
    const later = shared.get();
    call(1).give("b");
    assert.equal(await later, "b");
    assert.equal(calls.length, 2);
    assert.ok(!shared.isReading);
  });

  it("continues while any caller waits, and is canceled with the last one", async () => {
    const { shared, call } = reads();
    const [one, other] = [new AbortController(), new AbortController()];
    const first = problemOf(shared.get(one.signal));
    const second = problemOf(shared.get(other.signal));
    one.abort();
    assert.equal((await first).kind, "canceled");
    assert.ok(!call(0).signal.aborted);
    other.abort();
    assert.equal((await second).kind, "canceled");
    assert.ok(call(0).signal.aborted);
    assert.ok(!shared.isReading);
  });

  it("can be waited for without being kept from cancellation", async () => {
    const { shared, call } = reads();
    const leaving = new AbortController();
    const caller = problemOf(shared.get(leaving.signal));
    const ended = shared.ended();
    leaving.abort();
    await ended;
    assert.equal((await caller).kind, "canceled");
    assert.ok(call(0).signal.aborted && !shared.isReading);
  });

  it("is replaced by a refresh if it hangs, and all waiting callers get the new result", async () => {
    const { shared, calls, call, pass } = reads();
    const waiting = shared.get();
    pass(1_000);
    shared.refresh();
    assert.equal(calls.length, 1, "a read that has just begun is as new as a refresh");
    pass(2_000);
    shared.refresh();
    assert.ok(call(0).signal.aborted);
    const joined = shared.get();
    call(1).give("new");
    assert.deepEqual(await Promise.all([waiting, joined]), ["new", "new"]);
    assert.equal(calls.length, 2);
  });

  it("passes a failure or a cancellation on to all waiting callers", async () => {
    const { shared, call } = reads();
    const failing = [shared.get(), shared.get()].map(problemOf);
    call(0).fail(new Problem("server"));
    assert.deepEqual(
      (await Promise.all(failing)).map(({ kind }) => kind),
      ["server", "server"],
    );
    const given = problemOf(shared.get());
    shared.cancel();
    assert.equal((await given).kind, "canceled");
    assert.equal((await problemOf(shared.get(AbortSignal.abort()))).kind, "canceled");
  });

  it("passes on an error that its call throws synchronously, and reads again later", async () => {
    let fails = true;
    const shared = new SharedRead<string>(
      () => {
        if (fails) throw new Problem("invalid");
        return Promise.resolve("a");
      },
      () => 0,
    );
    assert.equal((await problemOf(shared.get())).kind, "invalid");
    assert.ok(!shared.isReading);
    fails = false;
    assert.equal(await shared.get(), "a");
  });
});
