// Waits can be canceled.
import assert from "node:assert/strict";
import { unlessCanceled, wait } from "../../../src/base/tasks/wait.ts";
import { problemOf } from "./service.ts";

describe("Waiting", () => {
  it("is canceled by a signal that has already fired, even if the work is done", async () => {
    assert.equal((await problemOf(unlessCanceled(Promise.resolve("done"), AbortSignal.abort()))).kind, "canceled");
    assert.equal((await problemOf(wait(0, AbortSignal.abort()))).kind, "canceled");
  });

  it("passes on the result or the failure of the work, and then stops listening to the signal", async () => {
    const { signal } = new AbortController();
    assert.equal(await unlessCanceled(Promise.resolve("done"), signal), "done");
    await assert.rejects(unlessCanceled(Promise.reject(new Error("broken")), signal), /broken/);
  });
});
