// Charts in a real browser: keyboard, pointer, table and theme.
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { lastEvent, useGallery, useTheme } from "./hooks.ts";

const range = (page: Page) => page.locator("#range-chart triptych-chart");
const slider = (page: Page) => range(page).getByRole("slider");
const spoken = (page: Page) => slider(page).getAttribute("aria-valuetext");
const readout = (page: Page) => range(page).locator(".readout").innerText();

/** High contrast has borders. */
const THEMES = ["dark", "hc"];

/** Zooms in until the gap in the values has room for its label. */
async function zoomToGap(page: Page): Promise<void> {
  await slider(page).focus();
  await page.keyboard.press("Home");
  for (let pages = 0; pages < 7; pages++) await page.keyboard.press("PageUp");
  for (let step = 0; step < 9; step++) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("+");
  await range(page).getByRole("button", { name: "Zoom Out" }).waitFor();
}

/** Returns what the first plot of the range shows. */
async function picture(page: Page): Promise<string> {
  const plot = range(page).locator("canvas").first();
  return await plot.evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ""));
}

/** Returns the pairs of texts that overlap, in any chart. Of marks, it compares only the labels, not their lines. */
async function overlappingTexts(page: Page): Promise<readonly string[]> {
  return await page.locator("triptych-chart").evaluateAll((charts) =>
    charts.flatMap((chart) => {
      const found = [
        ...(chart.shadowRoot?.querySelectorAll(".name, .gap, .value, .ending, .tick, .mark > span") ?? []),
      ];
      const boxes = found.map((element) => {
        const texts = document.createRange();
        texts.selectNodeContents(element);
        const { left, right, top, bottom } = texts.getBoundingClientRect();
        return { text: element.textContent?.trim() ?? "", left, right, top, bottom };
      });
      return boxes.flatMap((one, place) =>
        boxes
          .slice(place + 1)
          .filter(
            (other) =>
              one.left < other.right - 0.5 &&
              other.left < one.right - 0.5 &&
              one.top < other.bottom - 0.5 &&
              other.top < one.bottom - 0.5,
          )
          .map((other) => `${one.text} | ${other.text}`),
      );
    }),
  );
}

