// Searches in bloom filters: what users can type, and what a filter answers.
import assert from "node:assert/strict";
import { inBloom, parseLogQuery } from "../../../src/blocks/model/bloom.ts";
import { hashEvent } from "../../../src/blocks/model/event.ts";

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const WRITTEN = [
  "0x22341ae42d6dd7384bc8584e50419ea3ac75b83f",
  "0x04491edcd115127caedbd478e2e7895ed80c7847e903431f94f9cfa579cad47f",
];

function bloomOf(...bits: number[]): string {
  const bytes = Array.from({ length: 256 }, () => 0);
  for (const bit of bits) bytes[255 - (bit >> 3)] = (bytes[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7));
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

describe("A query for a logs bloom", () => {
  for (const [typed, kind, hex, more] of [
    ["0x22341AE42D6DD7384BC8584E50419EA3AC75B83F", "address", WRITTEN[0]],
    [" 22341ae42d6dd7384bc8584e50419ea3ac75b83f ", "address", WRITTEN[0]],
    [WRITTEN[1], "topic", WRITTEN[1]],
    ["0.0.1234", "address", "0x00000000000000000000000000000000000004d2", { entity: "0.0.1234" }],
    [
      "0.0.1234-dfkxr",
      "address",
      "0x00000000000000000000000000000000000004d2",
      { entity: "0.0.1234", checksum: "dfkxr" },
    ],
    [
      "1.2.9223372036854775807",
      "address",
      "0x0000000100000000000000027fffffffffffffff",
      { entity: "1.2.9223372036854775807" },
    ],
    ...[
      "Transfer(address, address, uint256)",
      "Transfer(address,address,uint)",
      "event Transfer(address indexed from, address indexed to, uint256 value);",
      "  Transfer ( address indexed from , address payable to, uint value ) ",
    ].map((event) => [event, "topic", TRANSFER, { event: "Transfer(address,address,uint256)" }] as const),
    [
      "event Filled(tuple(address who, uint[2][] much)[] indexed parts, bytes32 id, (int a, byte b) more) anonymous",
      "topic",
      hashEvent("Filled((address,uint256[2][])[],bytes32,(int256,bytes1))"),
      { event: "Filled((address,uint256[2][])[],bytes32,(int256,bytes1))" },
    ],
    ["Paused()", "topic", hashEvent("Paused()"), { event: "Paused()" }],
    ...["Paid(address payable [2][] )", "Paid(address payable)", "Paid( address indexed )"].map((typed) => {
      const event = typed.includes("[") ? "Paid(address[2][])" : "Paid(address)";
      return [typed, "topic", hashEvent(event), { event }] as const;
    }),
  ] as const) {
    it(`is parsed from ${typed}`, () => {
      assert.deepEqual(parseLogQuery(typed ?? ""), { kind, hex, ...more });
    });
  }

  for (const typed of [
    "",
    "hello",
    "0x1234",
    "0.0",
    "0.0.9223372036854775808",
    "4294967296.0.1",
    "Transfer(",
    "Transfer(address,)",
    "Transfer((address)",
    "Transfer(address))",
    "Transfer(address)anonymous",
    "Transfer(address indexed to from)",
    "Transfer(address[]to)",
    "Transfer((address) payable to)",
    `Transfer${"(".repeat(40)}address${")".repeat(40)}`,
    "event",
    "0xzz",
  ]) {
    it(`is not parsed from "${typed}"`, () => {
      assert.equal(parseLogQuery(typed), undefined);
    });
  }
});

describe("A type known only to the source code", () => {
  for (const [typed, unknownType] of [
    ["Swap(IERC20 token, uint256 amount)", "IERC20"],
    ["Moved(uint257)", "uint257"],
    ["Moved(bytes33 id)", "bytes33"],
    ["Moved((Status status)[] all)", "Status"],
  ] as const) {
    it(`is reported by name, and not hashed, in ${typed}`, () => {
      assert.deepEqual(parseLogQuery(typed), { unknownType });
    });
  }
});

describe("A logs bloom", () => {
  const event = parseLogQuery("Transfer(address,address,uint256)");
  const zero = parseLogQuery("0x0000000000000000000000000000000000000000");
  assert.ok(event !== undefined && "hex" in event && zero !== undefined && "hex" in zero);
  // keccak-256 of 20 zero bytes begins 5380c7b7ae81…: bits 0x380, 0x7b7, 0x681.
  const bits = [0x5380 & 0x7ff, 0xc7b7 & 0x7ff, 0xae81 & 0x7ff];

  it('answers "possibly" if all three bits are set', () => {
    assert.equal(inBloom(bloomOf(...bits), zero), "possibly");
    assert.equal(inBloom(bloomOf(...bits, 1, 2, 3), zero), "possibly");
  });

  it('answers "no" if one of the three is not set', () => {
    for (const missing of bits) assert.equal(inBloom(bloomOf(...bits.filter((bit) => bit !== missing)), zero), "no");
    assert.equal(inBloom(bloomOf(...bits), event), "no");
  });

  it('answers "no" if nothing was logged, which the node writes as 0x', () => {
    assert.equal(inBloom("0x", zero), "no");
    assert.equal(inBloom(bloomOf(), zero), "no");
  });

  it("is aligned to its right end if the node omits leading zeros", () => {
    const low = bloomOf(0, 1).replace(/^0x0+/, "0x0");
    assert.equal(inBloom(low.length % 2 === 0 ? low : low.replace("0x", "0x0"), zero), "no");
    const short = `0x${bloomOf(...bits)
      .slice(2)
      .replace(/^(00)+/, "")}`;
    assert.ok(short.length < 514);
    assert.equal(inBloom(short, zero), "possibly");
  });

  for (const bloom of [undefined, "", "0x1", "0xzz", `0x${"00".repeat(257)}`, "ff"]) {
    it(`counts as not recorded if the node sends ${bloom?.slice(0, 8) ?? "none"}`, () => {
      assert.equal(inBloom(bloom, zero), "notRecorded");
    });
  }
});
