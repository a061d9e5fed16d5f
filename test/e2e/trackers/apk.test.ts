// The file of an app in the installed extension: dropped, read, compared with εxodus, and exported.
import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { assertSarif } from "../../sarif.ts";
import { until } from "../issues/person.js";
import { openWindow, type Window } from "../window.js";
import { dropFile, useKey } from "./steps.js";

const APP = "com.example.reader";
const THEMES = ["Light Modern", "Default High Contrast", "Default High Contrast Light", "Dark Modern"] as const;

describe("the file of an app", () => {
  let window: Window;

  before(async () => {
    window = await openWindow({ height: 1600 });
    await cp("test/apks/one.apk", join(window.workspace, "one.apk"));
    window.sandbox.services["trackers"]?.actions["addReport"]?.({
      handle: APP,
      name: "Reader",
      version: "11.0",
      versionCode: "1100",
      trackers: [12],
      permissions: ["android.permission.CAMERA", "android.permission.NFC"],
    });
  });
  after(() => window?.close());

  const requests = () => window.sandbox.services["trackers"]?.service.journal ?? assert.fail("no service");

  it("shows what is in it when it is dropped, and requests only the list of trackers", async () => {
    const { workbench } = window;
    await dropFile(workbench, "one.apk");
    const panel = workbench.panel();
    await panel.getByRole("heading", { name: "one.apk", exact: true }).waitFor();
    await panel.getByText("com.appsflyer.Tracker").waitFor();
    await panel.getByRole("heading", { name: /^Hints/ }).waitFor();
    await panel.getByText("C=DE, O=Triptych, OU=Tests, CN=First Signer").waitFor();
    await panel.getByText("libsentry-android.so").waitFor();
    assert.deepEqual(
      requests().map(({ method, target }) => `${method} ${target}`),
      ["GET /api/trackers"],
    );
  });

  it("is compared with the app's latest report, for which only its package name is sent", async () => {
    const { workbench } = window;
    await useKey(workbench);
    const panel = workbench.panel();
    await panel.getByRole("button", { name: "Compare with εxodus" }).click();
    await panel.getByText(/^Version 11\.0 · Google Play/).waitFor();
    const trackers = panel.getByRole("table", { name: "Trackers by source, file and εxodus" });
    await trackers.getByRole("row", { name: /^AppsFlyer .+ unknown yes yes$/ }).waitFor();
    await trackers.getByRole("row", { name: /^Batch .+ unknown only mentioned no εxodus analyzed/ }).waitFor();
    const permissions = panel.getByRole("table", { name: "Permissions by source, file and εxodus" });
    await permissions.getByRole("row", { name: /^NFC unknown no yes εxodus analyzed version 11\.0/ }).waitFor();
    const sent = requests();
    assert.deepEqual(
      sent.filter(({ method, body }) => method !== "GET" || body !== ""),
      [],
    );
    assert.deepEqual(
      sent.map(({ target }) => target).filter((target) => target.includes(APP)),
      [`/api/search/${APP}/details`],
    );
  });

  it("has no axe findings in any theme", async () => {
    const { workbench } = window;
    for (const theme of THEMES) {
      await workbench.useTheme(theme);
      assert.deepEqual(await workbench.findings(), [], theme);
    }
  });

  it("is exported as SARIF for code scanning", async () => {
    const { workbench, page } = window;
    await workbench.panel().getByRole("button", { name: "Export…" }).click();
    await workbench.quickPick.choose("SARIF");
    await workbench.editor.lines.getByText("sarif-2.1.0.json").waitFor();
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await workbench.editor.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    let sarif = "";
    await until(
      window,
      async () => (sarif = await page.evaluate(() => navigator.clipboard.readText())) !== "",
      "the document is copied",
    );
    assertSarif(sarif);
    assert.match(sarif, /"com\.appsflyer\.Tracker belongs to AppsFlyer\."/);
    assert.match(sarif, /"uri": "one\.apk"/);
  });

  it("leads to a tracker and to the report of the app", async () => {
    const { workbench } = window;
    await workbench.editor.show("one.apk");
    await workbench.panel().getByRole("heading", { name: "one.apk", exact: true }).waitFor();
    await workbench.panel().getByRole("button", { name: "AppsFlyer", exact: true }).first().click();
    await workbench.panel().getByRole("heading", { name: "AppsFlyer", exact: true }).waitFor();
    await workbench.editor.show("one.apk");
    await workbench.panel().getByRole("button", { name: "Open εxodus Report" }).click();
    await workbench.panel().getByRole("heading", { name: "Reader", exact: true }).waitFor();
  });
});
