// axe findings in the panel of a thread, in every theme and at several widths.
import assert from "node:assert/strict";
import { axeFindings } from "../hooks.ts";
import { commentOf, event, linesOf, threadOf, useThread } from "./thread-page.ts";

describe("the panel of a thread", () => {
  const open = useThread();

  for (const theme of ["dark", "light", "hc", "hcl"]) {
    it(`has no axe findings in ${theme}, wide and narrow`, async () => {
      for (const width of [1000, 480, 320]) {
        const { page, say } = await open({ theme, width });
        await say(
          { type: "thread", thread: threadOf({ rest: "Loading the rest of the thread…" }) },
          linesOf([
            { ...commentOf("description", "# About\n\n- [x] one\n\n```js\nlet a = 1;\n```"), first: true },
            commentOf("1", "![a](https://example.org/a.png)\n\n| a | b |\n|--|--|\n| 1 | 2 |"),
            event("2", "changed 2 things", [event("2", "this"), event("3", "that")]),
          ]),
          { type: "reactions", of: "1", reactions: [{ id: "+1", own: true, people: ["jun"] }] },
        );
        await page.getByRole("button", { name: "Filter by Date" }).click();
        const comment = page.locator('triptych-comment[data-id="1"]');
        await comment.hover();
        await comment.getByRole("button", { name: "Add Reaction" }).click();
        await page.getByRole("toolbar", { name: "Add Reaction" }).waitFor();
        assert.deepEqual(await axeFindings(page), []);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.equal(sideways, false);
      }
    });
  }
});
