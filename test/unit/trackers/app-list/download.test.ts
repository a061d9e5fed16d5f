// Downloading the list of all apps: what it keeps of what a server sends, and what the next window has of it.
import assert from "node:assert/strict";
import { readFile, writeFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { problemOf } from "../../base/service.ts";
import { parseList } from "../service.ts";
import { storeTests } from "../store-tests.ts";

type Row = Readonly<Record<string, unknown>>;

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

const ODD: readonly Row[] = [
  row("org.example.Plain", "Plain Name", { creator: "Ann", downloads: "50,000+ downloads" }),
  row("org.example.cafe", "Café “Ráfaga”", { creator: "Björn Åkesson", source: "fdroid" }),
  row("org.example.hibi", "日々の歩み 😀", { source: "" }),
  row("org.example.lines", 'two\nlines\tand \\ "quotes"'),
  row("org.example.empty", "", { report_updated_at: 0 }),
  row("com.Example_under-score.X9", "UPPER lower"),
];

/** JSON as Python writes it: a space after each comma and colon, everything beyond ASCII escaped. */
function asService(rows: readonly Row[]): string {
  const text = JSON.stringify({ applications: rows }).replaceAll(/[\u007f-\uffff]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return text.replaceAll('":', '": ').replaceAll(',"', ', "').replaceAll("},{", "}, {");
}

/** Parses a body in chunks of this size. */
async function parse(body: string | Uint8Array, size = 1 << 16) {
  const bytes = Buffer.from(body);
  function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return await parseList(pieces());
}

describe("The download of the list of all apps", () => {
  it("keeps each app as it was sent, whatever its name contains and wherever the chunks are cut", async () => {
    const expected = ODD.map(({ handle, name, source, creator }) => ({
      handle,
      name: name === "" ? undefined : name,
      source,
      creator: creator === "" ? undefined : creator,
    }));
    for (const size of [1, 7, 100, 333, 1 << 16])
      assert.deepEqual((await parse(asService(ODD), size)).values, expected, `${size}`);
  });

  it("accepts another server's format: compact, in another order, unescaped, with more fields", async () => {
    const { values } = await parse(asService(ODD));
    const others = ODD.map((each) =>
      Object.fromEntries([["new", { nested: ["}", "{"] }], ...Object.entries(each).toReversed()]),
    );
    for (const body of [
      JSON.stringify({ applications: ODD }),
      JSON.stringify({ count: { applications: [{ handle: "no.app" }] }, applications: others, more: [1] }),
      JSON.stringify({ applications: others }, null, 2),
    ]) {
      for (const size of [1, 50, 1 << 16]) assert.deepEqual((await parse(body, size)).values, values);
    }
  });

  it("leaves out entries that are not apps, and says how many and why", async () => {
    const body = asService([
      row("org.example.a", "A"),
      { handle: "" },
      { handle: 7, name: "Seven" },
      row("org.example.b", "B", { name: null, creator: null, source: null, report_updated_at: null, id: null }),
      { handle: "org.example.c" },
      row("org.example.d", "D", { name: ["D"] }),
      row("org.example.e", "E", { report_updated_at: -5 }),
    ]).replace("]}", ', null, "text", 5, []]}');
    const { values, skipped, reasons } = await parse(body);
    assert.deepEqual(
      values.map(({ handle, name }) => [handle, name]),
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

  it("rejects a list that is cut off, isn't a list, or is broken inside a row", async () => {
    const body = asService(ODD);
    const broken = [
      body.slice(0, -2),
      body.slice(0, 200),
      "<html></html>",
      "",
      "{}",
      "[]",
      '{"applications": {}}',
      '{"applications": {"a": {"handle": "a.b"}}}',
      '{"applications": "none"}',
      body.replace('"source"', "source"),
      body.replace("Plain Name", "Plain \\x Name"),
      body.replace("Plain Name", "Plain \u0001 Name"),
      body.replace("1612236820.5", "1612236820."),
      body.replace('"id": 7,', '"id": 07,'),
      Buffer.from(JSON.stringify({ applications: [row("a.b", "é")] }), "latin1"),
    ];
    for (const each of broken) await assert.rejects(parse(each), { kind: "malformed" }, String(each).slice(0, 60));
    assert.equal((await parse('{"applications": null}')).values.length, 0);
  });

  it("ends before a row fills the memory", async () => {
    function* endless(begin: string, next: string) {
      yield Buffer.from(`{"applications":[${begin}`);
      for (let chunk = 0; chunk < 1000; chunk += 1) yield Buffer.from(next.repeat(Math.ceil(100_000 / next.length)));
    }
    for (const [begin, next] of [
      ['"', "x"],
      ["", "["],
      ['{"a":[0', ",0"],
    ] as const) {
      const problem = await problemOf(parseList(endless(begin, next)));
      assert.equal(problem.kind, "tooLarge", next);
    }
  });
});

describe("The list of all apps in windows", () => {
  const here = storeTests();

  async function downloaded() {
    here.trackers.answer("/api/applications", asService(ODD));
    const made = await here.withKey();
    return { ...made, facts: await made.store.apps.download("full") };
  }
  const names = async (store: { apps: { search(typed: string): Promise<readonly { name?: string | undefined }[]> } }) =>
    (await store.apps.search("cafe")).map(({ name }) => name);

  it("can be searched and listed after a download, and in the next window", async () => {
    const { store, facts } = await downloaded();
    assert.deepEqual([facts.form, facts.count, facts.skipped], ["full", ODD.length, 0]);
    const next = here.home.open(here.trackers.service.origin).store;
    for (const each of [store, next]) {
      assert.deepEqual(await names(each), ["Café “Ráfaga”"]);
      const page = await each.apps.page(2, 4);
      assert.deepEqual(
        page.map(({ handle, name }) => [handle, name]),
        ODD.slice(2, 4).map(({ handle, name }) => [handle, name]),
      );
    }
    assert.deepEqual(await next.apps.facts(), facts);
  });

  it("can be searched while a newer one is downloaded, and after that failed", async () => {
    const { store } = await downloaded();
    here.trackers.reset();
    here.trackers.service.faults.add({ kind: "delay", ms: 600_000 });
    const update = problemOf(store.apps.download("full"));
    assert.deepEqual(await names(store), ["Café “Ráfaga”"]);
    store.apps.cancel();
    assert.equal((await update).kind, "canceled");
    here.trackers.reset();
    here.trackers.answer("/api/applications", asService(ODD).slice(0, -2));
    const { kind, facts } = await problemOf(store.apps.download("full"));
    assert.deepEqual([kind, facts.origin], ["malformed", here.trackers.service.origin]);
    assert.deepEqual(await names(store), ["Café “Ráfaga”"]);
  });

  it("says how many rows were skipped, also in the next window", async () => {
    here.trackers.answer("/api/applications", asService([...ODD, { handle: 7 }]));
    const { store, lines } = await here.withKey();
    const { skipped } = await store.apps.download("full");
    assert.equal(skipped, 1);
    assert.ok(lines.some((line) => line.includes("Skipped 1 malformed items")));
    assert.equal((await here.home.open(here.trackers.service.origin).store.apps.open())?.skipped, 1);
  });

  it("finds nothing in a damaged file, and forgets it", async () => {
    const { folder } = await downloaded();
    const cache = join(folder, "cache");
    for (const name of await readdir(cache)) {
      const bytes = await readFile(join(cache, name));
      if (bytes.includes("org.example.cafe")) await writeFile(join(cache, name), bytes.subarray(0, -1));
    }
    const { apps } = here.home.open(here.trackers.service.origin).store;
    assert.notEqual(await apps.facts(), undefined);
    assert.deepEqual(await apps.search("cafe"), []);
    assert.equal(await apps.facts(), undefined);
  });
});
