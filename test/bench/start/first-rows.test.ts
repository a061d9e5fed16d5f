// Measures how soon each view shows its first row in a new window, compared with a view of one fixed row.
import assert from "node:assert/strict";
import { join } from "node:path";
import { blockRow, showBlocks } from "../../e2e/blocks/person.js";
import { prepareIssues, showIssues } from "../../e2e/issues/person.js";
import { setKey, showTrackers } from "../../e2e/trackers/steps.js";
import { openWindow, type Window } from "../../e2e/window.js";
import { ROOT } from "../../runner/tools.js";
import { KEYS } from "../../services/trackers/access.js";
import { medianOf, reportRatio } from "../results.ts";

const ROUNDS = 7;
const GOAL = 5;

type Title = "Trackers" | "Issues" | "Blocks";

const REFERENCE = { title: "One Row", key: "7" };
const KEYS_OF_VIEWS = { Trackers: "8", Issues: "9", Blocks: "0" } as const;

const SHOW: Record<Title, (window: Window) => Promise<unknown>> = {
  Trackers: ({ workbench }) => showTrackers(workbench),
  Issues: showIssues,
  Blocks: showBlocks,
};

describe("the first row of a view, with the answers of an earlier window in the cache", function () {
  this.timeout(900_000);
  let window: Window;

  before(async () => {
    window = await openWindow({
      extensions: [join(ROOT, "test/bench/start/row-extension")],
      keys: [
        { key: `ctrl+shift+alt+${REFERENCE.key}`, command: "triptychTest.row.focus" },
        { key: `ctrl+shift+alt+${KEYS_OF_VIEWS.Trackers}`, command: "triptych.trackers.focus" },
        { key: `ctrl+shift+alt+${KEYS_OF_VIEWS.Issues}`, command: "triptych.issues.focus" },
        { key: `ctrl+shift+alt+${KEYS_OF_VIEWS.Blocks}`, command: "triptych.blocks.focus" },
      ],
    });
    const trackers = await showTrackers(window.workbench);
    await setKey(window.workbench, KEYS.good);
    await trackers.row("Crash reporting").row.waitFor();
    await prepareIssues(window);
    await blockRow(await showBlocks(window), "1,985").row.waitFor();
  });

  after(() => window.close());

  for (const title of ["Trackers", "Issues", "Blocks"] as const) {
    it(`${title}: at most ${GOAL} times the time of a view with one fixed row`, async () => {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await SHOW[title](window);
        await restart(window);
        const isFirst = round % 2 === 0;
        if (isFirst) ours.push(await untilFirstRow(window, title, KEYS_OF_VIEWS[title]));
        theirs.push(await untilFirstRow(window, REFERENCE.title, REFERENCE.key));
        if (!isFirst) ours.push(await untilFirstRow(window, title, KEYS_OF_VIEWS[title]));
      }
      const ratio = await reportRatio({
        name: `first row of ${title}`,
        against: "a view with one fixed row",
        ours,
        theirs,
        goal: GOAL,
      });
      console.log(`      ${medianOf(ours).toFixed(0)} ms : ${medianOf(theirs).toFixed(0)} ms`);
      assert.ok(ratio <= GOAL);
    });
  }
});

/** Reloads the window with another view in the sidebar, and waits until both extensions are active and idle. */
async function restart({ page, workbench }: Window): Promise<void> {
  await showExplorer(page);
  await workbench.reload();
  await page.locator(".statusbar-item").filter({ hasText: "Ready to measure" }).waitFor();
}

async function showExplorer(page: Window["page"]): Promise<void> {
  await page.keyboard.press("Control+Shift+E");
  await page.locator(".part.sidebar .explorer-folders-view").waitFor();
}

/** Milliseconds from the key that shows the view to its first row on the screen, by the page's own clock. */
async function untilFirstRow({ page }: Window, title: string, digit: string): Promise<number> {
  await showExplorer(page);
  return await page.evaluate(
    ({ name, key }) =>
      new Promise<number>((resolve) => {
        const selector = `.part.sidebar .pane:has(.pane-header[aria-label^="${name}"]) [role=treeitem]`;
        const pressed = { key, code: `Digit${key}`, keyCode: key.charCodeAt(0), bubbles: true };
        const startedAt = performance.now();
        const look = (): void => {
          if ((document.querySelector(selector)?.getBoundingClientRect().height ?? 0) > 0)
            resolve(performance.now() - startedAt);
          else requestAnimationFrame(look);
        };
        document
          .querySelector(".monaco-workbench")
          ?.dispatchEvent(new KeyboardEvent("keydown", { ...pressed, ctrlKey: true, shiftKey: true, altKey: true }));
        look();
      }),
    { name: title, key: digit },
  );
}
