// The walkthroughs of the installed extension: one per wing, each step with a picture and a command.
import assert from "node:assert/strict";
import { basename } from "node:path";
import type { Page } from "playwright-core";
import { PAGE_PATIENCE_MS, sharedBrowser } from "../runner/browser.js";
import { startVsCode } from "../runner/vscode.js";
import { packagedExtension } from "./window.js";
import { Workbench } from "./workbench.js";

const TITLES = ["Get Started with Trackers", "Get Started with Issues", "Get Started with Blocks"];

describe("the walkthroughs", () => {
  let server: Awaited<ReturnType<typeof startVsCode>>;
  let page: Page;
  let workbench: Workbench;

  before(async () => {
    server = await startVsCode({});
    page = await (await sharedBrowser()).newPage({ viewport: { width: 1280, height: 860 } });
    page.setDefaultTimeout(PAGE_PATIENCE_MS);
    await page.goto(server.origin);
    workbench = new Workbench(page);
    await page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: PAGE_PATIENCE_MS });
  });
  after(async () => {
    await page?.context().close();
    await server?.stop();
  });

  const shown = () => page.locator(".gettingStartedContainer .gettingStartedSlideDetails");

  const done = (step: string) =>
    shown().locator(".getting-started-step").filter({ hasText: step }).locator("[role=checkbox][aria-checked=true]");

  it("appear once Triptych is installed from its VSIX", async () => {
    await workbench.run("Extensions: Install from VSIX...");
    await workbench.quickPick.ready();
    // The dialog overwrites text that is typed before it lists its first folder.
    await workbench.quickPick.row("..").waitFor();
    const path = await packagedExtension();
    await workbench.quickPick.type(path);
    await workbench.quickPick.row(basename(path)).waitFor();
    await workbench.quickPick.accept();
    await page.getByRole("tab", { name: "Triptych" }).first().waitFor();
    for (const title of TITLES) {
      await workbench.choose("Welcome: Open Walkthrough...", title);
      await shown().getByText(title).first().waitFor();
      await shown().locator(".getting-started-step").nth(3).waitFor();
      assert.equal(await shown().locator(".getting-started-step").count(), 4);
      await shown().locator("iframe.webview.ready").waitFor();
    }
  });

  it("run the command of a step", async () => {
    await workbench.choose("Welcome: Open Walkthrough...", "Get Started with Trackers");
    await shown().locator(".getting-started-step").filter({ hasText: "Find an app" }).click();
    await shown().getByRole("button", { name: "Find App…" }).click();
    await workbench.quickPick.widget.getByText("Find App").first().waitFor();
    await page.keyboard.press("Escape");
    await done("Find an app").waitFor();
  });

  it("tick a step that was done before the walkthrough was open", async () => {
    assert.equal(await done("Go to any block").count(), 0);
    await page.reload();
    await page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: PAGE_PATIENCE_MS });
    await workbench.run("View: Close All Editors");
    await workbench.run("Triptych Blocks: Go to Block…");
    await workbench.quickPick.ready();
    await page.keyboard.press("Escape");
    await workbench.choose("Welcome: Open Walkthrough...", "Get Started with Blocks");
    await done("Go to any block").waitFor();
  });
});
