import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import { Commands, on, plain } from "../../../src/workbench/commands.ts";

/** A workbench that has no window: commands are run by their id. */
function workbench() {
  const handlers = new Map<string, (...given: unknown[]) => Promise<unknown>>();
  const told: { readonly problem: Problem; readonly retry: () => unknown }[] = [];
  const commands = new Commands(
    (id, run) => {
      handlers.set(id, run);
      return { dispose: () => void handlers.delete(id) };
    },
    (problem, retry) => told.push({ problem, retry }),
  );
  return { commands, told, run: (id: string, ...given: unknown[]) => handlers.get(id)?.(...given), handlers };
}

describe("A command", () => {
  it("is loaded when it is first run, not when it is registered", async () => {
    const { commands, run } = workbench();
    let loaded = 0;
    commands.handle("triptych.showLog", () => {
      loaded += 1;
      return plain(() => "shown");
    });
    assert.equal(loaded, 0);
    assert.equal(await run("triptych.showLog", "whatever", 3), "shown");
    assert.equal(loaded, 1);
  });

  it("does not run with arguments that it does not know", async () => {
    const { commands, run, told } = workbench();
    const ran: number[] = [];
    const whole = (given: unknown) => (typeof given === "number" ? given : undefined);
    commands.handle("triptych.tree.retry", () => on(whole, (given) => void ran.push(given)));
    for (const given of [undefined, null, "12", { id: 12 }, [12]]) await run("triptych.tree.retry", given);
    await run("triptych.tree.retry", 12);
    assert.deepEqual(ran, [12]);
    assert.deepEqual(
      told.map(({ problem }) => problem.kind),
      Array(5).fill("invalid"),
    );
  });

  it("tells what goes wrong and gives its caller nothing", async () => {
    const { commands, run, told } = workbench();
    commands.handle("triptych.showLog", () => plain(() => Promise.reject(new Problem("offline"))));
    assert.equal(await run("triptych.showLog"), undefined);
    assert.equal(told[0]?.problem.kind, "offline");
  });

  it("tells an error that nobody foresaw as a problem too, also one of its loading", async () => {
    const { commands, run, told } = workbench();
    commands.handle("triptych.showLog", () => Promise.reject(new TypeError("no such chunk")));
    await run("triptych.showLog");
    assert.equal(told[0]?.problem.kind, "unexpected");
  });

  it("runs again with the same arguments when its problem is retried", async () => {
    const { commands, run, told } = workbench();
    const ran: unknown[] = [];
    commands.handle("triptych.tree.retry", () =>
      on(
        (given) => given,
        (given) => {
          ran.push(given);
          if (ran.length === 1) throw new Problem("timeout");
        },
      ),
    );
    await run("triptych.tree.retry", "row");
    await told[0]?.retry();
    assert.deepEqual(ran, ["row", "row"]);
    assert.equal(told.length, 1);
  });

  it("tells nothing when the reader cancelled it", async () => {
    const { commands, run, told } = workbench();
    commands.handle("triptych.showLog", () => plain(() => Promise.reject(new DOMException("stop", "AbortError"))));
    await run("triptych.showLog");
    assert.deepEqual(told, []);
  });

  it("is gone once disposed", () => {
    const { commands, handlers } = workbench();
    commands.handle("triptych.showLog", () => plain(() => undefined)).dispose();
    assert.equal(handlers.size, 0);
  });
});
