// axe findings in the views and walkthroughs of a new installation, in every theme and at 200% zoom.
import assert from "node:assert/strict";
import type { Theme } from "./themes.js";
import { openWindow, type Window } from "./window.js";

const CHECKED: readonly Theme[] = [
  "Dark Modern",
  "Light Modern",
  "Default High Contrast",
  "Default High Contrast Light",
];
const VIEWS = ["Trackers", "Issues", "Blocks"] as const;
const WALKTHROUGHS = ["Get Started with Trackers", "Get Started with Issues", "Get Started with Blocks"];
const SIZE = { width: 1280, height: 860 };
/** At 200% zoom, the window has half as many CSS pixels in both directions. */
const SIZES = { "100%": SIZE, "200%": { width: SIZE.width / 2, height: SIZE.height / 2 } };
/** Rules broken by the list of steps, which VS Code draws for every walkthrough. */
const VS_CODE_RULES = ["aria-allowed-attr", "aria-required-children", "nested-interactive"];

describe("accessibility on first use", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
  });
  after(async () => window?.close());

  it("has no axe findings in the views, in any theme and at 200%", async () => {
    const { workbench, page } = window;
    await workbench.showSidebar();
    for (const title of VIEWS) {
      for (const other of VIEWS) if (other !== title) await workbench.view(other).collapse();
      const view = workbench.view(title);
      await view.expand();
      for (const theme of CHECKED) {
        await workbench.useTheme(theme);
        for (const [zoom, size] of Object.entries(SIZES)) {
          await page.setViewportSize(size);
          await view.content.waitFor();
          const body = `.part.sidebar .pane:has(> .pane-header[aria-label^="${title}"]) > .pane-body`;
          assert.deepEqual(await workbench.findingsIn(body), [], `${title}, ${theme}, ${zoom}`);
        }
      }
      await page.setViewportSize(SIZE);
    }
  });

  it("has no axe findings in the walkthroughs, in any theme and at 200%", async () => {
    const { workbench, page } = window;
    const steps = page.locator(".gettingStartedContainer .gettingStartedSlideDetails .getting-started-step");
    for (const title of WALKTHROUGHS) {
      await workbench.choose("Welcome: Open Walkthrough...", title);
      await page.locator(".gettingStartedSlideDetails").getByText(title).first().waitFor();
      await steps.nth(3).waitFor();
      for (const theme of CHECKED) {
        await workbench.useTheme(theme);
        for (const [zoom, size] of Object.entries(SIZES)) {
          await page.setViewportSize(size);
          const found = await workbench.findingsIn(".gettingStartedSlideDetails");
          const own = found.filter((finding) => !VS_CODE_RULES.some((rule) => finding.startsWith(rule)));
          assert.deepEqual(own, [], `${title}, ${theme}, ${zoom}`);
        }
      }
      await page.setViewportSize(SIZE);
    }
  });
});
