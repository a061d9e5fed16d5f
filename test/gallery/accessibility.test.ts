// axe findings in all parts of panels, in every theme and at several widths. They don't scroll sideways either.
import assert from "node:assert/strict";
import { axeFindings, useGallery } from "./hooks.ts";

const THEMES = ["dark", "light", "hc", "hcl"];
const NEWER = ["dark26", "light26"];

describe("the gallery of parts", () => {
  const open = useGallery();

  for (const [theme, width] of [
    ...THEMES.flatMap((theme): [string, number][] => [
      [theme, 1000],
      [theme, 480],
      [theme, 320],
    ]),
    ...NEWER.map((theme): [string, number] => [theme, 1000]),
  ]) {
    it(`has no axe findings in ${theme} at ${width} pixels, does not scroll sideways and follows its policy`, async () => {
      const { page, consoleErrors, foreignRequests } = await open({ width, query: `theme=${theme}` });
      await page.locator("triptych-event summary").first().click();
      assert.deepEqual(await axeFindings(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      assert.deepEqual(consoleErrors, []);
      assert.deepEqual(foreignRequests, []);
    });
  }
});

describe("a page with a part of every kind", () => {
  const open = useGallery();

  for (const theme of THEMES) {
    it(`has no axe findings in ${theme}, wide, at twice the size and narrow, and never scrolls sideways`, async () => {
      for (const width of [1000, 500, 320]) {
        const { page, consoleErrors, foreignRequests } = await open({ width, query: `theme=${theme}&page` });
        // The chart is ready last, because it loads its library by itself.
        await page.locator("#scenes triptych-chart canvas").last().waitFor();
        assert.deepEqual(await axeFindings(page), [], `${width} pixels`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        assert.deepEqual([consoleErrors, foreignRequests], [[], []]);
      }
    });
  }
});
