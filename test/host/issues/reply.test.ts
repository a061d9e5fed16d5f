// The reply below a thread while the disk is full: the text stays in the box, and its status says why it isn't saved.
import assert from "node:assert/strict";
import { Reply } from "../../../src/issues/thread-panel/reply.ts";
import type { ThreadAddress } from "../../../src/issues/model/address.ts";
import type { BannerView, FromExtension, WriteView } from "../../../src/panels/thread/messages.ts";
import { breakDisk } from "../../unit/issues/broken-disk.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { silentActs } from "./panel-acts.ts";
import { forgeTests } from "./forge-tests.ts";

describe("A reply on a full disk", () => {
  const here = forgeTests(() => {
    repair();
    reply.dispose();
  });
  let services: ReturnType<Machine["open"]>["services"];
  let reply: Reply;
  let banners: readonly BannerView[];
  let box: WriteView | undefined;
  let repair: () => void;

  beforeEach(async () => {
    const window = here.home.open(here.forge.base);
    ({ services } = window);
    await window.signIn("alice");
    const address: ThreadAddress = { base: here.forge.base, owner: "alice", name: "demo", number: 1n };
    await services.threads.read(address);
    banners = [];
    const post = (message: FromExtension): void => {
      if (message.type === "banners") ({ banners } = message);
      if (message.type === "write") box = message.write;
    };
    const after = () => ({ dispose: () => undefined });
    reply = new Reply(address, {
      shared: { now: Date.now },
      services,
      draftCommands: silentActs(() => services),
      post,
      after,
    });
    assert.ok(await reply.saveText("saved before"));
    repair = breakDisk(here.home.folder, "ENOSPC");
  });

  const shown = () =>
    banners.filter(({ place }) => place === "write").map(({ start = "", sentence }) => `${start} ${sentence}`);

  it("stays in the box, with the reason that it isn't saved, until it is", async () => {
    assert.equal(await reply.saveText("saved before and more"), false);
    assert.deepEqual(shown(), ["Draft not saved. The disk is full. Free up some space and try again."]);
    assert.deepEqual([box?.text, box?.status, box?.icon], ["saved before and more", "Not saved", "warning"]);
    repair();
    assert.ok(await reply.saveText("saved before and more"));
    assert.deepEqual(shown(), []);
    assert.equal(box?.icon, "check");
    assert.equal((await reply.draft())?.text, "saved before and more");
  });

  it("is shown as saved again if the user restores the saved text", async () => {
    await reply.saveText("saved before and more");
    assert.ok(await reply.saveText("saved before"));
    assert.deepEqual([shown(), box?.text, box?.icon], [[], "saved before", "check"]);
  });

  it("is not sent, and neither is the text that was saved before it", async () => {
    assert.equal(await reply.sendText("saved before and more"), false);
    assert.ok(!(await here.forge.asked()).some((each) => each.startsWith("POST")));
    assert.deepEqual(shown(), ["Draft not saved. The disk is full. Free up some space and try again."]);
  });

  it("says why a text that is saved can't be sent", async () => {
    assert.equal(await reply.sendText("saved before"), false);
    assert.ok(!(await here.forge.asked()).some((each) => each.startsWith("POST")));
    assert.deepEqual(shown(), ["Not sent. The disk is full. Free up some space and try again. Your draft is kept."]);
  });
});
