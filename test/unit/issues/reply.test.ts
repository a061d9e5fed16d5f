// The reply below a thread, without VS Code.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import type * as Replies from "../../../src/issues/thread-panel/reply.ts";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { refuse, type Outcome } from "../../../src/issues/writing/drafts/outcome.ts";
import type { BannerView, WriteView } from "../../../src/panels/thread/messages.ts";
import { importTexts } from "../import-texts.ts";
import { until } from "../workbench/until.ts";
import { machine, type Machine } from "./machine.ts";
import { startForge, type Forge } from "./service.ts";

describe("A reply", () => {
  let forge: Forge;
  let here: Machine;
  let replies: typeof Replies;
  before(async () => {
    forge = await startForge("forgejo");
    replies = (await importTexts("src/issues/thread-panel/reply.ts", "en")) as typeof Replies;
  });
  beforeEach(async () => {
    here = await machine();
  });
  afterEach(() => here.close());
  after(() => forge.close());

  const open = async (sendQuietly: () => Promise<Outcome> = () => Promise.resolve(refuse("empty"))) => {
    const { services, signIn } = here.open(forge.base);
    await signIn("alice");
    const thread = { base: forge.base, owner: "alice", name: "demo", number: 1n };
    await services.threads.read(thread);
    const box: { shown?: WriteView | undefined; banners?: readonly BannerView[] } = {};
    const reply = new replies.Reply(thread, {
      shared: { now: Date.now },
      services,
      draftCommands: { sendQuietly },
      post: (message) => {
        if (message.type === "write") box.shown = message.write;
        if (message.type === "banners") box.banners = message.banners;
      },
      after: () => ({ dispose: () => undefined }),
    });
    return { reply, box, drafts: services.writing.drafts };
  };

  it("is saved as it was typed last, even if that is the text from before and another is being saved", async () => {
    const { reply } = await open();
    assert.ok(await reply.saveText("lamp"));
    const typed = [reply.saveText("lamp!"), reply.saveText("lamp")];
    assert.deepEqual(await Promise.all(typed), [true, true]);
    const draft = await reply.draft();
    assert.equal(draft && getText(draft), "lamp");
    reply.dispose();
  });

  it("is shown as being sent until it has arrived, even if it is posted twice", async () => {
    let settle: (outcome: Outcome) => void = () => assert.fail("nothing was sent");
    const outcomes = [new Promise<Outcome>((resolve) => (settle = resolve)), Promise.resolve(refuse("underWay"))];
    const { reply, box } = await open(() => outcomes.shift() ?? assert.fail("sent too often"));
    const first = reply.sendText("lamp");
    assert.equal(await reply.sendText("lamp"), false);
    reply.sendState(await reply.draft());
    assert.equal(box.shown?.sending, true);
    settle(refuse("empty"));
    await first;
    assert.equal(box.shown?.sending, false);
    reply.dispose();
  });

  it("is no longer shown as being sent after its draft could not be read", async () => {
    const { reply, box, drafts } = await open();
    assert.ok(await reply.saveText("lamp"));
    const get = drafts.get.bind(drafts);
    Object.assign(drafts, { get: () => Promise.reject(new Problem("unexpected")) });
    await reply.send({}).catch(() => undefined);
    Object.assign(drafts, { get });
    reply.sendState(await reply.draft());
    assert.equal(box.shown?.sending, false);
    reply.dispose();
  });

  it("is shown as saved, not as rejected, once its text was changed", async () => {
    const { reply, box, drafts } = await open();
    assert.ok(await reply.saveText("lamp"));
    const { id } = (await reply.draft()) ?? assert.fail("no draft");
    await drafts.fail(id, refuse("locked"), "lamp", "alice");
    reply.sendState(await reply.draft());
    assert.match(box.shown?.status ?? "", /^Not sent: /);
    assert.ok(await reply.saveText("lamp!"));
    reply.sendState(await reply.draft());
    assert.match(box.shown?.status ?? "", /^Draft saved /);
    assert.equal(box.shown?.icon, "check");
    reply.dispose();
  });

  it("is no longer shown as waiting for an upload once the link is in its text", async () => {
    const { reply, box, drafts } = await open(() => Promise.resolve(refuse("uploading")));
    assert.equal(await reply.sendText("<!-- Uploading tide.png (1)… -->"), false);
    assert.match(box.banners?.at(-1)?.sentence ?? "", /still being uploaded/);
    await drafts.save(reply.place, "![tide.png](/attachments/1-2)");
    await until(() => box.banners?.length === 0);
    reply.dispose();
  });

  it("is no longer shown as not sent once another window has sent it", async () => {
    for (const isEarlier of [false, true]) {
      const { reply, box, drafts } = await open(async () => {
        if (isEarlier) await drafts.remove(reply.place);
        return refuse("underWay");
      });
      assert.equal(await reply.sendText("lamp"), false);
      await drafts.remove(reply.place);
      await until(() => box.shown?.text === "" && box.banners?.length === 0);
      reply.dispose();
    }
  });

  it("says why nothing was sent if another window had sent or discarded it", async () => {
    const { reply, box, drafts } = await open(async () => {
      await drafts.remove(reply.place);
      return refuse("gone");
    });
    assert.equal(await reply.sendText("lamp"), false);
    assert.match(box.banners?.at(-1)?.sentence ?? "", /^Already sent or discarded/);
    reply.dispose();
  });
});
