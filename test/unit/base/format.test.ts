// Numbers, times and lists in the user's language and time zone.
import assert from "node:assert/strict";
import { Format } from "../../../src/base/format.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 10, 20, 14, 32);

const english = new Format("en");
const german = new Format("de");
const kathmandu = new Format("en", "Asia/Kathmandu");
const berlin = new Format("en", "Europe/Berlin");
/** Replaces the no-break spaces that Intl writes between numbers and units. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("Format", () => {
  it("formats numbers in the user's language, without losing a digit", () => {
    assert.equal(english.count(9_223_372_036_847_275_807n), "9,223,372,036,847,275,807");
    assert.equal(german.count(1_234_567), "1.234.567");
    assert.equal(english.decimal("-13512460000.50000001"), "−13,512,460,000.50000001");
    assert.equal(german.decimal("1234.5"), "1.234,5");
    assert.equal(english.decimal("7"), "7");
    assert.equal(english.fixed(1.5, 3), "1.500");
  });

  it("writes counts as Intl does in each language of VS Code, and in others", () => {
    const languages = [
      "cs",
      "de",
      "en",
      "es",
      "fr",
      "hu",
      "it",
      "ja",
      "ko",
      "pl",
      "pt-br",
      "ru",
      "tr",
      "zh-cn",
      "zh-tw",
    ];
    for (const language of [...languages, "ar-EG", "fa", "bn", "esu"]) {
      const format = new Format(language);
      const intl = new Intl.NumberFormat(language);
      for (const value of [-1, 0, 1, 9, 10, 99, 100, 999, 1000, 45_678, 1_234_567, 0.5, 1e21, NaN, 7n, 1000n])
        assert.equal(format.count(value), intl.format(value), `${value} in ${language}`);
    }
  });

  it("writes units and ages in English as Intl does", () => {
    for (const unit of ["second", "minute", "hour", "day"] as const) {
      const intl = new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "short" });
      for (const value of [0, 1, 2, 59, 1000, 12_345, 1.5, -1])
        assert.equal(english.unit(value, unit), intl.format(value), `${value} ${unit}`);
    }
    assert.equal(english.age(NOW, NOW), new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(0, "second"));
  });

  it("writes the counts and ages of rows in English without Intl, which takes long to start", () => {
    const { NumberFormat, RelativeTimeFormat } = Intl;
    const format = new Format("en");
    const fail = (): never => assert.fail("asked Intl");
    Object.assign(Intl, { NumberFormat: fail, RelativeTimeFormat: fail });
    try {
      assert.equal(format.count(1_985n), "1,985");
      assert.equal(format.age(NOW - 5 * HOUR_MS, NOW), "5 hr");
      assert.equal(format.age(NOW, NOW), "now");
    } finally {
      Object.assign(Intl, { NumberFormat, RelativeTimeFormat });
    }
  });

  it("shortens large numbers consistently", () => {
    assert.equal(english.compact(4_860_000), "4.86M");
    assert.equal(english.compact(2_860_000n), "2.86M");
    assert.equal(plain(german.compact(4_860_000)), "4,86 Mio.");
  });

  it("gives short numbers three significant digits, whatever their size", () => {
    assert.deepEqual(
      [0, 7, 999, 1_284, 98_204, 181_774, 999_999, 13_512_460_000n].map((value) => english.compact(value)),
      ["0", "7", "999", "1.28K", "98.2K", "182K", "1M", "13.5B"],
    );
  });

  it("formats percentages and sizes", () => {
    assert.equal(english.percent(0.1324), "13.2%");
    assert.equal(plain(german.percent(0.1324)), "13,2 %");
    assert.equal(plain(english.bytes(0)), "0 bytes");
    assert.equal(plain(english.bytes(1)), "1 byte");
    assert.equal(plain(english.bytes(999)), "999 bytes");
    assert.equal(plain(german.bytes(999)), "999 Byte");
    assert.equal(plain(english.bytes(3400)), "3.4 kB");
    assert.equal(plain(english.bytes(999_949)), "999.9 kB");
    assert.equal(plain(english.bytes(999_950)), "1 MB");
    assert.equal(plain(english.bytes(999_999_999)), "1 GB");
    assert.equal(plain(german.bytes(3_400_000)), "3,4 MB");
    assert.equal(plain(english.bytes(5e12)), "5,000 GB");
  });

  it("formats ages for rows, and uses a date from a month on", () => {
    const ages = [0, 59_000, MINUTE_MS, 59 * MINUTE_MS, HOUR_MS, 23 * HOUR_MS, DAY_MS, 29 * DAY_MS];
    assert.deepEqual(
      ages.map((age) => english.age(NOW - age, NOW)),
      ["now", "now", "1 min", "59 min", "1 hr", "23 hr", "1 day", "29 days"],
    );
    assert.equal(english.age(NOW + MINUTE_MS, NOW), "now");
    assert.equal(english.age(NOW - 40 * DAY_MS, NOW), "11 Oct");
    assert.equal(english.age(NOW - 400 * DAY_MS, NOW), "16 Oct 2025");
    assert.equal(plain(german.age(NOW - 4 * MINUTE_MS, NOW)), "4 Min.");
  });

  it("formats the time until then, rounded up", () => {
    assert.deepEqual(
      [39_001, 119_000, 200_000, -1].map((left) => english.until(NOW + left, NOW)),
      ["40 sec", "119 sec", "4 min", "0 sec"],
    );
  });

  it("formats time spans for running text, in the same units as rows", () => {
    assert.equal(english.relative(NOW - 34 * MINUTE_MS, NOW), "34 min ago");
    assert.equal(english.relative(NOW - 22 * HOUR_MS, NOW), "22 hr ago");
    assert.equal(english.relative(NOW - 61 * DAY_MS, NOW), "2 months ago");
    assert.equal(english.relative(NOW + 5 * DAY_MS, NOW), "in 5 days");
    assert.equal(german.relative(NOW - 2 * DAY_MS, NOW), "vor 2 Tagen");
  });

  it("formats durations in their two largest units", () => {
    assert.deepEqual(
      [0, 38, 218, 3600, 7384].map((seconds) => english.duration(seconds)),
      ["0 sec", "38 sec", "3 min 38 sec", "1 hr", "2 hr 3 min"],
    );
  });

  it("formats lists, and dates that can't be misread", () => {
    assert.equal(english.date(NOW, { dateStyle: "medium", timeZone: "UTC" }), "20 Nov 2026");
    assert.equal(german.date(NOW, { dateStyle: "medium", timeZone: "UTC" }), "20.11.2026");
    assert.equal(english.list(["ines", "jun", "you"]), "ines, jun, and you");
    assert.equal(german.list(["ines", "jun"], "disjunction"), "ines oder jun");
  });

  it("formats dates and times in its time zone, and uses the zone's name at that time", () => {
    const at = Date.UTC(2026, 10, 20, 19, 28, 58, 1);
    const form = { dateStyle: "long", timeStyle: "long" } as const;
    assert.equal(new Format("en", "UTC").date(at, form), "20 November 2026 at 19:28:58 UTC");
    assert.equal(kathmandu.date(at, form), "21 November 2026 at 01:13:58 GMT+5:45");
    assert.equal(kathmandu.clock(at, "milliseconds"), "01:13:58.001");
    assert.equal(new Format("de", "Asia/Kathmandu").clock(at, "minutes"), "01:13");
    assert.equal(kathmandu.age(Date.UTC(2025, 11, 31, 18, 15), NOW), "1 Jan");
    const summer = Date.UTC(2026, 6, 1);
    assert.deepEqual([berlin.zoneName(summer), berlin.zoneName(NOW)], ["CEST", "CET"]);
    assert.equal(kathmandu.zoneName(NOW), "GMT+5:45");
  });

  it("uses the computer's time zone if none is given", () => {
    const { TZ } = process.env;
    try {
      process.env["TZ"] = "Asia/Kathmandu";
      assert.equal(new Format("en").clock(NOW, "seconds"), "20:17:00");
      process.env["TZ"] = "America/New_York";
      assert.equal(new Format("en").clock(NOW, "seconds"), "09:32:00");
    } finally {
      if (TZ === undefined) delete process.env["TZ"];
      else process.env["TZ"] = TZ;
    }
  });

  it("counts days and years by its time zone", () => {
    const [before, after] = [Date.UTC(2026, 11, 31, 18, 14), Date.UTC(2026, 11, 31, 18, 15)];
    assert.equal(kathmandu.isSameDay(before, after), false);
    assert.equal(kathmandu.isSameYear(before, after), false);
    assert.equal(berlin.isSameDay(before, after), true);
    assert.equal(berlin.isSameYear(before, after), true);
    const form = { day: "numeric", month: "short" } as const;
    assert.equal(plain(kathmandu.dateRange(before, after, form)).replaceAll("\u2009", " "), "31 Dec 2026 – 1 Jan 2027");
  });

  it("says when its clocks show a time, even on the day when they change", () => {
    const iso = (format: Format, wall: string): string =>
      new Date(format.toInstant(Date.parse(`${wall}Z`))).toISOString();
    assert.equal(iso(kathmandu, "2026-11-21T01:13:58.001"), "2026-11-20T19:28:58.001Z");
    assert.equal(iso(new Format("en", "America/New_York"), "2026-11-21T01:00"), "2026-11-21T06:00:00.000Z");
    // Clocks skip 02:00 to 03:00 on 29 March, and show it twice on 25 October.
    assert.equal(iso(berlin, "2026-03-29T01:59"), "2026-03-29T00:59:00.000Z");
    assert.equal(iso(berlin, "2026-03-29T02:30"), "2026-03-29T01:30:00.000Z");
    assert.equal(iso(berlin, "2026-03-29T03:00"), "2026-03-29T01:00:00.000Z");
    assert.equal(iso(berlin, "2026-10-25T02:30"), "2026-10-25T00:30:00.000Z");
    assert.equal(iso(berlin, "2026-10-25T03:00"), "2026-10-25T02:00:00.000Z");
    assert.equal(iso(new Format("en", "UTC"), "0200-01-01T00:00"), "0200-01-01T00:00:00.000Z");
  });
});
