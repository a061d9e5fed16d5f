// The contacted servers in the installed extension: a person forbids one, and allows it again where a wing asks for it.
import assert from "node:assert/strict";
import { demoToken } from "../services/issues/seed/writer.js";
import { forge, openIssue, prepareIssues, showThread, threadPanel } from "./issues/person.js";
import { openWindow, type Window } from "./window.js";

const SHOW = "Triptych: Show Contacted Servers";

describe("the contacted servers", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    await prepareIssues(window);
  });
  after(() => window?.close());

  /** The row of the forge in the panel of contacted servers. */
  const serverRow = () =>
    window.workbench
      .panel()
      .getByRole("row")
      .filter({ hasText: forge(window).service.origin })
      .first();

  it("show where a thread came from, whether with a token, and never the token itself", async () => {
    await showThread(window, "#3", "Heights at neaps");
    await window.workbench.run(SHOW);
    const row = serverRow();
    await row.getByText("Issues and pull requests").waitFor();
    await row.getByText(/^200\b.*minute/).waitFor();
    assert.ok(!(await window.workbench.panel().locator("main").innerText()).includes(demoToken("nadia")));
    assert.deepEqual(await window.workbench.findings(), []);
  });

  it("get no request once forbidden, which a thread says also after a reload", async () => {
    const { workbench } = window;
    await serverRow().getByRole("button", { name: "Forbid" }).click();
    await serverRow().getByRole("button", { name: "Allow" }).waitFor();
    const { service } = forge(window);
    const before = service.journal.length;
    await workbench.reload();
    await serverRow().getByRole("button", { name: "Allow" }).waitFor();
    await openIssue(window, "#5");
    const { host } = forge(window);
    await workbench.panel().getByText(`You have forbidden requests to ${host}.`).waitFor();
    assert.equal(service.journal.length, before);
  });

  it("are allowed again in the thread, which then loads", async () => {
    const { workbench } = window;
    await workbench.panel().getByRole("button", { name: "Allow This Server…" }).click();
    await workbench.dialog.press("Allow");
    await threadPanel(window).title.getByText("#5").waitFor();
    await workbench.run(SHOW);
    await serverRow().getByRole("button", { name: "Forbid" }).waitFor();
  });
});
