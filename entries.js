// The entry points of the build: the code that starts with the window, the code that is loaded on first use, and the
// panels. A test compares this list with the sources.

export const START_ENTRY = "src/extension.ts";

/** By the name of the output file. */
export const LAZY_ENTRIES = {
  services: "src/services.ts",
  "trackers-rows": "src/trackers/wing-rows.ts",
  trackers: "src/trackers/wing.ts",
  "trackers-findings": "src/trackers/workspace/finding-rows.ts",
  "trackers-lens": "src/trackers/workspace/code-lenses.ts",
  "trackers-worker": "src/trackers/scan/worker.ts",
  scan: "src/trackers/command-line/main.ts",
  "issues-rows": "src/issues/wing-rows.ts",
  issues: "src/issues/wing.ts",
  "issues-sessions": "src/issues/repositories/accounts/sessions.ts",
  "blocks-rows": "src/blocks/wing-rows.ts",
  blocks: "src/blocks/wing.ts",
};

/** The style sheet that all panels share. */
export const STYLE_ENTRIES = { kit: "src/panels/kit/kit.css" };

export const PANEL_ENTRIES = {
  page: "src/panels/page/main.ts",
  thread: "src/panels/thread/main.ts",
};
