// The sandbox's εxodus lists and searches apps like the real one.
import assert from "node:assert/strict";
import { sendRequest } from "../../services/real/replay.js";
import { type Applications, KEY, type Searched, trackersForTests } from "./trackers-sandbox.ts";

describe("The apps of the sandbox's εxodus server", () => {
  const { act, ask, clock, cut, origin, read, restart } = trackersForTests();

  describe("in the list", () => {
    it("are all returned if the filter is empty, misspelled or in another case", async () => {
      const all = (await read<Applications>("/api/applications?option=short")).applications.length;
      for (const query of ["tracker=&option=short", "Tracker=49&option=short", "trackers=49&option=short"]) {
        assert.equal((await read<Applications>(`/api/applications?${query}`)).applications.length, all, query);
      }
      assert.equal((await ask("/api/applications?tracker=4.9", KEY)).status, 500);
      assert.deepEqual(await read("/api/applications?tracker=99999"), { applications: [] });
    });

    it("are filtered by a tracker ID as Python parses it", async () => {
      const handles = async (number: string) =>
        (await read<Applications>(`/api/applications?option=short&tracker=${number}`)).applications.map(
          (each) => each.handle,
        );
      const plain = await handles("49");
      for (const number of ["4_9", "%2049%20", "%2B49", "0049", "+49"]) {
        assert.deepEqual(await handles(number), plain, number);
      }
      for (const number of ["4__9", "_49", "49_", "4.9", "4e1", "0x31"]) {
        assert.equal((await ask(`/api/applications?option=short&tracker=${number}`, KEY)).status, 500, number);
      }
    });

    it("include any version with a tracker, in the full format unless the short one is requested", async () => {
      const full = await read<Applications>("/api/applications?tracker=49");
      const short = await read<Applications>("/api/applications?tracker=49&option=short");
      assert(full.applications.length > 10);
      assert.equal(short.applications.length, full.applications.length);
      assert(full.applications.every(({ name }) => name !== undefined));
      assert.deepEqual(Object.keys(short.applications[0] ?? {}), ["id", "handle", "app_uid", "source"]);
      for (const { handle, source } of full.applications.slice(0, 10)) {
        const found = (await read<Searched>(`/api/search/${handle}`))[handle];
        assert(found?.reports.some((report) => report.source === source && report.trackers.includes(49)));
      }
    });

    it("have a row per package name and source, count package names, and include IDs without a report", async () => {
      const { applications } = await read<Applications>("/api/applications");
      const { count } = await read<{ count: number }>("/api/applications/count");
      assert.equal(new Set(applications.map(({ handle }) => handle)).size, count);
      assert.equal(new Set(applications.map(({ handle, source }) => `${handle} ${source}`)).size, applications.length);
      assert(applications.length > count);
      assert.deepEqual([...new Set(applications.map(({ source }) => source))].sort(), ["", "apk", "fdroid", "google"]);
      for (const { id, handle } of applications.slice(0, 20)) {
        const { status, body } = await ask(`/api/report/${id}/`, KEY);
        assert(status === 404 || JSON.parse(body).handle !== handle);
      }
    });

    it("get other IDs on demand and every day", async () => {
      clock.set(Date.UTC(2026, 10, 21, 12));
      // From here on, the stopped clock determines the day.
      restart();
      const rows = async () => (await read<Applications>("/api/applications?option=short")).applications;
      const [first, again] = [await rows(), await rows()];
      assert.deepEqual(first, again);
      act("shuffleIds", {});
      const shuffled = await rows();
      clock.advance(86_400_000);
      const tomorrow = await rows();
      for (const other of [shuffled, tomorrow]) {
        const keys = (list: Applications["applications"]) => list.map(({ handle, source }) => `${handle} ${source}`);
        assert.deepEqual(keys(other), keys(first));
        assert(other.some(({ id }, place) => id !== first[place]?.id));
      }
      assert.notDeepEqual(shuffled, tomorrow);
    });

    it("are sorted by the database's collation, not by bytes", async () => {
      for (const handle of ["com.a.b", "Com.a", "coma", "com_a", "com.a"]) act("addReport", { handle });
      const { applications } = await read<Applications>("/api/applications?option=short");
      const mine = new Set(["com.a", "com_a", "coma", "Com.a", "com.a.b"]);
      const shown = applications.map(({ handle }) => handle).filter((handle) => mine.has(handle));
      assert.deepEqual(shown, [...mine]);
    });

    it("come with the length of the whole list in the header", async () => {
      const { headers, body } = await ask("/api/applications", KEY);
      assert.equal(headers["content-length"], String(body.length));
    });

    it("can be delayed for one client while others are answered", async () => {
      act("setFirstByte", { short: 3_600_000 });
      const waiting = sendRequest(origin(), { method: "GET", path: "/api/applications?option=short", headers: KEY });
      let answered = false;
      void waiting.then(() => (answered = true));
      assert((await read<Applications>("/api/applications")).applications.length > 0);
      assert.equal(answered, false);
      cut();
      assert("error" in (await waiting));
    });

    it("have non-ASCII characters escaped", async () => {
      const { body } = await ask("/api/applications", KEY);
      // oxlint-disable-next-line no-control-regex
      assert.match(body, /^[\u0000-\u007f]*$/);
      assert.match(body, /\\u[0-9a-f]{4}/);
      assert((JSON.parse(body) as Applications).applications.some(({ name }) => name === "日々の歩み"));
    });

    it("write whole seconds with a fraction of zero", async () => {
      act("addReport", {
        handle: "org.example.whole",
        created: "2022-02-02T02:31:05Z",
        updated: "2022-02-02T02:31:05Z",
      });
      const { body } = await ask("/api/applications", KEY);
      assert.match(body, /"org\.example\.whole".{0,200}"report_updated_at": 1643769065\.0}/);
    });
  });

  describe("in the search", () => {
    const search = async (fields: unknown) => {
      const { body } = await ask("/api/search", { "content-type": "application/json" }, "POST", JSON.stringify(fields));
      return JSON.parse(body) as { results: { handle: string; name: string }[] };
    };

    it("require a type, three letters and a limit", async () => {
      for (const fields of [
        { type: "application", query: "Tramway" },
        { type: "application", query: "Tr", limit: 5 },
        { type: "application", query: "  Tr  ", limit: 5 },
        { type: "application", query: "     ", limit: 5 },
        { type: "application", query: "Tra\0mway", limit: 5 },
        { type: "application", query: true, limit: 5 },
        { type: "application", query: ["Tramway"], limit: 5 },
        { type: "application", query: "a".repeat(501), limit: 5 },
        { type: "report", query: "Tramway", limit: 5 },
        ...[-1, 2.5, true, null, "", "many", 2_147_483_648].map((limit) => ({
          type: "application",
          query: "Tramway",
          limit,
        })),
        [],
        {},
        null,
        5,
        "Tramway",
      ]) {
        assert.deepEqual(await search(fields), [], JSON.stringify(fields));
      }
      assert.deepEqual(await search({ type: "application", query: "zzzzzz", limit: 5 }), { results: [] });
    });

    it("are at least two, even with a lower limit, and accept numbers and spaces as text", async () => {
      for (const limit of [0, 1, 2, "2", " 2 ", "2.0", "0_2"]) {
        const exact = await search({ type: "application", query: "org.example.tramway", limit });
        assert.equal(exact.results.length, 1, `limit ${limit}`);
        assert.equal((await search({ type: "application", query: "Tramway", limit })).results.length, 2);
      }
      const blanks = await search({ type: " application ", query: "  org.example.tramway  ", limit: 2 });
      assert.equal(blanks.results.length, 1);
      assert.deepEqual(await search({ type: "application", query: 12_345, limit: 2 }), { results: [] });
    });

    it("are searched with any body as JSON, whatever its type, with Python's error messages", async () => {
      const body = '{"type":"application","query":"org.example.tramway","limit":2}';
      for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded", ""]) {
        const answer = await ask("/api/search", { "content-type": type }, "POST", body);
        assert.equal(JSON.parse(answer.body).results.length, 1, type);
      }
      const property = "Expecting property name enclosed in double quotes";
      for (const [broken, detail] of [
        ["", "Expecting value: line 1 column 1 (char 0)"],
        [" ", "Expecting value: line 1 column 2 (char 1)"],
        ["type=application&query=abc&limit=2", "Expecting value: line 1 column 1 (char 0)"],
        ['{"a":', "Expecting value: line 1 column 6 (char 5)"],
        ["{a:1}", `${property}: line 1 column 2 (char 1)`],
        ['{"a":1,}', `${property}: line 1 column 8 (char 7)`],
        ['{"a" 1}', "Expecting ':' delimiter: line 1 column 6 (char 5)"],
        ['{"a":1', "Expecting ',' delimiter: line 1 column 7 (char 6)"],
        ["[1,]", "Expecting value: line 1 column 4 (char 3)"],
        ['"abc', "Unterminated string starting at: line 1 column 1 (char 0)"],
        ['{"a":"\n"}', "Invalid control character at: line 1 column 7 (char 6)"],
        ['{"a":"\\x"}', "Invalid \\escape: line 1 column 7 (char 6)"],
        ['\n\n {"a":,}', "Expecting value: line 3 column 7 (char 8)"],
        ["{} x", "Extra data: line 1 column 4 (char 3)"],
        ['{"a": NaN}', "Out of range float values are not JSON compliant: 'NaN'"],
      ] as const) {
        const answer = await ask("/api/search", {}, "POST", broken);
        assert.equal(answer.status, 400, broken);
        assert.equal(JSON.parse(answer.body).detail, `JSON parse error - ${detail}`, broken);
      }
    });

    it("are found by the exact package name, or else by similar names, closest first", async () => {
      const exact = await search({ type: "application", query: "org.example.tramway", limit: 5 });
      assert.deepEqual(
        exact.results.map(({ handle }) => handle),
        ["org.example.tramway"],
      );
      const alike = await search({ type: "application", query: "tramwey", limit: 2 });
      assert.equal(alike.results[0]?.name, "Tramway");
      assert(alike.results.length <= 2);
    });
  });
});
