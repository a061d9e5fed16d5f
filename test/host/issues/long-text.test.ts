// A comment of ten megabytes in the real panel.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { commands, Range, Uri, window, workspace } from "vscode";
import { ThreadPanels } from "../../../src/issues/thread-panel/panels.ts";
import { silentActs, silentIssueActs, silentPasting, silentPullActs } from "./panel-acts.ts";
import type { Services } from "../../../src/issues/services.ts";
import { NO_LINES, takeLines } from "../../../src/panels/thread/received-lines.ts";
import type { FromExtension } from "../../../src/panels/thread/messages.ts";
import { every } from "../../../src/workbench/timer.ts";
import { Panels } from "../../../src/workbench/panels/panel-host.ts";
import type { PanelKind } from "../../../src/workbench/panels/panel-kind.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { sharedParts, triptych, until } from "../extension.ts";
import { underHeartbeat } from "../../bench/heartbeat.ts";
import { forgeTests } from "./forge-tests.ts";

const LONG = 10 * 1024 * 1024;

/** The message by which the page reports the visible comments. */
const isSight = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "type" in message && message.type === "visible";

describe("A comment of ten megabytes", () => {
  const here = forgeTests(async () => {
    await commands.executeCommand("workbench.action.closeAllEditors");
  });
  let services: Services;

  beforeEach(() => {
    ({ services } = here.home.open(here.forge.base));
  });

  const draftCommands = silentActs(() => services);

  /** Opens the panel as the extension does, and records the messages that it sends and receives. */
  async function openThread(number: number) {
    const shared = await sharedParts();
    const root = triptych().extensionUri;
    const folders = { scripts: Uri.joinPath(root, "dist", "panels"), media: Uri.joinPath(root, "media") };
    const panels = new Panels(folders, shared.log, every);
    const sent: FromExtension[] = [];
    const received: unknown[] = [];
    const { kind } = new ThreadPanels({
      shared,
      services,
      draftCommands,
      issues: silentIssueActs,
      pulls: silentPullActs,
      pasting: silentPasting,
    });
    type Kind = typeof kind;
    const watched: Kind = {
      ...kind,
      connect: (thing, port) => {
        const connection = kind.connect(thing, {
          ...port,
          post: (message) => {
            sent.push(message);
            port.post(message);
          },
        });
        return {
          receive: (message) => {
            if (isSight(message)) received.push(message);
            return connection.receive(message);
          },
          paint: () => connection.paint(),
          ready: () => connection.ready(),
          hidden: () => connection.hidden?.(),
          dispose: () => connection.dispose(),
        };
      },
    } satisfies PanelKind<Parameters<Kind["toKey"]>[0], FromExtension>;
    panels.show(watched, { base: here.forge.base, owner: "alice", name: "demo", number: String(number) });
    return { sent, received };
  }

  it("is shown in part in a real panel", async () => {
    const line = "2026-11-20 12:00:00 ERROR **refused** #12 and 3f9c1ab\n";
    await here.forge.act("addComment", {
      repo: "alice/demo",
      issue: 1,
      by: "bob",
      body: line.repeat(LONG / line.length),
    });
    const { sent, received } = await underHeartbeat("Showing the thread", async () => {
      const panel = await openThread(1);
      // The page reports what is visible once it is drawn.
      await until(
        "the page has drawn it",
        () => panel.received.length > 0 && services.threads.at(thread()).thread?.whole === true,
      );
      await until("all of it was sent", () => linesOf(panel.sent).some(({ more }) => more !== undefined));
      return panel;
    });
    assert.ok(received.length > 0);
    const long = linesOf(sent).find(({ more }) => more !== undefined);
    assert.ok(long !== undefined && long.markdown.length < 64 * 1024);
    assert.match(long.more?.sentence ?? "", /^49,\d{3} of 10,4\d\d,\d{3} characters shown\.$/);
    assert.ok(JSON.stringify(sent).length < 1024 * 1024, "the panel was sent more than it shows");
  });

  /** Takes the whole text of the newest comment, and returns the dialogs that were shown. */
  async function take(body: string, ...answers: readonly string[]): Promise<ScriptedDialogs> {
    await here.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body });
    await services.threads.read(thread());
    const dialogs = new ScriptedDialogs(...answers);
    const panels = new ThreadPanels({
      shared: { ...(await sharedParts()), dialogs },
      services,
      draftCommands,
      issues: silentIssueActs,
      pulls: silentPullActs,
      pasting: silentPasting,
    });
    const connection = panels.kind.connect(
      { base: here.forge.base, owner: "alice", name: "demo", number: "1" },
      { post: () => undefined, setTitle: () => undefined, move: () => false },
    );
    const id = String(services.threads.at(thread()).thread?.comments?.at(-1)?.id);
    await underHeartbeat("Taking the text", async () => {
      await connection.receive({ type: "openText", id });
    });
    connection.dispose();
    return dialogs;
  }

  it("is saved whole to a file", async () => {
    const body = "0123456789 abcdef\n".repeat(LONG / 18);
    const file = join(here.home.folder, "long.md");
    const dialogs = await take(body, String(Uri.file(file)));
    assert.match(dialogs.asked.join(), /^Save Text: demo-1-\d+\.md$/);
    assert.ok((await readFile(file, "utf8")) === body);
  });

  it("opens in an editor if it is shorter than a quarter of a megabyte", async () => {
    await loadMarkdownFeatures();
    const body = "0123456789 abcdef\n".repeat(12_000);
    await take(body);
    await until("the text is shown", () => window.activeTextEditor?.document.getText().length === body.length);
    const document = window.activeTextEditor?.document;
    assert.equal(document?.languageId, "markdown");
    assert.ok(document.getText() === body);
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  /** VS Code's Markdown extension starts with the first Markdown editor, which blocks the extension host. */
  async function loadMarkdownFeatures(): Promise<void> {
    const { uri } = await workspace.openTextDocument({ language: "markdown", content: "# A heading" });
    await window.showTextDocument(uri);
    await commands.executeCommand("vscode.executeDocumentSymbolProvider", uri);
    await commands.executeCommand("vscode.executeLinkProvider", uri);
    await commands.executeCommand("vscode.executeCodeActionProvider", uri, new Range(0, 0, 0, 0));
  }

  const thread = () => ({ base: here.forge.base, owner: "alice", name: "demo", number: 1n });

  function linesOf(sent: readonly FromExtension[]) {
    const parts = sent.filter((message) => message.type === "lines");
    return parts.reduce(takeLines, NO_LINES).lines.flatMap((line) => (line.kind === "comment" ? [line] : []));
  }
});
