// A user's work with trackers and reports, in the installed extension.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { KEYS } from "../../services/trackers/access.js";
import { openWindow, type Window } from "../window.js";
import { until } from "../issues/person.js";
import { Row } from "../view.js";
import { openReport, openTracker, setKey, showTrackers } from "./steps.js";

const TRAMWAY = "org.example.tramway";
const CRASHLYTICS = 27;

describe("Trackers, from an empty sidebar to a report", () => {
  let window: Window;

  before(async () => {
    // Tall enough for more than one page of rows.
    window = await openWindow({ height: 1800 });
    const add = window.sandbox.services["trackers"]?.actions["addReport"];
    for (let place = 10; place < 30; place += 1) {
      add?.({ handle: `org.example.z.carrier${place}`, name: `Carrier ${place}`, trackers: [CRASHLYTICS] });
    }
  });
  after(() => window.close());

  it("goes from an empty sidebar to the report of an app with a tracker", async () => {
    const { workbench, sandbox } = window;
    const service = sandbox.services["trackers"]?.service;
    assert.ok(service);
    assert.equal(service.journal.length, 0);
    const view = await showTrackers(workbench);

    // The list is public, so it appears without a key.
    await view.row(/^Trackers432/).row.waitFor();
    await view.row("Uncategorized").row.waitFor();
    await view.row("Set API Key…").row.waitFor();
    await view.row(/^Crash reporting/).expand(view.row("Google CrashLytics"));
    // Once at the top, and once under the tracker.
    await view.row("Google CrashLytics").expand(new Row(view.rows.filter({ hasText: "to list apps" }).nth(1)));
    await openReport(workbench, TRAMWAY);
    const panel = workbench.panel();
    await panel.getByText("Only counts are available without an API key.").waitFor();
    await panel.getByRole("heading", { name: "Tramway", exact: true }).waitFor();
    assert.ok(service.journal.every(({ headers }) => headers.authorization === undefined));

    // Esc cancels the check of a key, and no message follows.
    service.faults.add({ kind: "stall", path: "trackers/count" });
    await setKey(workbench, KEYS.good);
    await until(window, () => service.journal.some(({ target }) => target.includes("trackers/count")), "it is checked");
    await workbench.quickPick.input.press("Escape");
    await workbench.quickPick.widget.waitFor({ state: "hidden" });
    service.faults.clear();

    // A wrong key is reported and not stored; the right one is accepted as pasted.
    await setKey(workbench, "0".repeat(40));
    await workbench.quickPick.widget.getByText("rejected this key. Check that you copied all of it.").waitFor();
    assert.equal(await workbench.notifications.toast("Nothing was saved").count(), 0);
    await workbench.quickPick.input.press("Escape");
    await workbench.quickPick.widget.waitFor({ state: "hidden" });
    await view.row("Set API Key…").row.waitFor();
    await setKey(workbench, `Token ${KEYS.good}`);
    await view.row(/^Google CrashLytics\d+ apps/).row.waitFor();

    // The panel loads the rest by itself.
    await panel.getByRole("heading", { name: "Permissions" }).waitFor();
    await panel.getByRole("heading", { name: /^Dangerous/ }).waitFor();
    await panel.getByText("APK SHA-256").waitFor();
    await panel.getByRole("button", { name: "Show Certificate" }).click();
    await panel.getByText("Certificate SHA-1").waitFor();

    // The icon is shown in the head of the report and in the row of the watched app.
    const icon = panel.locator("[slot=mark] img");
    await icon.waitFor();
    assert.equal(await icon.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)), 80);
    await panel.getByRole("button", { name: "Watch", exact: true }).click();
    const drawn = view.row(/^Tramway.*trackers/).row.locator(".custom-view-tree-node-item-icon");
    const picture = () => drawn.evaluate((element) => getComputedStyle(element).backgroundImage);
    const isDrawn = async () => (await picture()).startsWith('url("data:image/png;base64,');
    await until(window, isDrawn, "the row has the icon");

    // Each source has its own versions, which a list offers.
    const versions = panel.getByLabel("Version", { exact: true });
    const sources = panel.getByLabel("Source", { exact: true });
    await versions.locator("option").nth(7).waitFor({ state: "attached" });
    assert.equal(await versions.locator("option").count(), 8);
    const newest = await chosen(versions);
    await sources.selectOption("F-Droid · 8 versions");
    await panel.locator("[slot=under].tag", { hasText: "F-Droid" }).waitFor();
    assert.notEqual(await chosen(versions), newest);
    await versions.selectOption({ index: 3 });
    await panel.getByText("3 newer reports from this source").waitFor();

    // From a tracker to the apps that contain it, in pages.
    const carrier = view.row("org.example.z.carrier29");
    assert.equal(await carrier.row.count(), 0);
    await view.row(/^Load More50 of 56 shown/).open();
    await carrier.open();

    // Focuses the panel before the menu opens: a refresh of the tree can delay the focus, and a panel that takes the
    // focus late closes the menu.
    await workbench.panel().getByRole("heading", { name: "Carrier 29", exact: true }).click();
    await workbench.panelFocused();
    // While VS Code loads new rows, it runs the command without its row.
    const isCopied = async (): Promise<boolean> => {
      await carrier.menu("Copy");
      return (await workbench.page.evaluate(() => navigator.clipboard.readText())) === "org.example.z.carrier29";
    };
    await until(window, isCopied, "the package name is copied");

    // The key was sent to the server only in a header.
    assert.ok(service.journal.every(({ target, body }) => !`${target}${body}`.includes(KEYS.good)));
  });

  it("opens a report and selects another version with only the keyboard", async () => {
    const { workbench, page } = window;
    await openReport(workbench, "org.example.larder");
    const panel = workbench.panel();
    const versions = panel.getByLabel("Version", { exact: true });
    await versions.waitFor();
    await workbench.panelFocused();
    await page.keyboard.press("Tab");
    const visited: string[] = [];
    for (let stop = 0; stop < 12 && !(await isFocused(versions)); stop += 1) {
      visited.push(await focusedName(panel.locator("body")));
      await page.keyboard.press("Tab");
    }
    assert.ok(await isFocused(versions), `the focus passed ${visited.join(", ")}`);
    const before = await chosen(versions);
    await page.keyboard.press("ArrowDown");
    await panel.getByText("1 newer report from this source").waitFor();
    assert.notEqual(await chosen(versions), before);
    // The reader's position stays the same.
    assert.ok(await isFocused(versions));
  });

  it("shows the same version after a reload", async () => {
    const { workbench } = window;
    // If the report is in front already, nothing shows when the command has opened it again.
    await workbench.closeEverything();
    await openReport(workbench, "org.example.larder");
    await workbench.panel().getByLabel("Version", { exact: true }).selectOption({ index: 1 });
    const note = workbench.panel().getByText("1 newer report from this source");
    await note.waitFor();
    await workbench.reload();
    await note.waitFor();
    await workbench.panel().getByRole("heading", { name: "Larder", exact: true }).waitFor();
  });

  it("shows a tracker with a sanitized description, and opens an app with it by keyboard", async () => {
    const { workbench, page } = window;
    await openTracker(workbench, "Google CrashLytics");
    const panel = workbench.panel();
    await panel.getByText("io.fabric.").waitFor();
    await panel.getByText("In any analyzed version").waitFor();
    await panel.getByLabel("Filter by package name").fill("z.carrier2");
    const table = panel.getByRole("grid", { name: "Apps with this tracker" });
    await table.getByText("org.example.z.carrier20").waitFor();
    await table.getByText("carrier1").first().waitFor({ state: "detached" });
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await workbench.panel().getByRole("heading", { name: "Carrier 21", exact: true }).waitFor();
  });

  it("opens a tracker from its name in a report, and its website from the link beside it", async () => {
    const { workbench } = window;
    await openReport(workbench, TRAMWAY);
    const onTheWeb = workbench
      .panel()
      .getByRole("link", { name: / on the web$/ })
      .first();
    assert.match((await onTheWeb.getAttribute("href")) ?? "", /\/en\/trackers\/\d+\/$/);
    const name = ((await onTheWeb.getAttribute("aria-label")) ?? "").replace(/^Open | on the web$/g, "");
    // A tracker appears under each of its categories.
    await workbench.panel().getByRole("button", { name, exact: true }).first().click();
    await workbench.panel().getByRole("heading", { name, exact: true }).waitFor();
    await workbench.panel().getByRole("heading", { name: "Signatures" }).waitFor();
  });

  it("filters the trackers while the user types, and shows all again", async () => {
    const { workbench } = window;
    await workbench.showSidebar();
    const view = workbench.view("Trackers");
    await workbench.ask("Triptych Trackers: Filter Trackers…", "Matches name", "bugsn");
    await view.row(/^Bugsnag/).row.waitFor();
    await view.row("Crash reporting").row.waitFor({ state: "detached" });
    await workbench.quickPick.accept();
    await view.row("of 432 · “bugsn”").press("Clear Filter", view.row("Crash reporting").row);
  });
});

/** Returns the selected option of a list. */
function chosen(list: Locator): Promise<string> {
  return list.locator("option:checked").innerText();
}

/** True if an element of the panel has the focus. */
function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((each) => each === document.activeElement);
}

function focusedName(body: Locator): Promise<string> {
  return body.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? "nothing");
}
