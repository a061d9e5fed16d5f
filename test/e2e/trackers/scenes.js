// Scenes of the Trackers wing: its view and its reports, with and without a key.
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { workspaceOf } from "../../workspaces/index.js";
import { dropFile, findApp, findFile, openReport, openTracker, showTrackers, useKey } from "./steps.js";

const LANTERN = { handle: "org.example.lantern", name: "Lantern", versions: 16 };
const LEDGER = { handle: "org.example.longledger", name: "Long Ledger", versions: 300 };
const DAY_MS = 86_400_000;

/**
 * Returns the reports of an app whose trackers and permissions change over the years.
 * @param {{ handle: string, name: string, versions: number }} app
 */
function history({ handle, name, versions }) {
  const kinds = [27, 49, 312, 65, 67, 66, 12, 48];
  const asked = ["INTERNET", "ACCESS_NETWORK_STATE", "WAKE_LOCK", "CAMERA", "ACCESS_FINE_LOCATION", "READ_CONTACTS"];
  const last = Date.parse("2026-10-20T09:00:00Z");
  return Array.from({ length: versions }, (_, place) => {
    const share = place / versions;
    return {
      handle,
      name,
      version: `${1 + Math.floor(4 * share)}.${place}`,
      versionCode: String(1000 + place),
      created: last - (versions - 1 - place) * Math.round((6 * 365 * DAY_MS) / versions),
      trackers: kinds.filter((_kind, at) =>
        at === 0 ? share < 0.7 : (place * (at + 3)) % 11 > 3 - 3 * share + at / 2,
      ),
      permissions: asked
        .filter((_permission, at) => at < 2 + Math.round(4 * share) - (place % 5 === 0 ? 1 : 0))
        .map((each) => `android.permission.${each}`),
    };
  });
}

/** @typedef {import("../window.js").Window} Window */

/** The preparations that were made in each window. Scenes share them, and the first one that needs one makes it. @type {WeakMap<Window, Set<unknown>>} */
const prepared = new WeakMap();

/** @param {Window} window @param {unknown} what @param {() => Promise<void>} prepare */
async function once(window, what, prepare) {
  const done = prepared.get(window) ?? new Set();
  prepared.set(window, done);
  if (!done.has(what)) await prepare();
  done.add(what);
}

/** @param {Window} window */
async function prepareKey(window) {
  await once(window, useKey, () => useKey(window.workbench));
}

/** Adds two files of an app, its source, and its report. @param {Window} window */
async function addApks(window) {
  await once(window, addApks, async () => {
    const { sandbox, workspace } = window;
    await cp("test/apks/one.apk", join(workspace, "reader.apk"));
    await cp("test/apks/resigned.apk", join(workspace, "reader-mirror.apk"));
    const app = join(workspace, "reader");
    await mkdir(join(app, "src/main"), { recursive: true });
    await writeFile(
      join(app, "build.gradle"),
      `plugins { id 'com.android.application' }
android { defaultConfig { applicationId 'com.example.reader' } }
dependencies {
  implementation 'com.appsflyer:af-android-sdk:6.0.0'
  debugImplementation 'com.amplitude:android-sdk:2.0.0'
}
`,
    );
    await writeFile(
      join(app, "src/main/AndroidManifest.xml"),
      `<manifest xmlns:android="http://schemas.android.com/apk/res/android">
<uses-permission android:name="android.permission.CAMERA" />
</manifest>
`,
    );
    await sandbox.services["trackers"]?.actions["addReport"]?.({
      handle: "com.example.reader",
      name: "Reader",
      version: "11.0",
      versionCode: "1100",
      created: Date.parse("2026-03-02T08:00:00Z"),
      trackers: [12, 49],
      permissions: ["android.permission.CAMERA", "android.permission.NFC"],
    });
  });
}

