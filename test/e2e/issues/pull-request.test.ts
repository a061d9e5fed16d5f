// A pull request from its first comment to its merge, with only the keyboard, in the installed extension.
import assert from "node:assert/strict";
import { errors } from "playwright-core";
import { PATIENCE, retry } from "../retry.js";
import { openWindow, type Window } from "../window.js";
import { forge, killExtensionHost, openIssue, prepareIssues, showIssues, threadPanel, until } from "./person.js";

const PULL = { repo: "lantern/almanac", issue: 4 };
const FILE = "src/harmonics.rs";
/** As many presses as lead to any row of the view, or to any button of a conversation. */
const MAX_PRESSES = 30;

interface StoredReview {
  readonly by: string;
  readonly state: string;
  readonly body: string;
  readonly comments: readonly { readonly by: string; readonly text: string; readonly line: number }[];
}

for (const server of ["forgejo", "gitea-1.27"]) {
  describe(`a pull request on ${server}, by keyboard`, () => {
    let window: Window;
    /** The reviews that the server had before. */
    let earlier = 0;
    const reviews = (): readonly StoredReview[] => forge(window, server).act("readReviews", PULL) as StoredReview[];
    const newReviews = () => reviews().slice(earlier);
    before(async () => {
      window = await openWindow({ settings: (origins) => ({ "triptych.issues.url": origins[server] }) });
      await prepareIssues(window, "nadia", "lantern/almanac", server);
      earlier = reviews().length;
    });
    after(() => window?.close());

    /** Presses a key until the focused element is the wanted one. */
    const press = async (key: string, isThere: () => Promise<boolean>, what: string): Promise<void> => {
      for (let presses = 0; !(await isThere()); presses += 1) {
        if (presses === MAX_PRESSES) throw new errors.TimeoutError(`${key} doesn't lead to ${what}`);
        await window.page.keyboard.press(key);
      }
    };
    const openPull = async (): Promise<void> => {
      await openIssue(window, "#4");
      await threadPanel(window).title.getByText("Read all constituents").waitFor();
    };
    /** Opens the diff of the file from its row. */
    const openDiff = async (): Promise<void> => {
      const { page, workbench } = window;
      const view = await showIssues(window);
      const focused = view.pane.locator(".monaco-list-row.focused");
      const goTo = async (text: string): Promise<void> => {
        await press("ArrowDown", async () => (await focused.innerText()).includes(text), text);
      };
      const expand = async (text: string, child: string): Promise<void> => {
        await goTo(text);
        await page.keyboard.press("ArrowRight");
        await view.row(child).row.waitFor({ timeout: PATIENCE });
      };
      // VS Code may collapse a row that is just expanded while it loads the whole tree.
      await retry(async () => {
        await workbench.run("Focus on Issues View");
        await view.pane.locator(".monaco-list:focus").waitFor({ timeout: PATIENCE });
        await page.keyboard.press("Home");
        await focused.waitFor({ timeout: PATIENCE });
        await expand("!4 Read all", "Changed Files");
        await expand("Changed Files", "harmonics.rs");
        await goTo("harmonics.rs");
      });
      await page.keyboard.press("Enter");
      await seeFile("harmonics.rs", "// line");
    };
    /** Waits until the diff of a file has the focus and shows its text, which replaces the previous file's a moment later. */
    const seeFile = async (name: string, text: string): Promise<void> => {
      const { page, workbench } = window;
      const tab = workbench.editor.group.locator(".tab.active");
      await tab.filter({ hasText: new RegExp(`^\\s*${name} `) }).waitFor();
      // The text of deleted lines is there too, hidden.
      const lines = page.locator(".monaco-diff-editor .modified .view-lines").getByText(text);
      await lines.filter({ visible: true }).first().waitFor();
      await page.locator(".monaco-diff-editor .monaco-editor.focused").waitFor();
    };
    const showDiff = async (): Promise<void> => {
      const { page, workbench } = window;
      await workbench.editor.focused();
      // The drafts are in the second group.
      await page.keyboard.press("Control+1");
      await page.locator(".monaco-diff-editor .monaco-editor.focused").waitFor();
    };
    /** Goes through the changed files with their keys. */
    const seeNeighbors = async (): Promise<void> => {
      const { page } = window;
      for (const [key, name, text] of [
        ["Shift+N", "phase.rs", "rem_euclid"],
        ["Shift+P", "harmonics.rs", "// line"],
      ] as const) {
        await page.keyboard.press("Control+k");
        await page.keyboard.press(key);
        await seeFile(name, text);
      }
    };
    /** Opens the draft of a comment on a line of the diff that has the focus. */
    const startComment = async (line: number): Promise<void> => {
      const { page, workbench } = window;
      await workbench.editor.goToLine(line);
      await page.keyboard.press("Control+k");
      await page.keyboard.press("Shift+C");
      await workbench.editor.tab(new RegExp(`harmonics.rs:${line}`)).waitFor();
      await workbench.editor.focused();
    };
    const submit = async (verdict: string, text: string, question: string): Promise<void> => {
      const { page, workbench } = window;
      const { dialog, quickPick } = workbench;
      await quickPick.rows.filter({ hasText: verdict }).first().waitFor();
      await quickPick.type(verdict);
      await quickPick.isNext(verdict);
      await quickPick.accept();
      await quickPick.widget.getByText("Text of Your Review").waitFor();
      await quickPick.type(text);
      await quickPick.accept();
      await dialog.message.getByText(question).waitFor();
      await dialog.isNext("Submit Review");
      const before = reviews().length;
      await page.keyboard.press("Enter");
      await until(window, () => reviews().length > before, "the review is submitted");
    };

    /** Writes three comments. The extension host is killed in the middle of a word of the second. */
    const writeComments = async (): Promise<void> => {
      const { page, workbench } = window;
      await openPull();
      await openDiff();
      await seeNeighbors();
      await startComment(40);
      await page.keyboard.insertText("First of three.");
      await showDiff();
      await startComment(42);
      await page.keyboard.insertText("Second of th");
      const { service } = forge(window, server);
      service.journal = [];
      killExtensionHost(window);
      await until(window, () => service.journal.some(({ target }) => target.includes("/issues?")), "the view is back");
      await page.keyboard.insertText("ree.");
      await workbench.editor.lines.getByText("Second of three.").waitFor();
      await showDiff();
      await startComment(56);
      await page.keyboard.insertText("Third of three.");
      await showDiff();
      await page.locator(".review-widget").filter({ hasText: "Third of three." }).waitFor();
    };

    /** Replies to a conversation in the diff. */
    const reply = async (): Promise<void> => {
      const { page, workbench } = window;
      // VS Code goes to the conversations that it knows by then, so this starts over if one is late.
      await retry(async () => {
        await page.keyboard.press("Control+1");
        await page.keyboard.press("Control+Home");
        // The own drafts are shown at their lines as well.
        for (const line of [40, 42, 56, 58]) {
          await page.keyboard.press("Alt+F9");
          await page.locator(`[aria-label*="on lines ${line} through"]:focus`).waitFor({ timeout: PATIENCE });
        }
      });
      const thread = page.locator(".review-widget").filter({ hasText: "Please with a test" });
      await thread.waitFor();
      const isOnReply = (): Promise<boolean> =>
        page.evaluate(() => document.activeElement?.getAttribute("aria-label")?.startsWith("Reply") === true);
      await press("Shift+Tab", isOnReply, "the button Reply");
      await page.keyboard.press("Enter");
      await workbench.editor.focused();
      await page.keyboard.insertText("A reply.");
      await workbench.editor.lines.getByText("A reply.").waitFor();
    };

    const merge = async (): Promise<void> => {
      const { page, workbench } = window;
      const { dialog, quickPick } = workbench;
      const view = await showIssues(window);
      await view.row("!4 Read all").menu("Merge Pull Request…", quickPick.row("Merge Commit"));
      await quickPick.isNext("Merge Commit");
      await quickPick.accept();
      await quickPick.widget.getByText("Title of the Commit").waitFor();
      await quickPick.accept();
      await quickPick.widget.getByText("Description of the Commit").waitFor();
      await quickPick.accept();
      await quickPick.isNext("Keep the Branch");
      await quickPick.accept();
      await dialog.message.getByText("Merge !4 into").waitFor();
      await dialog.isNext("Merge");
      await page.keyboard.press("Enter");
    };

    it("is reviewed through a crash and a push, approved and merged, and nothing is lost or doubled", async () => {
      const { workbench } = window;
      await openPull();
      await openDiff();
      await writeComments();
      await reply();
      assert.equal(newReviews().length, 0, "nothing is sent yet");
      const { act } = forge(window, server);
      act("push", { ...PULL, by: "ines", above: { [FILE]: "// one\n// two\n" } });
      const { frame } = threadPanel(window);
      await openPull();
      await frame.getByRole("button", { name: "Refresh" }).click();
      await frame.getByText("pushed 1 commit").nth(1).waitFor();
      // From a draft: if a panel has the focus, VS Code may return it there after the dialog has opened.
      await workbench.editor.show("harmonics.rs:58");
      await workbench.editor.focused();
      await workbench.run("Triptych Issues: Submit Review…");
      await submit("Request Changes", "Two lines, please.", "Request changes to !4?");
      const [review, ...others] = newReviews();
      assert.deepEqual(others, []);
      assert.deepEqual([review?.by, review?.state, review?.body], ["nadia", "REQUEST_CHANGES", "Two lines, please."]);
      const sent = review?.comments.map(({ line, text }) => `${line} ${text}`).toSorted();
      assert.deepEqual(sent, ["42 First of three.", "44 Second of three.", "58 Third of three.", "60 A reply."]);
      await workbench.run("Notifications: Clear All Notifications");
      await openDiff();
      await workbench.run("Triptych Issues: Submit Review…");
      await submit("Approve", "Thank you.", "Approve !4?");
      const states = newReviews().map(({ comments, state }) => `${state} ${comments.length}`);
      assert.deepEqual(states, ["REQUEST_CHANGES 4", "APPROVED 0"]);
      await merge();
      const merges = (): number => forge(window, server).count("POST", /\/pulls\/4\/merge$/);
      await until(window, () => merges() > 0, "it is merged");
      await openPull();
      await threadPanel(window).frame.getByText("merged this").first().waitFor();
      assert.equal(merges(), 1);
    });
  });
}
