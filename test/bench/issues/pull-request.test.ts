// Measures how fast a large pull request loads, and how much memory it takes.
import assert from "node:assert/strict";
import type { ThreadAddress } from "../../../src/issues/model/address.ts";
import { findComments, toConversations } from "../../../src/issues/pulls/lines/conversations.ts";
import { readText } from "../../../src/issues/pulls/store/file-text.ts";
import { placeComments } from "../../../src/issues/pulls/lines/place-comments.ts";
import type { Services } from "../../../src/issues/services.ts";
import { machine } from "../../unit/issues/machine.ts";
import { measureHeld } from "../memory.ts";
import { medianOf, reportRatio } from "../results.ts";
import { startServer } from "./server.ts";

interface Size {
  readonly files: number;
  readonly conversations: number;
  /** How often its author has pushed. Each push moves all lines down by one. */
  readonly pushes: number;
}

const SMALL: Size = { files: 2, conversations: 10, pushes: 2 };
const LARGE: Size = { files: 200, conversations: 500, pushes: 20 };
const LINES_PER_FILE = 100;
const ROUNDS = 5;
const MAX_MEBIBYTES = 12;

const nameFile = (file: number): string => `src/part-${file}.ts`;
const writeLine = (file: number, line: number): string =>
  `export const value${line} = ${file * LINES_PER_FILE + line};`;

function writeFile(file: number): string {
  return Array.from({ length: LINES_PER_FILE }, (_each, place) => `${writeLine(file, place + 1)}\n`).join("");
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** Creates a pull request whose conversations were started between the pushes. Each one's text is that of its line. */
async function createPull(forge: Server, { conversations, files, pushes }: Size): Promise<ThreadAddress> {
  const { number } = (await forge.act("addPull", { repo: "alice/demo", by: "bob" })) as { readonly number: number };
  const pull = { repo: "alice/demo", issue: number };
  const paths = Array.from({ length: files }, (_each, file) => nameFile(file));
  const changes = paths.map((path, file) => ({ path, before: "// before\n", after: writeFile(file) }));
  await forge.act("changePull", { ...pull, changes, files });
  const perPush = conversations / pushes;
  for (let pushed = 0; pushed < pushes; pushed += 1) {
    const notes = Array.from({ length: perPush }, (_each, place) => {
      const number = pushed * perPush + place;
      const file = number % files;
      const line = 1 + Math.floor(number / files);
      const text = writeLine(file, line);
      return { path: nameFile(file), line: line + pushed, text, hunk: `@@ -1 +1 @@\n+${text}` };
    });
    await forge.act("addReview", { ...pull, by: "alice", notes });
    const above = Object.fromEntries(paths.map((path) => [path, `// push ${pushed}\n`]));
    await forge.act("push", { ...pull, by: "bob", above });
  }
  return { base: forge.base, owner: "alice", name: "demo", number: BigInt(number) };
}

/** Finds the lines of all conversations of a file, and checks them. Returns how many there are. */
async function placeAll({ pulls, threads }: Services, pull: ThreadAddress, path: string): Promise<number> {
  const { thread } = threads.at(pull);
  const commit = pulls.getFiles(pull)?.details.head.commit ?? assert.fail("the files are loaded");
  const text = readText(await pulls.readContent(pull, path, commit)) ?? assert.fail(path);
  const place = placeComments(pulls, { pull, side: "new", text });
  const comments = findComments(thread?.reviews ?? assert.fail("the thread is loaded"), new Set([path]));
  const placed = await Promise.all(
    comments.map(async ({ comment, review }) => ({ comment, review, fate: await place(comment, review) })),
  );
  const lines = text.split("\n");
  const conversations = toConversations(placed);
  for (const {
    comments: [first],
    line,
  } of conversations)
    assert.equal(lines[(line ?? 0) - 1], first?.comment.body, `${path}:${line}`);
  return conversations.length;
}

describe("a pull request with 200 files and 500 conversations, whose head moved 20 times", function () {
  this.timeout(600_000);
  let forge: Server;
  let small: ThreadAddress;
  let large: ThreadAddress;

  before(async () => {
    forge = await startServer();
    small = await createPull(forge, SMALL);
    large = await createPull(forge, LARGE);
  });
  after(() => forge.close());

  async function inWindow<Result>(run: (services: Services) => Promise<Result>): Promise<Result> {
    const home = await machine();
    try {
      const window = home.open(forge.base);
      await window.signIn("alice");
      return await run(window.services);
    } finally {
      await home.close();
    }
  }

  /** Milliseconds until the panel has its head, and until the first diff has its conversations. */
  const open = (pull: ThreadAddress) =>
    inWindow(async (services) => {
      const startedAt = performance.now();
      const files = services.pulls.readFiles(pull);
      const thread = services.threads.read(pull);
      await services.pullHeads.refresh(pull);
      const head = performance.now() - startedAt;
      await Promise.all([files, thread]);
      assert.ok((await placeAll(services, pull, nameFile(0))) > 0);
      return { head, diff: performance.now() - startedAt };
    });

  it("shows its head at once, and its first diff with all conversations soon after", async () => {
    await open(small);
    const took = { small: [] as Awaited<ReturnType<typeof open>>[], large: [] as Awaited<ReturnType<typeof open>>[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      took.small.push(await open(small));
      took.large.push(await open(large));
    }
    for (const [what, goal] of [
      ["head", 3],
      ["diff", 6],
    ] as const) {
      const [ours, theirs] = [took.large, took.small].map((each) => each.map((times) => times[what]));
      assert.ok(ours !== undefined && theirs !== undefined);
      console.log(`      ${what}: ${medianOf(ours).toFixed(0)} ms, of a small one ${medianOf(theirs).toFixed(0)} ms`);
      const ratio = await reportRatio({ name: `pull request, ${what}`, against: "a small one", ours, theirs, goal });
      assert.ok(ratio <= goal);
    }
  });

  it(`has every conversation at its line, and takes less than ${MAX_MEBIBYTES} MiB`, () =>
    inWindow(async (services) => {
      const before = await measureHeld();
      await Promise.all([services.pulls.readFiles(large), services.threads.read(large)]);
      const startedAt = performance.now();
      let conversations = 0;
      for (let file = 0; file < LARGE.files; file += 1)
        conversations += await placeAll(services, large, nameFile(file));
      const took = performance.now() - startedAt;
      assert.equal(conversations, LARGE.conversations);
      const mebibytes = ((await measureHeld()) - before) / (1 << 20);
      console.log(`      all ${conversations} conversations of ${LARGE.files} files: ${took.toFixed(0)} ms`);
      console.log(`      memory: ${mebibytes.toFixed(1)} MiB (limit ${MAX_MEBIBYTES})`);
      assert.ok(mebibytes < MAX_MEBIBYTES);
    }));
});
