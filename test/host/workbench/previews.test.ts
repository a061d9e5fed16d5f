// Which tabs are open after clicks on rows: previews are replaced, kept panels stay.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, TabInputWebview, Uri, ViewColumn, window, workspace } from "vscode";
import { Problem } from "../../../src/base/problem.ts";
import { html } from "../../../src/workbench/panels/html-template.ts";
import { Panels } from "../../../src/workbench/panels/panel-host.ts";
import type { Message, PanelKind, Port } from "../../../src/workbench/panels/panel-kind.ts";
import { opening } from "../../../src/workbench/commands.ts";
import { openRow, openToSide } from "../../../src/workbench/tree/row-commands.ts";
import { NodeRow } from "../../../src/workbench/tree/level-rows.ts";
import { linesLog } from "../../unit/workbench/lines.ts";
import { until } from "../extension.ts";

/** A page in which the user types as soon as it is loaded, if the panel is called "typing". */
const SCRIPT = `
const api = acquireVsCodeApi();
if (document.body.innerText.includes("typing")) api.postMessage({ type: "keep" });
api.postMessage({ type: "ready" });
`;

const ports = new Map<string, Port<Message, string>>();
const ready = new Set<string>();

function kindNamed(id: "triptych.probe" | "triptych.other"): PanelKind<string, Message> {
  return {
    id,
    script: "probe",
    icon: "probe",
    toKey: (thing) => thing,
    decodeSubject: () => {
      throw new Problem("malformed");
    },
    connect: (thing, port) => {
      ports.set(thing, port);
      return {
        receive: () => undefined,
        paint: () => ({ title: thing, body: html`<h1>${thing}</h1>` }),
        ready: () => void ready.add(thing),
        dispose: () => void ports.delete(thing),
      };
    },
  };
}
const probe = kindNamed("triptych.probe");
const other = kindNamed("triptych.other");

const tabs = (): string[][] =>
  window.tabGroups.all.map((group) =>
    group.tabs.filter(({ input }) => input instanceof TabInputWebview).map(({ label }) => label),
  );

describe("A click on a row", () => {
  let path: string;
  let panels: Panels;
  let beside: boolean;
  before(async () => {
    path = await mkdtemp(join(tmpdir(), "triptych-previews-"));
    await writeFile(join(path, "probe.js"), SCRIPT);
    await writeFile(join(path, "probe.css"), "");
  });
  after(() => rm(path, { recursive: true, force: true }));
  beforeEach(() => {
    beside = false;
    const folder = Uri.file(path);
    const never = () => ({ dispose: () => undefined });
    panels = new Panels({ scripts: folder, media: folder }, linesLog().log, never, () => beside);
  });
  afterEach(async () => {
    panels.dispose();
    await commands.executeCommand("workbench.action.closeAllEditors");
  });

  const click = (thing: string, kind = probe, view = "triptych.issues"): void =>
    panels.show(kind, thing, { kind: "preview", view });
  const become = async (...wanted: readonly string[][]): Promise<void> => {
    await until(`the tabs are ${JSON.stringify(wanted)}`, () => JSON.stringify(tabs()) === JSON.stringify(wanted));
  };

  it("shows one tab however many rows are clicked, also if they open different panels", async () => {
    click("one");
    click("two");
    await become(["two"]);
    click("three", other);
    await become(["three"]);
    assert.deepEqual([...ports.keys()], ["three"]);
  });

  it("shows one tab per view", async () => {
    click("one");
    click("block", other, "triptych.blocks");
    click("two");
    click("next block", other, "triptych.blocks");
    await until("both views have a tab", () => tabs().flat().length === 2);
    assert.deepEqual(tabs().flat().toSorted(), ["next block", "two"]);
  });

  it("keeps a panel that a double click opened", async () => {
    click("one");
    panels.show(probe, "one");
    click("two");
    click("three");
    await become(["one", "three"]);
  });

  it("counts as a double click within half a second on the same row, and only then", async () => {
    let time = 0;
    const command = "triptych.test.open";
    const open = opening(String, (thing, placement) => panels.show(probe, thing, placement));
    const wings = () => [{ view: "triptych.test", commands: { [command]: open } }];
    const [run, toSide] = [openRow(() => time, wings), openToSide(wings)];
    const row = (thing: string) =>
      new NodeRow({ id: thing, subject: thing, label: thing, click: { command, title: "Open", args: [thing] } });
    const [one, two, three] = [row("one"), row("two"), row("three")];
    const clicks = async (...rows: readonly NodeRow[]): Promise<void> => {
      for (const each of rows) await run.run(...(run.accepts([each]) ?? assert.fail("not a row that opens anything")));
    };
    await clicks(one);
    time = 600;
    await clicks(one, two, three);
    await become(["three"]);
    await clicks(three, two);
    await become(["three", "two"]);
    assert.equal(run.accepts([new NodeRow({ id: "x", subject: 0, label: "x" })]), undefined);
    await toSide.run(...(toSide.accepts([one]) ?? assert.fail("not a row that opens anything")));
    await become(["three", "two"], ["one"]);
  });

  it("keeps a panel that was opened by a command or a link", async () => {
    panels.show(probe, "one");
    click("two");
    click("one");
    click("three");
    await become(["one", "three"]);
  });

  it("keeps the focused panel after Keep Panel", async () => {
    click("one");
    await become(["one"]);
    panels.keepActive();
    click("two");
    await become(["one", "two"]);
  });

  it("keeps a panel in which the user has typed", async () => {
    click("typing");
    // The page reports the typing before it reports that it is ready.
    await until("the page is ready", () => ready.has("typing"));
    click("two");
    click("three");
    await become(["typing", "three"]);
  });

  it("follows a preview that moved to another subject", async () => {
    click("one");
    assert.equal(ports.get("one")?.move("two"), true);
    click("three");
    await become(["three"]);
  });

  it("opens to the side on request, and keeps what it opens", async () => {
    await window.showTextDocument(await workspace.openTextDocument({ content: "text" }), ViewColumn.One);
    panels.show(probe, "one", { kind: "side" });
    await become([], ["one"]);
    click("two");
    await until("the preview is there", () => tabs().flat().includes("two"));
    assert.ok(tabs().flat().includes("one"));
  });

  it("opens all panels in one column beside the editor if the settings say so", async () => {
    beside = true;
    await window.showTextDocument(await workspace.openTextDocument({ content: "text" }), ViewColumn.One);
    click("one");
    await become([], ["one"]);
    panels.show(probe, "two");
    panels.show(other, "three");
    click("four");
    await become([], ["two", "three", "four"]);
  });

  it("opens the first panel in the only column if there is nothing beside it", async () => {
    beside = true;
    click("one");
    await become(["one"]);
  });
});
