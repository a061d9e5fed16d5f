// Computes figures from the state of a network, and loads and caches its facts.
import assert from "node:assert/strict";
import { toCents, centsOfHbar, divide, sumStake, toYearlyRate } from "../../../src/blocks/model/network-state.ts";
import { NetworkFacts } from "../../../src/blocks/store/network-states.ts";
import { mirror } from "./ledgers.ts";

const HIGHEST = 2n ** 63n - 1n;

describe("Figures of a network", () => {
  it("show shares with significant digits only, and none of a total of zero", () => {
    for (const [part, whole, words] of [
      [596_987n, 30_000n, "19.8996"],
      [1n, 8n, "0.125"],
      [1n, 3n, "0.333333"],
      [1n, 30_000n, "0.0000333333"],
      [0n, 5n, "0"],
      [-1n, 8n, "-0.125"],
      [10n, 5n, "2"],
      [HIGHEST, 1n, "9223372036854775807"],
      [1n, HIGHEST, "0.00000000000000000010842"],
      [9_999_999n, 10_000_000n, "1"],
    ] as const) {
      assert.equal(divide(part, whole), words, `${part}/${whole}`);
    }
    assert.equal(divide(5n, 0n), undefined);
  });

  it("show the price of an hbar and of a unit of gas", () => {
    const rate = { cents: 596_987n, hbars: 30_000n, until: undefined };
    assert.equal(centsOfHbar(rate), "19.8996");
    assert.equal(toCents(49n, rate), "0.00000975");
    assert.equal(toCents(49n, { ...rate, hbars: 0n }), undefined);
    assert.equal(toYearlyRate(6849n, 1440n), "2.5");
    assert.equal(toYearlyRate(6849n, 0n), undefined);
  });
});

describe("Facts about a network", () => {
  const world = mirror();

  function opened(now = { at: 1_000_000 }) {
    const { api, service } = world.node;
    const network = { name: "mine", address: service.origin };
    return { network, now, facts: new NetworkFacts({ getApi: () => api(), now: () => now.at }) };
  }
  const routes = (): string[] => world.node.targets().map((target) => target.replace(/^.*network\//, ""));

  it("are requested once, nodes page by page, and again only when outdated or refreshed", async () => {
    const { facts, network, now } = opened();
    const [read] = await Promise.all([facts.read(network), facts.read(network)]);
    assert.equal(read.nodes.value?.all.length, 31);
    assert.deepEqual(routes().toSorted(), [
      "exchangerate",
      "fees",
      "nodes?limit=25",
      "nodes?limit=25&node.id=gt:24",
      "stake",
      "supply",
    ]);
    now.at += 59_999;
    assert.equal(await facts.read(network), read);
    assert.equal(routes().length, 6);
    now.at += 1;
    await facts.read(network);
    await facts.read(network, {}, true);
    assert.equal(routes().length, 18);
  });

  it("leave out what a node doesn't provide, without reporting a failure", async () => {
    const { facts, network } = opened();
    const { rate, stake, supply } = await facts.read(network);
    assert.deepEqual(
      [rate, stake],
      [
        { value: undefined, problem: undefined },
        { value: undefined, problem: undefined },
      ],
    );
    assert.equal(supply.value?.total, 5_000_000_000_000_000_000n);
    world.node.act("setNewer");
    assert.equal((await facts.read(network, {}, true)).rate.value?.now.cents, 596_987n);
  });

  it("keep the previous facts if a route fails, with the reason, and are requested again at once", async () => {
    const { facts, network } = opened();
    await facts.read(network);
    world.node.answer("/network/fees", "no", 400);
    const { fees, rate } = await facts.read(network, {}, true);
    assert.equal(fees.value?.fees.length, 3);
    assert.equal(fees.problem?.kind, "invalid");
    assert.equal(rate.problem, undefined);
    world.node.service.faults.clear();
    assert.equal((await facts.read(network)).fees.problem, undefined);
  });

  it("are never replaced by those of a load that began before a refresh and ends after it", async () => {
    const { api, service } = world.node;
    const network = { name: "mine", address: service.origin };
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    let began = 0;
    // The first load gets its fees only after the refresh has ended.
    const getApi = () => {
      began += 1;
      const own = api();
      const isFirst = began === 1;
      return new Proxy(own, {
        get: (target, name) => {
          if (name === "fees" && isFirst) return () => slow.then(() => target.fees({}));
          const member: unknown = Reflect.get(target, name, target);
          return typeof member === "function" ? member.bind(target) : member;
        },
      });
    };
    const facts = new NetworkFacts({ getApi, now: () => 1_000_000 });
    const older = facts.read(network);
    const newer = await facts.read(network, {}, true);
    release();
    await older;
    assert.equal(facts.getKnown(network), newer);
    assert.equal(await facts.read(network), newer);
  });

  it("keep loading for others when one caller cancels", async () => {
    const { facts, network } = opened();
    const abort = new AbortController();
    const given = facts.read(network, { signal: abort.signal });
    const other = facts.read(network);
    abort.abort();
    await assert.rejects(given, { kind: "canceled" });
    assert.equal((await other).nodes.value?.all.length, 31);
  });

  it("show missing stakes as not recorded, and count nodes with a stake", async () => {
    const { facts, network } = opened();
    const nodes = (await facts.read(network)).nodes.value?.all ?? [];
    assert.equal(nodes.at(-1)?.stake, undefined);
    assert.equal(
      sumStake(nodes),
      nodes.reduce((sum, { stake = 0n }) => sum + stake, 0n),
    );
    assert.equal(sumStake(nodes.slice(-1)), undefined);
  });

  it("leave out and count a malformed node, and keep every digit of 64-bit numbers", async () => {
    const { facts, network } = opened();
    world.node.answer(
      "/network/nodes",
      `{"nodes":[{"node_id":1,"stake":${HIGHEST},"service_endpoints":[]},{"node_id":"x"}],"links":{"next":null}}`,
      200,
    );
    const { value } = (await facts.read(network)).nodes;
    assert.equal(value?.skipped, 1);
    assert.equal(value.all[0]?.stake, HIGHEST);
  });
});
