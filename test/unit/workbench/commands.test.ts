import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import { on, plain, runCommand } from "../../../src/workbench/commands.ts";
import type { CommandTable } from "../../../src/workbench/commands.ts";

/** Runs commands of the table and collects the problems that users would see. */
function runner(load: () => CommandTable | Promise<CommandTable>) {
  const told: { readonly problem: Problem; readonly retry: () => unknown }[] = [];
  const run = (id: string, ...given: unknown[]) =>
    runCommand(id, given, load, (problem, retry) => told.push({ problem, retry }));
  return { run, told };
}

describe("A command", () => {
  it("runs, with a table that is loaded for it", async () => {
    let loaded = 0;
    const { run } = runner(() => {
      loaded += 1;
      return Promise.resolve({ "triptych.showLog": plain(() => "shown") });
    });
    assert.equal(loaded, 0);
    assert.equal(await run("triptych.showLog", "whatever", 3), "shown");
    assert.equal(loaded, 1);
  });

  it("does not run with arguments that it does not know", async () => {
    const ran: number[] = [];
    const whole = (given: unknown) => (typeof given === "number" ? given : undefined);
    const { run, told } = runner(() => ({ "triptych.tree.retry": on(whole, (given) => void ran.push(given)) }));
    for (const given of [undefined, null, "12", { id: 12 }, [12]]) await run("triptych.tree.retry", given);
    await run("triptych.tree.retry", 12);
    assert.deepEqual(ran, [12]);
    assert.deepEqual(
      told.map(({ problem }) => problem.kind),
      Array(5).fill("invalid"),
    );
  });

  it("tells what goes wrong and gives its caller nothing", async () => {
    const { run, told } = runner(() => ({
      "triptych.showLog": plain(() => Promise.reject(new Problem("offline"))),
    }));
    assert.equal(await run("triptych.showLog"), undefined);
    assert.equal(told[0]?.problem.kind, "offline");
  });

  it("tells an error that nobody foresaw as a problem too, also one of its loading", async () => {
    const { run, told } = runner(() => Promise.reject(new TypeError("no such chunk")));
    await run("triptych.showLog");
    assert.equal(told[0]?.problem.kind, "unexpected");
  });

  it("that nothing handles is told, whatever its name", async () => {
    const { run, told } = runner(() => ({}));
    for (const id of ["triptych.lost", "constructor", "__proto__"]) await run(id);
    assert.deepEqual(
      told.map(({ problem }) => problem.kind),
      Array(3).fill("unexpected"),
    );
  });

  it("runs again with the same arguments when its problem is retried", async () => {
    const ran: unknown[] = [];
    const { run, told } = runner(() => ({
      "triptych.tree.retry": on(
        (given) => given,
        (given) => {
          ran.push(given);
          if (ran.length === 1) throw new Problem("timeout");
        },
      ),
    }));
    await run("triptych.tree.retry", "row");
    await told[0]?.retry();
    assert.deepEqual(ran, ["row", "row"]);
    assert.equal(told.length, 1);
  });

  it("tells nothing when the reader cancelled it", async () => {
    const { run, told } = runner(() => ({
      "triptych.showLog": plain(() => Promise.reject(new DOMException("stop", "AbortError"))),
    }));
    await run("triptych.showLog");
    assert.deepEqual(told, []);
  });
});
