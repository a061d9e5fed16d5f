// Counts the requests of everyday actions in the services' own journals, compared with the minimum by the contracts.
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { blockPanel, goTo } from "../../e2e/blocks/person.js";
import { prepareIssues, showIssues, threadPanel } from "../../e2e/issues/person.js";
import { openReport, setKey, showTrackers } from "../../e2e/trackers/steps.js";
import { openWindow, type Window } from "../../e2e/window.js";
import { KEYS } from "../../services/trackers/access.js";
import { reportRatio } from "../results.ts";

/** An action is complete once no request has arrived for this long. */
const QUIET_MS = 2500;
const POLL_MS = 100;

const APP = "org.example.tramway";
/** Periodic requests of the wings, which don't depend on what the user does. */
const OWN_PACE = /timeline\?since=[^&]*&page=|\?block\.number=gt|\/notifications\?.*&limit=1$/;
/** Images of a page. */
const PICTURES = /\/attachments\/|\/avatars?\/|\/icon\/$/;

describe("requests of everyday actions", function () {
  this.timeout(600_000);
  let window: Window;

  before(async () => {
    window = await openWindow();
    await prepareIssues(window);
    // Sends the requests that each window sends only once.
    await openIssue(/#10 /, "Offer the tables");
  });

  after(() => window.close());

  // The rows on top show how many pull requests wait for the user, and how many issues and pull requests are assigned.
  it("opens the Issues view: the repository, its issues, the notifications, and two numbers", async () => {
    const { workbench } = window;
    await workbench.run("View: Close All Editors");
    await holds("forgejo", "Issues view", 5, async () => {
      await workbench.reload();
      const view = await showIssues(window);
      await view.row(/#1 Tide/).row.waitFor();
    });
  });

  // The repository says what the user may do here now. An unread thread is then marked as read.
  it("opens a thread: repository, issue, comments, timeline, reactions of what is visible, and reads it", async () => {
    await holds("forgejo", "thread", 5 + 4, () => openIssue(/#1 Tide/, "Tide table shows"));
  });

  // Only the issue has the ID of its repository, and a comment must not reach a new repository of the same name.
  it("posts a comment: the issue and its comments before, the comment, and its comments after", async () => {
    await openIssue(/#1 Tide/, "Tide table shows");
    const { box, comment } = threadPanel(window);
    // Reactions of comments that scroll into view are loaded now.
    await box.getByRole("textbox").focus();
    await holds("forgejo", "comment", 4, async () => {
      await box.getByRole("textbox").fill("Seen at the pier as well.");
      await box.getByRole("button", { name: "Post Comment" }).click();
      await comment("Seen at the pier as well.").waitFor();
    });
  });

  it("edits a comment: the issue and the comment before, the change, and the comment after", async () => {
    await openIssue(/#1 Tide/, "Tide table shows");
    await holds("forgejo", "edit", 4, async () => {
      const { editor } = window.workbench;
      await threadPanel(window).press("Seen at the pier as well.", "Edit");
      await editor.group.locator(".codelens-decoration").waitFor();
      await editor.focus();
      await window.page.keyboard.press("Control+End");
      await window.page.keyboard.insertText(" Twice.");
      await editor.send();
      await threadPanel(window).comment("as well. Twice.").waitFor();
    });
  });

  it("goes to a block: the block, the one before, and its transactions", async () => {
    await holds("blocks", "block", 3, async () => {
      await goTo(window, "1900");
      await window.workbench.quickPick.accept();
      await blockPanel(window).title.getByText("1,900").waitFor();
    });
  });

  it("opens a report: the search for the app, and its details", async () => {
    await showTrackers(window.workbench);
    await setKey(window.workbench, KEYS.good);
    await holds("trackers", "report", 2, () => openReport(window.workbench, APP));
  });

  async function openIssue(row: RegExp, title: string): Promise<void> {
    const view = await showIssues(window);
    await view.row(row).open();
    await threadPanel(window).title.getByText(title).waitFor();
  }

  /** Runs the action and reports its requests. @param fewest the minimum by the contract */
  async function holds(service: string, name: string, fewest: number, action: () => Promise<unknown>): Promise<void> {
    const controlled = window.sandbox.services[service]?.service ?? assert.fail(service);
    const requests = (): readonly string[] =>
      controlled.journal
        .map(({ method, target }) => `${method} ${target}`)
        .filter((each, place, all) => !OWN_PACE.test(each) && !isThoroughLook(each, all[place - 1]))
        .filter((each) => !PICTURES.test(each));
    await quiet(requests);
    controlled.journal = [];
    await action();
    await quiet(requests);
    const asked = requests();
    await reportRatio({
      name: `requests: ${name}`,
      against: "the fewest that the contract permits",
      ours: [asked.length],
      theirs: [fewest],
      goal: 1,
    });
    for (const each of asked) console.log(`        ${each}`);
    assert.ok(asked.length <= fewest, `${asked.length} requests; ${fewest} would do`);
  }
});

/** Every fourth poll of a thread also requests the issue. */
function isThoroughLook(request: string, before: string | undefined): boolean {
  return /\/issues\/\d+$/.test(request) && before !== undefined && OWN_PACE.test(before);
}

/** Waits until no request has come for a while. */
async function quiet(requests: () => readonly string[]): Promise<void> {
  let before = -1;
  for (let since = performance.now(); performance.now() - since < QUIET_MS;) {
    const count = requests().length;
    if (count !== before) since = performance.now();
    before = count;
    await setTimeout(POLL_MS);
  }
}
