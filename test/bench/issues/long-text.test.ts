// Measures the work of the page of a thread for very long comments: no frame may take so long that the panel seems frozen.
import assert from "node:assert/strict";
import { beginningEnd, sliceEnd } from "../../../src/issues/model/long-text.ts";
import type { FromExtension, MoreView } from "../../../src/panels/thread/messages.ts";
import { commentOf, linesOf, threadOf, useThread, type ThreadPage } from "../../gallery/issues/thread-page.ts";
import { reportRatio } from "../results.ts";

const LONG_CHARS = 10 * 1024 * 1024;
const ROUNDS = 5;
/** Work for the first part or one slice of a long comment, against laying out a plain text. */
const GOAL = 8;
const PLAIN_WORDS = 100_000;

const filled = (piece: string): string => piece.repeat(Math.ceil(LONG_CHARS / piece.length)).slice(0, LONG_CHARS);

const TEXTS: Readonly<Record<string, string>> = {
  "a log": filled(
    "2026-11-20 12:00:00 ERROR codeberg.org refused #12 and 3f9c1ab at https://example.org/x?y=1 **again**\n",
  ),
  "one line": filled("x"),
  "words in one line": filled("word "),
  "open emphasis": filled("**a "),
  "paragraphs of Markdown": filled(
    "## Heading\n\n- [ ] one *two* `three`\n- [x] @ines said #12\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n",
  ),
  "short paragraphs": filled("x\n\n"),
  "short quotations": filled("<q>x</q>"),
  "nested quotes": filled("> > > > > > > > a\n"),
  "letters of many bytes": filled("😀é漢"),
};

/**
 * Returns a function that measures the page's processor time since its last call, in milliseconds. No frame took
 * longer, however busy the machine is otherwise.
 */
async function watchWork(page: ThreadPage["page"]): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async (): Promise<number> => {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
  let before = await worked();
  return async () => {
    const now = await worked();
    const took = now - before;
    before = now;
    return took;
  };
}

/** Measures how long the page takes to lay out a plain text, without any code of Triptych's. */
async function measurePlainWork(page: ThreadPage["page"]): Promise<number> {
  const worked = await watchWork(page);
  await page.evaluate((words) => {
    const box = document.createElement("div");
    box.textContent = "word ".repeat(words);
    document.body.append(box);
    box.getBoundingClientRect();
    box.remove();
  }, PLAIN_WORDS);
  return await worked();
}

describe("a very long comment", function () {
  this.timeout(600_000);
  const open = useThread();

  const moreFrom = (from: number): MoreView => ({
    from,
    sentence: `${from} characters shown.`,
    show: "Show More as Text",
    open: "Open in Editor",
  });
  const linesWith = (text: string): FromExtension => {
    const end = beginningEnd(text);
    const long = commentOf("2", text.slice(0, end), { more: moreFrom(end) });
    return linesOf([commentOf("1", "before"), long, commentOf("3", "after")]);
  };

  /** Measures the page's work for a plain text, and the most that the long text or one of its next three slices takes. */
  async function measureWork(text: string): Promise<{ readonly plain: number; readonly most: number }> {
    const { page, say, close } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf([commentOf("1", "before")]));
    await page.getByText("before").waitFor();
    const plain = await measurePlainWork(page);
    const worked = await watchWork(page);
    await say(linesWith(text));
    await page.getByText("after").waitFor();
    const steps = [await worked()];
    for (let slice = 0; slice < 3; slice += 1) {
      await page.getByRole("button", { name: "Show More as Text" }).click();
      const { from } = await lastRequest(page);
      const end = sliceEnd(text, from);
      await say({ type: "more", of: "2", from, text: text.slice(from, end), more: moreFrom(end) });
      await page.getByText(`${end} characters shown.`).waitFor();
      steps.push(await worked());
    }
    await close();
    return { plain, most: Math.max(...steps) };
  }

  for (const [what, text] of Object.entries(TEXTS)) {
    it(`of ten megabytes never blocks the page if it is ${what}`, async () => {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { plain, most } = await measureWork(text);
        ours.push(most);
        theirs.push(plain);
      }
      const against = `a plain text of ${PLAIN_WORDS} words`;
      const ratio = await reportRatio({ name: `a long comment, ${what}`, against, ours, theirs, goal: GOAL });
      assert.ok(ratio <= GOAL, `${ratio.toFixed(2)} times`);
    });
  }
});

async function lastRequest(page: ThreadPage["page"]): Promise<{ readonly from: number }> {
  return (await page.evaluate("window.posted.map(({ body }) => body).findLast((body) => body?.type === 'more')")) as {
    readonly from: number;
  };
}
