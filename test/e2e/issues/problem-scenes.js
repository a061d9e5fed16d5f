// Scenes of the rows on top of the view that explain why rows are missing. They have their own window.
import { demoToken } from "../../services/issues/seed/writer.js";
import { addRepository, forge, prepareIssues } from "./person.js";

/** @typedef {import("../scenes.js").Scene} Scene */

/** @type {Scene[]} */
export const PROBLEM_SCENES = [
  {
    name: "issues-rejected",
    async show(window) {
      const { workbench } = window;
      const view = await prepareIssues(window);
      await view.row(/#1 Tide/).row.waitFor();
      await addRepository(window, "nadia/boat-log");
      await view.row("nadia/boat-log").row.waitFor();
      forge(window).act("revokeToken", { token: demoToken("nadia") });
      await view.press("Refresh");
      // The toast hides by itself after some seconds.
      await workbench.notifications.toast("no longer accepts the token of nadia").waitFor();
      await view.row("Token rejected").row.waitFor();
      await workbench.run("Notifications: Clear All Notifications");
      await view.row("nadia/boat-log").expand(view.row("Not loaded"));
    },
    async leave(window) {
      const view = await prepareIssues(window);
      forge(window).act("createToken", { user: "nadia", name: "nadia" });
      await view.press("Refresh");
      await view.row("Token rejected").row.waitFor({ state: "hidden" });
      await view.row("nadia/boat-log").collapse();
    },
  },
  {
    name: "issues-problems",
    async show(window) {
      const { service: gitea } = window.sandbox.services["gitea"] ?? {};
      if (gitea === undefined) throw new Error("the sandbox has no gitea");
      const view = await prepareIssues(window);
      await view.row(/#1 Tide/).row.waitFor();
      await addRepository(window, `${gitea.origin}/lantern/lamp-firmware`);
      await view.row("lantern/lamp-firmware").expand(view.row("Lamp wakes every hour"));
      forge(window).service.faults.add({ kind: "status", status: 429, headers: { "retry-after": "600" } });
      gitea.faults.add({ kind: "html", status: 200 });
      await view.press("Refresh");
      // Once two levels have failed, a row on top names the server. Until then, each level has its own row.
      await view.row(new RegExp(`Rate limited.*${forge(window).host}`)).row.waitFor();
      await view.row(new RegExp(`Bad response.*${new URL(gitea.origin).host}`)).row.waitFor();
    },
  },
];
