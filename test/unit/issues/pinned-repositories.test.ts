// The order of pinned repositories in the view: the user's own, which survives restarts and renames.
import assert from "node:assert/strict";
import { repositoryKey } from "../../../src/issues/model/address.ts";
import { machine, type Machine } from "./machine.ts";

const BASE = "https://forge.example";
const REMOTE = "https://forge.example/alice/checked-out.git";

describe("Pinned repositories", () => {
  let here: Machine;
  beforeEach(async () => {
    here = await machine();
  });
  afterEach(() => here.close());

  const address = (name: string) => ({ base: BASE, owner: "alice", name });
  const keys = (...names: readonly string[]) => names.map((name) => repositoryKey(address(name)));
  function open(remotes: readonly string[] = []) {
    const { repositories } = here.open(BASE, { remotes }).services;
    return {
      repositories,
      names: async () => (await repositories.list()).map((each) => each.address.name),
      pin: async (...names: readonly string[]) => {
        for (const name of names) await repositories.pin(address(name));
      },
    };
  }

  it("are in the order that the user chose, even after a restart", async () => {
    const { repositories, names, pin } = open();
    await pin("one", "two", "three");
    assert.deepEqual(await names(), ["one", "two", "three"]);
    await repositories.arrange(keys("three", "one", "two"));
    assert.deepEqual(await names(), ["three", "one", "two"]);
    assert.deepEqual(await open().names(), ["three", "one", "two"]);
  });

  it("keep the positions of those that a Git remote moves to the top, and of those pinned in another window", async () => {
    const { repositories, names, pin } = open([REMOTE]);
    await pin("one", "checked-out", "two");
    assert.deepEqual(
      (await repositories.list()).map(({ address: { name }, pinned, found }) => [name, pinned, found]),
      [
        ["checked-out", true, true],
        ["one", true, false],
        ["two", true, false],
      ],
    );
    await open().pin("late");
    await repositories.arrange(keys("two", "one"));
    assert.deepEqual(await names(), ["checked-out", "two", "one", "late"]);
    assert.deepEqual(await open().names(), ["two", "checked-out", "one", "late"]);
  });

  it("keep their positions when they are renamed", async () => {
    const { repositories, names, pin } = open();
    await pin("one", "two", "three");
    await repositories.rename(address("two"), address("later"));
    assert.deepEqual(await names(), ["one", "later", "three"]);
    await repositories.rename(address("one"), address("three"));
    assert.deepEqual(await names(), ["three", "later"]);
  });
});

describe("Repositories of the open folders", () => {
  for (const host of ["constructor", "__proto__"]) {
    it(`are listed if another remote has the host ${host}, which every object has as a property`, async () => {
      const here = await machine();
      try {
        const { repositories } = here.open(BASE, { remotes: [`git@${host}:a/b`, REMOTE] }).services;
        assert.deepEqual(
          (await repositories.list()).map(({ address }) => address.name),
          ["checked-out"],
        );
        assert.deepEqual(
          (await repositories.findUnknownRemotes()).map((each) => each.host),
          [host],
        );
      } finally {
        await here.close();
      }
    });
  }
});
