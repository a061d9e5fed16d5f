// Opening a notification: with an account that can see its repository.
import assert from "node:assert/strict";
import type * as ListCommands from "../../../src/issues/lists/list-commands.ts";
import { threadKey, type ThreadAddress } from "../../../src/issues/model/address.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { importTexts } from "../import-texts.ts";
import { machine, type Machine } from "./machine.ts";
import { startForge, type Forge } from "./service.ts";

describe("Opening a notification", () => {
  let forge: Forge;
  let here: Machine;
  let open: typeof ListCommands.openNotification;
  before(async () => {
    forge = await startForge("forgejo");
    ({ openNotification: open } = (await importTexts(
      "src/issues/lists/list-commands.ts",
      "en",
    )) as typeof ListCommands);
  });
  beforeEach(async () => {
    forge.reset();
    here = await machine();
  });
  afterEach(() => here.close());
  after(() => forge.close());

  it("uses the account that can see the repository, and marks it as read there", async () => {
    const window = here.open(forge.base);
    await window.signIn("nadia");
    await window.signIn("alice");
    const { services, log } = window;
    forge.act("notify", { repo: "alice/secret", issue: 1, by: "bob", body: "@alice" });
    await services.lists.inbox.check();
    const inbox = services.lists.inbox.list().find(({ account }) => account.id === "alice") ?? assert.fail();
    const notification = inbox.unread.find(({ repository }) => repository?.name === "secret") ?? assert.fail();
    const shown: string[] = [];
    const show = (thread: ThreadAddress): void => {
      shown.push(`${threadKey(thread)} as ${services.access.loginAt(thread) ?? ""}`);
    };
    await open({ account: inbox.account, notification }, { services, log, show, dialogs: new ScriptedDialogs() });
    assert.deepEqual(shown, [`${forge.base}/alice/secret#1 as alice`]);
    assert.equal(
      services.lists.inbox.list().find(({ account }) => account.id === "alice")?.count ?? 0,
      inbox.count - 1,
    );
  });
});
