// Searching the list of all apps: what is found, and in which order.
import assert from "node:assert/strict";
import fc from "fast-check";
import { distanceAt } from "../../../../src/trackers/app-list/edit-distance.ts";
import { AppSearch, MATCHES } from "../../../../src/trackers/app-list/search.ts";
import { foldText } from "../../../../src/trackers/model/search-text.ts";

const row = (handle: string, name: string, source = "google") => ({ handle, name, source });

describe("Searching all apps", () => {
  const rows = [
    row("org.example.nighttrain", "Night Train"),
    row("net.example.tram", "Tram"),
    row("org.example.tramway", "Tramway"),
    row("org.example.tramway", "Tramway", "fdroid"),
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
  const list = new AppSearch(rows);

  const found = (typed: string) => list.find(typed).map(({ name, handle, match }) => `${match} ${name ?? handle}`);

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
    const [first, ...more] = list.find("org.example.tramway");
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

  it("compares only the last part of a package name for typos, also without a name", () => {
    // The last part has the same letters, which are compared first.
    const unnamed = new AppSearch([{ handle: "harbor.hbroar", source: "" }]);
    const search = (typed: string) => unnamed.find(typed).map(({ match }) => match);
    assert.deepEqual(search("hbraor"), ["fuzzy"]);
    assert.deepEqual(search("hrabor"), []);
  });

  it("finds the same as a comparison with every app, in the same order", () => {
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
    fc.assert(
      fc.property(apps, queries, (pairs, typed) => {
        const some = new AppSearch(pairs.map(([handle, name]) => row(handle, name)));
        for (const each of typed) {
          const actual = some.find(each).map(({ match, handle }) => `${match} ${handle}`);
          assert.deepEqual(actual, searchSlowly(pairs, each), each);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("lists the best among very many apps with the same words", () => {
    const many = (count: number, name: string) => Array.from({ length: count }, (_, place) => row(`a.b${place}`, name));
    const all = new AppSearch([...many(30_000, "Tram Pass"), row("a.c", "Tram: Pass"), row("a.d", "Tram")]);
    const actual = (typed: string) => all.find(typed, 2).map(({ handle, match }) => `${match} ${handle}`);
    assert.deepEqual(actual("tram"), ["exact a.d", "name a.b0"]);
    assert.deepEqual(actual("tram:"), ["name a.c", "fuzzy a.d"]);
    assert.deepEqual(actual("pass tram"), ["word a.b0", "word a.b1"]);
    const rare = new AppSearch([...many(30_000, "A Very Long Xtram Timetable"), row("a.c", "Timetable of the Tram")]);
    assert.deepEqual(rare.find("tram", 1)[0]?.handle, "a.c");
    assert.deepEqual(rare.find("timetable of", 1)[0]?.handle, "a.c");
  });

  it("finds names of any length", () => {
    const long = new AppSearch([row("a.b", `Tram ${"x".repeat(100_000)}`), row("a.c", "Bus")]);
    assert.equal(long.find("tram")[0]?.name?.length, 100_005);
  });

  it("finds nothing for an empty text, an unknown text, and a text with line breaks", () => {
    for (const typed of ["", "  ", "xyzzyq", "\n", "tram\tother", "☃☃☃☃"])
      assert.deepEqual(
        found(typed).filter((each) => each.startsWith("exact")),
        [],
      );
    assert.deepEqual(found("xyzzyq"), []);
    assert.equal(list.find("tram", 2).length, 2);
    assert.equal(found("x".repeat(5000)).length, 0);
  });
});

/** Bytes as characters, for string functions. */
const folded = (text: string): string => Buffer.from(foldText(text)).toString("latin1");
const inWord = (byte = ""): boolean => /[0-9a-z\x80-\xff]/.test(byte);
/** The search compares the first letter of words, and treats digits and bytes beyond ASCII as a few kinds of letters. */
const letterKind = (byte = ""): string =>
  byte >= "\x80" ? String(byte.charCodeAt(0) % 5) : byte.replace(/\d/, "digit").replace(/[^a-z]/, "");

/** Compares the query with every app. */
function searchSlowly(pairs: readonly (readonly [string, string])[], typed: string): readonly string[] {
  const lines = pairs.map(([handle, name]) => `\n${folded(handle)}\t${folded(name)}\n`);
  const words = folded(typed)
    .split(" ")
    .filter((word) => word !== "");
  const query = words.join(" ");
  if (query === "") return [];
  const placesOf = (line: string, word: string): readonly number[] =>
    Array.from(line, (_, at) => at).filter((at) => at > 0 && line.startsWith(word, at));
  const kinds = lines.map((line) =>
    Math.min(
      ...placesOf(line, query).map((at) => {
        const after = line[at + query.length];
        if (line[at - 1] === "\t") return after === "\n" ? 0 : 1;
        if (line[at - 1] === "\n") return after === "\t" ? 0 : 2;
        return inWord(line[at - 1]) ? 4 : 3;
      }),
      9,
    ),
  );
  const count = (): number => kinds.filter((kind) => kind < 9).length;
  const improve = (kindOf: (line: string) => number): void =>
    lines.forEach((line, row) => (kinds[row] = Math.min(kinds[row] ?? 9, kindOf(line))));
  if (count() < 50 && words.length > 1) {
    improve((line) => {
      if (words.some((word) => !line.includes(word))) return 9;
      return words.every((word) => placesOf(line, word).some((at) => !inWord(line[at - 1]))) ? 3 : 4;
    });
  }
  const word = query.slice(query.lastIndexOf(".") + 1);
  const allowed = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  const findSimilar = (first: string): void =>
    improve((line) => {
      const tab = line.indexOf("\t");
      const isSimilar = placesOf(line, "").some((at) => {
        if (inWord(line[at - 1]) || at <= line.lastIndexOf(".", tab) || letterKind(line[at]) !== first) return false;
        if (distanceAt(word, line, at, allowed) <= allowed) return true;
        let rest = word;
        for (const letter of line.slice(at, at + 3 * word.length)) {
          if (letter < " ") break;
          if (letter === rest[0]) rest = rest.slice(1);
        }
        return line[at] === word[0] && rest === "";
      });
      return isSimilar ? 5 : 9;
    });
  const [first, second] = [letterKind(word[0]), letterKind(word[1])];
  if (allowed > 0 && first !== "" && count() < 5) findSimilar(first);
  if (allowed > 0 && second !== "" && second !== first && count() === 0) findSimilar(second);
  const rows = lines.flatMap((line, row) => ((kinds[row] ?? 9) < 9 ? [{ row, kind: kinds[row] ?? 9, line }] : []));
  rows.sort((a, b) => a.kind - b.kind || a.line.length - b.line.length || a.row - b.row);
  const found = new Map<string, string>();
  for (const { row, kind } of rows) {
    const handle = pairs[row]?.[0] ?? "";
    if (!found.has(handle)) found.set(handle, `${MATCHES[kind] ?? ""} ${handle}`);
  }
  return [...found.values()].slice(0, 50);
}
