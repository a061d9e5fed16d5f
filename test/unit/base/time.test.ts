// Times and durations, exact to the nanosecond.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import {
  compareTimes,
  splitDuration,
  formatDuration,
  formatIso,
  formatSeconds,
  fromEpochSeconds,
  fromMilliseconds,
  parseIso,
  parseSeconds,
  toMilliseconds,
} from "../../../src/base/time.ts";

/** From the year 1 to the year 9999. */
const moment = fc.bigInt({ min: -62_135_596_800_000_000_000n, max: 253_402_300_799_999_999_999n });

describe("A time", () => {
  it("is written with nine digits and read back to the nanosecond", () => {
    assert.equal(parseSeconds("1676540001.234500000"), 1676540001_234500000n);
    assert.equal(formatSeconds(1676540001_234500000n), "1676540001.234500000");
    assert.equal(formatSeconds(1n), "0.000000001");
    fc.assert(fc.property(moment, (time) => assert.equal(parseSeconds(formatSeconds(time)), time)));
    fc.assert(fc.property(moment, (time) => assert.equal(parseIso(formatIso(time)), time)));
  });

  it("is padded with zeros if its fraction is short", () => {
    assert.equal(parseSeconds("5"), 5_000000000n);
    assert.equal(parseSeconds("5.1"), 5_100000000n);
    assert.equal(parseSeconds("5.000000001"), 5_000000001n);
  });

  it("is not parsed from invalid text", () => {
    for (const text of ["", ".5", "5.", "1e3", "0x10", "5.0000000001", " 5", "5 ", "12345678901234567"]) {
      assert.equal(parseSeconds(text), undefined, text);
    }
    for (const text of [
      "",
      "2026",
      "2026-13-01",
      "2026-02-30",
      "2026-01-01T24:00:00Z",
      "2026-01-01T00:00:00+24:00",
      "1676540001.5",
      "2026-01-01T00:00:60Z",
    ]) {
      assert.equal(parseIso(text), undefined, text);
    }
    for (const number of [Number.NaN, Infinity]) assert.equal(fromEpochSeconds(number), undefined);
  });

  it("is not parsed beyond what a date can show, which would fail only when it is drawn", () => {
    for (const text of ["8640000000000", "-8640000000000", "253402300799.999999999"])
      assert.match(formatIso(parseSeconds(text) ?? 0n), /^[+-]?\d{4,6}-\d\d-\d\dT/, text);
    for (const text of ["8640000000000.000000001", "-8640000000000.000000001", "9999999999999999"])
      assert.equal(parseSeconds(text), undefined, text);
    assert.equal(fromEpochSeconds(1e15), undefined);
  });

  it("is parsed from ISO with any fraction and any offset", () => {
    const start = BigInt(Date.UTC(2026, 6, 1, 10)) * 1_000_000n;
    for (const [text, nanoseconds] of [
      ["2026-07-01T10:00:00Z", 0n],
      ["2026-07-01T10:00:00.123Z", 123_000_000n],
      ["2026-07-01T10:00:00.123456Z", 123_456_000n],
      ["2026-07-01T10:00:00.123456789Z", 123_456_789n],
      ["2026-07-01T10:00:00.1234567891234Z", 123_456_789n],
      ["2026-07-01T12:00:00+02:00", 0n],
      ["2026-07-01T04:30:00.5-05:30", 500_000_000n],
      ["2026-07-01T12:00:00+0200", 0n],
      ["2026-07-01T10:00:00", 0n],
      ["2026-07-01 10:00", 0n],
    ] as const) {
      assert.equal(parseIso(text), start + nanoseconds, text);
    }
    assert.equal(parseIso("2026-07-01"), BigInt(Date.UTC(2026, 6, 1)) * 1_000_000n);
    assert.equal(formatIso(parseIso("0001-01-01T00:00:00Z") ?? 0n), "0001-01-01T00:00:00Z");
  });

  it("agrees with Date to the millisecond", () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date("0001-01-01"), max: new Date("9999-12-31") }),
        (date) => {
          assert.equal(parseIso(date.toISOString()), fromMilliseconds(date.getTime()));
          assert.equal(toMilliseconds(fromMilliseconds(date.getTime())), date.getTime());
        },
      ),
    );
    assert.equal(toMilliseconds(1_999_999n), 1);
    assert.equal(toMilliseconds(-1n), -1);
  });

  it("is parsed from float seconds as they were written", () => {
    assert.equal(fromEpochSeconds(Number("1643769065.0")), 1643769065_000000000n);
    assert.equal(fromEpochSeconds(Number("1643769065.123456")), 1643769065_123456000n);
    assert.equal(fromEpochSeconds(1e-7), 100n);
    assert.equal(fromEpochSeconds(-1.5), -1_500000000n);
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.nat(999_999), (seconds, micro) => {
        const text = `${seconds}.${String(micro).padStart(6, "0")}`;
        assert.equal(fromEpochSeconds(Number(text)), parseSeconds(text));
      }),
    );
  });

  it("sorts by the moment, not by how it is written", () => {
    const forms = [
      "2026-07-01T10:00:00Z",
      "2026-07-01T09:59:59.999999999Z",
      "2026-07-01T11:59:59+02:00",
      "2026-07-01T10:00:00.000000001Z",
    ];
    const sorted = forms.toSorted((one, other) => compareTimes(parseIso(one) ?? 0n, parseIso(other) ?? 0n));
    assert.deepEqual(sorted, [forms[2], forms[1], forms[0], forms[3]]);
    assert.equal(compareTimes(1n, 1n), 0);
  });
});

describe("A duration", () => {
  it("is written exactly, without needless zeros", () => {
    assert.equal(formatDuration(1_987654321n), "1.987654321");
    assert.equal(formatDuration(1_900000000n), "1.9");
    assert.equal(formatDuration(86_400_000000000n), "86400");
    assert.equal(formatDuration(0n), "0");
    assert.equal(formatDuration(-1n), "-0.000000001");
  });

  it("is split into the units that people read", () => {
    assert.deepEqual(splitDuration(90_061_000000005n), { days: 1, hours: 1, minutes: 1, seconds: 1, nanoseconds: 5 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (length) => {
        const { days, hours, minutes, seconds, nanoseconds } = splitDuration(length);
        const whole = BigInt(((days * 24 + hours) * 60 + minutes) * 60 + seconds);
        assert.equal(whole * 1_000_000_000n + BigInt(nanoseconds), length);
      }),
    );
  });
});
