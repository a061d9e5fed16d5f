// Actions of a user in the Issues wing, for tests.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { demoToken } from "../../services/issues/seed/writer.js";

/** @typedef {import("../window.js").Window} Window */

/**
 * Waits until the condition holds.
 * @param {Window} window @param {() => boolean | Promise<boolean>} holds @param {string} what @param {number} [patience] milliseconds
 */
export async function until({ page }, holds, what, patience = 120_000) {
  for (const end = Date.now() + patience; !(await holds());) {
    if (Date.now() >= end) throw new Error(`timed out waiting until ${what}`);
    await page.waitForTimeout(50);
  }
}

/** Returns a server of the sandbox and its actions. @param {Window} window @param {string} [name] */
export function forge({ sandbox }, name = "forgejo") {
  const controlled = sandbox.services[name];
  if (controlled === undefined) throw new Error(`the sandbox has no ${name}`);
  const { service, actions } = controlled;
  /**
   * Returns the issues of a repository, as stored on the server.
   * @param {(issue: IssueState) => boolean} which
   * @param {string} [repo]
   */
  const issues = (which, repo = "lantern/almanac") => {
    const { repositories } = /** @type {State} */ (controlled.state());
    return (repositories.find(({ fullName }) => fullName === repo)?.issues ?? []).filter(which);
  };
  return {
    service,
    host: new URL(service.origin).host,
    /** @param {string} action @param {Record<string, unknown>} body */
    act(action, body) {
      const run = actions[action];
      if (run === undefined) throw new Error(`the sandbox has no action ${action}`);
      return run(body);
    },
    issues,
    /** Returns the plain comments of an issue, as stored on the server. @param {number} number @param {string} [repo] */
    comments(number, repo = "lantern/almanac") {
      const [issue] = issues((each) => each.number === number, repo);
      return (issue?.comments ?? []).filter(({ type }) => type === "comment");
    },
    /** Returns the number of matching requests that the server received. @param {string} method @param {RegExp} target */
    count: (method, target) =>
      service.journal.filter((each) => each.method === method && target.test(each.target)).length,
  };
}

/**
 * @typedef {{ number: number, title: string, body: string, comments: { id: number, type: string, poster: string, body: string }[] }} IssueState
 * @typedef {{ repositories: { fullName: string, issues: IssueState[] }[] }} State
 */

/** Shows only the Issues view, at the usual width of a sidebar. @param {Window} window */
export async function showIssues({ workbench }) {
  await workbench.showSidebar();
  await workbench.sidebarWidth(300);
  await workbench.view("Trackers").collapse();
  await workbench.view("Blocks").collapse();
  const view = workbench.view("Issues");
  await view.expand();
  return view;
}

/** Answers the questions of Add Account. @param {Window} window @param {string} login @param {string} [server] */
export async function signIn(window, login, server) {
  const { workbench } = window;
  const { quickPick } = workbench;
  await quickPick.widget.getByText("Select a Server").waitFor();
  await quickPick.choose(forge(window, server).host);
  await quickPick.choose("Enter Token…");
  await quickPick.widget.getByText("Required scopes").waitFor();
  await quickPick.type(demoToken(login));
  await quickPick.accept();
}

const REPOSITORY_PLACEHOLDER = "owner/repo, a URL";

/** Runs Add Repository and answers its question. @param {Window} window @param {string} name */
export async function addRepository({ workbench }, name) {
  await workbench.search("Triptych Issues: Add Repository…", REPOSITORY_PLACEHOLDER, name);
  await workbench.quickPick.accept();
}

/**
 * Signs in and adds a repository, unless the view has it already.
 * @param {Window} window
 * @param {string} [login]
 * @param {string} [name] of the repository
 * @param {string} [server] the one in the settings
 */
export async function prepareIssues(window, login = "nadia", name = "lantern/almanac", server = "forgejo") {
  const view = await showIssues(window);
  await view.content.waitFor();
  if (await view.row(name).row.isVisible()) return view;
  const isEmpty = !(await view.loaded.first().isVisible());
  const { workbench } = window;
  await workbench.run("Triptych Issues: Add Account…");
  await signIn(window, login, server);
  await workbench.notifications.toast(`as ${login}`).waitFor();
  // If the view has no repositories, Add Account continues with Add Repository.
  if (isEmpty) {
    await workbench.page.getByPlaceholder(REPOSITORY_PLACEHOLDER).fill(name);
    await workbench.quickPick.accept();
  } else await addRepository(window, name);
  await view.row(name).row.waitFor();
  await window.workbench.run("Notifications: Clear All Notifications");
  return view;
}

/**
 * Brings the thread of an issue to the front, from the palette. If it is in front already, does nothing: the command
 * would show it a moment later, over what the test opens next.
 * @param {Window} window @param {string} typed ends with the number
 */
