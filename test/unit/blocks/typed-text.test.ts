// Parses everything that people may type into Go to Block.
import assert from "node:assert/strict";
import fc from "fast-check";
import { Format } from "../../../src/base/format.ts";
import { parseIso } from "../../../src/base/time.ts";
import { readTyped, type Reading } from "../../../src/blocks/search/typed-text.ts";

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

function readings(typed: string, newest?: bigint): readonly Reading[] {
  const found = readTyped(typed, NOW, { newest });
  return "readings" in found ? found.readings : [];
}

function time(typed: string): bigint | undefined {
  return readings(typed).find((reading) => reading.kind === "time")?.time;
}

const at = (iso: string): bigint => parseIso(iso) ?? assert.fail(iso);

describe("Text typed into Go to Block", () => {
  it("is a number or a hash", () => {
    assert.deepEqual(readings("103,482,917"), [{ kind: "block", name: { number: 103_482_917n } }]);
    assert.deepEqual(readings("0"), [{ kind: "block", name: { number: 0n } }]);
    const hash = `0x${"ab".repeat(48)}`;
    assert.deepEqual(readings(hash.toUpperCase().replace("X", "x"))[0], { kind: "block", name: { hash } });
  });

  it("is an ISO time, with any fraction and offset", () => {
    for (const [typed, iso] of [
      ["2026-11-20T14:28:58.001273104Z", "2026-11-20T14:28:58.001273104Z"],
      ["2026-11-20 14:28", "2026-11-20T14:28:00Z"],
      ["2026-11-20T15:28:58+01:00", "2026-11-20T14:28:58Z"],
      ["2026-11-20 14:28:58 UTC", "2026-11-20T14:28:58Z"],
      ["2026-11-20 15:28:58.001273104 +0100 CET", "2026-11-20T14:28:58.001273104Z"],
      ["2026-11-20 14:28:58+00", "2026-11-20T14:28:58Z"],
      ['"2026-11-20"', "2026-11-20T00:00:00Z"],
    ] as const) {
      assert.equal(time(typed), at(iso), typed);
      assert.equal(readings(typed).length, 1, typed);
    }
  });

  it("is a time in the user's time zone if it has none", () => {
    const format = new Format("en", "Asia/Kathmandu");
    const toInstant = (wall: number): number => format.toInstant(wall);
    for (const [typed, iso] of [
      ["2026-11-21 14:28", "2026-11-21T08:43:00Z"],
      ["2026-11-21", "2026-11-20T18:15:00Z"],
      ["2026-11-21T14:28:00.000000001", "2026-11-21T08:43:00.000000001Z"],
      ["2026-11-21T14:28:00Z", "2026-11-21T14:28:00Z"],
      ["2026-11-21T14:28:00+01:00", "2026-11-21T13:28:00Z"],
      ["21 November 2026, 14:28:58.001 GMT+5:45", "2026-11-21T08:43:58.001Z"],
      ["21 November 2026, 14:28:58.001 – 14:28:59.987 GMT+5:45, 1.986 s", "2026-11-21T08:43:58.001Z"],
      ["21 November 2026, 14:28:58 UTC", "2026-11-21T14:28:58Z"],
      ["21 November 2026, 14:28:58 GMT-4", "2026-11-21T18:28:58Z"],
      ["21 November 2026, 14:28:58 UTC−4", "2026-11-21T18:28:58Z"],
      ["21 November 2026, 14:28:58", "2026-11-21T08:43:58Z"],
    ] as const) {
      const found = readTyped(typed, NOW, { toInstant });
      const [reading] = "readings" in found ? found.readings : [];
      assert.deepEqual(reading, { kind: "time", time: at(iso) }, typed);
    }
  });

  for (const [language, zone] of [
    ["en", "Europe/Berlin"],
    ["de", "Europe/Berlin"],
    ["en", "Europe/London"],
    ["de", "Africa/Cairo"],
    ["en", "America/New_York"],
  ] as const) {
    it(`is any time that Triptych displays in ${language} and ${zone}, even when clocks go back`, () => {
      const format = new Format(language, zone);
      const context = {
        language,
        toInstant: (wall: number) => format.toInstant(wall),
        zoneName: (at: number) => format.zoneName(at),
      };
      const back = Date.UTC(2026, 9, zone === "Africa/Cairo" ? 29 : 25, 0, 30);
      const hour = 3_600_000;
      for (const shown of [Date.UTC(2026, 0, 5), Date.UTC(2026, 6, 5), back - hour, back, back + hour]) {
        for (const typed of [
          `${format.date(shown, { dateStyle: "long" })}, ${format.clock(shown, "seconds")} ${format.zoneName(shown)}`,
          format.date(shown, { dateStyle: "long", timeStyle: "long" }),
        ]) {
          const found = readTyped(typed, NOW, context);
          assert.deepEqual(found, { readings: [{ kind: "time", time: BigInt(shown) * 1_000_000n }] }, typed);
        }
      }
      // Not the name of the user's zone, or not at that time.
      for (const typed of ["5 January 2026, 14:28 PST", "5 January 2026, 14:28 CEST"])
        assert.deepEqual(readTyped(typed, NOW, context), { fault: { fault: "zone", zone: typed.split(" ").at(-1) } });
    });
  }

  it("is a time in seconds and nanoseconds, in the ledger's format", () => {
    assert.equal(time("1795184938.001273104"), 1_795_184_938_001_273_104n);
    assert.equal(time("1795184938.5"), 1_795_184_938_500_000_000n);
    assert.equal(time("9223372036.854775807"), 9_223_372_036_854_775_807n);
    assert.equal(time("9223372036.854775808"), undefined);
  });

  it("is a time relative to now, in words", () => {
    for (const [typed, seconds] of [
      ["2 hours ago", 7200],
      ["an hour ago", 3600],
      ["90 s ago", 90],
      ["5min ago", 300],
      ["1.5 h ago", 5400],
      ["3 days ago", 259_200],
      ["1 week ago", 604_800],
      ["2 months ago", 5_184_000],
      ["-2h", 7200],
      ["5m", 300],
      ["2h", 7200],
      ["3d", 259_200],
      ["now", 0],
      ["Yesterday", 86_400],
    ] as const) {
      assert.equal(time(typed), BigInt(NOW - seconds * 1000) * 1_000_000n, typed);
    }
    for (const typed of ["2 hours", "5 parsecs ago", "ago", "2000 years ago"])
      assert.equal(time(typed), undefined, typed);
  });

  it("is both a time and a number if its digits may be either, the number first only if a block can have it", () => {
    for (const typed of ["1795184938", "1795184938001", "1795184938001273", "1795184938001273104"]) {
      for (const newest of [undefined, 103_482_917n]) {
        const [first, second] = readings(typed, newest);
        assert.ok(first?.kind === "time" && String(first.time).startsWith("1795184938"), typed);
        assert.deepEqual(second, { kind: "block", name: { number: BigInt(typed) } }, typed);
      }
      const [first, second] = readings(typed, BigInt(typed) - 7n);
      assert.deepEqual([first?.kind, second?.kind], ["block", "time"], typed);
    }
    assert.equal(readings("1034829170").length, 1);
  });

  it("is the latest block, a hexadecimal number as in Ethereum tools, or an entity", () => {
    for (const typed of ["latest", "Newest", "latest block"]) assert.deepEqual(readings(typed), [{ kind: "latest" }]);
    assert.deepEqual(readings("0x5dc"), [{ kind: "block", name: { number: 1500n } }]);
    assert.deepEqual(readings("0.0.1234"), [{ kind: "entity", id: "0.0.1234" }]);
    const address = "22341ae42d6dd7384bc8584e50419ea3ac75b83f";
    for (const typed of [address, `0x${address.toUpperCase()}`])
      assert.deepEqual(readings(typed), [{ kind: "entity", id: `0x${address}` }]);
  });

  it("is any time or block title that Triptych itself displays", () => {
    for (const [typed, iso] of [
      ["21 November 2026, 14:28:58.001 UTC", "2026-11-21T14:28:58.001Z"],
      ["20 November 2026, 14:28:58.001 – 14:28:59.987 UTC, 1.986 s", "2026-11-20T14:28:58.001Z"],
      ["20 November 2026 at 14:28:58 UTC", "2026-11-20T14:28:58Z"],
      ["Nov 21, 2026", "2026-11-21T00:00:00Z"],
      ["Nov 21, 2026, 2:28:58 PM UTC", "2026-11-21T14:28:58Z"],
      ["Nov 21, 2026 at 2:28\u202fp.m. UTC", "2026-11-21T14:28:00Z"],
      ["21 November 2026, 12:05 AM UTC", "2026-11-21T00:05:00Z"],
      ["21 November 2026, 12:05 pm UTC", "2026-11-21T12:05:00Z"],
      ["Sat, 21 Nov 2026 14:28:58 GMT", "2026-11-21T14:28:58Z"],
      ["Sat Nov 21 2026 15:28:58 GMT+0100 (Central European Standard Time)", "2026-11-21T14:28:58Z"],
      // As HashScan displays it.
      ["2:28:58.0012\u00a0PM Nov 21, 2026, UTC", "2026-11-21T14:28:58.0012Z"],
      ["12:05:58.0012 AMNov 21, 2026, GMT+5:30", "2026-11-20T18:35:58.0012Z"],
    ] as const) {
      assert.deepEqual(readings(typed), [{ kind: "time", time: at(iso) }], typed);
    }
    // Times with an unknown zone, or an hour that no clock shows.
    for (const typed of ["Nov 21, 2026, 14:28:58 EST", "21 November 2026, 14:28 PM UTC"])
      assert.equal(time(typed), undefined, typed);
    const found = readTyped("21. November 2026, 14:28", NOW, { language: "de" });
    assert.ok("readings" in found && found.readings[0]?.kind === "time");
    assert.deepEqual(readings("Block 1,234"), [{ kind: "block", name: { number: 1234n } }]);
  });

  it("is not a time if its clock or its order of day and month isn't understood", () => {
    for (const typed of ["11/27/2026, 14:05", "27 Nov 2026, 3 PM", "27 Nov 2026, 14:05 Europe/Berlin"])
      assert.deepEqual(readings(typed), [], typed);
    assert.deepEqual(readings("1.2.2026"), [{ kind: "entity", id: "1.2.2026" }]);
  });

  it("asks for an offset instead of the name of another time zone", () => {
    for (const typed of ["Nov 21, 2026, 14:28:58 EST", "2:28 PM Nov 21, 2026, EST", "2026-11-21 14:28:58 EST"]) {
      const found = readTyped(typed, NOW, { zoneName: () => "EET" });
      assert.deepEqual(found, { fault: { fault: "zone", zone: "EST" } }, typed);
    }
  });

  for (const language of ["cs", "de", "es", "fr", "it", "pl", "pt-br", "ru", "tr"]) {
    it(`is any time that Triptych displays in ${language}`, () => {
      const format = new Format(language, "UTC");
      for (let month = 0; month < 12; month += 1) {
        const shown = Date.UTC(2026, month, 5, 14, 28, 58);
        for (const typed of [
          `${format.date(shown, { dateStyle: "long" })}, ${format.clock(shown, "seconds")} UTC`,
          format.date(shown, { dateStyle: "long", timeStyle: "long" }),
        ]) {
          const found = readTyped(typed, NOW, { language });
          assert.deepEqual(found, { readings: [{ kind: "time", time: BigInt(shown) * 1_000_000n }] }, typed);
        }
      }
    });
  }

  it("is the URL of an explorer or a mirror node", () => {
    const hash = `0x${"ab".repeat(48)}`;
    for (const [typed, is] of [
      ["https://hashscan.io/mainnet/block/103482917", "block"],
      ["https://hashscan.io/testnet/block/103482917/transactions?p=2", "block"],
      [`https://hashscan.io/mainnet/block/${hash}`, "block"],
      ["https://hashscan.io/mainnet/transaction/1795184938.001273104", "time"],
      ["https://hashscan.io/mainnet/transaction/0.0.8-1795184938-001273104", "transaction"],
      ["https://hashscan.io/mainnet/contract/0.0.1234", "entity"],
      ["https://testnet.mirrornode.hedera.com/api/v1/blocks/1500", "block"],
      ["http://localhost:5551/api/v1/transactions/0.0.8-1795184938-001273104?nonce=1", "transaction"],
      [`http://localhost:5551/api/v1/contracts/results/0x${"cd".repeat(32)}`, "block"],
      ["https://mainnet-public.mirrornode.hedera.com/api/v1/accounts/0.0.98", "entity"],
      ["http://localhost:5551/api/v1/topics/messages/1795184938.001273104", "time"],
    ] as const) {
      assert.equal(readings(typed)[0]?.kind, is, typed);
    }
  });

  it("is the block or the time in the query of a mirror node's URL", () => {
    const block = { kind: "block", name: { number: 123n } } as const;
    const time = { kind: "time", time: 1_795_184_938_000_000_000n } as const;
    const hash = `0x${"ab".repeat(48)}`;
    for (const [query, reading] of [
      ["blocks?limit=2&block.number=lt:123", block],
      ["blocks/?block.number=gte%3A123&block.number=lt:130", block],
      ["blocks?timestamp=gte:1795184938", time],
      ["transactions?timestamp=1795184938.000000000&limit=100", time],
      ["contracts/results?block.number=123", block],
      [`contracts/results?block.hash=${hash}`, { kind: "block", name: { hash } }],
      ["contracts/results/logs?timestamp=gte:1795184938.0&timestamp=lte:1795184940.0", time],
      ["transactions?account.id=0.0.98", { kind: "entity", id: "0.0.98" }],
    ] as const) {
      assert.deepEqual(readings(`https://testnet.mirrornode.hedera.com/api/v1/${query}`)[0], reading, query);
    }
    for (const query of ["blocks", "blocks?limit=25&order=desc", "contracts/results/logs?timestamp=gte:soon"])
      assert.deepEqual(readings(`https://testnet.mirrornode.hedera.com/api/v1/${query}`), [], query);
  });

  it("is the URL of the one transaction with this nonce", () => {
    const id = "0.0.8-1795184938-001273104";
    const url = `http://localhost:5551/api/v1/transactions/${id}`;
    const found = { kind: "transaction", id } as const;
    assert.deepEqual(readings(`${url}?nonce=1`), [{ ...found, shown: `${id}/1`, nonce: 1n }]);
    assert.deepEqual(readings(`${url}?scheduled=true&nonce=0`), [
      { ...found, shown: `${id}?scheduled/0`, scheduled: true, nonce: 0n },
    ]);
    assert.deepEqual(readings(`${url}?scheduled=false`), [{ ...found, shown: id }]);
  });

  it("is an account by its alias, with or without a realm", () => {
    const id = "HIQQEXWKW53RKN4W6XXC4Q232SYNZ3SZANVZZSUME5B5PRGXL663UAQA";
    for (const typed of [id, `0.0.${id}`, `https://hashscan.io/mainnet/account/${id}`])
      assert.deepEqual(readings(typed), [{ kind: "entity", id }]);
    const address = `0x${"ab".repeat(20)}`;
    assert.deepEqual(readings(`0.0.${address.slice(2)}`), [{ kind: "entity", id: address }]);
  });

  it("is a transaction ID in any format", () => {
    for (const typed of [
      "0.0.8@1234567890.000000006",
      "0.0.8-1234567890-000000006",
      "0.0.8@1234567890.6",
      "0.0.8-1234567890-6",
      "0.0.8@1234567890.000000006?scheduled",
      "0.0.8@1234567890.000000006/2",
      " 0.0.8@1234567890.000000006 ",
    ]) {
      const [reading, ...more] = readings(typed);
      assert.ok(reading?.kind === "transaction" && reading.id === "0.0.8-1234567890-000000006", typed);
      assert.deepEqual(more, []);
    }
  });

  it("is the hash of a transaction or a block; in base64, only of a transaction", () => {
    const hash = `0x${"ab".repeat(48)}`;
    assert.deepEqual(
      readings(hash).map(({ kind }) => kind),
      ["block", "transaction"],
    );
    const [reading, ...more] = readings("oKRdbXnV12L7hgGQJ2UAJJaNx1ij9vB8UqG4o521hIKlmDQZn+rj4AgGN8AS5h/q");
    assert.ok(reading?.kind === "transaction" && !/[+/]/.test(reading.id));
    assert.deepEqual(more, []);
  });

  it("is the name of a record file or a block file", () => {
    for (const [start, time] of [
      ["2022-05-03T06_46_26.060890949Z", "2022-05-03T06:46:26.060890949Z"],
      // Old networks omitted zeros at the end.
      ["2019-10-11T13_32_41.443132Z", "2019-10-11T13:32:41.443132Z"],
      ["2021-03-10T16_30_00Z", "2021-03-10T16:30:00Z"],
    ] as const) {
      for (const extension of ["", ".rcd", ".rcd.gz", ".rcd_sig", "_01.rcd.gz"]) {
        const [reading] = readings(start + extension);
        assert.ok(reading?.kind === "file" && reading.time === at(time), start + extension);
      }
    }
    for (const typed of ["000000000000000000000000000000001999.blk", "000000000000000000000000000000001999.blk.gz"]) {
      assert.deepEqual(readings(typed), [{ kind: "block", name: { number: 1999n } }], typed);
    }
  });

  it("is rejected with a reason if it is none of these", () => {
    for (const [typed, fault] of [
      ["", "nothing"],
      ["-5", "negative"],
      ["99999999999999999999", "tooHigh"],
      [`0x${"1".repeat(30)}`, "digits"],
      ["soon", "unknown"],
      ["https://example.com/about", "unknown"],
      ["2026-13-01", "unknown"],
      ["0.0.8@1234567890", "unknown"],
      ["0.0.8@9223372036.854775808", "unknown"],
      ["0.0.9223372036854775808", "unknown"],
    ] as const) {
      const found = readTyped(typed, NOW);
      assert.ok("fault" in found && found.fault.fault === fault, typed);
    }
  });

  it("never leads to a request that a node must not get, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-0-9.@ a-z]{0,40}$/)), (typed) => {
        for (const reading of readings(typed)) {
          if (reading.kind === "time" || reading.kind === "file") {
            assert.ok(reading.time >= 0n && reading.time < 2n ** 63n);
          }
          if (reading.kind === "transaction") assert.match(reading.id, /^[\w.-]+$/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
