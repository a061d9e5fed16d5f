// Pasting and dropping files into a comment, in the installed extension.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { dropImage, forge, openIssue, pasteImage, prepareIssues, showIssues, threadPanel, until } from "./person.js";

const THEMES = ["Light Modern", "Default High Contrast", "Default High Contrast Light", "Dark Modern"] as const;

describe("files pasted or dropped into a comment", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    const view = await prepareIssues(window);
    await view.row(/#1 Tide/).press("New Comment…", window.workbench.editor.tab("#1 · Reply"));
    await window.workbench.editor.type("It looks so:\n\n");
    await window.page.locator(".codelens-decoration").getByText("Post Comment").waitFor();
  });
  after(() => window?.close());

  const uploads = (): number => forge(window).count("POST", /\/assets(\?|$)/);

  it("upload when pasted: a placeholder first, then the link", async () => {
    const { workbench } = window;
    const { service } = forge(window);
    service.faults.add({ kind: "late", method: "POST", path: "/assets", ms: 5000, times: 1 });
    await pasteImage(window);
    await workbench.editor.lines.getByText("Uploading image.png").waitFor();
    await workbench.editor.lines.getByText(/!\[image/).waitFor();
    assert.equal(uploads(), 1);
  });

  it("leave only what was typed if the upload fails, and upload again on request", async () => {
    const { workbench } = window;
    const { service } = forge(window);
    service.faults.add({ kind: "status", status: 500, method: "POST", path: "/assets", times: 1 });
    await workbench.editor.focus();
    await pasteImage(window);
    await workbench.notifications.toast("The upload of image.png could not be confirmed").waitFor();
    await workbench.editor.lines.getByText("image.png (").waitFor({ state: "detached" });
    assert.doesNotMatch(await workbench.editor.lines.innerText(), /<!--/);
    await workbench.notifications.press("The upload of image.png could not be confirmed", "Retry");
    const links = async (): Promise<number> => (await workbench.editor.lines.innerText()).split("![image").length - 1;
    await until(window, async () => (await links()) === 2, "the link is in the text");
  });

  it("upload when dropped with Shift held", async () => {
    const { workbench } = window;
    const before = uploads();
    await dropImage(window, "tides.png");
    await workbench.editor.lines.getByText(/!\[tides/).waitFor();
    assert.ok(uploads() > before);
  });

  it("leave the text of copied cells to the editor, although a spreadsheet also copies their picture", async () => {
    const before = uploads();
    await window.workbench.editor.focus();
    await pasteImage(window, "tide\theight");
    await window.workbench.editor.lines.getByText(/tide\s+height/).waitFor();
    assert.equal(uploads(), before);
  });

  it("upload when pasted into the reply box of a thread", async () => {
    await openIssue(window, "lantern/almanac#2");
    const { box } = threadPanel(window);
    await box.getByRole("textbox").focus();
    await pasteImage(window, undefined, box.locator("textarea"));
    await until(
      window,
      async () => /^!\[image\.png\]\(\/attachments\/[\da-f-]{36}\)$/.test(await box.getByRole("textbox").inputValue()),
      "the link is in the box",
    );
  });

  it("have no axe findings in the sidebar in any theme", async () => {
    const { workbench } = window;
    const view = await showIssues(window);
    await view.row("Drafts").row.waitFor();
    for (const theme of THEMES) {
      await workbench.useTheme(theme);
      assert.deepEqual(
        await workbench.findingsIn('.part.sidebar .pane-body .monaco-list[aria-label="Issues"]'),
        [],
        theme,
      );
    }
  });
});