export async function openIssue({ workbench }, typed) {
  const number = /\d+$/.exec(typed)?.[0] ?? "";
  // The tabs of drafts begin with the number and a dot, and those of diffs with a file.
  const thread = workbench.editor.group
    .locator(".tab.active")
    .filter({ hasText: new RegExp(`^\\s*[#!]${number}\\b(?! ·)`) });
  if (await thread.isVisible()) return;
  await workbench.search("Triptych Issues: Open Issue…", "owner/repo#12, or a URL", typed);
  await workbench.quickPick.accept();
  await thread.waitFor();
}

/**
 * Brings the thread of an issue to the front, and waits until it is drawn.
 * @param {Window} window @param {string} typed @param {string} title of the issue
 */
export async function showThread(window, typed, title) {
  await openIssue(window, typed);
  const thread = threadPanel(window);
  await thread.title.getByText(title).waitFor();
  return thread;
}

/** An image of 8 by 8 pixels. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGOQy5uDFTEMLQkAoA5K4bFr3WAAAAAASUVORK5CYII=";

/**
 * Pastes an image at the cursor, like a screenshot: without a file name. With `text`, the clipboard has that too.
 * @param {Window} window
 * @param {string} [text]
 * @param {import("playwright-core").Locator} [field] of a panel, instead of the editor
 */
export async function pasteImage({ page, workbench }, text, field) {
  if (field === undefined) await workbench.editor.focused();
  await (field ?? page.locator("body")).evaluate(
    (element, [base64 = "", also]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      if (also !== undefined) clipboardData.items.add(also, "text/plain");
      clipboardData.items.add(new File([bytes], "image.png", { type: "image/png" }));
      const pasted = { bubbles: true, cancelable: true, composed: true, clipboardData };
      const target = element === document.body ? document.activeElement : element;
      target?.dispatchEvent(new ClipboardEvent("paste", pasted));
    },
    [PNG, text],
  );
}

/**
 * Drops a file on the editor while Shift is held, which inserts it into the text.
 * @param {Window} window
 * @param {string} name
 */
export async function dropImage({ page, workbench }, name) {
  const box = await workbench.editor.lines.boundingBox();
  if (box === null) throw new Error("no editor to drop on");
  const at = { x: box.x + 60, y: box.y + 10 };
  await page.evaluate(
    ({ base64, file, x, y }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], file, { type: "image/png" }));
      const where = {
        bubbles: true,
        cancelable: true,
        composed: true,
        clientX: x,
        clientY: y,
        shiftKey: true,
        dataTransfer,
      };
      const target = () => document.elementFromPoint(x, y) ?? document.body;
      for (const kind of ["dragenter", "dragover", "dragover", "drop"])
        target().dispatchEvent(new DragEvent(kind, where));
    },
    { base64: PNG, file: name, ...at },
  );
}

/** Returns the active thread panel. @param {Window} window */
export function threadPanel({ workbench }) {
  const frame = workbench.panel();
  return {
    frame,
    title: frame.getByRole("heading", { level: 1 }),
    comments: frame.locator("triptych-comment"),
    /** Returns a comment by its text. @param {string | RegExp} text */
    comment: (text) => frame.locator("triptych-comment").filter({ hasText: text }),
    box: frame.locator("triptych-write-box"),
    /** Presses a button of a comment. @param {string | RegExp} text @param {string} button */
    async press(text, button) {
      const comment = frame.locator("triptych-comment").filter({ hasText: text }).first();
      await comment.scrollIntoViewIfNeeded();
      await comment.hover();
      await comment.getByRole("button", { name: button }).click();
    },
  };
}

/**
 * Kills the extension host, like a crash. VS Code then starts a new one.
 * @param {Window} window
 */
export function killExtensionHost({ server }) {
  const all = processes();
  /** @param {number} pid @returns {boolean} */
  const isOurs = (pid) => pid === server.pid || (pid > 1 && isOurs(all.find((each) => each.pid === pid)?.parent ?? 0));
  const hosts = all.filter(({ pid, args }) => args.includes("--type=extensionHost") && isOurs(pid));
  if (hosts.length === 0) throw new Error("no extension host was found");
  for (const { pid } of hosts) process.kill(pid, "SIGKILL");
}

/**
 * Lists the processes of this machine. Some Linux systems lack `ps`.
 * @returns {{ pid: number, parent: number, args: string }[]}
 */
function processes() {
  if (process.platform !== "linux") {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
    return lines.map((line) => {
      const [pid = "", parent = "", ...args] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), args: args.join(" ") };
    });
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
        return [
          { pid: Number(name), parent, args: readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ") },
        ];
      } catch {
        // The process has ended in the meantime.
        return [];
      }
    });
}
