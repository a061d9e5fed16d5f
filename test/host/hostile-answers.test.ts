// Responses within the byte limit that are made to block the extension host: they end in a row.
import assert from "node:assert/strict";
import { BlockPanels } from "../../src/blocks/block/panel.ts";
import { Pins } from "../../src/blocks/store/pins.ts";
import { toAddress } from "../../src/blocks/model/saved-names.ts";
import { buildRoots } from "../../src/blocks/tree/top-rows.ts";
import { apiV1 } from "../../src/issues/api/api-v1.ts";
import { ExodusApi as TrackersApi } from "../../src/trackers/api/exodus-api.ts";
import type { Node } from "../../src/workbench/tree/node.ts";
import { clientOf, problemOf } from "../unit/base/service.ts";
import { memento } from "../unit/blocks/memento.ts";
import { tokenOf } from "../unit/issues/machine.ts";
import { ledgers } from "./blocks/ledgers.ts";
import { sharedParts, until } from "./extension.ts";
import { underHeartbeat } from "../bench/heartbeat.ts";
import { forgeService } from "./issues/service.ts";
import { openPage } from "./page.ts";
import { trackersService } from "./trackers/service.ts";
import { noLinks } from "./blocks/links.ts";

const SIGNAL = new AbortController().signal;

/** 125 MB of them are a gzip of 550 KB at most. */
const EMPTY = { kind: "packed", unit: "{},", after: "{}]}" };
const MANY = 41_000_000;
/** 15 MB of them are less than a response may have, but more than a list may hold. */
const MANY_WITHIN_THE_BYTES = 5_000_000;

/** A comment as a server sends it. */
const COMMENT = JSON.stringify({
  id: 1,
  user: { id: 7, login: "alice", full_name: "", email: "a@b", avatar_url: "http://x/1", is_admin: false },
  body: "Some words about what happened.\n".repeat(20),
  created_at: "2026-10-21T10:14:26Z",
  updated_at: "2026-10-21T10:14:26Z",
  assets: [],
});

describe("A response that is built to block the extension host", () => {
  const world = ledgers();

  const latest = async (): Promise<Node> => {
    const { store } = world.open();
    const parts = { store, pins: new Pins(memento()), tail: { state: { kind: "live" } } as const, now: Date.now };
    const { nodes } = await buildRoots(parts)(SIGNAL);
    return nodes.find(({ id }) => id.startsWith("newest")) ?? assert.fail("there is no row");
  };
  const read = async (node: Node) => (await node.children?.(SIGNAL)) ?? assert.fail("nothing is under it");

  for (const [where, units] of [
    ["far beyond its bytes", MANY],
    ["within its bytes", MANY_WITHIN_THE_BYTES],
  ] as const) {
    it(`ends in a problem if its list never ends ${where}`, async () => {
      await world.node.fault({ ...EMPTY, path: "/api/v1/blocks", before: '{"blocks":[', units });
      const node = await latest();
      const problem = await underHeartbeat(`A list without end, ${where}`, () => problemOf(read(node)));
      assert.equal(problem.kind, "tooLarge");
    });
  }

  it("shows the rows that fit, and how many were skipped, if its list is too long for its route", async () => {
    await world.node.fault({ ...EMPTY, path: "/api/v1/blocks", before: '{"blocks":[', units: 900_000 });
    const node = await latest();
    const { nodes, skipped } = await underHeartbeat("A list of 900,001 nothings", () => read(node));
    assert.deepEqual([nodes, skipped], [[], 900_001]);
  });

  it("is cut in the list of a thread and of trackers as well", async () => {
    const forge = await forgeService();
    const trackers = await trackersService();
    const issues = apiV1(clientOf(`${forge.base}/api/v1`));
    const exodus = new TrackersApi(clientOf(trackers.origin));
    try {
      await forge.fault({ ...EMPTY, path: "/comments", before: "[", units: MANY, after: "{}]" });
      await trackers.fault({ kind: "packed", path: "/api/trackers", before: "{", unit: '"a":{},', units: MANY / 2 });
      const comments = issues.commentsOfIssue({ owner: "alice", name: "demo" }, 1n);
      const read = Promise.all([problemOf(comments), problemOf(exodus.trackers())]);
      const [one, other] = await underHeartbeat("Two lists without end", () => read);
      assert.deepEqual([one.kind, other.kind], ["tooLarge", "tooLarge"]);

      await forge.mend();
      const thread = { kind: "packed", path: "/comments", before: "[", unit: `${COMMENT},`, units: 20_000 };
      await forge.fault({ ...thread, after: `${COMMENT}]` });
      const long = await underHeartbeat("20,001 comments", () =>
        issues.commentsOfIssue({ owner: "alice", name: "demo" }, 1n),
      );
      assert.deepEqual([long.values.length, long.skipped], [20_001, 0]);
    } finally {
      await Promise.all([forge.reset(), trackers.reset()]);
    }
  });

  it("is cut if it drips, and a write then says that it may have taken effect", async () => {
    const forge = await forgeService();
    const path = "/api/v1/repos/alice/demo/issues/1/comments";
    try {
      await forge.fault({ kind: "drip", path: "/comments", ms: 100 });
      const credential = { origin: forge.base, scheme: "token", value: tokenOf("alice") };
      const client = clientOf(forge.base, { credential: () => Promise.resolve(credential) });
      const [read, written] = await underHeartbeat("Two answers that drip", () =>
        Promise.all([
          problemOf(client.get(path, { wholeMs: 2_000 })),
          problemOf(client.request({ method: "POST", path, json: { body: "x" }, wholeMs: 2_000 })),
        ]),
      );
      assert.deepEqual([read.kind, written.kind, written.facts.wrote], ["timeout", "timeout", "unknown"]);
    } finally {
      await forge.reset();
    }
  });

  it("becomes an error message in the panel if a block is nested 5,000 deep", async () => {
    const { store } = world.open();
    const { blocks } = (await (await fetch(`${world.node.origin}/api/v1/blocks?limit=1`)).json()) as {
      readonly blocks: readonly { readonly number: number }[];
    };
    const [block] = blocks;
    const whole = JSON.stringify(block);
    const body = `${whole.slice(0, -1)},"extra":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}`;
    await world.node.fault({ kind: "status", status: 200, path: "/api/v1/blocks/", body });
    const { kind } = new BlockPanels(store, { ...(await sharedParts()), ...noLinks, pins: new Pins(memento()) });
    const { connection, last } = openPage(kind, toAddress("testnet", { number: BigInt(block?.number ?? 0) }));
    try {
      await underHeartbeat("A block nested 5,000 deep", () =>
        until("the panel says that it failed", () => last().empty !== undefined),
      );
      assert.match(last().empty?.sentence ?? "", /sent a response that Triptych can't read/);
    } finally {
      connection.dispose();
    }
  });
});
