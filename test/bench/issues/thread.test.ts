// Measures how fast a very long thread loads, scrolls and refreshes.
import assert from "node:assert/strict";
import { request } from "node:http";
import type { ThreadAddress } from "../../../src/issues/model/address.ts";
import type { ThreadItem } from "../../../src/issues/model/timeline.ts";
import { LineBatches as LinesSent } from "../../../src/issues/thread-panel/line-batches.ts";
import type { FromExtension, LineView } from "../../../src/panels/thread/messages.ts";
import { commentOf, threadOf, useThread, type ThreadPage } from "../../gallery/issues/thread-page.ts";
import { machine, tokenOf } from "../../unit/issues/machine.ts";
import { startServer } from "./server.ts";

const SHORT = { comments: 50, events: 20 };
const LONG = { comments: 5000, events: 2000 };
const ROUNDS = 5;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;

function lineOf(item: ThreadItem): LineView {
  if (item.kind === "comment") return commentOf(String(item.comment.id), item.comment.body);
  const { id, meaning } = item.event;
  const sentence = [{ is: "text", text: `did something (${meaning.kind})` }] as const;
  return { kind: "event", id: String(id), icon: "tag", at: "2026-11-20T12:00:00Z", sentence, inside: [] };
}

function messagesOf(items: readonly ThreadItem[]): readonly FromExtension[] {
  const messages: FromExtension[] = [{ type: "thread", thread: threadOf() }];
  new LinesSent((message) => messages.push(message)).tell(items.map(lineOf));
  return messages;
}

/** Current time of the page's clock, which is set to a fixed day. */
async function pageTime(page: ThreadPage["page"]): Promise<number> {
  const before = performance.now();
  const there = await page.evaluate(() => performance.timeOrigin + performance.now());
  return there + (performance.now() - before) / 2;
}

