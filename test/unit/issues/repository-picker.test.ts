// The quick pick that adds a repository, without VS Code.
import assert from "node:assert/strict";
import type * as Pickers from "../../../src/issues/pickers/repository-picker.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { importTexts } from "../import-texts.ts";
import { machine, type Machine } from "./machine.ts";
import { startForge, type Forge } from "./service.ts";

describe("The choices for a repository to add", () => {
  let forge: Forge;
  let here: Machine;
  let pickers: typeof Pickers;
  before(async () => {
    forge = await startForge("forgejo");
    pickers = (await importTexts("src/issues/pickers/repository-picker.ts", "en")) as typeof Pickers;
  });
  beforeEach(async () => {
    here = await machine();
  });
  afterEach(() => here.close());
  after(() => forge.close());

  it("have one row for a repository that is typed and found on the server", async () => {
    const window = here.open(forge.base, { remotes: ["https://git.example.org/lantern/almanac.git"] });
    await window.signIn("nadia");
    const dialogs = new ScriptedDialogs("lantern/almanac");
    const picker = new pickers.RepositoryPicker({ dialogs, now: Date.now }, window.services, () =>
      Promise.resolve(undefined),
    );
    await picker.add();
    assert.deepEqual(dialogs.shown, ["lantern/almanac", "lantern/almanac"], "one on each server");
  });

  it("include all repositories of the user, however few the server returns per page", async () => {
    const window = here.open(forge.base);
    await window.signIn("nadia");
    const all = await window.services.discovery.findRepositories(forge.base, "");
    forge.act("setPageCap", { cap: 2 });
    const paged = await window.services.discovery.findRepositories(forge.base, "");
    forge.reset();
    assert.ok(all.length > 2);
    assert.deepEqual(
      paged.map(({ owner, name }) => `${owner}/${name}`),
      all.map(({ owner, name }) => `${owner}/${name}`),
    );
  });

  it("include the repository of a pasted clone URL for SSH, and none of them is named .git", async () => {
    const { services } = here.open(forge.base);
    await services.knownServers.setServer("ssh.example.org", forge.base);
    for (const [typed, base] of [
      ["git@ssh.example.org:lantern/almanac.git", forge.base],
      [`ssh://git@${new URL(forge.base).hostname}:2222/lantern/almanac.git`, forge.base],
      ["git@git.example.com:lantern/almanac.git", "https://git.example.com"],
      ["lantern/almanac.git", forge.base],
    ] as const) {
      const described: (string | undefined)[] = [];
      const dialogs = new ScriptedDialogs(typed);
      dialogs.lookUp = async (_question, listChoices) => {
        described.push(
          ...(await listChoices(typed)).map(({ label, description }) => `${String(label)} ${description}`),
        );
        return undefined;
      };
      await new pickers.RepositoryPicker({ dialogs, now: Date.now }, services, () => Promise.resolve(undefined)).add();
      assert.deepEqual(described, [`lantern/almanac ${new URL(base).host}`], typed);
    }
  });
});
