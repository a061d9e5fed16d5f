// A hostile machine: damaged folders, and many changes at once.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Budget } from "../../../src/base/http/budget.ts";
import { SharedState } from "../../../src/base/processes/shared-state.ts";
import type { Attack, Try } from "./attack.ts";

/** What a damaged folder may contain. */
const DAMAGES: Readonly<Record<string, readonly (readonly [name: string, text: string])[]>> = {
  "a number beyond 2^53": [["9007199254740993.json", '{"content":1,"marks":[]}']],
  "the last number before 2^53": [["9007199254740991.json", '{"content":1,"marks":[]}']],
  "the last number that counts": [["999999999999999.json", '{"content":1,"marks":[]}']],
  "a number of 300 digits": [[`${"9".repeat(200)}.json`, '{"content":1,"marks":[]}']],
  "a value of another shape": [["7.json", '{"content":{"wholeAt":"x"},"marks":[]}']],
  "a value without marks": [["7.json", '{"content":{}}']],
  "half of a value": [["7.json", '{"content":{"wri']],
  "nothing in a value": [["7.json", ""]],
  "a value of 5 MB": [["7.json", " ".repeat(5_000_000)]],
  "a value that nests deeply": [["7.json", "[".repeat(1_000_000)]],
  "2,000 strange files": Array.from({ length: 2000 }, (_, each) => [`strange ${each}`, ""] as const),
};

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-attack-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function damageTries(use: (folder: string) => Promise<void>): readonly Try[] {
  const files = Object.entries(DAMAGES).map(([name, damage]) => ({
    name,
    run: () =>
      inFolder(async (folder) => {
        for (const [file, text] of damage) await writeFile(join(folder, file), text);
        await use(folder);
      }),
  }));
  const folderInPlace = {
    name: "a folder in place of a value",
    run: () =>
      inFolder(async (folder) => {
        await mkdir(join(folder, "7.json", "content.json"), { recursive: true });
        await use(folder);
      }),
  };
  return [...files, folderInPlace];
}

export function machineAttacks(): readonly Attack[] {
  return [
    {
      name: "damaged folders of the rate limit",
      tries: damageTries(async (folder) => {
        const rules = [{ id: "all", capacity: 3, perSecond: 50 }];
        const budget = new Budget({ folder, rules });
        for (let round = 0; round < 5; round += 1) await budget.take();
        assert.ok((await readdir(folder)).length > 0);
      }),
    },
    {
      name: "changes by many at once",
      tries: [10, 30].map((count) => ({
        name: `${count} at once`,
        run: () =>
          inFolder(async (folder) => {
            const more = (content: unknown) => ({ content: Number(content ?? 0) + 1, result: undefined });
            await Promise.all(Array.from({ length: count }, () => new SharedState(folder).change(more)));
            assert.equal(await new SharedState(folder).read(), count);
          }),
      })),
    },
  ];
}