describe("a thread of 5,000 comments and 2,000 events", function () {
  this.timeout(600_000);
  const open = useThread();
  let forge: Awaited<ReturnType<typeof startServer>>;
  const threads = new Map<typeof SHORT, ThreadAddress>();

  before(async () => {
    forge = await startServer();
    for (const size of [SHORT, LONG]) {
      const said = await forge.act("addIssue", {
        repo: "alice/demo",
        by: "alice",
        title: "Long",
        body: "About it",
        comments: size.comments,
      });
      const { number } = said as { readonly number: number };
      for (let each = 0; each < size.events; each += 1) {
        await forge.act("addEvent", {
          repo: "alice/demo",
          issue: number,
          by: "bob",
          type: each % 2 === 0 ? "pin" : "unpin",
        });
      }
      threads.set(size, { base: forge.base, owner: "alice", name: "demo", number: BigInt(number) });
    }
  });
  after(() => forge.close());

  const addressOf = (size: typeof SHORT): ThreadAddress => threads.get(size) ?? assert.fail();

  /** Milliseconds from the first request until the first comment is drawn. */
  async function firstContent(size: typeof SHORT): Promise<number> {
    const home = await machine();
    const { page, say, close } = await open();
    try {
      const window = home.open(forge.base);
      await window.signIn("alice");
      // Measured in the page, which is another process: what runs in this one doesn't count.
      const drawn = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const look = (): void => {
              if (document.querySelector("triptych-comment triptych-prose") === null) requestAnimationFrame(look);
              else resolve(performance.timeOrigin + performance.now());
            };
            look();
          }),
      );
      const startedAt = await pageTime(page);
      const shown = new Promise<void>((resolve, reject) => {
        const listening = window.services.threads.onDidChange((address) => {
          const { thread, problem } = window.services.threads.at(address);
          if (problem !== undefined) reject(problem);
          if (thread === undefined || thread.items.length === 0) return;
          listening.dispose();
          resolve(say(...messagesOf(thread.items)));
        });
      });
      const whole = window.services.threads.read(addressOf(size));
      await shown;
      const took = (await drawn) - startedAt;
      await whole;
      return took;
    } finally {
      await close();
      await home.close();
    }
  }

  it("shows its first content in at most 1.5 times the time of a thread of 50", async () => {
    await firstContent(SHORT);
    const took = { short: [] as number[], long: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      took.short.push(await firstContent(SHORT));
      took.long.push(await firstContent(LONG));
    }
    const [short, long] = [median(took.short), median(took.long)];
    const ratio = long / short;
    console.log(
      `first content: ${long.toFixed(0)} ms, of 50 comments ${short.toFixed(0)} ms: ${ratio.toFixed(2)} (limit 1.5)`,
    );
    assert.ok(ratio <= 1.5);
  });

  it("draws its frames in less than 50 ms while it is scrolled", async () => {
    const home = await machine();
    const window = home.open(forge.base);
    await window.signIn("alice");
    await window.services.threads.read(addressOf(LONG));
    const items = window.services.threads.at(addressOf(LONG)).thread?.items ?? [];
    assert.equal(items.length, LONG.comments + LONG.events);
    await home.close();
    const rounds: (readonly number[])[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { page, say, close } = await open();
      await say(...messagesOf(items));
      await page.locator("triptych-comment").first().waitFor();
      rounds.push(await scrolled(page));
      await close();
    }
    // Other programs slow down every round. The quietest round is closest to the panel's own time.
    const [quietest = []] = rounds.toSorted((one, other) => at(one, 0.99) - at(other, 0.99));
    const said = [0.5, 0.95, 0.99].map((part) => `${part * 100} %: ${at(quietest, part).toFixed(1)} ms`).join(", ");
    console.log(`frames while scrolling: ${said}, longest ${at(quietest, 1).toFixed(1)} ms (limit 50 ms at 99 %)`);
    assert.ok(at(quietest, 0.99) < 50);
  });

  it("refreshes with one request of less than 1 KB while nothing is new", async () => {
    const home = await machine();
    const window = home.open(forge.base, { now: () => Date.now() });
    await window.signIn("alice");
    await window.services.threads.read(addressOf(LONG));
    // The server compares whole seconds, so the second of the newest event must have passed.
    await window.services.threads.refresh(addressOf(LONG), { thorough: false });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await window.services.threads.refresh(addressOf(LONG), { thorough: false });
    const before = (await forge.journal()).length;
    assert.equal(await window.services.threads.refresh(addressOf(LONG), { thorough: false }), false);
    const [asked, ...others] = (await forge.journal()).slice(before);
    await home.close();
    assert.ok(asked !== undefined && others.length === 0);
    const bytes = await sizeOf(`${forge.base}${asked.target}`);
    console.log(`refresh with nothing new: 1 request, ${bytes} bytes with its head (limit 1024)`);
    assert.ok(bytes < 1024);
  });
});

/** Milliseconds of each frame while the wheel is turned, and then while the scrollbar is dragged. */
async function scrolled(page: ThreadPage["page"]): Promise<readonly number[]> {
  const frames = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const taken: number[] = [];
        let last = 0;
        const frame = (now: number): void => {
          if (last > 0) taken.push(now - last);
          last = now;
          if (taken.length <= 240) scrollBy({ top: 120, behavior: "instant" });
          else if (taken.length % 12 === 0) scrollBy({ top: 20_000, behavior: "instant" });
          if (taken.length < 480) requestAnimationFrame(frame);
          else resolve(taken);
        };
        requestAnimationFrame(frame);
      }),
  );
  return frames.toSorted((one, other) => one - other);
}

function at(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Size of a response in transit, including its headers. */
function sizeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { authorization: `token ${tokenOf("alice")}` } }, (answer) => {
      let bytes = answer.rawHeaders.reduce((sum, each) => sum + each.length + 2, "HTTP/1.1 200 OK\r\n\r\n".length);
      answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
      answer.on("end", () => resolve(bytes));
    })
      .once("error", reject)
      .end();
  });
}
