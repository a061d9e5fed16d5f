// The promise that no send takes forever, however slowly the server answers.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { machine, type Machine } from "../machine.ts";
import { userActionsAt } from "./user-actions.ts";

const WINDOW = fileURLToPath(new URL("window.process.js", import.meta.url));

/** How long a draft may be locked here, instead of a minute: long enough to look and check, even on a busy machine. */
const HOLD_MS = 8_000;
/** The interval between two bytes of an answer: no answer is complete before the deadline. */
const DRIP_MS = 50;

describe("a dripping response ends", () => {
  const { at, writer, reply, times } = userActionsAt("forgejo");
  const drip = (method: string): void => {
    at.forge.service.faults.add({ kind: "drip", method, ms: DRIP_MS });
  };
  let hasty: Machine;
  beforeEach(async () => {
    hasty = await machine(at.here.folder, { maxHoldMs: HOLD_MS });
    await at.services.threads.comments(at.thread(1n));
  });
  afterEach(() => hasty.close());

  it("ends a POST whose response drips, finds the comment, and removes its draft", async () => {
    const window = hasty.open(at.forge.base);
    await window.signIn("alice");
    const { kept, send, write } = writer(window);
    const place = await write("dripping");
    drip("POST");
    assert.equal(await send(place), "sent");
    assert.deepEqual([times("dripping"), await kept()], [1, []]);
  });

  it("ends a send if every response drips, keeps the draft, and sends it once on request", async () => {
    const window = hasty.open(at.forge.base);
    await window.signIn("alice");
    const { kept, send, write } = writer(window);
    const place = await write("all of it drips");
    at.forge.service.faults.add({ kind: "drip", ms: DRIP_MS });
    assert.equal(await send(place), "problem");
    assert.deepEqual(await kept(), ["all of it drips"]);
    at.forge.service.faults.clear();
    assert.equal(await send(place), "sent");
    assert.deepEqual([times("all of it drips"), await kept()], [1, []]);
  });

  it("ends a deletion whose response drips, and knows that the comment is gone", async () => {
    const window = hasty.open(at.forge.base);
    await window.signIn("alice");
    at.forge.service.faults.add({ kind: "stall", method: "DELETE" });
    const { comments } = await window.services.threads
      .comments(at.thread(1n))
      .then(({ values }) => ({ comments: values }));
    const own = comments.find(({ author }) => author?.login === "alice") ?? assert.fail("alice has no comment");
    await window.services.writing.deletion.remove(at.thread(1n), own.id);
  });

  it("shows another window that the draft is being sent only until then, whichever process sends it", async () => {
    drip("POST");
    const other = fork(WINDOW, [at.here.folder, at.forge.base, "of another process", String(HOLD_MS)]);
    try {
      assert.deepEqual(await once(other, "message"), ["sending", undefined]);
      await at.asked("POST");
      const { kept, send } = writer(at.window);
      assert.equal(await send(reply()), "underWay");
      const [outcome]: unknown[] = await once(other, "message");
      assert.equal(outcome, "sent");
      assert.notEqual(await send(reply()), "underWay");
      assert.deepEqual([times("of another process"), await kept()], [1, []]);
    } finally {
      other.kill("SIGKILL");
    }
  });

  it("sends from a machine that shares the folder with one that crashed while sending", async () => {
    const { send, write } = writer(at.window);
    const place = await write("from the other machine");
    const { id } = (await at.services.writing.drafts.get(place)) ?? assert.fail("there is no draft");
    const turns = join(at.here.folder, "issues", "turns");
    const turn = join(turns, `${createHash("sha256").update(id).digest("hex").slice(0, 32)}.1.turn`);
    const hold = async (since: number): Promise<void> => {
      await mkdir(turns, { recursive: true });
      await writeFile(turn, JSON.stringify({ machine: `not ${hostname()}`, process: process.pid }));
      await utimes(turn, since / 1000, since / 1000);
    };
    await hold(Date.now() - 30_000);
    assert.equal(await send(place), "underWay");
    await hold(Date.now() - 90_000);
    assert.equal(await send(place), "sent");
    assert.equal(times("from the other machine"), 1);
  });
});
