// Which repositories tools may read: private ones only after a question that named the repository and the account.
import assert from "node:assert/strict";
import { asProblem } from "../../../src/base/problem.ts";
import { readingDependencies } from "../../../src/issues/tools/reading-dependencies.ts";
import { PrivateReading } from "../../../src/issues/tools/repository-reading.ts";
import { machine, type Machine } from "./machine.ts";
import { startForge, type Forge } from "./service.ts";

const SIGNAL = new AbortController().signal;

describe("Reading by tools", () => {
  let forge: Forge;
  let home: Machine;
  before(async () => {
    forge = await startForge("forgejo");
  });
  beforeEach(async () => {
    forge.reset();
    home = await machine();
  });
  afterEach(() => home.close());
  after(() => forge.close());

  const at = (name: string) => ({ base: forge.base, owner: "alice", name });
  async function reading(login?: string) {
    const window = home.open(forge.base);
    if (login !== undefined) await window.signIn(login);
    const parts = readingDependencies({ ...window.services, home: () => Promise.resolve(at("demo")), now: Date.now });
    return new PrivateReading(parts);
  }
  const kindOf = async (work: Promise<unknown>): Promise<string> =>
    await work.then(
      () => "read",
      (error: unknown) => asProblem(error).kind,
    );

  it("is without a question and without a token for public repositories", async () => {
    const tools = await reading("alice");
    assert.equal(await tools.confirm("alice/demo", SIGNAL), undefined);
    forge.service.journal = [];
    await (await tools.open(at("demo"), SIGNAL)).issues(at("demo"), { state: "open" });
    assert.deepEqual(
      forge.service.journal.map(({ headers }) => headers["authorization"]),
      [undefined],
    );
  });

  it("asks about a private repository by its name and account, and only once", async () => {
    const tools = await reading("alice");
    assert.equal(await kindOf(tools.open(at("secret"), SIGNAL)), "forbidden");
    const question = await tools.confirm("alice/secret", SIGNAL);
    assert.equal(question?.what, "alice/secret");
    assert.match(question?.account ?? "", /^alice.* \(127\.0\.0\.1:\d+\)$/);
    // Without a call, the next one asks again: the user may have said no.
    assert.notEqual(await tools.confirm("alice/secret", SIGNAL), undefined);
    assert.equal(await kindOf(tools.open(at("secret"), SIGNAL)), "read");
    assert.equal(await tools.confirm("alice/secret", SIGNAL), undefined);
  });

  it("never allows a repository by the question about another one", async () => {
    const tools = await reading("alice");
    forge.act("changeRepo", { repo: "alice/other", private: true });
    await tools.confirm("alice/secret", SIGNAL);
    assert.equal(await kindOf(tools.open(at("other"), SIGNAL)), "forbidden");
  });

  it("looks like a missing repository if no account may read it", async () => {
    const tools = await reading();
    assert.equal(await tools.confirm("alice/secret", SIGNAL), undefined);
    assert.equal(await kindOf(tools.open(at("secret"), SIGNAL)), "notFound");
  });

  it("finds the repository of the open folder, and none of unknown servers", async () => {
    const tools = await reading();
    assert.deepEqual(await tools.find(undefined), at("demo"));
    assert.deepEqual(await tools.find(`${forge.base}/alice/demo/issues/1`), at("demo"));
    for (const url of ["https://example.org/alice/demo", "file:///etc/passwd", `${forge.base}@example.org/alice/demo`])
      assert.equal(await kindOf(tools.find(url)), "invalid", url);
  });
});
