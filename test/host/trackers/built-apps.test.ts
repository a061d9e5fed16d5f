// The apps that builds left in the open project, listed with the findings of its scan.
import assert from "node:assert/strict";
import { copyFile, mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { commands, TabInputCustom, window } from "vscode";
import { NodeRow } from "../../../src/workbench/tree/level-rows.ts";
import { builtFile, until } from "../extension.ts";
import { workspaceScans } from "./workspace-scans.ts";

const OUTPUTS = "watched/build/outputs";

describe("Built apps", () => {
  const here = workspaceScans();
  const { uri, tree, watchedFolder } = here;

  afterEach(() => rm(uri("watched").fsPath, { recursive: true, force: true, maxRetries: 5 }));

  /** Puts a test app where a build would, as if it was built so many hours ago. */
  async function build(path: string, hours: number, file = "one.apk"): Promise<void> {
    const { fsPath } = uri(`${OUTPUTS}/${path}`);
    await mkdir(dirname(fsPath), { recursive: true });
    await copyFile(builtFile(`../test/apks/${file}`), fsPath);
    const at = Date.now() / 1000 - hours * 3600;
    await utimes(fsPath, at, at);
  }

  const isBuilt = (line: string): boolean => line.startsWith("Built Apps");

  it("are listed by age, with their variants, and open in their editor", async () => {
    await build("apk/free/debug/app-free-debug.apk", 5);
    await build("apk/androidTest/debug/app-debug-androidTest.apk", 30);
    await build("bundle/release/app-release.aab", 2, "bundle.aab");
    await writeFile(uri(`${OUTPUTS}/apk/free/debug/output-metadata.json`).fsPath, "{}");
    const { lines, under } = await tree();
    assert.ok((await lines("This Workspace")).includes("Built Apps · 3"));
    assert.deepEqual(await lines("This Workspace", "Built Apps"), [
      "app-release.aab · release · 2 hr ago",
      "app-free-debug.apk · freeDebug · 5 hr ago",
      "app-debug-androidTest.apk · debugAndroidTest · 1 day ago",
    ]);
    const [, row] = await under("This Workspace", "Built Apps");
    const { click } = row instanceof NodeRow ? row.node : assert.fail("no row");
    await commands.executeCommand(click?.command ?? "", ...(click?.args ?? []));
    await until("the page is open", () =>
      window.tabGroups.all.some(({ tabs }) =>
        tabs.some(({ input }) => input instanceof TabInputCustom && input.viewType === "triptych.apk"),
      ),
    );
  });

  it("aren't listed if there are none, appear when one is built, and go with their folder", async () => {
    for (const folder of ["", "/build", "/build/outputs", "/build/outputs/apk"])
      await watchedFolder(`watched${folder}`);
    const { lines, rows } = await tree();
    assert.deepEqual((await lines("This Workspace")).filter(isBuilt), []);
    const listener = here.own.builtApps.onDidChange(() => rows.tree.refresh("workspace"));
    await build("apk/debug/app-debug.apk", 0);
    await until("the app is listed", async () => (await lines("This Workspace")).includes("Built Apps · 1"));
    await build("apk/release/app-release.apk", 0);
    await until("both apps are listed", async () => (await lines("This Workspace")).includes("Built Apps · 2"));
    await rm(uri("watched/build").fsPath, { recursive: true });
    await until("no app is listed", async () => !(await lines("This Workspace")).some(isBuilt));
    listener.dispose();
  });
});
