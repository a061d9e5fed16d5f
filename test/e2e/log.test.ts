// Show Log in the installed extension: the Output view after a failure.
import assert from "node:assert/strict";
import { demoToken } from "../services/issues/seed/writer.js";
import { forge, openIssue, prepareIssues } from "./issues/person.js";
import { openWindow, type Window } from "./window.js";

describe("the log", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    await prepareIssues(window);
  });
  after(() => window?.close());

  it("shows in the Output view which request failed, and never a token", async () => {
    const { page, workbench } = window;
    forge(window).service.faults.add({ kind: "status", status: 500, path: "/issues/3" });
    await openIssue(window, "#3");
    await workbench.panel().getByRole("button", { name: "Show Log" }).click();
    const lines = page.locator(".part.panel .view-lines");
    await lines.filter({ hasText: /issues\/3.*answered.500/ }).waitFor();
    assert.ok(!(await lines.innerText()).includes(demoToken("nadia")));
  });
});
