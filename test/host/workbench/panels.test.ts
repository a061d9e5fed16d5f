// The life of a webview panel in a real VS Code: its script and style, its messages, and its restoration after a
// reload.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, TabInputWebview, Uri, ViewColumn, window, workspace } from "vscode";
import { Problem } from "../../../src/base/problem.ts";
import * as v from "valibot";
import { html } from "../../../src/workbench/panels/html-template.ts";
import { Panels } from "../../../src/workbench/panels/panel-host.ts";
import type { PanelKind, Port } from "../../../src/workbench/panels/panel-kind.ts";
import { receive } from "../../../src/workbench/panels/receive-messages.ts";
import { format } from "../../../src/workbench/text/format.ts";
import type { Every } from "../../../src/workbench/timer.ts";
import { linesLog } from "../../unit/workbench/lines.ts";
import { until } from "../extension.ts";

interface Thing {
  readonly handle: string;
}

type Out = { readonly type: "show"; readonly text: string };

/**
 * Script of a test panel: reports its permissions, what it receives, and what the page showed before the script ran.
 */
const SCRIPT = `
import { staticPart } from "./part.js";
const api = acquireVsCodeApi();
const setup = JSON.parse(document.querySelector('meta[name="triptych"]').content);
const refused = [];
document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
addEventListener("message", ({ data }) => {
  const what = { heartbeat: "heartbeat", subject: "about " + data.subject?.handle }[data.type] ?? data.body.text;
  api.postMessage({ type: "message", body: { type: "heard", what } });
});
const before = document.body.innerText;
const inline = document.createElement("script");
inline.textContent = "window.inlineRan = true";
document.body.append(inline);
const handler = document.createElement("div");
handler.setAttribute("onclick", "window.handlerRan = true");
document.body.append(handler);
handler.click();
const picture = new Image();
const pictureEnded = new Promise((resolve) => (picture.onerror = picture.onload = resolve));
picture.src = "http://127.0.0.1:9/pixel.png";
const form = document.createElement("form");
document.body.append(form);
let evaluated = true;
try { new Function("return 1")(); } catch { evaluated = false; }
const fetched = await fetch("http://127.0.0.1:9/").then(() => true, () => false);
const { dynamicPart } = await import("./late.js");
await pictureEnded;
api.setState({ subject: setup.subject, view: { scroll: 3 } });
api.postMessage({ type: "ready" });
api.postMessage({ type: "message", body: { type: "found", facts: {
  zone: document.documentElement.dataset.timeZone,
  setup, before, refused, fetched, evaluated, staticPart, dynamicPart,
  inline: window.inlineRan === true, handler: window.handlerRan === true,
  styled: getComputedStyle(document.body).outlineWidth,
  nonce: document.querySelector('script[src]').nonce.length,
  policy: document.querySelector("meta[http-equiv]").content,
} } });
for (const hostile of [null, 7, "ready", {}, { type: "message" }, { type: "message", body: { type: "constructor" } },
  { type: "message", body: { type: "found" } }, { type: "message", body: { type: "__proto__" } }]) api.postMessage(hostile);
`;

/** Never reports that it is ready, like a script that VS Code failed to load in full. */
const SILENT_SCRIPT = `
acquireVsCodeApi().postMessage({ type: "message", body: { type: "heard", what: "loaded" } });
`;