describe("A chart", () => {
  const open = useGallery("charts");

  it("shows and announces the values at the position that arrow keys move to", async () => {
    const { page } = await open();
    await slider(page).focus();
    assert.match(
      (await spoken(page)) ?? "",
      /^Block 103,482,916: transactions: \d+, gas: [\d.]+ M, since the block before: 2\.0 s/,
    );
    await page.keyboard.press("Home");
    assert.match((await spoken(page)) ?? "", /^Block 103,482,317:/);
    assert.match(await readout(page), /^103,482,317 · transactions: \d+/);
    await page.keyboard.press("ArrowRight");
    assert.equal(await slider(page).getAttribute("aria-valuenow"), "1");
  });

  it("draws even if the system has no language set", async () => {
    const before = 'Object.defineProperty(navigator, "language", { configurable: true, value: "en-US@posix" })';
    const { page } = await open({ before });
    assert.ok((await page.locator("triptych-chart canvas").count()) > 0);
  });

  it("labels a value that was not recorded", async () => {
    const { page } = await open();
    await slider(page).focus();
    await page.keyboard.press("Home");
    for (let page10 = 0; page10 < 7; page10++) await page.keyboard.press("PageUp");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match((await spoken(page)) ?? "", /transactions: not recorded, gas: not recorded/);
    // A label wider than its gap moves to the line of the name, where it doesn't cover the plot.
    assert.deepEqual(await range(page).locator(".gap").allInnerTexts(), ["gaps: not recorded", "gaps: not recorded"]);
  });

  it("selects with Shift, zooms with + and −, and clears with Escape", async () => {
    const { page } = await open();
    await slider(page).focus();
    await page.keyboard.press("Home");
    for (let step = 0; step < 20; step++) await page.keyboard.press("Shift+ArrowRight");
    assert.equal(await lastEvent(page), 'ranged {"from":0,"to":20}');
    assert.match((await spoken(page)) ?? "", /Selected 103,482,317 – 103,482,337$/);
    assert.match(await readout(page), /Selected 103,482,317 – 103,482,337\s+21 blocks/);
    await range(page).locator(".brush").waitFor();
    await page.keyboard.press("+");
    await range(page).getByText("103,482,337", { exact: true }).first().waitFor();
    await range(page).getByRole("button", { name: "Zoom Out" }).waitFor();
    await page.keyboard.press("-");
    await page.keyboard.press("Escape");
    assert.equal(await range(page).getByRole("button", { name: "Zoom Out" }).count(), 0);
    assert.equal(await range(page).locator(".brush").count(), 0);
  });

  it("shows the marks at both ends of what it is zoomed to, also as a grid", async () => {
    const { page } = await open();
    const zoomTo = async (chart: Locator, moves: readonly string[]): Promise<void> => {
      await chart.getByRole("slider").focus();
      for (const key of ["Home", ...moves, "+"]) await page.keyboard.press(key);
      await chart.getByRole("button", { name: "Zoom Out" }).waitFor();
    };
    const times = (count: number, key: string): string[] => Array.from({ length: count }, () => key);
    const mark = range(page).getByText("break at 103,482,688");
    await zoomTo(range(page), [...times(6, "PageUp"), ...times(11, "ArrowRight"), ...times(9, "Shift+ArrowRight")]);
    await range(page).getByText("103,482,697", { exact: true }).first().waitFor();
    assert.equal(await mark.count(), 1);
    const grid = page.locator("#version-grid triptych-chart");
    await zoomTo(grid, [...times(2, "ArrowRight"), ...times(4, "Shift+ArrowRight")]);
    assert.deepEqual(await grid.locator(".flag").allInnerTexts(), ["A", "B"]);
  });

  it("reports that nothing is selected any more when its values are replaced", async () => {
    const { page } = await open();
    await slider(page).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowRight");
    await range(page).locator(".brush").waitFor();
    await range(page).evaluate((element) => {
      const chart = element as HTMLElement & { plots: readonly { readonly lines: readonly { values: unknown[] }[] }[] };
      chart.plots = chart.plots.map((plot) => {
        const lines = plot.lines.map((line) => Object.assign({}, line, { values: line.values.slice(100) }));
        return Object.assign({}, plot, { lines });
      });
    });
    await range(page).locator(".brush").waitFor({ state: "detached" });
    assert.equal(await lastEvent(page), "ranged null");
  });

  it("shows a value that is gone no longer, even with the pointer where it was", async () => {
    const { page } = await open();
    await slider(page).scrollIntoViewIfNeeded();
    const box = await slider(page).boundingBox();
    assert.ok(box !== null);
    await page.mouse.move(box.x + box.width - 20, box.y + 90);
    await range(page).evaluate((element) => {
      const chart = element as HTMLElement & { plots: readonly { readonly lines: readonly { values: unknown[] }[] }[] };
      chart.plots = chart.plots.map((plot) => {
        const lines = plot.lines.map((line) => Object.assign({}, line, { values: line.values.slice(0, 100) }));
        return Object.assign({}, plot, { lines });
      });
    });
    await range(page).locator(".readout").getByText("103,482,416").waitFor();
    assert.match(await readout(page), /^103,482,416 · transactions: \d+/);
  });

  it("zooms and clears with its buttons, and returns the focus to the chart", async () => {
    const { page } = await open();
    await slider(page).focus();
    await page.keyboard.press("Shift+PageDown");
    await range(page).getByRole("button", { name: "Zoom In" }).press("Enter");
    await range(page).getByRole("button", { name: "Clear" }).press("Enter");
    assert.equal(await slider(page).evaluate((element) => element.matches(":focus")), true);
    await range(page).getByText("103,482,317", { exact: true }).waitFor();
  });

  it("selects by dragging", async () => {
    const { page } = await open();
    await slider(page).scrollIntoViewIfNeeded();
    const box = await slider(page).boundingBox();
    assert.ok(box !== null);
    await page.mouse.move(box.x + 200, box.y + 90);
    await page.mouse.down();
    await page.mouse.move(box.x + 400, box.y + 90, { steps: 4 });
    await page.mouse.up();
    assert.match(await lastEvent(page), /^ranged \{"from":\d+,"to":\d+\}$/);
    assert.match((await spoken(page)) ?? "", /Selected/);
  });

  it("shows a table of every value instead, and returns to the lines", async () => {
    const { page } = await open();
    await range(page).getByRole("radio", { name: "Chart" }).focus();
    await page.keyboard.press("ArrowRight");
    const grid = range(page).getByRole("grid", { name: "Block" });
    assert.equal(await grid.getAttribute("aria-rowcount"), "601");
    assert.deepEqual(await grid.getByRole("columnheader").allInnerTexts(), [
      "Block",
      "Transactions",
      "Gas",
      "Interval",
    ]);
    await page.keyboard.press("ArrowLeft");
    await range(page).locator("canvas").first().waitFor();
  });

  it("opens the place of a row, even if its table lists the last place first", async () => {
    const { page } = await open();
    const chart = page.locator("#version-chart triptych-chart");
    await chart.evaluate((element) => Object.assign(element, { opens: true, newestFirst: true, shown: "table" }));
    const grid = chart.getByRole("grid", { name: "Version" });
    await grid.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal(await lastEvent(page), "opened 5");
  });

  it("redraws itself in the colors of another theme", async () => {
    const { page } = await open({ query: "theme=dark" });
    const dark = await picture(page);
    await useTheme(page, "light");
    while ((await picture(page)) === dark) await page.evaluate(() => new Promise(requestAnimationFrame));
    const light = await open({ query: "theme=light" });
    assert.equal(await picture(page), await picture(light.page));
  });

  it("samples long lines: one of 100,000 values uses only as many points as its width can show", async () => {
    const { page } = await open();
    const chart = page.locator("#long-chart triptych-chart").first();
    assert.equal(await chart.getByRole("slider").getAttribute("aria-valuemax"), "99999");
    assert.match(await chart.locator(".value").first().innerText(), /^(0|136)$/);
  });

  for (const theme of THEMES) {
    it(`has no overlapping texts at 300 pixels in ${theme}, even in a language with longer words`, async () => {
      for (const longer of ["", " ~~~~~~~~"]) {
        const { page } = await open({
          width: 300,
          query: `theme=${theme}`,
          html: (text) => text.replaceAll("not recorded", `not recorded${longer}`),
        });
        await range(page).evaluate((chart, more) => {
          if (!("plots" in chart) || !Array.isArray(chart.plots)) return;
          chart.plots = chart.plots.map((plot: { name: string }) => ({ ...plot, name: plot.name + more }));
        }, longer);
        for (const zoom of ["whole", "gap"]) {
          if (zoom === "gap") await zoomToGap(page);
          assert.deepEqual(await overlappingTexts(page), [], `${zoom}${longer}`);
        }
      }
    });
  }

  it("draws in the pixels of the screen", async () => {
    const { page } = await open({ before: 'Object.defineProperty(globalThis, "devicePixelRatio", { value: 2 })' });
    const [pixels, width] = await range(page)
      .locator("canvas")
      .first()
      .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? [canvas.width, canvas.clientWidth] : []));
    assert.equal(pixels, 2 * (width ?? 0));
  });
});
