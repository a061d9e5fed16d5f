// The servers that the user has forbidden, as the setting holds them.
import assert from "node:assert/strict";
import { Emitter } from "../../../src/workbench/events.ts";
import type * as Forbidden from "../../../src/workbench/contacts/forbidden-servers.ts";
import { Settings, type SettingId } from "../../../src/workbench/settings.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { importTexts } from "../import-texts.ts";

const ID = "triptych.forbiddenServers";
const CODEBERG = "https://codeberg.org";
const GITEA = "https://gitea.com";

const MODULE = "src/workbench/contacts/forbidden-servers.ts";
const { ForbiddenServers } = (await importTexts(MODULE, "en")) as typeof Forbidden;

function setting(value: readonly unknown[], dialogs = new ScriptedDialogs()) {
  const changed = new Emitter<(id: SettingId) => boolean>();
  const state: { value: unknown } = { value };
  const notices: unknown[] = [];
  const notify = (notice: unknown): void => void notices.push(notice);
  const settings = new Settings(
    {
      inspect: () => ({ defaultValue: [], globalValue: state.value }),
      // VS Code writes the file of settings first, and only then says that they have changed.
      write: async (_id, written) => {
        await new Promise(setImmediate);
        state.value = written;
        changed.fire((id) => id === ID);
      },
      onDidChange: changed.event,
    },
    notify,
  );
  return { forbidden: new ForbiddenServers({ settings, dialogs, notify }), state, notices };
}

describe("Forbidden servers", () => {
  it("are all kept if several are forbidden at once", async () => {
    const { forbidden, state } = setting([]);
    await Promise.all([forbidden.forbid(CODEBERG), forbidden.forbid(GITEA), forbidden.forbid(CODEBERG)]);
    assert.deepEqual(
      [state.value, forbidden.list()],
      [
        [CODEBERG, GITEA],
        [CODEBERG, GITEA],
      ],
    );
  });

  it("are read from URLs and hosts, and an entry that is neither is reported", () => {
    const { forbidden, notices } = setting([
      "codeberg.org",
      "HTTPS://Gitea.com/explore",
      "http://localhost:3000",
      7,
      "",
    ]);
    assert.deepEqual(forbidden.list(), [CODEBERG, GITEA, "http://localhost:3000"]);
    assert.equal(notices.length, 1);
  });

  it("are allowed again after a question, whatever form their entry has, and other entries stay", async () => {
    const dialogs = new ScriptedDialogs(false, true);
    const { forbidden, state } = setting(["codeberg.org", `${CODEBERG}/`, GITEA], dialogs);
    const allowed: string[] = [];
    forbidden.onDidChange((origins) => void allowed.push(...origins));
    assert.equal(await forbidden.allow(CODEBERG), false);
    assert.equal(forbidden.has(CODEBERG), true);
    assert.equal(await forbidden.allow(CODEBERG), true);
    assert.deepEqual([state.value, allowed], [[GITEA], [CODEBERG]]);
    assert.deepEqual(dialogs.asked, [
      "Allow requests to https://codeberg.org again?",
      "Allow requests to https://codeberg.org again?",
    ]);
  });
});
