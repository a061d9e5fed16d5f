// The reply below a thread, without VS Code.
import assert from "node:assert/strict";
import type * as Replies from "../../../src/issues/thread-panel/reply.ts";
import { getText } from "../../../src/issues/writing/draft.ts";
import { refuse } from "../../../src/issues/writing/targets/target.ts";
import { importTexts } from "../import-texts.ts";
import { machine, type Machine } from "./machine.ts";

const THREAD = { base: "http://127.0.0.1:9", owner: "alice", name: "demo", number: 1n };

describe("A reply on a slow disk", () => {
  let here: Machine;
  let replies: typeof Replies;
  before(async () => {
    replies = (await importTexts("src/issues/thread-panel/reply.ts", "en")) as typeof Replies;
  });
  beforeEach(async () => {
    here = await machine();
  });
  afterEach(() => here.close());

  const open = () => {
    const { services } = here.open(THREAD.base);
    const reply = new replies.Reply(THREAD, {
      shared: { now: Date.now },
      services,
      draftCommands: { sendQuietly: () => Promise.resolve(refuse("empty")) },
      post: () => undefined,
      after: () => ({ dispose: () => undefined }),
    });
    return { reply, drafts: services.writing.drafts };
  };

  it("is saved as it was typed last, even if that is the text from before", async () => {
    const { reply, drafts } = open();
    assert.ok(await reply.saveText("lamp"));
    const save = drafts.save.bind(drafts);
    Object.assign(drafts, {
      save: async (...what: Parameters<typeof save>) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return await save(...what);
      },
    });
    const typed = [reply.saveText("lamp!"), reply.saveText("lamp")];
    assert.deepEqual(await Promise.all(typed), [true, true]);
    const draft = await reply.draft();
    assert.equal(draft && getText(draft), "lamp");
    reply.dispose();
  });
});
