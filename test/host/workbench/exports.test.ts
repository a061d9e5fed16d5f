// Exports go where the user chooses, in each format, and without tokens.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, Uri, window } from "vscode";
import { asProblem } from "../../../src/base/problem.ts";
import { Redactor } from "../../../src/base/redact.ts";
import { Exports, type Exportable } from "../../../src/workbench/export/exports.ts";
import { windowPlaces } from "../../../src/workbench/export/destinations.ts";
import { describeProblem } from "../../../src/workbench/problems.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { until } from "../extension.ts";

const TOKEN = "f0e1d2c3b4a5968778695a4b3c2d1e0f";

/** Something with content that must not be written. */
function thing(made: string[] = []): Exportable {
  const make = <Form>(form: string, written: Form): Form => {
    made.push(form);
    return written;
  };
  return {
    title: "Tramway 8.4",
    fileName: "org.example.tramway: 8.4",
    markdown: () => make("markdown", `# Tramway\n\n${TOKEN}\n`),
    table: () => make("table", { columns: ["tracker", "note"], rows: [["=cmd()", TOKEN]] }),
    json: () => make("json", { name: "Tramway", code: 9_007_199_254_740_993n, note: TOKEN }),
  };
}

function exportsWith(...answers: readonly (string | undefined)[]) {
  const dialogs = new ScriptedDialogs(...answers);
  const redactor = new Redactor();
  redactor.register(TOKEN);
  return { dialogs, exports: new Exports(dialogs, redactor, windowPlaces(dialogs)) };
}

describe("Export As…", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-exports-"));
  });
  // Not after each test: VS Code gives the name of a closed document to the next one, and may show the closed one then.
  after(async () => {
    await until("no document is open", async () => {
      await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      return window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
    });
    await rm(folder, { recursive: true, force: true });
  });

  it("asks once for a format and a destination", async () => {
    const { exports, dialogs } = exportsWith(undefined);
    const made: string[] = [];
    await exports.export(thing(made));
    assert.deepEqual(dialogs.asked, [
      "Export Tramway 8.4 As…: Markdown, CSV, JSON, Markdown File…, CSV File…, JSON File…",
    ]);
    assert.deepEqual(made, [], "nothing is made where nothing is chosen");
  });

  for (const [form, language, content] of [
    ["Markdown", "markdown", "# Tramway\n\n•••\n"],
    ["CSV", "plaintext", "tracker,note\n'=cmd(),•••\n"],
    ["JSON", "json", '{\n  "name": "Tramway",\n  "code": 9007199254740993,\n  "note": "•••"\n}\n'],
  ] as const) {
    it(`opens ${form} as a document that is not on the disk, and without any token`, async () => {
      await exportsWith(form).exports.export(thing());
      const text = () => window.activeTextEditor?.document.getText().replaceAll("\r\n", "\n");
      await until(`the document shows ${content}`, () => text() === content);
      const shown = window.activeTextEditor?.document;
      assert.ok(shown?.isUntitled);
      assert.equal(shown.languageId, language);
    });
  }

  it("writes a file to the chosen place, under a name that every file system accepts", async () => {
    const place = Uri.file(join(folder, "tramway.csv"));
    const { exports, dialogs } = exportsWith("CSV File…", place.toString(), "Open");
    await exports.export(thing());
    assert.deepEqual(dialogs.asked.slice(1), ["Export Tramway 8.4: org.example.tramway-8.4.csv"]);
    assert.equal(await readFile(place.fsPath, "utf8"), "tracker,note\r\n'=cmd(),•••\r\n");
    assert.deepEqual(dialogs.shown, ["Exported to tramway.csv. [Open]"]);
  });

  it("writes nothing if no file is chosen", async () => {
    const { exports, dialogs } = exportsWith("JSON File…", undefined);
    const made: string[] = [];
    await exports.export(thing(made));
    assert.deepEqual(made, []);
    assert.deepEqual(dialogs.shown, []);
  });

  it("says why a file can't be written", async () => {
    const aFile = join(folder, "a-file");
    await writeFile(aFile, "");
    const places = [
      [Uri.from({ scheme: "triptych-nowhere", path: "/a.json" }), /^Could not write a\.json\. .*triptych-nowhere/],
      [Uri.file(folder), /^Could not write triptych-exports-\w+\. ./],
      [Uri.file(join(aFile, "b.json")), /^Could not write b\.json\. ./],
    ] as const;
    for (const [place, sentence] of places) {
      const failed = exportsWith("JSON File…", place.toString()).exports.export(thing());
      await assert.rejects(failed, (error) => sentence.test(describeProblem(asProblem(error), 0).sentence));
    }
  });
});
