// Checks that a real εxodus instance, which an environment variable names, behaves as Triptych expects.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Contacts } from "../../../src/base/http/contacts.ts";
import { Budget } from "../../../src/base/http/budget.ts";
import { Client } from "../../../src/base/http/client.ts";
import { asProblem } from "../../../src/base/problem.ts";
import { ExodusApi } from "../../../src/trackers/api/exodus-api.ts";
import { parseKey } from "../../../src/trackers/model/exodus-urls.ts";
import { AppSearch } from "../../../src/trackers/app-list/search.ts";
import { parseList } from "../../unit/trackers/service.ts";
import { USER_AGENT } from "../../../src/workbench/user-agent.ts";

const { TRIPTYCH_LIVE_TRACKERS_URL: base, TRIPTYCH_LIVE_TRACKERS_KEY: key } = process.env;

if (base === undefined || base === "") {
  console.log("No εxodus instance is tested: TRIPTYCH_LIVE_TRACKERS_URL is not set.");
} else {
  describe(`the εxodus server at ${base}`, function () {
    this.timeout(900_000);
    let folder = "";
    let shared: Budget;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "triptych-live-"));
      // Stays within the same limits as the extension.
      shared = new Budget({
        folder,
        rules: [
          { id: "requests", capacity: 5, perSecond: 5 },
          { id: "trackers", capacity: 2, perSecond: 1 / 60 },
        ],
      });
    });
    after(() => rm(folder, { recursive: true, force: true }));

    const api = (token?: string): ExodusApi => {
      const { origin } = new URL(base);
      const credential = token === undefined ? undefined : { origin, scheme: "Token", value: parseKey(token) };
      return new ExodusApi(
        new Client({
          base,
          userAgent: USER_AGENT,
          contacts: new Contacts({ now: Date.now }),
          purpose: "reports",
          budget: shared,
          credential: () => Promise.resolve(credential),
        }),
      );
    };

    it("lists its trackers without a key, and all of them can be decoded", async () => {
      const { values, skipped, reasons } = await api().trackers();
      assert.ok(values.length > 0);
      assert.equal(skipped, 0, reasons.map(({ message }) => message).join("; "));
      assert.equal(new Set(values.map(({ id }) => id)).size, values.length);
      for (const { id, name } of values) assert.ok(Number.isSafeInteger(id) && name !== "");
    });

    it("finds apps by name without a key, and nothing for an unknown name", async () => {
      assert.deepEqual((await api().findApplications("zzqxv-no-such-app", 5)).values, []);
      assert.equal((await api().findApplications("play", 5)).skipped, 0);
      assert.equal(await api().latest("org.example.no.such.app.at.all"), undefined);
    });

    it("rejects a wrong key if a route requires one", async () => {
      const problem = await api("0".repeat(40))
        .trackerCount()
        .then(
          () => undefined,
          (error: unknown) => asProblem(error),
        );
      assert.equal(problem?.kind, "unauthorized");
    });

    if (key === undefined || key === "") {
      console.log("Only public routes are tested: TRIPTYCH_LIVE_TRACKERS_KEY is not set.");
      return;
    }

    it("counts its trackers, apps and reports", async () => {
      const asked = api(key);
      const counts = [await asked.trackerCount(), await asked.applicationCount(), await asked.reportCount()];
      assert.ok(counts.every((count) => Number.isSafeInteger(count) && count >= 0));
    });

    it("lists all apps in both formats, and those with a tracker", async () => {
      const asked = api(key);
      const short = await parseList(await asked.allApplications("short"));
      const full = await parseList(await asked.allApplications("full"));
      assert.equal(short.skipped + full.skipped, 0, [...short.reasons, ...full.reasons].map(String).join("; "));
      assert.ok(full.values.length > 0 && short.values.length > 0);
      const { handle } = full.values[Math.floor(full.values.length / 2)] ?? assert.fail("no app");
      assert.equal(new AppSearch(full.values).find(handle)[0]?.handle, handle);
      const [first] = (await asked.trackers()).values;
      assert.ok(first);
      assert.equal((await asked.applicationsWith(first.id)).skipped, 0);
      assert.deepEqual((await asked.applicationsWith(2_000_000_000)).values, []);
    });

    it("returns everything about a known package name, and nothing for an unknown one", async () => {
      const asked = api(key);
      const { values } = await parseList(await asked.allApplications("short"));
      const { handle } = values[0] ?? assert.fail("no app");
      const [search, details, latest] = [
        await asked.search(handle),
        await asked.details(handle),
        await asked.latest(handle),
      ];
      assert.ok(search !== undefined && latest !== undefined);
      assert.equal(search.skipped + details.skipped, 0);
      assert.deepEqual(
        search.reports.map(({ id }) => id).sort((one, other) => one - other),
        details.values.map(({ id }) => id).sort((one, other) => one - other),
      );
      for (const odd of ["org.example.no.such.app", "a b", "ä.ö", "a&b=c", "a+b"]) {
        assert.equal(await asked.search(odd), undefined, odd);
        assert.deepEqual((await asked.details(odd)).values, [], odd);
      }
    });
  });
}
