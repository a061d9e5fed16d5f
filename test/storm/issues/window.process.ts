// One window of a machine: the store, the drafts and the outbox as they are, over real files; killed whenever it suits.
// Its clock goes so many times faster than the machine's, and its timers with it, so that a timeout is no long wait.
import { isWaiting, textOf } from "../../../src/issues/writing/draft.ts";
import { places } from "../../../src/issues/writing/place.ts";
import type { Place } from "../../../src/issues/writing/place.ts";
import type { Store } from "../../../src/issues/store.ts";
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

/** How the storm calls each kind. */
const KINDS = {
  newComment: "new",
  comment: "comment",
  deletedComment: "deleted",
  newIssue: "new",
  issueText: "new",
} as const;

async function open(base: string) {
  const window = here.open(base, { now });
  await window.signIn("alice");
  return window;
}

async function obey(order: Numbered): Promise<readonly KeptText[]> {
  const window = windows.get(order.base) ?? (await open(order.base));
  windows.set(order.base, window);
  const { store } = window;
  const { deletion, drafts, outbox, sender } = store.writing;
  const thread = { base: order.base, owner: "alice", name: "demo", number: BigInt(order.issue) };
  const placeOf = ({ kind, id }: Target): Place => {
    if (kind === "new") return places.newComment(thread);
    return kind === "comment" ? places.comment(thread, BigInt(id)) : places.deletedComment(thread, BigInt(id));
  };
  switch (order.what) {
    case "write": {
      const place = placeOf(order.target);
      const { opened } = order;
      if (opened !== undefined) {
        await drafts.begin(place, { opened: { title: undefined, body: opened, version: undefined }, author: "alice" });
      }
      await drafts.save(place, order.text);
      return [];
    }
    case "send":
      await sender.send(placeOf(order.target));
      return [];
    case "delete":
      await deletion.remove(thread, BigInt(order.id));
      return [];
    case "settle":
      outbox.start();
      for (let turn = 0; turn < MOST_TURNS && (turn === 0 || (await isBusy(store))); turn += 1) {
        await outbox.turn();
        await wait(PAUSE);
      }
      return [];
    case "drafts": {
      const kept = await store.draftsOf(thread);
      return kept.map((draft) => ({
        text: textOf(draft),
        kind: KINDS[draft.place.kind],
        why: draft.failure?.why,
      }));
    }
  }
}

/** Whether something is open, or waits to be sent. */
async function isBusy({ writing }: Store): Promise<boolean> {
  const looks = (await writing.sender.isLooking()) || (await writing.deletion.isLooking());
  return looks || (await writing.drafts.list()).some(isWaiting);
}

process.on("message", (message) => {
  const order = message as Numbered;
  obey(order).then(
    (drafts) => process.send?.({ number: order.number, drafts, failed: undefined }),
    (error: unknown) => process.send?.({ number: order.number, drafts: [], failed: asProblem(error).message }),
  );
});
process.send?.("ready");
