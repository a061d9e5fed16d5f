// The head of a pull request in a real browser: readable, narrow or wide, and usable by keyboard.
import assert from "node:assert/strict";
import type { PullLine, PullView } from "../../../src/panels/thread/messages.ts";
import { axeFindings } from "../hooks.ts";
import { linesOf, threadOf, useThread } from "./thread-page.ts";

const WIDTHS = [1000, 320, 200];
const THEMES = ["dark", "light", "hc", "hcl"];
const BRANCH = "a-branch-with-a-long-name/that-goes-on-and-on-and-on-and-on-and-on-and-on";

const line = (icon: PullLine["icon"], tone: PullLine["tone"], name: string, words: string): PullLine => ({
  icon,
  tone,
  sentence: [
    { is: "strong", text: name },
    { is: "text", text: ` ${words}` },
  ],
});

const PULL: PullView = {
  label: "Pull request",
  flow: {
    from: [{ is: "link", text: `ines/almanac:${BRANCH}`, href: "https://codeberg.org/ines/almanac", code: true }],
    to: [{ is: "link", text: "main", href: "https://codeberg.org/lantern/almanac", code: true }],
    into: "into",
    changes: "7 files · +12 −7",
    copy: { text: BRANCH, name: "Branch Name" },
  },
  groups: [
    {
      heading: "Reviews",
      note: "2 approvals required",
      lines: [
        line("pass", "good", "nadia", "approved these changes"),
        line("request-changes", "caution", "tomas", "requested changes"),
        line("eye", "", "wren", "was asked for a review"),
      ],
    },
    {
      heading: "Checks",
      note: "",
      lines: [
        {
          icon: "error",
          tone: "bad",
          sentence: [
            { is: "link", text: "ci/stations", href: "https://codeberg.org/lantern/almanac/actions/runs/12" },
            { is: "text", text: " failed" },
            { is: "quiet", text: " · 2 of 41 stations differ" },
          ],
        },
        line("sync", "", "lint", "is running"),
      ],
      more: { summary: "1 succeeded", lines: [line("pass", "good", "ci/build", "succeeded")] },
    },
  ],
  verdict: { icon: "error", tone: "bad", start: "Can't be merged.", sentence: "It has 1 of 2 required approvals." },
  actions: [
    { id: "openAllChanges", label: "Open All Changes" },
    { id: "checkOut", label: "Check Out" },
    { id: "markDraft", label: "Mark as Draft" },
  ],
  main: { id: "merge", label: "Merge…" },
};

describe("The head of a pull request's page", () => {
  const open = useThread();

  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      it(`is accessible and clips nothing: ${theme}, ${width} pixels`, async () => {
        const { page, say, consoleErrors } = await open({ theme, width });
        await say({ type: "thread", thread: threadOf({ pull: PULL }) }, linesOf([]));
        const section = page.getByRole("region", { name: "Pull request" });
        await section.getByText("nadia").waitFor();
        await section.getByText("1 succeeded").click();
        await section.getByText("ci/build").waitFor();
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        assert.deepEqual(await axeFindings(page), []);
        assert.deepEqual(consoleErrors, []);
      });
    }
  }

  it("copies the name of the branch, and runs its actions", async () => {
    const { page, posted, say } = await open();
    await say({ type: "thread", thread: threadOf({ pull: PULL }) }, linesOf([]));
    await page.getByRole("button", { name: "Copy Branch Name" }).click();
    await page.getByText("Copied").waitFor({ state: "attached" });
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), BRANCH);
    for (const name of ["Open All Changes", "Merge…"]) {
      await page.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
    }
    const sent = (await posted()).flatMap((message) => ("id" in message ? [message.id] : []));
    assert.deepEqual(sent, ["openAllChanges", "merge"]);
  });

  it("breaks the name of the repository in a narrow panel only between its parts", async () => {
    const { page, say } = await open({ width: 200 });
    const repository = {
      name: "lantern-keepers/almanac-of-tides",
      href: "https://codeberg.org/",
      host: "codeberg.org",
    };
    await say({ type: "thread", thread: threadOf({ pull: PULL, repository }) }, linesOf([]));
    const name = page.getByRole("link", { name: repository.name });
    await name.waitFor();
    const shown = await name.evaluate((link) => {
      const lines: string[] = [];
      const range = document.createRange();
      let top = -Infinity;
      const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const [place, character] of (node.textContent ?? "").split("").entries()) {
          range.setStart(node, place);
          range.setEnd(node, place + 1);
          const box = range.getBoundingClientRect();
          if (box.top > top + 4) lines.push("");
          top = box.top;
          lines.push(`${lines.pop() ?? ""}${character}`);
        }
      }
      return lines;
    });
    assert.deepEqual(shown, ["lantern-keepers/", "almanac-of-tides"]);
  });
});