/** The extension's side of the test panels. Collects everything that they send. `act` is what a message does. */
function probing(folder: Uri, act: (what: string) => Promise<void> = () => Promise.resolve()) {
  const problems: Problem[] = [];
  const found: Readonly<Record<string, unknown>>[] = [];
  const heard: string[] = [];
  const ports: Port<Out, Thing>[] = [];
  const beats: (() => void)[] = [];
  const counts = { ready: 0, closed: 0, stopped: 0 };
  const { log, lines } = linesLog();
  const kind: PanelKind<Thing, Out> = {
    id: "triptych.probe",
    script: "probe",
    icon: "probe",
    toKey: ({ handle }) => handle,
    decodeSubject: (kept) => {
      if (typeof kept === "object" && kept !== null && "handle" in kept && typeof kept.handle === "string") {
        return { handle: kept.handle };
      }
      throw new Problem("malformed");
    },
    connect: (subject, port) => {
      let about = subject;
      ports.push({ ...port, move: (to, how) => port.move(to, how) && ((about = to), true) });
      return {
        receive: receive(
          {
            found: v.object({ facts: v.record(v.string(), v.unknown()) }),
            heard: v.object({ what: v.string() }),
          },
          {
            found: ({ facts }) => void found.push(facts),
            heard: async ({ what }) => {
              heard.push(what);
              await act(what);
            },
          },
        ),
        paint: () => ({ title: about.handle, body: html`<h1>${about.handle}</h1>` }),
        ready: () => {
          counts.ready += 1;
          port.post({ type: "show", text: `shown ${counts.ready}` });
        },
        dispose: () => void (counts.closed += 1),
      };
    },
  };
  const every: Every = (_milliseconds, run) => {
    beats.push(run);
    return { dispose: () => void (counts.stopped += 1) };
  };
  const folders = { scripts: folder, media: folder };
  const panels = new Panels(folders, log, every, undefined, (problem) => void problems.push(problem));
  return { panels, kind, found, heard, ports, beats, counts, lines, problems };
}

const tabs = (): string[] =>
  window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => tab.input instanceof TabInputWebview && tab.input.viewType.includes("triptych.probe"))
    .map(({ label }) => label);

