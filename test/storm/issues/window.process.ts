// One window of a machine: the store, the drafts and the outbox as they are, over real files; killed whenever it suits.
// Its clock goes so many times faster than the machine's, and its timers with it, so that a timeout is no long wait.
import { textOf } from "../../../src/issues/model/draft.ts";
import type { DraftPlace } from "../../../src/issues/model/draft.ts";
import type { Store } from "../../../src/issues/store.ts";
import { isWaiting } from "../../../src/issues/store/outbox.ts";
import { asProblem } from "../../../src/base/problem.ts";
import { machine } from "../../unit/issues/store-of.ts";
import type { KeptText, Numbered, Target } from "./orders.ts";

/** What is open may take so many turns, some seconds apart, to settle. */
const MOST_TURNS = 60;
const PAUSE = 2_000;

const [folder = "", epoch = "", speed = ""] = process.argv.slice(2);
const since = Number(epoch);
const now = (): number => since + (Date.now() - since) * Number(speed);
const real = globalThis.setTimeout;
const sped = (run: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]): NodeJS.Timeout =>
  real(run, milliseconds / Number(speed), ...given);
Object.defineProperty(globalThis, "setTimeout", { value: sped });

const { wait } = await import("../../../src/base/wait.ts");
const here = await machine(folder, { wait });
const windows = new Map<string, Awaited<ReturnType<typeof open>>>();

async function open(base: string) {
  const window = here.open(base, { now });
  await window.signIn("alice");
  return window;
}

async function obey(order: Numbered): Promise<readonly KeptText[]> {
  const window = windows.get(order.base) ?? (await open(order.base));
  windows.set(order.base, window);
  const { store } = window;
  const { deleting, drafts, outbox, writing } = store.desk;
  const thread = { base: order.base, owner: "alice", name: "demo", number: BigInt(order.issue) };
  const placeOf = ({ kind, id }: Target): DraftPlace => ({
    thread,
    target: kind === "new" ? { kind } : { kind, id: BigInt(id) },
  });
  switch (order.what) {
    case "write": {
      const place = placeOf(order.target);
      const { opened } = order;
      if (opened !== undefined) await drafts.begin(place, { opened, author: "alice" });
      await drafts.save(place, order.text);
      return [];
    }
    case "send":
      await writing.send(placeOf(order.target));
      return [];
    case "delete":
      await deleting.remove(thread, BigInt(order.id));
      return [];
    case "settle":
      outbox.start((place) => writing.send(place));
      for (let turn = 0; turn < MOST_TURNS && (turn === 0 || (await isBusy(store))); turn += 1) {
        await outbox.turn();
        await wait(PAUSE);
      }
      return [];
    case "drafts": {
      const kept = await store.draftsOf(thread);
      return kept.map((draft) => ({
        text: textOf(draft),
        kind: draft.place.target.kind,
        why: draft.failure?.why,
      }));
    }
  }
}

/** Whether something is open, or waits to be sent. */
async function isBusy({ desk }: Store): Promise<boolean> {
  return (await desk.findingOut.open()).length > 0 || (await desk.drafts.list()).some(isWaiting);
}

process.on("message", (message) => {
  const order = message as Numbered;
  obey(order).then(
    (drafts) => process.send?.({ number: order.number, drafts, failed: undefined }),
    (error: unknown) => process.send?.({ number: order.number, drafts: [], failed: asProblem(error).message }),
  );
});
process.send?.("ready");
