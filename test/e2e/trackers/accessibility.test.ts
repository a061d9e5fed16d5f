// axe findings in the panels of trackers and reports, in every theme.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { openReport, openTracker, showTrackers, useKey } from "./steps.js";

const THEMES = ["Dark Modern", "Light Modern", "Default High Contrast", "Default High Contrast Light"] as const;

describe("The panels of trackers and reports", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    await showTrackers(window.workbench);
    await useKey(window.workbench);
  });
  after(() => window?.close());

  for (const theme of THEMES) {
    it(`has no axe findings in any of its scenes, in ${theme}`, async () => {
      const { workbench, sandbox } = window;
      const act = sandbox.services["trackers"]?.actions;
      act?.["addReport"]?.({ handle: "org.example.fresh", name: "Fresh", trackers: [] });
      act?.["startAnalysis"]?.({ handle: "org.example.unfinished", name: "Unfinished", version: "1.0" });
      const pictures = {
        "org.example.tramway": "APK SHA-256",
        "org.example.fresh": "No trackers found yet",
        "org.example.unfinished": "Could not load permissions and hashes.",
        "org.example.tramwya": "App not found",
      };
      await workbench.useTheme(theme);
      for (const [handle, words] of Object.entries(pictures)) {
        await openReport(workbench, handle);
        await workbench.panel().getByText(words).waitFor();
        assert.deepEqual(await workbench.findings(), [], handle);
      }
      await openTracker(workbench, "Google CrashLytics");
      await workbench.panel().getByText("In any analyzed version").waitFor();
      assert.deepEqual(await workbench.findings(), [], "a tracker");
    });
  }
});
