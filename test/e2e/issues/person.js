// What a person does with issues, in the words of the test.
import { demoToken } from "../../services/issues/seed/writer.js";

/** @typedef {import("../window.js").Window} Window */

/** The sandbox's Forgejo, as its owner has it. @param {Window} window */
export function forge({ sandbox }) {
  const controlled = sandbox.services["forgejo"];
  if (controlled === undefined) throw new Error("the sandbox has no forgejo");
  const { service, actions } = controlled;
  return {
    service,
    host: new URL(service.origin).host,
    /** @param {string} action @param {Record<string, unknown>} body */
    act(action, body) {
      const run = actions[action];
      if (run === undefined) throw new Error(`the sandbox has no action ${action}`);
      return run(body);
    },
    /** The plain comments of an issue, as they stand in the server. @param {number} number @param {string} [repo] */
    comments(number, repo = "lantern/almanac") {
      const { repositories } = /** @type {State} */ (controlled.state());
      const issue = repositories
        .find(({ fullName }) => fullName === repo)
        ?.issues.find((each) => each.number === number);
      return (issue?.comments ?? []).filter(({ type }) => type === "comment");
    },
    /** How often something was asked for. @param {string} method @param {RegExp} target */
    count: (method, target) =>
      service.journal.filter((each) => each.method === method && target.test(each.target)).length,
  };
}

/**
 * @typedef {object} State
 * @property {{ fullName: string, issues: { number: number, comments: { id: number, type: string, poster: string, body: string }[] }[] }[]} repositories
 */

/** Shows the view by itself, as wide as a usual sidebar. @param {Window} window */
export async function showIssues({ workbench }) {
  await workbench.showSidebar();
  await workbench.sidebarWidth(300);
  await workbench.view("Trackers").collapse();
  await workbench.view("Blocks").collapse();
  const view = workbench.view("Issues");
  await view.expand();
  return view;
}

/** Answers the questions of Add Account. @param {Window} window @param {string} login */
export async function signIn(window, login) {
  const { workbench } = window;
  const { quickPick } = workbench;
  await quickPick.widget.getByText("Which Server?").waitFor();
  await quickPick.choose(forge(window).host);
  await quickPick.choose("Enter Token…");
  await quickPick.widget.getByText("With the permissions").waitFor();
  await quickPick.type(demoToken(login));
  await quickPick.accept();
}

/** Answers the question of Add Repository. @param {Window} window @param {string} name */
export async function addRepository({ workbench }, name) {
  await workbench.run("Triptych: Add Repository…");
  await workbench.quickPick.widget.getByText("owner/repository at").waitFor();
  await workbench.quickPick.type(name);
  await workbench.quickPick.accept();
}

/** Signs in and adds a repository, where that is not done yet. @param {Window} window @param {string} [login] @param {string} [name] */
export async function prepared(window, login = "nadia", name = "lantern/almanac") {
  const view = await showIssues(window);
  await view.rows.or(view.welcome).first().waitFor();
  if (await view.row(name).row.isVisible()) return view;
  await window.workbench.run("Triptych: Add Account…");
  await signIn(window, login);
  await window.workbench.notifications.toast(`as ${login}`).waitFor();
  await addRepository(window, name);
  await view.row(name).row.waitFor();
  await window.workbench.run("Notifications: Clear All Notifications");
  return view;
}

/** Opens an issue from the palette. @param {Window} window @param {string} typed */
export async function openIssue({ workbench }, typed) {
  await workbench.run("Triptych: Open Issue…");
  await workbench.quickPick.widget.getByText("the address of its page").waitFor();
  await workbench.quickPick.type(typed);
  await workbench.quickPick.accept();
}

/** The thread that is in front. @param {Window} window */
export function threadPanel({ workbench }) {
  const frame = workbench.panel();
  return {
    frame,
    title: frame.getByRole("heading", { level: 1 }),
    comments: frame.locator("triptych-comment"),
    /** A comment by what it says. @param {string | RegExp} text */
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
