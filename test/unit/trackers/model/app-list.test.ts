// The list of all apps: decoding it in chunks, saving it as a file, and searching it.
import assert from "node:assert/strict";
import fc from "fast-check";
import { streamElements, type ElementSink } from "../../../../src/base/json/json-stream.ts";
import { Problem } from "../../../../src/base/problem.ts";
import { AppListDecoder } from "../../../../src/trackers/api/app-list-decoder.ts";
import type { AppList } from "../../../../src/trackers/model/app-list/app-list.ts";
import { AppListBuilder } from "../../../../src/trackers/model/app-list/builder.ts";
import { getLetterBit } from "../../../../src/trackers/model/app-list/byte-kinds.ts";
import { distanceAt } from "../../../../src/trackers/model/app-list/edit-distance.ts";
import { readListFile, writeListFile } from "../../../../src/trackers/model/app-list/list-file.ts";
import { MATCHES, searchApps } from "../../../../src/trackers/model/app-list/search.ts";
import { TextTable } from "../../../../src/trackers/model/app-list/text-table.ts";
import { foldText } from "../../../../src/trackers/model/search-text.ts";

type Row = Readonly<Record<string, unknown>>;

/** Decodes a list from these bytes, in chunks of this size. */
async function read(
  body: string | Uint8Array,
  size = 1 << 16,
  way: (rows: AppListDecoder) => ElementSink = (rows) => rows,
) {
  const bytes = Buffer.from(body);
  async function* pieces() {
    // Each chunk is a copy, because the source of a stream may reuse its buffer.
    for (let at = 0; at < bytes.length; at += size) yield Uint8Array.from(bytes.subarray(at, at + size));
  }
  const builder = new AppListBuilder();
  const rows = new AppListDecoder(builder);
  await streamElements(pieces(), "applications", way(rows));
  const { skipped, reasons } = rows.skipping;
  return { list: await builder.list({ form: "full", skipped, readAt: 1 }), skipped, reasons };
}

