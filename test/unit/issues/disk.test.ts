// Sending while the disk is full or read-only: Triptych sends nothing that it can't record, and tells the user why.
import assert from "node:assert/strict";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock } from "node:test";
import { until } from "../workbench/until.ts";
import { breakDisk } from "./broken-disk.ts";
import { windowAt } from "./signed-in-window.ts";

describe("A disk that can't be written", () => {
  const at = windowAt("forgejo");
  let repair = (): void => undefined;
  afterEach(() => {
    repair();
    mock.timers.reset();
  });
  const breakFolder = (name: string, code: Parameters<typeof breakDisk>[1]) => {
    repair = breakDisk(join(at.here.folder, "issues", name), code);
  };

  for (const code of ["ENOSPC", "EROFS"] as const) {
    it(`sends nothing and names the reason if it is not writable (${code})`, async () => {
      const place = at.reply();
      await at.services.writing.drafts.save(place, "kept");
      breakFolder("", code);
      const outcome = await at.services.writing.sender.send(place);
      assert.ok(!outcome.sent && outcome.why === "problem");
      assert.deepEqual([outcome.problem?.kind, outcome.problem?.facts.code], ["unexpected", code]);
      assert.equal(at.count("POST"), 0);
      repair();
      assert.equal((await at.services.writing.drafts.get(place))?.text, "kept");
      assert.ok((await at.services.writing.sender.send(place)).sent);
      assert.equal(at.bodies().filter((body) => body === "kept").length, 1);
    });
  }

  it("reports a comment as posted if the disk is full only after it was sent, and posts it once", async () => {
    const place = at.reply();
    await at.services.writing.drafts.save(place, "sent once");
    at.forge.service.faults.add({ kind: "late", ms: 300, method: "POST", path: "/comments$", times: 1 });
    const sending = at.services.writing.sender.send(place);
    await at.asked("POST");
    breakFolder("", "ENOSPC");
    assert.ok((await sending).sent);
    repair();
    assert.equal(await at.services.writing.drafts.get(place), undefined);
    await at.services.writing.outbox.run();
    assert.equal(at.bodies().filter((body) => body === "sent once").length, 1);
  });

  it("sends waiting drafts although the outbox could not read the disk in its first run", async () => {
    const place = at.reply();
    const { drafts, outbox, sender } = at.services.writing;
    await drafts.save(place, "waits");
    at.forge.service.faults.add({ kind: "refuse", path: "" });
    assert.ok(!(await sender.send(place)).sent);
    at.forge.service.faults.clear();
    // A file in place of the folder makes it unreadable.
    const journal = join(at.here.folder, "issues", "journal");
    await rename(journal, `${journal} aside`);
    await writeFile(journal, "not a folder");
    mock.timers.enable({ apis: ["setTimeout"] });
    outbox.start();
    mock.timers.tick(60_000);
    await until(() => at.window.lines.some((line) => line.includes("Could not send the outbox")));
    await rm(journal);
    await rename(`${journal} aside`, journal);
    mock.timers.tick(60_000);
    await until(() => at.bodies().includes("waits"));
  });

  it("deletes no comment whose text can't be kept", async () => {
    breakFolder("", "ENOSPC");
    const refusal = await at.services.writing.deletion.remove(at.thread(1n), 301n);
    assert.deepEqual([refusal?.why, refusal?.problem?.facts.code], ["problem", "ENOSPC"]);
    assert.equal(at.count("DELETE"), 0);
  });
});
