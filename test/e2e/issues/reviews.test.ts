// The reviews of a pull request in its thread, what changed since the user's own, the next of its files, and labels that
// complete in the document of a new issue.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { forge, openIssue, prepareIssues, showIssues, threadPanel } from "./person.js";

describe("reviews of a pull request, and labels of a new issue", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    await prepareIssues(window);
  });
  after(() => window?.close());

  it("shows who requested changes and who approved, and each comment with its file, line and diff", async () => {
    await openIssue(window, "#4");
    const { frame, title } = threadPanel(window);
    await title.getByText("Read all constituents").waitFor();
    const main = frame.locator("main");
    await main.getByText("Lovely. Two small things inside.").waitFor();
    await main.getByText("An empty line would still be read as a constituent").waitFor();
    await main.getByText("Please with a test for").waitFor();
    await main.getByText("src/harmonics.rs").first().waitFor();
    // The diff of an outdated comment is collapsed.
    await main.getByText("filter(|line| !line.starts_with").waitFor({ state: "attached" });
    await main.getByText("requested changes to an earlier version · dismissed").first().waitFor();
    await main.getByText("approved these changes").first().waitFor();
    await main.getByText("Line 58").first().waitFor();
    const text = await main.innerText();
    for (const shown of [/requested changes to an earlier version · dismissed/, /nadia approved these changes/]) {
      assert.match(text, shown);
    }
    assert.match(text, /Line 41\s[\s\S]*Line 58\s/);
  });

  it("opens what changed since the user's review, and names a file that could not be loaded", async () => {
    const { act, service } = forge(window);
    const pull = { repo: "lantern/almanac", issue: 4 };
    act("addReview", { ...pull, by: "nadia", body: "Good so far." });
    const changes = { "src/phase.rs": { after: "turned\n" }, "src/harmonics.rs": { after: "unread\n" } };
    const { head } = act("push", { ...pull, by: "ines", changes }) as { readonly head: string };
    service.faults.add({ kind: "status", status: 500, path: `/contents/src/harmonics\\.rs\\?ref=${head}` });
    await openIssue(window, "#4");
    const { frame } = threadPanel(window);
    await frame.getByRole("button", { name: "Refresh" }).click();
    await frame.getByRole("button", { name: "Changes Since Your Review" }).click();
    const { page, workbench } = window;
    await workbench.editor.tab(/^Changes of !4 since your last review/).waitFor();
    await page.locator(".modified .view-line").filter({ hasText: "turned" }).waitFor();
    await page.locator(".modified .view-line").filter({ hasText: "reported an error (status 500)" }).waitFor();
    service.faults.clear();
  });

  it("goes to the next file from the diff of two apps, although VS Code doesn't name their files", async () => {
    const { workbench } = window;
    const changes = { "data/calais.bin": { path: "data/calais.apk" } };
    forge(window).act("push", { repo: "lantern/almanac", issue: 4, by: "ines", changes });
    const view = await showIssues(window);
    await view.row("!4 Read all").expand(view.row("Changed Files"));
    await view.row("Changed Files").expand(view.row("calais.apk"));
    await view.row("calais.apk").open();
    await workbench.editor.tab(/^calais.apk ↔ calais.apk/).waitFor();
    await workbench.run("Triptych Issues: Next Changed File");
    await workbench.editor.tab(/^stations.zip/).waitFor();
  });

  it("completes a label from its first letter", async () => {
    const { page, workbench } = window;
    await workbench.run("Triptych Issues: New Issue…");
    await page.getByText("Ln 2, Col 8").waitFor();
    await workbench.editor.focused();
    await page.keyboard.insertText("A title");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.getByText(/^Ln 3, Col \d+$/).waitFor();
    await page.keyboard.type(" b");
    await page.locator(".suggest-widget.visible .monaco-list-row.focused").filter({ hasText: "bug" }).waitFor();
    await page.keyboard.press("Enter");
    await workbench.editor.lines.getByText(/labels:\s+bug/).waitFor();
  });
});
