// One window of a machine: the real writing pipeline over real files, killed at any moment. Its clock and timers run
// faster than the machine's, so that no timeout takes long.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { asProblem } from "../../../src/base/problem.ts";
import { interceptOperations, Life, writingFolder } from "./mortal.ts";
import { HITS, type Answer, type KeptText, type NumberedOrder } from "./orders.ts";
import type { Pipeline } from "./pipeline.ts";

/** Open attempts settle within this many runs of the outbox, some seconds apart. */
const MAX_TURNS = 60;
const TURN_PAUSE_MS = 2_000;
/** A busy machine may be slower than the timeouts of a window whose clock runs faster. */
const MAX_LOOKS = 20;

const [folder = "", epoch = "", speed = "", aheadMs = "0"] = process.argv.slice(2);
const now = (): number => Number(epoch) + Number(aheadMs) + (Date.now() - Number(epoch)) * Number(speed);
const realSetTimeout = globalThis.setTimeout;
const fastSetTimeout = (run: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]): NodeJS.Timeout =>
  realSetTimeout(run, milliseconds / Number(speed), ...given);
Object.defineProperty(globalThis, "setTimeout", { value: fastSetTimeout });
// The rate limit uses the time since the machine's boot, which all windows share.
const sinceBoot = process.hrtime.bigint;
Object.defineProperty(process.hrtime, "bigint", { value: () => sinceBoot() * BigInt(speed) });

const unhandled: string[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(asProblem(reason).stack ?? String(reason)));

await interceptOperations();
const { wait } = await import("../../../src/base/tasks/wait.ts");
const { openPipelines } = await import("./pipeline.ts");
const pipelines = await openPipelines(folder, {
  wait,
  now,
  // Sent immediately, so that it arrives even if the window is killed a moment later.
  report: (text) => process.send?.({ notice: text }),
});

async function execute(order: NumberedOrder): Promise<Pick<Answer, "outcome" | "drafts">> {
  const pipeline = await pipelines.at(
    order,
    "place" in order ? order.place.repo : "repo" in order ? order.repo : undefined,
  );
  const { outcome, drafts } = await run(pipeline, order);
  return { outcome, drafts: drafts ?? [] };
}

async function run(
  pipeline: Pipeline,
  order: NumberedOrder,
): Promise<{ readonly outcome?: string | undefined; readonly drafts?: readonly KeptText[] }> {
  switch (order.what) {
    case "write":
      await pipeline.write(order.place, order.text, order.opened);
      return {};
    case "send":
      return { outcome: await pipeline.send(order.place) };
    case "discard":
      await pipeline.discard(order.place);
      return {};
    case "delete":
      return { outcome: await pipeline.remove(order.repo, order.issue, order.id) };
    case "look":
      return { outcome: await look(pipeline, order.repo) };
    case "turn":
      for (let turn = 0; turn < order.times; turn += 1) await pipeline.turn();
      return {};
    case "settle":
      for (let turn = 0; turn < MAX_TURNS && (turn === 0 || (await pipeline.isBusy())); turn += 1) {
        await pipeline.turn();
        await wait(TURN_PAUSE_MS);
      }
      return {};
    case "drafts":
      return { drafts: await pipeline.drafts() };
  }
}

/** Loads the repository. Repeats it, because the server may have asked clients to wait. */
async function look(pipeline: Pipeline, repo: string): Promise<string> {
  for (let attempt = 1; attempt < MAX_LOOKS; attempt += 1) {
    if ((await pipeline.look(repo)) === "seen") return "seen";
    await wait(TURN_PAUSE_MS);
  }
  return await pipeline.look(repo);
}

async function dieWith(life: Life): Promise<void> {
  await life.died;
  appendFileSync(join(folder, HITS), `${life.operations.at(-1)}\n`);
  process.kill(process.pid, "SIGKILL");
}

process.on("message", (message) => {
  const order = message as NumberedOrder;
  const life = new Life(writingFolder(folder), order.killAt ?? Infinity);
  void dieWith(life);
  const answer = (given: Partial<Answer>): void => {
    life.survive();
    const empty = { outcome: undefined, drafts: [], failed: undefined };
    process.send?.({ ...empty, ...given, number: order.number, unhandled: unhandled.splice(0) });
  };
  life.run(() => execute(order)).then(answer, (error: unknown) => answer({ failed: asProblem(error).message }));
});
process.send?.("ready");