/** JSON as Python writes it: a space after each comma and colon, everything beyond ASCII escaped. */
function asService(rows: readonly Row[]): string {
  const text = JSON.stringify({ applications: rows }).replaceAll(/[\u007f-\uffff]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return text.replaceAll('":', '": ').replaceAll(',"', ', "').replaceAll("},{", "}, {");
}

function row(handle: string, name: string, more: Row = {}): Row {
  return {
    id: 7,
    handle,
    name,
    creator: "",
    downloads: "",
    app_uid: "0F9E2328F3ACE9E87B105965D7756DA4CAAF9CF7",
    source: "google",
    icon_phash: "5323",
    report_updated_at: 1_612_236_820.5,
    ...more,
  };
}

/** Decodes every row like any other answer, without the fast path. */
const theLongWay = (rows: AppListDecoder): ElementSink => ({
  readDirectly: () => -1,
  take: (element) => rows.take(element),
});

/** The list decoded from a body, or the problem. */
async function outcome(body: Uint8Array, size: number, way?: (rows: AppListDecoder) => ElementSink) {
  try {
    const { list, skipped } = await read(body, size, way);
    return { apps: apps(list), skipped };
  } catch (error) {
    assert.ok(error instanceof Problem);
    return error.kind;
  }
}

async function listing(rows: readonly Row[]): Promise<AppList> {
  return (await read(asService(rows))).list;
}

const apps = (list: AppList) => Array.from({ length: list.count }, (_, place) => list.app(place));

const ODD: readonly Row[] = [
  row("org.example.Plain", "Plain Name", { creator: "Ann", downloads: "50,000+ downloads" }),
  row("org.example.cafe", "Café “Ráfaga”", { creator: "Björn Åkesson", source: "fdroid" }),
  row("org.example.hibi", "日々の歩み 😀", { source: "" }),
  row("org.example.lines", 'two\nlines\tand \\ "quotes"'),
  row("org.example.empty", "", { report_updated_at: 0 }),
  row("com.Example_under-score.X9", "UPPER lower"),
];

/** Rows of different shapes in turn, so that a row can't inherit fields from the previous one. */
const MIXED: readonly Row[] = [
  ...ODD,
  ...ODD.flatMap((each, place) => [
    { id: place, handle: `org.example.short${place}`, app_uid: "0F", source: "fdroid" },
    { ...each, more: ["a", { b: "}" }] },
    { id: place, handle: `org.example.shorter${place}`, app_uid: "0F", source: "" },
  ]),
  ...ODD,
];

describe("The list of all apps", () => {
  it("keeps each app as it was sent, whatever its name contains and wherever the chunks are cut", async () => {
    const body = asService(ODD);
    const whole = apps((await read(body)).list);
    assert.deepEqual(
      whole.map(({ handle, name, source }) => [handle, name ?? "", source]),
      ODD.map(({ handle, name, source }) => [handle, name, source]),
    );
    assert.equal(whole[0]?.creator, "Ann");
    assert.equal(whole[1]?.creator, "Björn Åkesson");
    for (const size of [1, 7, 100, 333]) assert.deepEqual(apps((await read(body, size)).list), whole, `${size}`);
  });

  it("accepts another server's format: compact, in another order, unescaped, with more fields", async () => {
    const whole = apps((await read(asService(ODD))).list);
    const others = ODD.map((each) =>
      Object.fromEntries([["new", { nested: ["}", "{"] }], ...Object.entries(each).toReversed()]),
    );
    for (const body of [
      JSON.stringify({ applications: ODD }),
      JSON.stringify({ applications: others, more: [1] }),
      JSON.stringify({ applications: others }, null, 2),
    ]) {
      for (const size of [1, 50, 1 << 16]) assert.deepEqual(apps((await read(body, size)).list), whole);
    }
  });

  it("leaves out entries that are not apps, says how many and why, and keeps apps with null or missing fields", async () => {
    const body = asService([
      row("org.example.a", "A"),
      { handle: "" },
      { handle: 7, name: "Seven" },
      row("org.example.b", "B", { name: null, creator: null, source: null, report_updated_at: null, id: null }),
      { handle: "org.example.c" },
      row("org.example.d", "D", { name: ["D"] }),
      row("org.example.e", "E", { report_updated_at: -5 }),
    ]).replace("]}", ', null, "text", 5, []]}');
    const { list, skipped, reasons } = await read(body);
    assert.deepEqual(
      apps(list).map(({ handle, name }) => [handle, name]),
      [
        ["org.example.a", "A"],
        ["org.example.b", undefined],
        ["org.example.c", undefined],
        ["org.example.e", "E"],
      ],
    );
    assert.equal(skipped, 7);
    assert.match(reasons[0]?.facts.at ?? "", /^applications\[1\]\.handle$/);
  });

  it("decodes the same on the fast and the slow path, with any byte changed and cut anywhere", async () => {
    const body = Buffer.from(asService(MIXED));
    const anyByte = fc.oneof(fc.constantFrom(...Buffer.from('"\\{}[],: .0-u\n\x7f\x80\xff', "latin1")), fc.nat(255));
    const changes = fc.array(fc.tuple(fc.nat(body.length - 1), anyByte), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(changes, fc.constantFrom(1 << 16, 1000, 300), async (changed, size) => {
        const bytes = Buffer.from(body);
        for (const [at, byte] of changed) bytes[at] = byte;
        assert.deepEqual(await outcome(bytes, size), await outcome(bytes, size, theLongWay));
      }),
      { numRuns: 300 },
    );
    assert.deepEqual(await outcome(body, 1 << 16), await outcome(body, 1 << 16, theLongWay));
  });

  it("decodes the same on the fast and the slow path, with any byte in a text", async () => {
    const body = Buffer.from(asService([row("org.example.a", "Name of this"), row("org.example.b", "B")]));
    const name = body.indexOf("Name of this");
    for (let byte = 0; byte < 256; byte += 1) {
      for (let place = 0; place < 4; place += 1) {
        const bytes = Buffer.from(body);
        bytes[name + place] = byte;
        assert.deepEqual(await outcome(bytes, 1 << 16), await outcome(bytes, 1 << 16, theLongWay), `${byte}, ${place}`);
      }
    }
  });

  it("rejects a list that is cut off, isn't a list, or is broken inside a row", async () => {
    const body = asService(ODD);
    const broken = [
      body.slice(0, -2),
      body.slice(0, 200),
      "<html></html>",
      "{}",
      '{"applications": {}}',
      body.replace('"source"', "source"),
      body.replace("Plain Name", "Plain \\x Name"),
      body.replace("Plain Name", "Plain \u0001 Name"),
      body.replace("1612236820.5", "1612236820."),
      body.replace('"id": 7,', '"id": 07,'),
    ];
    for (const each of broken) await assert.rejects(read(each), { kind: "malformed" }, each.slice(0, 60));
    assert.equal((await read('{"applications": null}')).list.count, 0);
  });

  it("is the same after it is read from its file, and is rejected if the file is truncated", async () => {
    const list = await listing(ODD);
    const pieces: Uint8Array[] = [];
    for await (const piece of writeListFile(list)) pieces.push(piece);
    const file = Uint8Array.from(Buffer.concat(pieces));
    const again = readListFile(file) ?? assert.fail("no list");
    assert.deepEqual(apps(again), apps(list));
    assert.deepEqual(again.facts, list.facts);
    assert.deepEqual(searchApps(again, "cafe"), searchApps(list, "cafe"));
    assert.equal(readListFile(file.slice(0, -1)), undefined);
    assert.equal(readListFile(file.slice(0, 500)), undefined);
    assert.equal(readListFile(file.slice().fill(0, 0, 100)), undefined);
  });

  it("stores very long texts and very many sources without losing a row", async () => {
    const rows = Array.from({ length: 70_000 }, (_, place) => ({ handle: `a.b${place}`, source: `s${place}` }));
    const list = await listing([
      ...rows,
      row("org.example.long", "x".repeat(100_000), { creator: "y".repeat(50_000) }),
    ]);
    assert.equal(list.count, 70_001);
    assert.equal(list.app(69_999).handle, "a.b69999");
    assert.equal(searchApps(list, "a.b69999")[0]?.handle, "a.b69999");
    assert.equal(list.app(70_000).creator?.length, 50_000);
  });
});

describe("The texts of a list of apps", () => {
  it("are stored once each", () => {
    const table = new TextTable();
    const add = (text: string): number => table.add(Buffer.from(text), 0, text.length);
    assert.deepEqual(["", "a", "b", "a", "a", "", "c", "b"].map(add), [0, 1, 2, 1, 1, 0, 3, 2]);
  });
});

describe("Searching all apps", () => {
  const rows = [
    row("org.example.nighttrain", "Night Train"),
    row("net.example.tram", "Tram"),
    row("org.example.tramway", "Tramway"),
    row("org.example.tramway", "Tramway", { source: "fdroid" }),
    row("tram.example.other", "Other"),
    row("org.example.mytram", "My Tram Pass"),
    row("com.example.streetcar", "Untrammelled"),
    row("org.example.cafe.rafaga", "Café Ráfaga"),
    row("com.example.lodka", "Łódka"),
    row("org.example.hibi", "日々の歩み"),
    row("net.example.yamshchik", "Ямщик"),
    row("org.example.greenhouse", "Greenhouse"),
    row("org.example.odigos", "ΟΔΗΓΟΣ ΠΟΛΗΣ"),
    row("org.example.ohara", "O’Hara’s Drive‑In – Menu"),
  ];
  let list: AppList;

  before(async () => {
    list = await listing(rows);
  });

  const found = (typed: string) =>
    searchApps(list, typed).map(({ name, handle, match }) => `${match} ${name ?? handle}`);

  it("lists exact matches first, then starts, then words, then parts of words, then similar names", () => {
    assert.deepEqual(found("tram"), [
      "exact Tram",
      "name Tramway",
      "handle Other",
      "word My Tram Pass",
      "part Untrammelled",
    ]);
    assert.deepEqual(found("tramm"), ["part Untrammelled", "fuzzy Tram", "fuzzy Tramway", "fuzzy My Tram Pass"]);
  });

  it("lists each package name once, with all of its sources", () => {
    const [first, ...more] = searchApps(list, "org.example.tramway");
    assert.deepEqual(first?.sources, ["google", "fdroid"]);
    assert.equal(first.match, "exact");
    assert.ok(more.every(({ handle }) => handle !== "org.example.tramway"));
  });

  it("finds names in any script, ignoring case and accents", () => {
    assert.equal(found("CAFE RAFAGA")[0], "exact Café Ráfaga");
    assert.equal(found("ráfaga")[0], "word Café Ráfaga");
    assert.equal(found("lodka")[0], "exact Łódka");
    assert.equal(found("łód")[0], "name Łódka");
    assert.equal(found("ямщ")[0], "name Ямщик");
    assert.equal(found("歩み")[0], "part 日々の歩み");
    assert.equal(found("οδηγός")[0], "name ΟΔΗΓΟΣ ΠΟΛΗΣ");
  });

  it("finds names with typographic quotes and dashes, which few people type", () => {
    const name = "O’Hara’s Drive‑In – Menu";
    for (const typed of ["o'hara", "o'hara's drive-in - menu", name])
      assert.match(found(typed)[0] ?? "", new RegExp(`^(?:exact|name) ${name}$`), typed);
  });

  it("finds words in any order", () => {
    assert.equal(found("train night")[0], "word Night Train");
    assert.equal(found("pass my")[0], "word My Tram Pass");
    assert.ok(!found("train pass").some((each) => each.startsWith("word")));
  });

  it("finds names despite a typo, or by some of their letters", () => {
    for (const typed of ["tramwya", "trmway", "tramwayy", "trammway", "tranway"]) {
      assert.ok(found(typed).includes("fuzzy Tramway"), typed);
    }
    for (const typed of ["grenhouse", "greenhuose", "gerenhouse"]) {
      assert.equal(found(typed)[0], "fuzzy Greenhouse", typed);
    }
    assert.equal(found("ntrain")[0], "fuzzy Night Train");
  });

  it("compares only the last part of a package name for typos, also without a name", async () => {
    // The last part has the same letters, which are compared first.
    const unnamed = await listing([row("harbor.hbroar", "")]);
    const search = (typed: string) => searchApps(unnamed, typed).map(({ match }) => match);
    assert.deepEqual(search("hbraor"), ["fuzzy"]);
    assert.deepEqual(search("hrabor"), []);
  });

  it("finds the same as a comparison with every app, in the same order", async () => {
    const words = [
      "tram",
      "Tramway",
      "tra",
      "Night",
      "Café",
      "Łódka",
      "日々の",
      "ямщик",
      "Straße",
      "b",
      "É",
      "7",
      "2b",
      "&",
    ];
    const text = (minLength: number, ...marks: readonly string[]): fc.Arbitrary<string> =>
      fc
        .array(fc.constantFrom(...words, ...marks, ...marks, ...marks), { minLength, maxLength: 6 })
        .map((all) => all.join(""));
    const apps = fc.array(fc.tuple(text(1, ".", "_"), text(0, " ", "-", "")), { minLength: 1, maxLength: 40 });
    const queries = fc.array(
      fc
        .tuple(text(1, " ", ".", ""), fc.nat(4), fc.nat(12))
        .map(([all, from, length]) => all.slice(from, from + length)),
      { minLength: 30, maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(apps, queries, async (pairs, typed) => {
        const some = await listing(pairs.map(([handle, name]) => row(handle, name)));
        for (const each of typed) {
          const actual = searchApps(some, each).map(({ match, handle }) => `${match} ${handle}`);
          assert.deepEqual(actual, searchSlowly(pairs, each), each);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("finds the few among very many apps with the same word", async () => {
    const same = Array.from({ length: 400 }, (_, place) => row(`a.b${place}`, "Tram Pass"));
    const many = await listing([...same, row("a.c", "Tram: Pass"), row("a.d", "Tram")]);
    const actual = (typed: string) => searchApps(many, typed, 2).map(({ handle, match }) => `${match} ${handle}`);
    assert.deepEqual(actual("tram"), ["exact a.d", "name a.b0"]);
    assert.deepEqual(actual("tram:"), ["name a.c", "fuzzy a.d"]);
  });

  it("finds nothing for an empty text, an unknown text, and a text with line breaks", () => {
    for (const typed of ["", "  ", "xyzzyq", "\n", "tram\tother", "☃☃☃☃"])
      assert.deepEqual(
        found(typed).filter((each) => each.startsWith("exact")),
        [],
      );
    assert.deepEqual(found("xyzzyq"), []);
    assert.deepEqual(searchApps(list, "tram", 2).length, 2);
    assert.equal(found("x".repeat(5000)).length, 0);
  });
});

/** Bytes as characters, for string functions. */
const folded = (text: string): string => Buffer.from(foldText(text)).toString("latin1");
const inWord = (byte = ""): boolean => /[0-9a-z\x80-\xff]/.test(byte);

/** Compares the query with every app. */
function searchSlowly(pairs: readonly (readonly [string, string])[], typed: string): readonly string[] {
  const lines = pairs.map(([handle, name]) => `\n${folded(handle)}\t${folded(name)}\n`);
  const words = folded(typed)
    .split(" ")
    .filter((word) => word !== "");
  const query = words.join(" ");
  if (query === "") return [];
  const startsOf = (line: string, word: string): readonly number[] =>
    Array.from(line, (_, at) => at).filter((at) => line.startsWith(word, at) && at > 0 && !inWord(line[at - 1]));
  const kinds = lines.map((line) =>
    Math.min(
      ...startsOf(line, inWord(query[0]) ? query : "\n\n").map((at) => {
        const after = line[at + query.length];
        if (line[at - 1] === "\t") return after === "\n" ? 0 : 1;
        if (line[at - 1] === "\n") return after === "\t" ? 0 : 2;
        return 3;
      }),
      9,
    ),
  );
  const count = (): number => kinds.filter((kind) => kind < 9).length;
  const improve = (kindOf: (line: string) => number): void =>
    lines.forEach((line, row) => (kinds[row] = Math.min(kinds[row] ?? 9, kindOf(line))));
  if (count() < 50 && query.length > 1) {
    improve((line) => {
      if (words.some((word) => !line.includes(word))) return 9;
      return words.every((word) => startsOf(line, word).length > 0) ? 3 : 4;
    });
  }
  const word = Buffer.from(query.slice(query.lastIndexOf(".") + 1), "latin1");
  const allowed = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  const findSimilar = (first: number): void =>
    improve((line) => {
      const tab = line.indexOf("\t");
      const text = Buffer.from(line, "latin1");
      const isSimilar = startsOf(line, "").some((at) => {
        if (at <= line.lastIndexOf(".", tab) || (getLetterBit(text[at] ?? 0) & first) === 0) return false;
        if (distanceAt(word, text, at, allowed) <= allowed) return true;
        let rest = [...word];
        for (const byte of text.subarray(at, at + 3 * word.length)) {
          if (byte < 0x20) break;
          if (byte === rest[0]) rest = rest.slice(1);
        }
        return text[at] === word[0] && rest.length === 0;
      });
      return isSimilar ? 5 : 9;
    });
  const first = getLetterBit(word[0] ?? 0);
  if (allowed > 0 && count() < 5) findSimilar(first);
  if (allowed > 0 && count() === 0) findSimilar(getLetterBit(word[1] ?? 0) & ~first);
  const rows = lines.flatMap((line, row) => ((kinds[row] ?? 9) < 9 ? [{ row, kind: kinds[row] ?? 9, line }] : []));
  rows.sort((a, b) => a.kind - b.kind || a.line.length - b.line.length || a.row - b.row);
  const found = new Map<string, string>();
  for (const { row, kind } of rows) {
    const handle = pairs[row]?.[0] ?? "";
    if (!found.has(handle)) found.set(handle, `${MATCHES[kind] ?? ""} ${handle}`);
  }
  return [...found.values()].slice(0, 50);
}
