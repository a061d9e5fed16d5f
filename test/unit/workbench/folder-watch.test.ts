// Changes in a folder are reported soon, however many follow.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { FolderWatch } from "../../../src/workbench/storage/folder-watch.ts";
import { until } from "./until.ts";

describe("A watch of a folder", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-watch-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("reports changes while another window keeps writing, and again after its last one", async () => {
    let reported = 0;
    let written = 0;
    let reportedAtWrite = -1;
    const watch = new FolderWatch(folder, () => {
      reported += 1;
      reportedAtWrite = written;
    });
    try {
      const end = performance.now() + 5000;
      const isEnough = (): boolean => reported >= 2 || performance.now() > end;
      while (!isEnough()) {
        written += 1;
        await writeFile(join(folder, `${written}`), "");
        await pass(30);
      }
      assert.ok(reported >= 2, `reported ${reported} times during ${written} changes`);
      await until(() => reportedAtWrite === written);
    } finally {
      watch.dispose();
    }
  });
});
