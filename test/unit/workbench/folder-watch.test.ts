// Changes in a folder are reported soon, however many follow.
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
      const isReportedTwice = (): boolean => reported >= 2;
      while (!isReportedTwice()) {
        written += 1;
        await writeFile(join(folder, `${written}`), "");
        await pass(30);
      }
      await until(() => reportedAtWrite === written);
    } finally {
      watch.dispose();
    }
  });
});
