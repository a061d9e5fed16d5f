import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { startForge } from "../../unit/issues/service.ts";
import type { Forge } from "../../unit/issues/service.ts";
import type { Answered, KeptText, Order, Target } from "./orders.ts";
import { run } from "./weather.ts";
import type { Kill, Run, Step } from "./weather.ts";
import { StormWindow } from "./window.ts";

const RUNS = Number(process.env["TRIPTYCH_STORM_RUNS"] ?? 1000);
const SEED = Number(process.env["TRIPTYCH_STORM_SEED"] ?? Date.now() % 2 ** 31);

/** A text that was written in a run, and where it may end. */
interface Written {
  readonly text: string;
  readonly kind: "new" | "comment" | "deleted";
}

describe("a storm over what is written", () => {
  const forges = new Map<string, Forge>();
  const sums = { runs: 0, sent: 0, kept: 0, lost: 0, doubled: 0 };
  let folder = "";
  let windows: readonly [StormWindow, StormWindow];
  let texts = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-storm-"));
    const epoch = Date.now();
    windows = [new StormWindow(folder, epoch), new StormWindow(folder, epoch)];
    for (const name of ["contract", "forgejo", "gitea"] as const) forges.set(name, await startForge(name));
    console.log(`      TRIPTYCH_STORM_SEED=${SEED} TRIPTYCH_STORM_RUNS=${RUNS}`);
  });
  after(async () => {
    const kills = windows.reduce((sum, window) => sum + window.kills, 0);
    for (const window of windows) await window.kill();
    for (const forge of forges.values()) await forge.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    const { runs, sent, kept, lost, doubled } = sums;
    console.log(`      ${runs} runs, ${kills} windows killed: ${sent} texts sent, ${kept} kept as drafts`);
    console.log(`      lost ${lost}, doubled ${doubled}`);
  });

  const standing = (forge: Forge, issue: number) => forge.comments(issue);
  const fresh = (what: string): string => {
    texts += 1;
    return `${what} ${texts}`;
  };

  /** Tells a window, or both, and kills the first where that is wanted. */
  async function tell(forge: Forge, order: Order, { kill, both }: Pick<Step, "kill" | "both">): Promise<void> {
    const [one, other] = windows;
    const told = [one.tell(order), ...(both ? [other.tell(order)] : [])];
    if (kill !== undefined) await strike(forge, one, kill, Promise.all(told));
    for (const answer of await Promise.all(told)) assert.equal(answer?.failed, undefined);
  }

  /** Kills a window in the midst of what it does, or leaves it if that is over before. */
  async function strike(forge: Forge, window: StormWindow, kill: Kill, done: Promise<unknown>): Promise<void> {
    const state = { over: false };
    const ended = done.finally(() => {
      state.over = true;
    });
    const seen = forge.service.journal.length;
    const wrote = (): boolean => forge.service.journal.slice(seen).some(({ method }) => method !== "GET");
    while (kill.after === "write" && !state.over && !wrote()) await new Promise((resolve) => setImmediate(resolve));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, kill.ms))]);
    if (!state.over) await window.kill();
  }

  async function draftsOf(forge: Forge, issue: number): Promise<readonly KeptText[]> {
    const answer: Answered | undefined = await windows[1].tell({ what: "drafts", base: forge.base, issue });
    assert.equal(answer?.failed, undefined);
    return answer?.drafts ?? [];
  }

  async function weather({ personality, steps }: Run): Promise<void> {
    const forge = forges.get(personality) ?? assert.fail(personality);
    forge.service.journal = [];
    const { number: issue } = forge.act("addIssue", { repo: "alice/demo", by: "alice" }) as { number: number };
    const say = (text: string): number =>
      (forge.act("addComment", { repo: "alice/demo", issue, by: "alice", body: text }) as { id: number }).id;
    const where = { base: forge.base, issue };
    const written: Written[] = [];
    const deleted: number[] = [];
    /** From then on it is on the disk. */
    const write = async (target: Target, text: string, opened?: string): Promise<Order> => {
      const [, other] = windows;
      const kept = await other.tell({ what: "write", ...where, target, opened, text });
      assert.equal(kept?.failed, undefined);
      written.push({ text, kind: target.kind });
      return { what: "send", ...where, target };
    };
    const orderOf = async ({ what, meddled }: Step): Promise<Order | undefined> => {
      const target: Target = { kind: "new", id: 0 };
      switch (what) {
        case "post": {
          const pending = (await draftsOf(forge, issue)).some(({ kind }) => kind === "new");
          return pending ? { what: "send", ...where, target } : await write(target, fresh("posted"));
        }
        case "change": {
          const opened = fresh("said");
          const id = say(opened);
          const order = await write({ kind: "comment", id }, fresh("changed"), opened);
          if (meddled) forge.act("editComment", { id, body: fresh("meddled") });
          return order;
        }
        case "delete": {
          const text = fresh("deleted");
          const id = say(text);
          written.push({ text, kind: "deleted" });
          deleted.push(id);
          return { what: "delete", ...where, id };
        }
        case "postDeleted": {
          const id = deleted.pop();
          return id === undefined ? undefined : { what: "send", ...where, target: { kind: "deleted", id } };
        }
      }
    };
    for (const step of steps) {
      const order = await orderOf(step);
      if (order === undefined) continue;
      for (const fault of step.faults) forge.service.faults.add({ ...fault, path: `/issues/(${issue}|comments)` });
      await tell(forge, order, step);
      forge.service.faults.clear();
    }
    const settled = await windows[1].tell({ what: "settle", ...where });
    assert.equal(settled?.failed, undefined);
    const there = standing(forge, issue).map(({ body }) => body);
    const drafts = await draftsOf(forge, issue);
    count(written, there, drafts);
  }

  /** Each text stands on the server once, or in a draft. */
  function count(written: readonly Written[], there: readonly string[], drafts: readonly KeptText[]): void {
    const faults: string[] = [];
    for (const { text, kind } of written) {
      const sent = there.filter((body) => body === text).length;
      const kept = drafts.filter((draft) => draft.text === text).length;
      sums.sent += sent > 0 ? 1 : 0;
      sums.kept += sent === 0 && kept > 0 ? 1 : 0;
      sums.lost += sent + kept === 0 ? 1 : 0;
      sums.doubled += sent + kept > 1 ? 1 : 0;
      if (sent + kept !== 1) faults.push(`${kind} "${text}": ${sent} on the server, ${kept} kept`);
    }
    sums.runs += 1;
    assert.deepEqual(faults, [], JSON.stringify({ there, drafts }));
  }

  it(`loses nothing and doubles nothing, in ${RUNS} runs with every fault, two windows, and kills`, async function () {
    this.timeout(Math.max(60_000, RUNS * 5_000));
    await fc.assert(fc.asyncProperty(run, weather), { numRuns: RUNS, seed: SEED, endOnFailure: true });
    assert.equal(sums.lost + sums.doubled, 0);
  });
});