/** @param {Window} window @param {typeof LANTERN} app */
async function addHistory(window, app) {
  const { actions } = window.sandbox.services["trackers"] ?? {};
  await once(window, app, async () => {
    for (const report of history(app)) await actions?.["addReport"]?.(report);
  });
}

/** @type {import("../scenes.js").Scene[]} */
export const TRACKERS_SCENES = [
  {
    name: "trackers-without-key",
    async show({ workbench }) {
      await showTrackers(workbench);
      await workbench.sidebarWidth(300);
      await openReport(workbench, "org.example.tramway");
      await workbench.panel().getByText("Only counts are available without an API key.").waitFor();
    },
  },
  {
    name: "trackers-report",
    async show(window) {
      const { workbench } = window;
      await prepareKey(window);
      const view = await showTrackers(workbench);
      await openReport(workbench, "org.example.tramway");
      await view.row("Crash reporting").expand(view.row("Google CrashLytics"));
      await view.row("Google CrashLytics").expand(view.row("com.example."));
      await workbench.panel().getByRole("heading", { name: "Permissions" }).waitFor();
    },
  },
  {
    name: "trackers-report-facts",
    after: "trackers-report",
    async show({ workbench }) {
      await workbench.panel().locator("footer").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "trackers-timeline",
    async show(window) {
      const { workbench } = window;
      await prepareKey(window);
      await addHistory(window, LANTERN);
      await openReport(workbench, LANTERN.handle);
      await workbench
        .panel()
        .getByRole("tab", { name: /^Timeline/ })
        .click();
      await workbench.panel().getByRole("slider", { name: "Version" }).waitFor();
    },
  },
  {
    name: "trackers-what-changed",
    after: "trackers-timeline",
    async show({ workbench }) {
      const panel = workbench.panel();
      const from = panel.getByLabel("From version");
      await from.selectOption({ index: 9 });
      await panel.getByText("Removed: Google CrashLytics").waitFor();
      await panel.getByRole("heading", { name: "Changes" }).scrollIntoViewIfNeeded();
      await panel.locator("footer").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "trackers-two-apps",
    after: "trackers-what-changed",
    async show({ workbench }) {
      const panel = workbench.panel();
      await panel.getByRole("button", { name: "Another App…" }).click();
      await workbench.quickPick.type("org.example.tramway");
      await workbench.quickPick.row("org.example.tramway").waitFor();
      await workbench.quickPick.accept();
      await panel.getByRole("heading", { name: "Differences" }).waitFor();
      await panel.locator("footer").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "trackers-long-history",
    async show(window) {
      const { workbench } = window;
      await prepareKey(window);
      await addHistory(window, LEDGER);
      await openReport(workbench, LEDGER.handle);
      await workbench
        .panel()
        .getByRole("tab", { name: /^Timeline/ })
        .click();
      await workbench.panel().getByRole("slider", { name: "Version" }).waitFor();
    },
  },
  {
    name: "trackers-watched",
    async show(window) {
      const { sandbox, workbench } = window;
      await prepareKey(window);
      for (const app of [LANTERN, LEDGER]) await addHistory(window, app);
      const view = await showTrackers(workbench);
      // News about an app counts as seen while its report is visible.
      await openReport(workbench, "org.example.tramway");
      for (const [place, handle] of [LANTERN.handle, LEDGER.handle, "org.example.tramway"].entries()) {
        await workbench.search("Triptych Trackers: Watch or Unwatch App…", "App or package name", handle);
        await workbench.quickPick.accept();
        await view.row(new RegExp(`^Watched Apps.*${place + 1}`)).row.waitFor();
      }
      const created = Date.parse("2026-11-12T09:00:00Z");
      const news = { handle: LANTERN.handle, version: "5.0", versionCode: "5000", created };
      sandbox.services["trackers"]?.actions["addReport"]?.({
        ...news,
        trackers: [27, 49, 312],
        permissions: ["INTERNET", "CAMERA", "ACCESS_FINE_LOCATION"].map((each) => `android.permission.${each}`),
      });
      await workbench.run("Triptych Trackers: Refresh Trackers");
      // While other apps load, the rows are redrawn and would collapse.
      await view.row(/^Watched Apps.*1 with news$/).row.waitFor();
      await view.row(/^Watched Apps/).expand(view.row(/^Lantern/));
      await view.row(/^Lantern/).expand(view.row(/added in 5\.0/));
    },
  },
  {
    name: "trackers-news",
    after: "trackers-watched",
    async show({ workbench }) {
      const view = workbench.view("Trackers");
      await view.row(/^Lantern/).open();
      await workbench.panel().getByText("New since your last visit.").waitFor();
    },
  },
  {
    name: "trackers-tracker",
    async show(window) {
      const { workbench } = window;
      await prepareKey(window);
      // Collapsed, so that the trackers are visible.
      const view = await showTrackers(workbench);
      const watched = view.row(/^Watched Apps/);
      if (await watched.row.isVisible()) await watched.collapse();
      await openTracker(workbench, "Google CrashLytics");
      await workbench.panel().getByRole("heading", { name: "Apps with this tracker" }).waitFor();
      await workbench.panel().getByText("com.example.").first().waitFor();
    },
  },
  {
    name: "trackers-filtered",
    async show({ workbench }) {
      const view = await showTrackers(workbench);
      await workbench.ask("Triptych Trackers: Filter Trackers…", "Matches name", "google");
      await workbench.quickPick.accept();
      await view.row("of 432 · “google”").row.waitFor();
    },
  },
  {
    name: "trackers-by-letter",
    after: "trackers-filtered",
    async show({ workbench }) {
      const view = workbench.view("Trackers");
      await view.row("of 432").press("Clear Filter");
      await view.row(/^Trackers432/).choose("Group By…", workbench.quickPick, "By First Letter");
      await view.row("by letter").row.waitFor();
    },
  },
  {
    name: "trackers-find-app",
    async show(window) {
      const { workbench } = window;
      await prepareKey(window);
      const view = await showTrackers(workbench);
      await workbench.choose("Triptych Trackers: Download or Delete App List…", "Package Names and App Names");
      await view.row("All Apps").row.waitFor();
      await findApp(workbench, "cafe");
      await workbench.quickPick.row("Café Ráfaga").waitFor();
    },
  },
  {
    name: "trackers-no-trackers",
    async show(window) {
      const { sandbox, workbench } = window;
      await prepareKey(window);
      const { addReport } = sandbox.services["trackers"]?.actions ?? {};
      addReport?.({
        handle: "org.example.pantry",
        name: "Pantry",
        source: "fdroid",
        version: "2.19.0",
        versionCode: "21900",
        created: Date.parse("2026-11-03T09:20:00Z"),
        trackers: [],
        permissions: ["android.permission.INTERNET", "android.permission.CAMERA"],
      });
      await openReport(workbench, "org.example.pantry");
      await workbench.panel().getByText("No known trackers found").waitFor();
    },
  },
  {
    name: "trackers-provisional",
    async show(window) {
      const { sandbox, workbench } = window;
      await prepareKey(window);
      const { addReport } = sandbox.services["trackers"]?.actions ?? {};
      addReport?.({ handle: "org.example.fieldjournal", name: "Field Journal", trackers: [] });
      await openReport(workbench, "org.example.fieldjournal");
      await workbench.panel().getByText("No trackers found yet").waitFor();
    },
  },
  {
    name: "trackers-unknown",
    async show(window) {
      const { workbench } = window;
      await prepareKey(window);
      // Enter would open an app with a similar package name.
      await findApp(workbench, "org.example.tramwya");
      await workbench.quickPick.choose("org.example.tramwya");
      await workbench.panel().getByText("App not found").waitFor();
    },
  },
  {
    name: "trackers-failed",
    async show(window) {
      const { sandbox, workbench } = window;
      await prepareKey(window);
      sandbox.services["trackers"]?.service.faults.add({ kind: "html", status: 500, path: "org.example.kettle" });
      await openReport(workbench, "org.example.kettle");
      await workbench.panel().getByText("Could not load the report").waitFor();
    },
    leave: ({ sandbox }) => sandbox.services["trackers"]?.service.faults.clear(),
  },
  {
    name: "trackers-offline",
    async show(window) {
      const { sandbox, workbench } = window;
      await prepareKey(window);
      const view = await showTrackers(workbench);
      await openReport(workbench, "org.example.tramway");
      sandbox.services["trackers"]?.service.faults.add({ kind: "refuse" });
      await workbench.run("Refresh Trackers");
      await view.row("Offline").row.waitFor();
      await workbench.panel().getByLabel("Refresh").click();
      await workbench.panel().getByText("Showing data from").waitFor();
    },
    async leave({ sandbox, workbench }) {
      sandbox.services["trackers"]?.service.faults.clear();
      await workbench.run("Refresh Trackers");
      await workbench.view("Trackers").row("Offline").row.waitFor({ state: "hidden" });
    },
  },
  {
    name: "trackers-workspace",
    async show({ workbench, workspace }) {
      await cp(workspaceOf("carries"), workspace, { recursive: true });
      const view = await showTrackers(workbench);
      await workbench.sidebarWidth(300);
      await view.row("This Workspace").expand(view.row("Trackers Found"));
      await view.row(/^AppsFlyer2 places/).expand(view.row("build.gradle.kts:37"));
      await view.row("build.gradle.kts:37").open();
      await workbench.editor.group.locator(".codelens-decoration a", { hasText: "Open Report of" }).waitFor();
    },
  },
  {
    name: "trackers-workspace-permissions",
    after: "trackers-workspace",
    async show({ workbench }) {
      const view = workbench.view("Trackers");
      await view.row("Trackers Found").collapse();
      await view.row("Requested Permissions").expand(view.row("CAMERA"));
      await view.row("CAMERA").open();
      await workbench.editor.tab("AndroidManifest.xml").waitFor();
      await workbench.editor.group.locator(".squiggly-info").first().waitFor();
    },
  },
];

/** In a window of their own, in which the workspace wasn't scanned yet. @type {import("../scenes.js").Scene[]} */
export const APK_SCENES = [
  {
    name: "trackers-apk",
    async show(window) {
      const { workbench } = window;
      await addApks(window);
      await dropFile(workbench, "reader.apk");
      await workbench.sidebarWidth(300);
      await workbench.panel().getByText("com.appsflyer.Tracker").waitFor();
    },
  },
  {
    name: "trackers-apk-witnesses",
    after: "trackers-apk",
    async show(window) {
      const { workbench } = window;
      await prepareKey(window);
      const panel = workbench.panel();
      await panel.getByRole("button", { name: "Compare with εxodus" }).click();
      await panel.getByText(/^Version 11\.0 · Google Play/).waitFor();
      await panel.getByRole("button", { name: "Scan This Workspace" }).click();
      await panel.getByText(/^This workspace, scanned/).waitFor();
      await panel
        .getByRole("heading", { name: "Source, file and εxodus" })
        .evaluate((heading) => heading.scrollIntoView());
    },
  },
  {
    name: "trackers-apk-comparison",
    async show(window) {
      const { workbench } = window;
      await addApks(window);
      const first = await findFile(workbench, "reader.apk");
      const second = await findFile(workbench, "reader-mirror.apk");
      await first.row.click();
      await second.row.click({ modifiers: ["ControlOrMeta"] });
      for (const { row } of [first, second]) await row.and(window.page.locator('[aria-selected="true"]')).waitFor();
      await second.menu(
        "Compare Selected APKs",
        workbench.panel().getByText("A and B are signed with different certificates."),
      );
      await workbench.sidebarWidth(300);
    },
  },
];
