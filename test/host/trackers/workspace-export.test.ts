// Exports of the findings of a workspace.
import assert from "node:assert/strict";
import { join } from "node:path";
import { exportFindings } from "../../../src/trackers/workspace/workspace-commands.ts";
import { Redactor } from "../../../src/base/redact.ts";
import { findingsExport } from "../../../src/trackers/workspace/findings-export.ts";
import { Exports } from "../../../src/workbench/export/exports.ts";
import { assertSarif } from "../../sarif.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { workspaceScans } from "./workspace-scans.ts";

describe("Findings of the workspace", () => {
  const here = workspaceScans();
  const { root } = here;

  it("exports its findings as Markdown, as a table and as JSON", async () => {
    const found = await here.own.scan();
    const given = findingsExport(found, here.store);
    const markdown = await given.markdown();
    const inPlay = "| AppsFlyer | `com.appsflyer:af-android-sdk` (play builds only) | `app/build.gradle.kts:37` |";
    assert.ok(markdown.includes(inPlay), markdown);
    assert.match(markdown, /Open Database License/);
    const { columns, rows } = await given.table();
    assert.ok(rows.every((row) => row.length === columns.length));
    assert.equal(rows.filter(([what]) => what === "permission").length, 5);
    assert.match(markdown, /\| `android\.permission\.CAMERA` \| Dangerous, API level 32 and lower \|/);
    const camera = rows.find(([, name]) => name === "android.permission.CAMERA");
    assert.deepEqual(camera?.slice(2, 4), ["maxSdkVersion=32", "dangerous"]);
    const json = JSON.stringify(given.json());
    assert.ok(json.includes('"level":"dangerous","maxSdk":"32"'));
    assert.ok(!json.includes(root), "no path of this machine is given away");
    assert.ok(json.includes('"signature":"com.appsflyer."'));
  });

  it("says in every export that the ID of an app is unknown", async () => {
    const found = await here.own.scan();
    const place = { file: join(root, "app/build.gradle.kts"), spot: { line: 8, from: 0, to: 4 } };
    const given = findingsExport({ ...found, findings: { ...found.findings, unknownIds: [place] } }, here.store);
    assert.match(await given.markdown(), /^\| unknown \|  \| `app\/build\.gradle\.kts:9` \|$/m);
    const { rows } = await given.table();
    assert.deepEqual(
      rows.filter(([, name]) => name === "unknown"),
      [["app", "unknown", "", "", "app/build.gradle.kts", 9, "app"]],
    );
    const json = JSON.stringify(given.json());
    assert.ok(json.includes('"unknownApps":[{"file":"app/build.gradle.kts","line":9}]'), json.slice(0, 500));
  });

  it("says in Markdown, CSV and JSON what the scan did not look at", async () => {
    const found = await here.own.scan();
    const passedOver = { ...found.passedOver, unreadable: 2 };
    const given = findingsExport({ ...found, passedOver, more: true }, here.store);
    const missed = ["2 skipped: could not be read", "At most 100,000 files are scanned"];
    for (const each of missed) {
      assert.ok((await given.markdown()).includes(`\n- ${each}`), each);
      assert.ok(JSON.stringify(given.json()).includes(each), each);
    }
    const { rows } = await given.table();
    assert.deepEqual(
      rows.flatMap(([what, name]) => (what === "missed" ? [name] : [])),
      ["2 skipped: could not be read", "At most 100,000 files are scanned"],
    );
    assert.doesNotMatch(await findingsExport(found, here.store).markdown(), /^- /m);
  });

  it("exports findings as SARIF without any path of this machine", async () => {
    const opened: string[] = [];
    const dialogs = new ScriptedDialogs("SARIF");
    const exports = new Exports(dialogs, new Redactor(), {
      open: (content) => Promise.resolve(void opened.push(content)),
      write: () => Promise.reject(new Error("not asked for")),
    });
    await exportFindings({ dialogs, exports }, here.own, here.store).run({ kind: "workspace" });
    assert.match(dialogs.asked[0] ?? "", /^Export .* As…: Markdown, CSV, JSON, SARIF/);
    const [text = ""] = opened;
    assertSarif(text);
    assert.match(text, /"uri": "app\/build\.gradle\.kts"/);
    assert.match(text, /"executionSuccessful": true/);
    assert.ok(!text.includes(root));
  });

  it("says in SARIF what the scan did not look at", async () => {
    const found = await here.own.scan();
    const passedOver = { ...found.passedOver, unreadable: 2, large: 3, binary: 4 };
    const refused = [{ tracker: 1, of: "code", signature: "(", reason: "syntax" }] as const;
    const findings = { ...found.findings, cut: true };
    const given = { ...found, failed: [join(root, "app/build.gradle.kts")], passedOver, skippedTrackers: 5 };
    const sarif = findingsExport({ ...given, refused, findings }, here.store).sarif?.();
    const text = JSON.stringify(sarif);
    assertSarif(text);
    assert.match(text, /"executionSuccessful":false/);
    assert.match(text, /"app\/build\.gradle\.kts could not be scanned"/);
    assert.match(text, /"2 skipped: could not be read"/);
    assert.match(text, /"3 skipped: larger than 2 MB"/);
    assert.match(text, /"4 skipped: not text"/);
    assert.match(text, /"5 trackers in the list could not be read"/);
    assert.match(text, /"1 signature not used"/);
    assert.match(text, /"Not all results are shown\."/);
    assert.ok(!text.includes(root));
  });
});