describe("A panel", () => {
  let path: string;
  let folder: Uri;
  before(async () => {
    path = await mkdtemp(join(tmpdir(), "triptych-panel-"));
    folder = Uri.file(path);
    await writeFile(join(path, "probe.js"), SCRIPT);
    await writeFile(join(path, "part.js"), "export const staticPart = true;");
    await writeFile(join(path, "late.js"), "export const dynamicPart = true;");
    await writeFile(join(path, "probe.css"), "body { outline: 3px solid transparent; }");
    for (const shade of ["light", "dark"]) {
      await writeFile(join(path, `probe-${shade}.svg`), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    }
  });
  after(() => rm(path, { recursive: true, force: true }));
  afterEach(() => commands.executeCommand("workbench.action.closeAllEditors"));

  it("shows the extension's first paint, and runs only its own script and style", async () => {
    const { panels, kind, found } = probing(folder);
    panels.show(kind, { handle: "org.example.tramway" });
    await until("the panel says what it found", () => found.length === 1);
    const { refused, policy, zone, ...facts } = found[0] ?? {};
    assert.equal(zone, Intl.DateTimeFormat().resolvedOptions().timeZone);
    assert.deepEqual(
      { ...facts, nonce: Number(facts["nonce"]) >= 22 },
      {
        setup: { subject: { handle: "org.example.tramway" }, heartbeatMs: 5000 },
        before: "org.example.tramway",
        fetched: false,
        evaluated: false,
        staticPart: true,
        dynamicPart: true,
        inline: false,
        handler: false,
        styled: "3px",
        nonce: true,
      },
    );
    for (const directive of ["script-src-elem", "script-src-attr", "img-src", "connect-src"]) {
      assert.ok((refused as string[]).includes(directive), `${directive} was not refused: ${String(refused)}`);
    }
    assert.match(String(policy), /^default-src 'none'; script-src 'nonce-[^']{22,}'; style-src 'nonce-/);
  });

  it("has a new nonce each time", async () => {
    const { panels, kind, found } = probing(folder);
    panels.show(kind, { handle: "one" });
    await until("the first is there", () => found.length === 1);
    panels.show(kind, { handle: "two" });
    await until("the second is there", () => found.length === 2);
    assert.notEqual(found[0]?.["policy"], found[1]?.["policy"]);
  });

  it("is the only panel for its subject", async () => {
    const { panels, kind, found } = probing(folder);
    panels.show(kind, { handle: "one" });
    panels.show(kind, { handle: "two" });
    panels.show(kind, { handle: "one" });
    await until("both have tabs", () => tabs().length === 2);
    assert.deepEqual(tabs().sort(), ["one", "two"]);
    await until("the one in front is there", () => found.length > 0);
  });

  it("shows why what a button does failed, but only logs what its page must not send", async () => {
    const { panels, kind, heard, ports, lines, problems } = probing(folder, async (what) => {
      if (what === "export") throw new Problem("invalid", { detail: "Could not write tramway.csv." });
      if (what === "cancel") throw new Problem("canceled");
    });
    panels.show(kind, { handle: "one" });
    await until("it is ready", () => heard.includes("shown 1"));
    for (const text of ["cancel", "export"]) ports[0]?.post({ type: "show", text });
    await until("the failure is shown", () => problems.length > 0);
    assert.deepEqual(
      problems.map(({ facts }) => facts.detail),
      ["Could not write tramway.csv."],
    );
    await until("the hostile messages are logged", () => lines.length >= 8);
  });

  it("receives the state once it is ready, and then heartbeats", async () => {
    const { panels, kind, heard, ports, beats } = probing(folder);
    panels.show(kind, { handle: "one" });
    // The page doesn't listen yet. The message is dropped, because the page gets the full state once it listens.
    ports[0]?.post({ type: "show", text: "too early" });
    await until("it hears what there is to show", () => heard.includes("shown 1"));
    beats[0]?.();
    await until("it hears the beat", () => heard.includes("heartbeat"));
    assert.ok(!heard.includes("too early"));
  });

  it("ignores messages that its page never sends", async () => {
    const { panels, kind, found, lines } = probing(folder);
    panels.show(kind, { handle: "one" });
    await until("all of them were refused", () => lines.length >= 8);
    assert.equal(found.length, 1);
    assert.equal(lines.length, 8);
  });

  it("receives everything again after it was hidden", async () => {
    const { panels, kind, counts, heard, ports } = probing(folder);
    panels.show(kind, { handle: "one" });
    await until("it listens", () => heard.includes("shown 1"));
    await window.showTextDocument(await workspace.openTextDocument({ content: "over it" }), ViewColumn.Active);
    ports[0]?.post({ type: "show", text: "to the hidden" });
    panels.show(kind, { handle: "one" });
    await until("it listens again", () => heard.includes("shown 2"));
    assert.equal(counts.ready, 2);
    assert.ok(!heard.includes("to the hidden"));
  });

  it("is drawn again if its script doesn't report itself", async () => {
    const { panels, kind, counts, heard, beats } = probing(folder);
    await writeFile(join(path, "silent.js"), SILENT_SCRIPT);
    panels.show({ ...kind, script: "silent" }, { handle: "one" });
    await until("it loads a script that never listens", () => heard.includes("loaded"));
    await writeFile(join(path, "silent.js"), SCRIPT);
    for (let beat = 0; beat < 4; beat += 1) beats[0]?.();
    await until("it listens", () => heard.includes("shown 1"));
    for (let beat = 0; beat < 4; beat += 1) beats[0]?.();
    await until("it hears heartbeats", () => heard.includes("heartbeat"));
    assert.equal(counts.ready, 1, "a page that listens stays");
  });

  it("is rebuilt when the time zone changes, also while it is hidden", async () => {
    const { panels, kind, found, counts } = probing(folder);
    const zones = (): readonly unknown[] => found.map(({ zone }) => zone);
    panels.show(kind, { handle: "one" });
    panels.show(kind, { handle: "two" });
    await until("the second one is there", () => counts.ready === 1);
    try {
      format.useTimeZone("utc");
      panels.redraw();
      await until("the visible one is there again", () => counts.ready === 2);
      assert.equal(zones().at(-1), "UTC");
      panels.show(kind, { handle: "one" });
      await until("the hidden one is there again", () => counts.ready === 3);
      assert.equal(zones().at(-1), "UTC");
    } finally {
      format.useTimeZone("local");
    }
  });

  it("can move to another subject and is then its only panel", async () => {
    const { panels, kind, found, ports } = probing(folder);
    panels.show(kind, { handle: "one" });
    await until("it is there", () => found.length === 1);
    assert.equal(ports[0]?.move({ handle: "two" }), true);
    panels.show(kind, { handle: "two" });
    assert.equal(ports.length, 1);
    panels.show(kind, { handle: "one" });
    await until("both are there", () => found.length === 2);
    assert.equal(ports[1]?.move({ handle: "two" }), false);
    await until("the other one is in front, and knows what it is about", () => found.length === 3);
    assert.deepEqual(found[2]?.["setup"], { subject: { handle: "two" }, heartbeatMs: 5000 });
  });

  it("is restored under its new name after it was renamed while hidden", async () => {
    const { panels, kind, heard, ports } = probing(folder);
    panels.show(kind, { handle: "old name" });
    await until("it listens", () => heard.includes("shown 1"));
    await window.showTextDocument(await workspace.openTextDocument({ content: "over it" }), ViewColumn.Active);
    assert.equal(ports[0]?.move({ handle: "new name" }, "renamed"), true);
    panels.show(kind, { handle: "new name" });
    await until("it listens again", () => heard.includes("shown 2"));
    assert.ok(heard.includes("about new name"), "the page remembers what it is restored with");
  });

  it("closes if its subject is renamed and the panel of the new name is open", async () => {
    const { panels, kind, found, ports, counts } = probing(folder);
    panels.show(kind, { handle: "new name" });
    await until("the first is there", () => found.length === 1);
    panels.show(kind, { handle: "old name" });
    await until("both are there", () => found.length === 2);
    assert.equal(ports[1]?.move({ handle: "new name" }, "renamed"), false);
    await until("the old one is closed", () => counts.closed === 1);
    await until("the other one is in front", () => found.length === 3);
    assert.deepEqual(found[2]?.["setup"], { subject: { handle: "new name" }, heartbeatMs: 5000 });
    await until("one tab is left", () => tabs().join() === "new name");
    panels.show(kind, { handle: "new name" });
    assert.equal(ports.length, 2);
  });

  it("disposes of everything when it is closed", async () => {
    const { panels, kind, counts, heard } = probing(folder);
    panels.show(kind, { handle: "one" });
    await until("it listens", () => heard.includes("shown 1"));
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await until("it is closed", () => counts.closed === 1);
    assert.equal(counts.stopped, 1);
    panels.show(kind, { handle: "one" });
    await until("it can be opened again", () => counts.ready === 2);
  });

  it("ignores the results of work that ends after it was closed", async () => {
    const { panels, kind, counts, heard, ports } = probing(folder);
    panels.show(kind, { handle: "one" });
    await until("it listens", () => heard.includes("shown 1"));
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await until("it is closed", () => counts.closed === 1);
    ports[0]?.post({ type: "show", text: "too late" });
    ports[0]?.setTitle("too late");
    assert.equal(ports[0]?.move({ handle: "two" }), false);
    await until("its tab is gone", () => tabs().length === 0);
    panels.show(kind, { handle: "two" });
    await until("another one is opened for what it could not go on to", () => ports.length === 2);
  });

  it("is closed with the extension", async () => {
    const { panels, kind, counts } = probing(folder);
    panels.show(kind, { handle: "one" });
    await until("it has a tab", () => tabs().length === 1);
    panels.dispose();
    await until("its tab is gone", () => tabs().length === 0);
    assert.equal(counts.closed, 1);
  });

  describe("after a reload", () => {
    const revived = () => window.createWebviewPanel("triptych.probe", "restoring", ViewColumn.Active);

    it("shows the same subject again", async () => {
      const { panels, kind, found, heard } = probing(folder);
      const panel = revived();
      await panels.serializer(kind).deserializeWebviewPanel(panel, { subject: { handle: "one" }, view: { scroll: 3 } });
      await until("it is there", () => found.length === 1 && heard.includes("shown 1"));
      assert.equal(panel.title, "one");
      panels.show(kind, { handle: "one" });
      await until("its tab has its name", () => tabs().join() === "one");
    });

    it("says so if its subject no longer exists, and runs nothing", async () => {
      for (const kept of [undefined, {}, { subject: null }, { subject: { handle: 7 } }]) {
        const { panels, kind, found, lines } = probing(folder);
        const panel = revived();
        await panels.serializer(kind).deserializeWebviewPanel(panel, kept);
        assert.match(panel.webview.html, /be restored\. Open it again/);
        assert.equal(panel.webview.options.enableScripts, false);
        assert.equal(lines.length, 1);
        assert.equal(found.length, 0);
        panel.dispose();
      }
    });

    it("closes if another panel for its subject was opened before", async () => {
      const { panels, kind, counts } = probing(folder);
      panels.show(kind, { handle: "one" });
      await panels.serializer(kind).deserializeWebviewPanel(revived(), { subject: { handle: "one" } });
      await until("one is left", () => tabs().length === 1);
      assert.equal(counts.closed, 0);
    });
  });
});
