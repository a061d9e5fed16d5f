// Comparing the files of two apps: the command, the panel and its buttons.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { commands, TabInputCustom, TabInputWebview, window, type Uri } from "vscode";
import { compareApks } from "../../../src/trackers/apk-comparison/commands.ts";
import { apkComparisonPanels } from "../../../src/trackers/apk-comparison/panel.ts";
import type { ApkPair } from "../../../src/trackers/apk-comparison/protocol.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { sharedParts, until } from "../extension.ts";
import { openPage, words } from "../page.ts";
import { apkFiles } from "./apk-files.ts";

describe("The comparison of two apps' files", () => {
  const here = apkFiles();
  const { put } = here;

  async function compare(from: Uri, to: Uri) {
    const { store, thread } = here;
    const kind = apkComparisonPanels({ ...(await sharedParts()), store, thread });
    const page = openPage(kind, { from: from.toString(), to: to.toString() });
    page.connection.ready();
    await until("both files are scanned", () => page.last().busy === undefined);
    return page;
  }

  const names = (page: Awaited<ReturnType<typeof compare>>, heading: string): readonly string[] =>
    page
      .last()
      .under(heading)
      .changes.map(({ spoken, name }) => `${spoken ?? ""} ${words(name)}`.trim());

  it("shows trackers, permissions, certificates, facts and sizes like two versions", async () => {
    const page = await compare(await put("many.apk"), await put("nested.apk"));
    assert.equal(page.last().title, "many.apk ↔ nested.apk");
    assert.deepEqual(names(page, "Trackers"), [
      "Added: Flurry",
      "Added: Localytics",
      "Removed: Google CrashLytics",
      "Removed: OutBrain",
    ]);
    assert.equal(page.last().count("Trackers"), "2 added, 2 removed, 0 unchanged");
    // The one of an app inside isn't a permission of the app.
    assert.deepEqual(names(page, "Permissions"), []);
    await page.send({ type: "toggleUnchanged" });
    assert.deepEqual(names(page, "Permissions"), ["Unchanged: INTERNET"]);
    const [banner] = page.last().banners;
    assert.equal(banner?.start, "nested.apk isn't signed.");
    assert.equal(page.last().count("Certificates"), "0 added, 2 removed, 0 unchanged");
    assert.deepEqual(page.last().rows("Facts")[0], ["Package name", "com.example.many", "com.example.many", "same"]);
    assert.deepEqual(page.last().rows("Size by part").at(-1), ["Whole file", "12.9 kB", "4 kB", "−8.9 kB"]);
    await page.send({ type: "swap" });
    assert.equal(page.last().title, "nested.apk ↔ many.apk");
    assert.ok(names(page, "Trackers").includes("Removed: Flurry"));
    page.connection.dispose();
  });

  it("warns if the same app is signed with another certificate", async () => {
    const page = await compare(await put("one.apk"), await put("resigned.apk"));
    const [banner] = page.last().banners;
    assert.equal(banner?.start, "A and B are signed with different certificates.");
    assert.equal(page.last().count("Certificates"), "1 added, 1 removed, 0 unchanged");
    assert.deepEqual(names(page, "Certificates"), [
      "Added: CN=Another Signer",
      "Removed: C=DE, O=Triptych, OU=Tests, CN=First Signer",
    ]);
    assert.equal(page.last().count("Trackers"), "0 added, 0 removed, 7 unchanged");
    page.connection.dispose();
  });

  it("shows what only one of two different apps has", async () => {
    const page = await compare(await put("one.apk"), await put("many.apk"));
    assert.deepEqual(page.last().banners, []);
    assert.deepEqual(names(page, "Trackers only in B"), ["Google CrashLytics", "OutBrain"]);
    assert.deepEqual(names(page, "Permissions in both"), ["INTERNET"]);
    assert.equal(page.last().count("Certificates"), "1 only in B, 0 only in A, 1 in both");
    page.connection.dispose();
  });

  it("tells identical files, a file that can't be scanned and a missing tracker list apart", async () => {
    const [one, copy] = [await put("one.apk", "a/app.apk"), await put("one.apk", "b/app.apk")];
    const same = await compare(one, copy);
    assert.equal(same.last().empty?.sentence, "A and B are identical, byte by byte.");
    same.connection.dispose();
    await writeFile(copy.fsPath, "no app");
    const damaged = await compare(one, copy);
    assert.match(damaged.last().empty?.heading ?? "", /^Could not scan .*b\/app\.apk$/);
    await put("bundle.aab", "b/app.apk");
    await damaged.send({ type: "refresh" });
    await until("the files are compared", () => damaged.last().headings.includes("Changes"));
    damaged.connection.dispose();
    here.goOffline();
    const offline = await compare(one, copy);
    assert.equal(offline.last().failure?.start, "Could not load the tracker list.");
    assert.ok(offline.last().notes.includes("Unknown: the tracker list could not be loaded."));
    offline.connection.dispose();
  });

  it("starts with two selected files, with one and another, or with the open one", async () => {
    const [one, many] = [await put("one.apk"), await put("many.apk")];
    await commands.executeCommand("triptych.trackers.compareSelectedApks", one, [one, many]);
    await until("the panel is open", () =>
      window.tabGroups.all.some(({ tabs }) =>
        tabs.some(({ input, label }) => input instanceof TabInputWebview && label === "one.apk ↔ many.apk"),
      ),
    );
    const pairs: ApkPair[] = [];
    const run = async (dialogs: ScriptedDialogs, ...given: readonly unknown[]): Promise<void> => {
      const command = compareApks({ dialogs }, (pair) => pairs.push(pair));
      await command.run(...(command.accepts(given) ?? assert.fail("not accepted")));
    };
    const asking = new ScriptedDialogs(many.toString());
    await run(asking, one);
    assert.deepEqual(asking.asked, ["Compare with Another APK"]);
    await commands.executeCommand("vscode.open", one);
    await until("the file is open", () => window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputCustom);
    await run(new ScriptedDialogs(many.toString()));
    const dismissing = new ScriptedDialogs(undefined);
    await run(dismissing, one);
    assert.deepEqual(pairs, [
      { from: one.toString(), to: many.toString() },
      { from: one.toString(), to: many.toString() },
    ]);
  });
});
