// What a window that is killed while it removes or settles a draft leaves behind.
import assert from "node:assert/strict";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getText } from "../../../src/issues/writing/draft.ts";
import { windowAt } from "./signed-in-window.ts";

const MINUTE_MS = 60_000;

describe("A window that was killed", () => {
  const at = windowAt("forgejo");
  const folder = () => join(at.here.folder, "issues", "drafts");
  const findFile = async () => join(folder(), (await readdir(folder())).find((name) => name.endsWith(".json")) ?? "");
  const openWindow = (aheadMs = 0) => at.here.open(at.forge.base, { now: () => Date.now() + aheadMs }).services.writing;

  it("doesn't let a sent text be posted again after the next texts of its thread", async () => {
    const place = at.reply();
    await at.services.writing.drafts.save(place, "first");
    const path = await findFile();
    const content = await readFile(path, "utf8");
    assert.ok((await at.services.writing.sender.send(place)).sent);
    // Killed after it moved the file away, and before it removed it.
    await writeFile(`${path}.0123456789ab.leaving`, content);
    const next = openWindow();
    for (const text of ["second", "third"]) {
      await next.drafts.save(place, text);
      assert.ok((await next.sender.send(place)).sent);
    }
    const last = openWindow(2 * MINUTE_MS);
    await last.drafts.list();
    await last.sender.send(place);
    const posted = at.bodies().filter((body) => ["first", "second", "third"].includes(body));
    assert.deepEqual(posted, ["first", "second", "third"]);
    assert.deepEqual(await last.drafts.list(), []);
  });

  it("doesn't lose what was typed before if something else is typed after the restart", async () => {
    const place = at.reply();
    await at.services.writing.drafts.save(place, "earlier words");
    const path = await findFile();
    // Killed after it moved the file away, and before it moved it back.
    await rename(path, `${path}.0123456789ab.leaving`);
    await openWindow().drafts.save(place, "other words");
    const last = openWindow(2 * MINUTE_MS);
    assert.deepEqual((await last.drafts.list()).map(getText), ["other words"]);
    assert.ok((await last.sender.send(place)).sent);
    assert.deepEqual((await last.drafts.list()).map(getText), ["earlier words"]);
    assert.equal(at.bodies().filter((body) => body === "other words").length, 1);
  });
});
