// The panel of contacted servers, and what forbidding a server does, in the running extension.
import assert from "node:assert/strict";
import { commands, ConfigurationTarget, TabInputWebview, window, workspace } from "vscode";
import { ForbiddenServers } from "../../../src/workbench/contacts/forbidden-servers.ts";
import { contactsPanel } from "../../../src/workbench/contacts/panel.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import type { TriptychExports } from "../../../src/extension-api/declaration.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { sharedParts, triptych, until } from "../extension.ts";
import { openPage } from "../page.ts";
import { trackersService, type TrackersService } from "../trackers/service.ts";

describe("The contacted servers", () => {
  let trackers: TrackersService;
  const configure = (id: string, value: unknown) =>
    workspace.getConfiguration().update(id, value, ConfigurationTarget.Global);

  before(async () => {
    trackers = await trackersService();
    await trackers.reset();
    await sharedParts();
    await configure("triptych.trackers.url", trackers.origin);
  });
  after(async () => {
    await configure("triptych.trackers.url", undefined);
    await configure("triptych.forbiddenServers", undefined);
    await commands.executeCommand("workbench.action.closeAllEditors");
  });

  const open = async () => {
    const shared = await sharedParts();
    const dialogs = new ScriptedDialogs(true);
    const forbidden = new ForbiddenServers({ settings: shared.settings, dialogs, notify: () => undefined });
    const contacted = new Emitter<void>();
    const parts = { ...shared, forbidden, onDidContact: contacted.event };
    const page = openPage(
      contactsPanel({
        ...parts,
        after: (_time, run) => {
          run();
          return { dispose: () => undefined };
        },
      }),
      {},
    );
    return { page, contacted, forbidden };
  };
  const find = async (packageName: string) => {
    const exports: TriptychExports = triptych().exports;
    const api = exports.getApi(1) ?? assert.fail("no API");
    return await api.findReports({ packageName });
  };
  const row = (page: ReturnType<typeof openPage>) => {
    const { rows } = page.last().table("Contacted Servers");
    const cells = "id" in rows ? [] : rows.map(({ cells }) => JSON.stringify(cells));
    return cells.find((each) => each.includes(trackers.origin)) ?? assert.fail("the server is not listed");
  };

  it("are in a panel that the command opens", async () => {
    await commands.executeCommand("triptych.showContactedServers");
    await until("the panel is open", () =>
      window.tabGroups.all.some(({ tabs }) =>
        tabs.some(
          ({ input }) => input instanceof TabInputWebview && input.viewType.endsWith("triptych.contactedServers"),
        ),
      ),
    );
  });

  it("are listed with why, how often, how much and the last response, and can be forbidden and allowed", async () => {
    const { page, contacted, forbidden } = await open();
    await find("org.example.first");
    contacted.fire();
    assert.match(row(page), /Other extensions/);
    assert.match(row(page), /200/);
    await page.send({ type: "forbid", origin: trackers.origin });
    await until("it is forbidden", () => row(page).includes("Forbidden"));
    const before = (await trackers.journal()).length;
    const refused = await find("org.example.second");
    assert.deepEqual(refused.ok ? undefined : [refused.problem.kind, refused.problem.remedy], [
      "forbiddenServer",
      "Allow This Server…",
    ]);
    assert.equal((await trackers.journal()).length, before);
    await page.send({ type: "allow", origin: trackers.origin });
    await until("it is allowed", () => !row(page).includes("Forbidden"));
    const found = await find("org.example.second");
    assert.equal(found.ok ? undefined : found.problem.kind, "notFound");
    assert.ok((await trackers.journal()).length > before);
    page.connection.dispose();
    forbidden.dispose();
  });
});
