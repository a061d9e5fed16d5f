// The right to work on a draft: of windows that ask for it at the same moment, exactly one gets it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import promises, { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Turns } from "../../../src/issues/writing/drafts/turns.ts";

const { readdir } = promises;
const LONG_AGO_SECONDS = 1_000_000;
const ANOTHER = '{"machine":"another","process":1}';

describe("Windows that take a turn at the same moment", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-turns-"));
  });
  afterEach(async () => {
    replaceReaddir(readdir);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const first = () => join(folder, `${createHash("sha256").update("draft").digest("hex").slice(0, 32)}.1.turn`);

  /** Returns how each window tries to take a turn, which ends once all others are refused, and who got one. */
  function windows(count: number) {
    const winners: number[] = [];
    let refused = 0;
    let end = (): void => undefined;
    const areRefused = new Promise<void>((resolve) => (end = resolve));
    const takers = Array.from({ length: count }, (_, window) => async (): Promise<void> => {
      const held = await new Turns(folder).hold("draft", async () => {
        winners.push(window);
        await areRefused;
        return true;
      });
      refused += held === undefined ? 1 : 0;
      if (refused >= count - 1) end();
    });
    return { takers, winners };
  }

  it("leave it to exactly one of them, even if each sees the file of the other", async () => {
    const { takers, winners } = windows(2);
    const [one = assert.fail(), other = assert.fail()] = takers;
    await writeFile(first(), ANOTHER);
    let listings = 0;
    let later: Promise<void> | undefined;
    const [hasListed, hasCreated, met] = [signal(), signal(), signal()];
    replaceReaddir(async (path) => {
      listings += 1;
      const names = await readdir(path);
      switch (listings) {
        // The first window sees a turn that ends right then, the other doesn't, so they create different files.
        case 1:
          await rm(first());
          later = other();
          await hasListed.came;
          return names;
        case 2:
          hasListed.come();
          await hasCreated.came;
          return names;
        // Both have created theirs before either looks for others.
        case 3:
          hasCreated.come();
          await met.came;
          break;
        case 4:
          met.come();
      }
      return await readdir(path);
    });
    await one();
    await later;
    assert.equal(winners.length, 1);
  });

  it("end only their own: on some file systems, each of two can create the same file", async () => {
    const held = await new Turns(folder).hold("draft", async ({ isHeld }) => {
      await writeFile(first(), ANOTHER);
      return { isHeld: await isHeld() };
    });
    assert.deepEqual(held, { isHeld: false });
    assert.equal(await readFile(first(), "utf8"), ANOTHER);
  });

  it("leave it to exactly one of five if a window was killed during its turn", async () => {
    const { takers, winners } = windows(5);
    await writeFile(first(), ANOTHER);
    await utimes(first(), LONG_AGO_SECONDS, LONG_AGO_SECONDS);
    await Promise.all(takers.map((take) => take()));
    assert.equal(winners.length, 1);
  });
});

function signal(): { readonly came: Promise<void>; readonly come: () => void } {
  let come = (): void => undefined;
  const came = new Promise<void>((resolve) => (come = resolve));
  return { came, come: () => come() };
}

function replaceReaddir(replacement: (path: string) => Promise<string[]>): void {
  Object.assign(promises, { readdir: replacement });
  syncBuiltinESMExports();
}
