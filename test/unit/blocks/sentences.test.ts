// Sentences about one of something, and about how long ago something was.
import assert from "node:assert/strict";
import type * as NetworkContent from "../../../src/blocks/network/content.ts";
import type { NetworkSnapshot } from "../../../src/blocks/store/network-states.ts";
import type * as Formats from "../../../src/blocks/wording/block-text.ts";
import type * as Facts from "../../../src/blocks/network/network-facts.ts";
import type * as Checks from "../../../src/blocks/range/range-check.ts";
import type * as RangeTexts from "../../../src/blocks/range/range-text.ts";
import type * as Details from "../../../src/blocks/references/mention-details.ts";
import type * as TreeRows from "../../../src/blocks/tree/top-rows.ts";
import { fromMilliseconds } from "../../../src/base/time.ts";
import { importTexts } from "../import-texts.ts";
import { mirror } from "./ledgers.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW = Date.UTC(2026, 10, 21, 12);
const { signal } = new AbortController();

describe("Sentences about blocks", () => {
  const world = mirror();

  it("name a single block, tinybar or missing block in the singular", async () => {
    const { RangeCheck } = (await importTexts("src/blocks/range/range-check.ts", "en")) as typeof Checks;
    const { store } = world.open();
    const sentences = new Set<string>();
    const check = new RangeCheck({
      store,
      now: Date.now,
      failure: () => assert.fail("it failed"),
      changed: () => {
        if (check.shown.kind === "running") sentences.add(check.shown.sentence);
      },
    });
    await check.verify(world.network, { from: 7n, to: 7n });
    await check.count(world.network);
    assert.ok(sentences.has("Verifying… 0 of 1 block, valid so far"), [...sentences].join("\n"));
    assert.ok(sentences.has("Counting… 0 of 1 block"), [...sentences].join("\n"));

    const { describeMissing } = (await importTexts("src/blocks/range/range-text.ts", "en")) as typeof RangeTexts;
    assert.equal(describeMissing({ from: 7n, to: 7n }, 0, 0), "The mirror node has 0 of 1 block.");
    assert.equal(describeMissing({ from: 7n, to: 8n }, 1, 0), "The mirror node has 1 of 2 blocks.");

    const { formatFees } = (await importTexts("src/blocks/network/network-facts.ts", "en")) as typeof Facts;
    assert.equal(formatFees({ fees: [{ type: "ContractCall", gas: 1n }], at: undefined }), "1 tinybar per gas");
    assert.equal(formatFees({ fees: [{ type: "ContractCall", gas: 2n }], at: undefined }), "2 tinybars per gas");

    const { networkPage } = (await importTexts("src/blocks/network/content.ts", "en")) as typeof NetworkContent;
    const none = { value: undefined, problem: undefined };
    const fees = { value: { fees: [{ type: "ContractCall", gas: 1n }], at: undefined }, problem: undefined };
    const snapshot: NetworkSnapshot = { readAt: 0, nodes: none, fees, rate: none, supply: none, stake: none };
    const network = { name: "mine", address: "https://mine.example" };
    const page = networkPage({
      address: { network: "mine" },
      network,
      snapshot,
      isLoading: false,
      problem: undefined,
      now: 0,
    });
    const figures = page.parts.flatMap((part) => (part.kind === "figures" ? part.figures : []));
    assert.deepEqual(
      figures.map(({ value, word }) => `${value} ${word}`),
      ["1 tinybar per gas"],
    );
  });

  it("name the year of days unless it is this year", async () => {
    const { formatDays } = (await importTexts("src/blocks/wording/block-text.ts", "en")) as typeof Formats;
    const [from, to] = [Date.UTC(2026, 9, 17, 12), Date.UTC(2026, 10, 9, 12)];
    const show = (...given: Parameters<typeof formatDays>) => formatDays(...given).replaceAll("\u2009", " ");
    const later = Date.UTC(2027, 0, 9, 12);
    assert.equal(show(from, to, NOW), "17 Oct – 9 Nov");
    assert.equal(show(from, to, later), "17 Oct – 9 Nov 2026");
    assert.equal(show(from, later, later), "17 Oct 2026 – 9 Jan 2027");
    assert.match(show(from, from, NOW), /^17 Oct, \d\d:\d\d /);
    assert.match(show(from, from, later), /^17 Oct 2026, \d\d:\d\d /);
  });

  it("say how long ago the latest activity of an entity was, and name a fee of one tinybar", async () => {
    const { mentionActions } = (await importTexts("src/blocks/references/mention-details.ts", "en")) as typeof Details;
    const { store } = world.open();
    const hover = async (ageMs: number): Promise<string> => {
      const time = fromMilliseconds(NOW - ageMs);
      const entities = {
        find: () => Promise.resolve({ kind: "topic", id: "0.0.4001", deleted: false, restricted: false }),
        latest: () => Promise.resolve({ kind: "message", time, message: { time } }),
      };
      const details = mentionActions(Object.assign(store, { entities }), {
        now: () => NOW,
        navigation: { open: () => Promise.resolve() },
        warn: () => undefined,
      });
      return String(await details.about("entity", "0.0.4001", signal));
    };
    assert.match(await hover(3 * MINUTE_MS), /Last message\\: 3 min ago/);
    assert.match(await hover(70 * DAY_MS), /Last message\\: 2 months ago/);
    assert.match(await hover(-10 * MINUTE_MS), /Last message\\: in 10 min/);
    const [transaction] = (await world.node.api().transactions({ limit: 1 })).values;
    const transactions = { find: () => Promise.resolve([{ ...transaction, fee: 1n }]) };
    const details = mentionActions(Object.assign(store, { transactions }), {
      now: () => NOW,
      navigation: { open: () => Promise.resolve() },
      warn: () => undefined,
    });
    const text = String(await details.about("transaction", "0.0.8@1676540001.000000006", signal));
    assert.match(text, /Fee\\: 1 tinybar$/m);
  });

  it("say in the row of live updates since when they are paused", async () => {
    const { buildRoots } = (await importTexts("src/blocks/tree/top-rows.ts", "en")) as typeof TreeRows;
    const pins = { of: () => [], has: () => false };
    for (const [days, described] of [
      [2, "paused 2 days ago"],
      [70, "paused 2 months ago"],
    ] as const) {
      const tail = { state: { kind: "paused", since: NOW - days * DAY_MS } } as const;
      const { nodes } = await buildRoots({ store: world.open().store, tail, pins, now: () => NOW })(signal);
      const { description } = nodes[0] ?? {};
      assert.equal(typeof description === "function" ? description() : description, described);
    }
  });
});
