import assert from "node:assert/strict";
import { Asking } from "../../../src/issues/commands/asking.ts";
import { contextOf } from "../../../src/issues/commands/context.ts";
import type { Shared } from "../../../src/workbench/shared.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine } from "../../unit/issues/store-of.ts";
import { sharedParts } from "../extension.ts";
import { forgeService } from "./service.ts";
import type { ForgeService } from "./service.ts";

describe("What a command of issues asks for", () => {
  let forge: ForgeService;
  let home: Awaited<ReturnType<typeof machine>>;
  let window: ReturnType<Awaited<ReturnType<typeof machine>>["open"]>;
  let shared: Shared;

  before(async () => {
    forge = await forgeService();
    shared = await sharedParts();
  });
  beforeEach(async () => {
    await forge.reset();
    home = await machine();
    window = home.open(forge.base, { remotes: ["https://git.example.org/lantern/almanac.git"] });
    await window.signIn("alice");
  });
  afterEach(() => home.close());

  const asking = (...answers: readonly (string | boolean | undefined)[]) => {
    const dialogs = new ScriptedDialogs(...answers);
    return { dialogs, asking: new Asking({ ...shared, dialogs }, window.store) };
  };
  const demo = () => ({ base: forge.base, owner: "alice", name: "demo" });

  it("offers the remotes of the folder for a repository, and takes one that is typed", async () => {
    const { dialogs, asking: asked } = asking("Enter owner/repository or an Address…", "Alice/Demo");
    assert.deepEqual(await asked.addRepository(), demo());
    assert.match(dialogs.asked[0] ?? "", /lantern\/almanac, Enter owner/);
    assert.deepEqual(
      (await window.store.repositories.list()).map(({ address }) => address),
      [demo()],
    );
    assert.equal(window.store.repositories.idOf(demo()), 1n);
  });

  it("takes the address of any page of a repository, also at a server that it does not know yet", async () => {
    const elsewhere = home.open("https://codeberg.org");
    const dialogs = new ScriptedDialogs(`${forge.base}/alice/demo/issues/1`);
    assert.deepEqual(await new Asking({ ...shared, dialogs }, elsewhere.store).addRepository(), demo());
  });

  it("says at once what names no repository and no issue", async () => {
    const repository = asking("Enter owner/repository or an Address…", "almanac");
    assert.equal(await repository.asking.addRepository(), undefined);
    assert.deepEqual(repository.dialogs.told, ["This names no repository."]);
    const issue = asking("#0");
    assert.equal(await issue.asking.thread(), undefined);
    assert.deepEqual(issue.dialogs.told, ["This names no issue."]);
  });

  it("takes an issue by its number where there is one repository, and otherwise by its whole name or address", async () => {
    assert.equal(await asking("#7").asking.thread(), undefined);
    assert.deepEqual(await asking("alice/demo#7").asking.thread(), { ...demo(), number: 7n });
    assert.deepEqual(await asking(`${forge.base}/alice/demo/pulls/5#issuecomment-1`).asking.thread(), {
      ...demo(),
      number: 5n,
    });
    await window.store.add(demo());
    assert.deepEqual(await asking(" 7 ").asking.thread(), { ...demo(), number: 7n });
  });

  it("offers the newest comments first, and to change only those that one may change", async () => {
    await window.store.add(demo());
    const all = asking("#2", "carol");
    assert.equal((await all.asking.comment())?.comment.id, 300n);
    await window.signOut();
    await window.signIn("bob");
    window.store.forget(forge.base);
    const own = asking("#1", "bob");
    assert.equal((await own.asking.comment({ changeable: true }))?.comment.author?.login, "bob");
    const none = asking("#3");
    assert.equal(await none.asking.comment({ changeable: true }), undefined);
    assert.deepEqual(none.dialogs.told, ["#3 has no comment for this."]);
  });

  it("reads the place of a comment that the panel's menu hands over, and nothing else", () => {
    const thread = { ...demo(), number: "1" };
    const place = {
      webviewSection: "comment",
      thread,
      comment: "301",
      pull: false,
      preventDefaultContextMenuItems: true,
    };
    assert.deepEqual(contextOf(place), {
      webviewSection: "comment",
      thread: { ...demo(), number: 1n },
      comment: 301n,
      pull: false,
    });
    assert.equal(contextOf({ ...place, comment: undefined })?.comment, undefined);
    for (const wrong of [undefined, {}, { ...place, comment: "x" }, { ...place, thread: { ...thread, base: "x" } }]) {
      assert.equal(contextOf(wrong), undefined);
    }
  });
});
