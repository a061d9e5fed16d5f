// Kinds of servers are recognized by their version, and remembered.
import assert from "node:assert/strict";
import { DIALECTS } from "../../../src/issues/api/dialects.ts";
import { asProblem } from "../../../src/base/problem.ts";
import { ServerDialects } from "../../../src/issues/repositories/server-dialects.ts";
import { DEMO, PERSONALITIES, startForge, TRAITS, type Forge } from "./service.ts";
import { machine, type Machine } from "./machine.ts";

const dialectOf = (version: string) => DIALECTS.find(({ recognizes }) => recognizes(version)) ?? assert.fail(version);

describe("Dialects of servers", () => {
  it("are recognized by the version that a server returns", () => {
    const names = ["15.0.3+gitea-1.22.0", "1.25.4", "1.27.1", "v1.9", "unknown"].map((each) => dialectOf(each).name);
    assert.deepEqual(names, ["Forgejo", "Gitea", "Gitea", "Gitea", "Gitea"]);
  });

  it("decide whether a server returns its timeline in pages by default", () => {
    for (const [version, pages] of [
      ["15.0.3+gitea-1.22.0", false],
      ["1.25.4", false],
      ["1.26.0+dev", true],
      ["1.27.1", true],
      ["2.0.0", true],
      ["v1.9", false],
      ["unknown", true],
    ] as const) {
      assert.equal(dialectOf(version).pagesTimeline(version), pages, version);
    }
  });
});

for (const personality of PERSONALITIES) {
  describe(`A server's dialect at ${personality}`, () => {
    let forge: Forge;
    let home: Machine;
    before(async () => {
      forge = await startForge(personality);
    });
    beforeEach(async () => {
      forge.reset();
      home = await machine();
    });
    afterEach(() => home.close());
    after(() => forge.close());

    const name = TRAITS[personality].product;

    it("is what the server reports, requested once and remembered for the next session", async () => {
      const { services } = home.open(forge.base);
      await services.threads.read({ base: forge.base, ...DEMO, number: 1n });
      await services.threads.read({ base: forge.base, ...DEMO, number: 2n });
      assert.equal(services.servers.dialectAt(forge.base).name, name);
      assert.equal(forge.asked().filter((each) => each.endsWith("/version")).length, 1);
      forge.reset();
      assert.equal(home.open(forge.base).services.servers.dialectAt(forge.base).name, name);
      assert.deepEqual(forge.asked(), []);
    });

    it("is detected when a server is added, and not saved if no server is found", async () => {
      const { services, memento } = home.open(forge.base);
      assert.equal(await services.discovery.findServer(`${forge.base}/alice/demo`), forge.base);
      assert.equal(services.servers.dialectAt(forge.base).name, name);
      forge.answer("/version$", 404, "404 page not found");
      const elsewhere = new ServerDialects({ ...memento, get: () => undefined }, DIALECTS);
      const open = (dialect: (typeof DIALECTS)[number]) => services.servers.withToken(forge.base, undefined, dialect);
      const problem = await elsewhere.identify(forge.base, open).catch(asProblem);
      assert.ok(problem instanceof Error && problem.kind === "notFound");
    });
  });
}
