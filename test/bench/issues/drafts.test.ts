// Measures how long a window takes to list 10,000 drafts, which are as many files.
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { machine } from "../../unit/issues/machine.ts";
import { medianOf, reportRatio } from "../results.ts";

const DRAFTS = 10_000;
const AT_ONCE = 32;
/** A list looks up each file, decodes it and computes the state of its draft. */
const GOAL = 4;
const ROUNDS = 5;
const thread = { base: "https://codeberg.org", owner: "lantern", name: "almanac", number: 1n };

describe("Drafts", function () {
  this.timeout(120_000);
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-many-drafts-"));
    const { drafts } = (await machine(folder)).open(thread.base).services.writing;
    await drafts.save(places.newComment(thread), "one of many ".repeat(20));
    const journal = join(folder, "issues", "journal");
    const [name = ""] = await readdir(journal);
    const content = await readFile(join(journal, name), "utf8");
    for (let number = 2; number <= DRAFTS; number += 1)
      await writeFile(join(journal, `${number}.1.a.typed.json`), content.replace('"number": 1', `"number": ${number}`));
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it("are listed, 10,000 of them, in a few times the time of reading their files", async () => {
    const [ours, theirs, again]: [number[], number[], number[]] = [[], [], []];
    const measure = async (times: number[], work: () => Promise<number>): Promise<void> => {
      const before = performance.now();
      assert.equal(await work(), DRAFTS);
      times.push(performance.now() - before);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const here = await machine(folder);
      const { drafts } = here.open(thread.base).services.writing;
      const list = async () => (await drafts.list()).length;
      await measure(ours, list);
      await measure(theirs, () => readAll(join(folder, "issues", "journal")));
      await measure(again, list);
      await here.close();
    }
    const [first, plain, later] = [ours, theirs, again].map((times) => Math.round(medianOf(times)));
    console.log(`      10,000 drafts: ${first} ms, and ${later} ms again; reading their files: ${plain} ms`);
    const name = "listing 10,000 drafts in a new window";
    const ratio = await reportRatio({ name, against: "reading their files", ours, theirs, goal: GOAL });
    assert.ok(ratio <= GOAL);
  });
});

/** Reads all files of a folder as Node.js does it. Returns their number. */
async function readAll(folder: string): Promise<number> {
  const names = await readdir(folder);
  for (let start = 0; start < names.length; start += AT_ONCE)
    await Promise.all(names.slice(start, start + AT_ONCE).map((name) => readFile(join(folder, name), "utf8")));
  return names.length;
}
