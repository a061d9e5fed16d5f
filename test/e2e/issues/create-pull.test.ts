// A pull request from a commit in a clone to its row in the view, with only the keyboard, in the installed extension.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openWindow, type Window } from "../window.js";
import { forge, showIssues, signIn, until } from "./person.js";

const REPOSITORY = "lantern/almanac";
const BRANCH = "night-lamp";

describe("a new pull request, by keyboard", () => {
  let window: Window;
  /** A repository that stands in for the sandbox's, which has no Git. */
  let server: string;

  const git = async (folder: string, ...args: readonly string[]): Promise<string> => {
    const person = ["-c", "user.name=Nadia", "-c", "user.email=nadia@example.org", "-c", "commit.gpgSign=false"];
    const { stdout } = await promisify(execFile)("git", [...person, ...args], { cwd: folder });
    return stdout.trim();
  };
  const here = (...args: readonly string[]) => git(window.workspace, ...args);
  const commit = async (text: string, message: string): Promise<void> => {
    await writeFile(join(window.workspace, "lamp.ts"), text);
    await here("add", ".");
    await here("commit", "--quiet", "--message", message);
  };

  before(async () => {
    window = await openWindow();
    server = await mkdtemp(join(tmpdir(), "triptych-server-"));
    await git(server, "init", "--quiet", "--bare", "--initial-branch", "main");
    await here("init", "--quiet", "--initial-branch", "main");
    const url = `${forge(window).service.origin}/${REPOSITORY}.git`;
    await here("remote", "add", "origin", url);
    await here("config", `url.${server}.insteadOf`, url);
    await commit("const lamp = 0;\n", "Add a lamp");
    await here("push", "--quiet", "--set-upstream", "origin", "main");
    await here("checkout", "--quiet", "-b", BRANCH);
    await commit("const lamp = 1;\n", "Light the lamp\n\nAt night only.");
    const { workbench } = window;
    await workbench.reload();
    const view = await showIssues(window);
    await view.row(REPOSITORY).row.waitFor();
    await workbench.run("Triptych Issues: Add Account…");
    await signIn(window, "nadia");
    await workbench.notifications.toast("as nadia").waitFor();
    await workbench.run("Notifications: Clear All Notifications");
  });
  after(async () => {
    await window?.close();
    await rm(server, { recursive: true, force: true });
  });

  it("is pushed, created once, and in the list of pull requests", async () => {
    const { page, workbench } = window;
    const { dialog, notifications, quickPick } = workbench;
    const { act, count, issues } = forge(window);
    // VS Code's Git extension knows the branch as soon as it is in the status bar.
    await page.locator(".statusbar-item").filter({ hasText: BRANCH }).first().waitFor();
    await workbench.run("Triptych Issues: Create Pull Request…");
    await quickPick.isNext("main");
    await quickPick.accept();
    await quickPick.isNext("Ready for Review");
    await quickPick.accept();
    await workbench.editor.lines.getByText("Light the lamp").waitFor();
    await workbench.editor.focused();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("Not by day.");
    await workbench.editor.lines.getByText("Not by day.").waitFor();
    assert.equal(count("POST", /\/pulls$/), 0, "nothing is sent yet");
    await page.keyboard.press("Control+Enter");
    await dialog.message.getByText(`Push ${BRANCH} to ${REPOSITORY}?`).waitFor();
    await dialog.isNext("Push");
    // The sandbox doesn't see what is pushed.
    act("addBranch", { repo: REPOSITORY, branch: BRANCH });
    await page.keyboard.press("Enter");
    await until(window, () => count("POST", /\/pulls$/) > 0, "it is created");
    await notifications.toast("Created !").waitFor();
    assert.equal(await git(server, "rev-parse", BRANCH), await here("rev-parse", "HEAD"));
    const [created, ...others] = issues(({ title }) => title === "Light the lamp");
    assert.deepEqual(others, []);
    assert.equal(created?.body, "At night only.\n\nNot by day.");
    assert.equal(count("POST", /\/pulls$/), 1);

    const row = `!${created.number} Light the lamp`;
    await workbench.run("Focus on Issues View");
    const view = workbench.view("Issues");
    await view.row("Pull Requests").expand(view.row(row));
    await page
      .locator(".statusbar-item")
      .filter({ hasText: `!${created.number}` })
      .first()
      .waitFor();
  });
});
