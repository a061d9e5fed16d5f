// Commands check their arguments, and report what goes wrong.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import { joinTables, on, onEach, plain, runCommand, type CommandTable } from "../../../src/workbench/commands.ts";

/** Runs commands of the table and collects the problems that users would see. */
function runner(load: () => CommandTable | Promise<CommandTable>) {
  const problems: { readonly problem: Problem; readonly retry: () => unknown }[] = [];
  const run = (id: string, ...given: unknown[]) =>
    runCommand(id, given, load, (problem, retry) => problems.push({ problem, retry }));
  return { run, problems };
}

describe("A command", () => {
  it("runs with a table that is loaded for it", async () => {
    let loaded = 0;
    const { run } = runner(() => {
      loaded += 1;
      return Promise.resolve({ "triptych.showLog": plain(() => "shown") });
    });
    assert.equal(loaded, 0);
    assert.equal(await run("triptych.showLog", "whatever", 3), "shown");
    assert.equal(loaded, 1);
  });

  it("doesn't run with unknown arguments", async () => {
    const ran: number[] = [];
    const whole = (given: unknown) => (typeof given === "number" ? given : undefined);
    const { run, problems } = runner(() => ({ "triptych.tree.open": on(whole, (given) => void ran.push(given)) }));
    for (const given of [undefined, null, "12", { id: 12 }, [12]]) await run("triptych.tree.open", given);
    await run("triptych.tree.open", 12);
    assert.deepEqual(ran, [12]);
    assert.deepEqual(
      problems.map(({ problem }) => problem.kind),
      Array(5).fill("invalid"),
    );
  });

  it("runs on every selected row that it works on, if the clicked row is one of them", async () => {
    const ran: number[] = [];
    const whole = (given: unknown) => (typeof given === "number" ? given : undefined);
    const { run, problems } = runner(() => ({
      "triptych.tree.open": onEach(whole, (given) => void ran.push(given)),
    }));
    await run("triptych.tree.open", 2, [1, 2, "three"]);
    assert.deepEqual(ran.splice(0), [1, 2]);
    await run("triptych.tree.open", 4, [1, 2]);
    await run("triptych.tree.open", 5, undefined);
    await run("triptych.tree.open", 6);
    assert.deepEqual(ran.splice(0), [4, 5, 6]);
    await run("triptych.tree.open", "three", [1, "three"]);
    assert.deepEqual([ran, problems.map(({ problem }) => problem.kind)], [[], ["invalid"]]);
  });

  it("of several wings runs in the first one that works on its arguments", async () => {
    const as = (kind: "number" | "string") => (given: unknown) => (typeof given === kind ? given : undefined);
    const { run, problems } = runner(() =>
      joinTables([
        { "triptych.copy": on(as("number"), () => "a number"), "triptych.showLog": plain(() => "shown") },
        { "triptych.copy": on(as("string"), () => "a text") },
      ]),
    );
    assert.deepEqual(
      [await run("triptych.copy", 7), await run("triptych.copy", "7"), await run("triptych.showLog")],
      ["a number", "a text", "shown"],
    );
    assert.equal(await run("triptych.copy", true), undefined);
    assert.deepEqual(
      problems.map(({ problem }) => problem.kind),
      ["invalid"],
    );
  });

  it("reports failures and returns nothing", async () => {
    const { run, problems } = runner(() => ({
      "triptych.showLog": plain(() => Promise.reject(new Problem("offline"))),
    }));
    assert.equal(await run("triptych.showLog"), undefined);
    assert.equal(problems[0]?.problem.kind, "offline");
  });

  it("reports an unexpected error as a problem too, even one while loading", async () => {
    const { run, problems } = runner(() => Promise.reject(new TypeError("no such chunk")));
    await run("triptych.showLog");
    assert.equal(problems[0]?.problem.kind, "unexpected");
  });

  it("without a handler is reported, whatever its name", async () => {
    const { run, problems } = runner(() => ({}));
    for (const id of ["triptych.lost", "constructor", "__proto__"]) await run(id);
    assert.deepEqual(
      problems.map(({ problem }) => problem.kind),
      Array(3).fill("unexpected"),
    );
  });

  it("runs again with the same arguments when its problem is retried", async () => {
    const ran: unknown[] = [];
    const { run, problems } = runner(() => ({
      "triptych.tree.open": on(
        (given) => given,
        (given) => {
          ran.push(given);
          if (ran.length === 1) throw new Problem("timeout");
        },
      ),
    }));
    await run("triptych.tree.open", "row");
    await problems[0]?.retry();
    assert.deepEqual(ran, ["row", "row"]);
    assert.equal(problems.length, 1);
  });

  it("reports nothing if the user canceled it", async () => {
    const { run, problems } = runner(() => ({
      "triptych.showLog": plain(() => Promise.reject(new DOMException("stop", "AbortError"))),
    }));
    await run("triptych.showLog");
    assert.deepEqual(problems, []);
  });
});
