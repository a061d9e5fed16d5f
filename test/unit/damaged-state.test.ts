// The extension's own state with any JSON in it, as another version or a crash may leave it: no part that keeps state
// throws, and none takes over what doesn't fit.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { stringifyJson } from "../../src/base/json/json.ts";
import { Pins } from "../../src/blocks/store/pins.ts";
import { DIALECTS } from "../../src/issues/api/dialects.ts";
import { ReadMarks } from "../../src/issues/lists/read-marks.ts";
import { ViewChoices } from "../../src/issues/lists/view-choices.ts";
import { AccountChoices } from "../../src/issues/repositories/account-choices.ts";
import { TokenScopes } from "../../src/issues/repositories/token-scopes.ts";
import { Renames } from "../../src/issues/repositories/renames.ts";
import { Repositories } from "../../src/issues/repositories/repositories.ts";
import { KnownServers } from "../../src/issues/repositories/known-servers.ts";
import { ServerDialects } from "../../src/issues/repositories/server-dialects.ts";
import type { Account } from "../../src/workbench/accounts/accounts.ts";
import { Emitter } from "../../src/workbench/events.ts";
import { Images } from "../../src/issues/thread/images.ts";
import { TrackerArrangement } from "../../src/trackers/tracker/tracker-arrangement.ts";
import { readWatched } from "../../src/trackers/watch/saved-watches.ts";
import type { State } from "../../src/workbench/storage/stored-value.ts";
import { anything } from "./base/any-json.ts";
import { machine } from "./issues/machine.ts";

const BASE = "https://codeberg.org";
const REPOSITORY = { base: BASE, owner: "lantern", name: "almanac" };
const ACCOUNT: Account = { service: "issues", origin: BASE, id: "nadia", name: "nadia", base: BASE };

const REMOTES = { read: () => Promise.resolve([]), onDidChange: new Emitter<void>().event };

/** Tables by server, repository or workspace, with fitting keys and any JSON below them. */
const table = fc.dictionary(
  fc.constantFrom(
    BASE,
    "codeberg.org",
    "https://codeberg.org/lantern/almanac",
    "lantern/almanac",
    "__proto__",
    "/work",
  ),
  anything,
);

describe("Damaged state", () => {
  it("is dropped, or kept as far as it is valid, whatever JSON it is", async () => {
    const home = await machine();
    try {
      const { services, settings, accounts } = home.open(BASE);
      await fc.assert(
        fc.asyncProperty(fc.oneof(anything, table, fc.array(table)), async (given) => {
          const content: unknown = JSON.parse(stringifyJson(given));
          const state: State & { keys(): readonly string[] } = {
            keys: () => [],
            get: () => structuredClone(content),
            update: () => Promise.resolve(),
          };
          const kept = new ViewChoices(state);
          assert.equal(typeof kept.getFilter(REPOSITORY, "open"), "object");
          kept.getGrouping(REPOSITORY);
          new ReadMarks(state).getSeenUntil({ ...REPOSITORY, number: 1n });
          new AccountChoices(state).find(REPOSITORY, [ACCOUNT]);
          new TokenScopes(state).of(ACCOUNT);
          new ServerDialects(state, DIALECTS).getIdentified(BASE);
          assert.equal(typeof new Renames(state).toPresent(REPOSITORY).name, "string");
          const servers = new KnownServers({ accounts, settings, state });
          servers.findServer("codeberg.org");
          for (const { address } of await new Repositories(state, REMOTES, servers).list())
            assert.equal(typeof address.owner, "string");
          assert.ok(new Images(state, services.servers).hosts().every((host) => typeof host === "string"));
          assert.ok(new Pins(state).of("testnet").every((number) => typeof number === "bigint"));
          assert.equal(typeof new TrackerArrangement(state).current.grouping, "string");
          assert.ok(readWatched(state, BASE).every(({ handle }) => typeof handle === "string"));
        }),
        { numRuns: 200 },
      );
    } finally {
      await home.close();
    }
  });
});

describe("A lock whose file was damaged", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-damaged-lock-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));
});
