// An app's timeline, comparisons and watch list, in the installed extension.
import assert from "node:assert/strict";
import { PATIENCE, retry } from "../retry.js";
import type { Row } from "../view.js";
import { openWindow, type Window } from "../window.js";
import { showTrackers, useKey } from "./steps.js";

const APP = "org.example.history";
const OTHER = "org.example.neighbor";
const [CRASHLYTICS, FIREBASE, ADMOB] = [27, 49, 312];
const CAMERA = "android.permission.CAMERA";
const INTERNET = "android.permission.INTERNET";
const THEMES = ["Light Modern", "Default High Contrast", "Default High Contrast Light", "Dark Modern"] as const;

describe("an app over time", () => {
  let window: Window;

  before(async () => {
    window = await openWindow({ height: 1400 });
    const report = { handle: APP, name: "History" };
    add({ ...report, version: "1.0", created: day("2026-01-05"), trackers: [CRASHLYTICS], permissions: [INTERNET] });
    add({
      ...report,
      version: "2.0",
      created: day("2026-04-05"),
      trackers: [CRASHLYTICS, FIREBASE],
      permissions: [CAMERA],
    });
    add({
      ...report,
      version: "3.0",
      created: day("2026-08-05"),
      trackers: [FIREBASE],
      permissions: [CAMERA, INTERNET],
    });
    add({
      handle: OTHER,
      name: "Neighbour",
      version: "7",
      created: day("2026-08-06"),
      trackers: [ADMOB],
      permissions: [],
    });
  });
  after(() => window.close());

  function add(report: Readonly<Record<string, unknown>>): void {
    window.sandbox.services["trackers"]?.actions["addReport"]?.(report);
  }

  it("goes from an empty sidebar to a report, its timeline and a comparison with only the keyboard", async () => {
    const { workbench, page } = window;
    const { keyboard } = page;
    const view = await showTrackers(workbench);
    await useKey(workbench);
    await view.row(/^Apps.*reports/).row.waitFor();

    // Opens the report from the view.
    await focusRow("Find App…");
    await keyboard.press("Enter");
    await workbench.quickPick.ready();
    await keyboard.type(APP);
    await workbench.quickPick.isNext(APP);
    await keyboard.press("Enter");
    const panel = workbench.panel();
    await panel.getByRole("heading", { name: "History", exact: true }).waitFor();
    await panel.getByRole("heading", { name: /^Dangerous/ }).waitFor();
    await workbench.panelFocused();

    // Opens the timeline, and moves along its versions.
    await tabTo("tab Report");
    await keyboard.press("ArrowRight");
    const slider = panel.getByRole("slider", { name: "Version" });
    await slider.waitFor();
    await tabTo("slider Version");
    assert.match(
      (await slider.getAttribute("aria-valuetext")) ?? "",
      /^Version 3\.0: trackers: 1, dangerous: 1, permissions: 2/,
    );
    await keyboard.press("Home");
    await slider.and(panel.locator("[aria-valuetext^='Version 1.0:']")).waitFor();
    assert.match(
      (await slider.getAttribute("aria-valuetext")) ?? "",
      /^Version 1\.0: trackers: 1, dangerous: 0, permissions: 1/,
    );

    // Compares the first version with the last.
    await keyboard.press("a");
    await panel.getByText("1 added, 1 removed, 0 unchanged").waitFor();
    await panel.getByText("Added: Google Firebase Analytics").waitFor();
    await panel.getByText("Removed: Google CrashLytics").waitFor();
    await keyboard.press("ArrowRight");
    await keyboard.press("b");
    await panel.getByText("1 added, 0 removed, 1 unchanged").waitFor();
    assert.equal(await focused(), "slider Version");

    // Selects another version from the list.
    await tabTo("select To version");
    await keyboard.press("ArrowUp");
    await panel.getByText("1 added, 1 removed, 0 unchanged").waitFor();

    // Compares with another app.
    await tabTo("button Another App…");
    await keyboard.press("Enter");
    await workbench.quickPick.ready();
    await keyboard.type(OTHER);
    await workbench.quickPick.isNext(OTHER);
    await keyboard.press("Enter");
    await panel.getByRole("heading", { name: "Differences" }).waitFor();
    await panel.getByText("only in Neighbour").first().waitFor();
    await panel.getByText("only in History").first().waitFor();
  });

  it("has no axe findings as a grid, a chart or a table, in any theme", async () => {
    const { workbench } = window;
    const panel = workbench.panel();
    for (const theme of THEMES) {
      await workbench.useTheme(theme);
      for (const [kind, part] of [
        ["Grid", "triptych-grid .lanes"],
        ["Chart", "canvas"],
        ["Table", "triptych-table"],
      ] as const) {
        await panel.getByRole("radio", { name: kind }).click();
        await panel.locator(`triptych-chart ${part}`).first().waitFor();
        assert.deepEqual(await workbench.findings(), [], `${kind} in ${theme}`);
      }
    }
  });

  it("shows the same comparison after a reload", async () => {
    const { workbench } = window;
    await workbench.reload();
    await workbench.panel().getByRole("heading", { name: "Differences" }).waitFor();
    await workbench.panel().getByText("only in Neighbour").first().waitFor();
  });

  it("exports the changes as a document", async () => {
    const { workbench } = window;
    await workbench.panel().getByRole("button", { name: "Export…" }).last().click();
    await workbench.quickPick.row("Markdown").waitFor();
    await workbench.quickPick.choose("Markdown");
    await workbench.editor.lines.getByText("History 3.0 compared with Neighbour 7").first().waitFor();
  });

  it("watches an app and shows what a new report changed until the user has seen it", async () => {
    const { workbench } = window;
    const view = workbench.view("Trackers");
    await view.row("Watch App…").row.waitFor();
    await workbench.search("Triptych Trackers: Watch or Unwatch App…", "App or package name", OTHER);
    await workbench.quickPick.isNext(OTHER);
    await workbench.quickPick.accept();
    const row = view.row(/^Neighbour.*7 · 1 tracker/);
    await row.row.waitFor();
    add({ handle: OTHER, version: "8", created: day("2026-10-01"), trackers: [ADMOB, FIREBASE], permissions: [] });
    await workbench.run("Triptych Trackers: Refresh Trackers");
    await view.row(/^Watched Apps.*1 · 1 with news/).row.waitFor();
    await view.row(/^Neighbour/).expand(view.row(/^Google Firebase Analytics.*added in 8/));

    await view.row(/^Neighbour/).open();
    const panel = workbench.panel();
    await panel.getByText("New since your last visit.").waitFor();
    await panel.getByText("8 from Google Play: 1 tracker added.").waitFor();
    await view.row(/^Watched Apps\s*1$/).row.waitFor();
    await panel.getByRole("button", { name: "Show Changes", exact: true }).click();
    await panel.getByText("Added: Google Firebase Analytics").first().waitFor();
    assert.deepEqual(await workbench.findings(), []);

    await panel.getByRole("button", { name: "Watched" }).click();
    await view.row(/^Watch App…/).row.waitFor();
  });

  it("moves watched apps by drag and drop or from the menu, and unwatches all selected apps", async () => {
    const { workbench, page } = window;
    const view = workbench.view("Trackers");
    const history = view.row(/^History/);
    const neighbor = view.row(/^Neighbour/);
    const placed = (row: typeof history, place: number) => row.row.and(page.locator(`[aria-posinset="${place}"]`));
    const isAt = (row: typeof history, place: number) => placed(row, place).waitFor();
    for (const [app, row] of [
      [APP, history],
      [OTHER, neighbor],
    ] as const) {
      await workbench.search("Triptych Trackers: Watch or Unwatch App…", "App or package name", app);
      await workbench.quickPick.isNext(app);
      await workbench.quickPick.accept();
      await row.row.filter({ hasText: /tracker/ }).waitFor();
    }
    await Promise.all([isAt(history, 1), isAt(neighbor, 2)]);
    // The drop may miss its row if the rows are redrawn during the drag.
    await retry(async () => {
      if (await placed(neighbor, 1).isVisible()) return;
      await neighbor.row.dragTo(history.row, { timeout: PATIENCE });
      await placed(neighbor, 1).waitFor({ timeout: PATIENCE });
    });
    await Promise.all([isAt(neighbor, 1), isAt(history, 2)]);
    await history.menu("Move Up", placed(history, 1));
    await Promise.all([isAt(history, 1), isAt(neighbor, 2)]);

    // Two versions of an app are compared without a question.
    const first = view.row(/^1\.0 · .*1 tracker/);
    const second = view.row(/^2\.0 · .*2 trackers/);
    await history.expand(second);
    await select(second, first);
    await first.menu("Compare…", workbench.panel().getByText("1 added, 0 removed, 1 unchanged"));
    await history.collapse();

    await select(history, neighbor);
    await neighbor.menu("Watch or Unwatch App…", view.row(/^Watch App…/).row);
  });

  /** Selects two rows. A tree that loads can forget what is selected. */
  async function select(first: Row, second: Row): Promise<void> {
    const selected = window.page.locator('[aria-selected="true"]');
    await retry(async () => {
      await first.row.click({ timeout: PATIENCE });
      await second.row.click({ modifiers: ["ControlOrMeta"], timeout: PATIENCE });
      for (const { row } of [first, second]) await row.and(selected).waitFor({ timeout: PATIENCE });
    });
  }

  /** Moves to a row of the view by keyboard. */
  async function focusRow(name: string): Promise<void> {
    const { workbench, page } = window;
    await workbench.run("Triptych: Focus on Trackers View");
    // Waits until the palette is closed and the rows have the focus, because keys would go elsewhere.
    await workbench.quickPick.widget.waitFor({ state: "hidden" });
    await page.locator(".part.sidebar .pane-body :focus").first().waitFor();
    await page.keyboard.press("Home");
    const names: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      const row = page.locator(".part.sidebar .monaco-list-row.focused").first();
      const label = (await row.getAttribute("aria-label")) ?? "";
      if (label.startsWith(name)) return;
      names.push(label);
      await page.keyboard.press("ArrowDown");
    }
    assert.fail(`${name} is not among ${names.join(", ")}`);
  }

  /** Presses Tab until the element with this name has the focus in the panel. */
  async function tabTo(name: string): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      const now = await focused();
      if (now === name) return;
      passed.push(now);
      await window.page.keyboard.press("Tab");
    }
    assert.fail(`Tab doesn't reach ${name}, only ${passed.join(", ")}`);
  }

  function focused(): Promise<string> {
    return window.workbench
      .panel()
      .locator("body")
      .evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        const kind = at?.getAttribute("role") ?? at?.localName ?? "nothing";
        return `${kind} ${at?.getAttribute("aria-label") ?? at?.textContent?.trim().split(/\s*\n/)[0] ?? ""}`;
      });
  }
});

function day(text: string): number {
  return Date.parse(`${text}T08:00:00Z`);
}
