// Tables in a real browser: very many rows, little room, keys and clicks.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { axeFindings, useGallery } from "./hooks.ts";
import { waitForClipboard } from "../runner/clipboard.js";

const long = (page: Page) => page.locator("#long-table triptych-table");

const rows = (page: Page) => long(page).locator(".body [role=row]");
const active = (page: Page) => long(page).getByRole("grid").getAttribute("aria-activedescendant");

/** Gives the gallery's table this many rows. */
async function grow(page: Page, count: number): Promise<void> {
  await long(page).evaluate((table, length) => {
    const all = Array.from({ length }, (_, index) => ({ number: index, transactions: index % 7, gas: index }));
    Object.assign(table, { rows: all });
  }, count);
  await page.waitForFunction((length) => {
    const foot = document.querySelector("#long-table triptych-table")?.shadowRoot?.querySelector(".foot")?.textContent;
    return foot?.includes(length);
  }, new Intl.NumberFormat("en-GB").format(count));
}

describe("a table", () => {
  const open = useGallery("tables");

  for (const width of [1000, 320]) {
    it(`of 100,000 rows draws fewer than 100 at any scroll position, at ${width} pixels`, async () => {
      const { page } = await open({ width });
      await grow(page, 100_000);
      for (const part of [0, 0.3, 0.7, 1]) {
        await long(page)
          .getByRole("grid")
          .evaluate((grid, wanted) => {
            grid.scrollTop = wanted * (grid.scrollHeight - grid.clientHeight);
          }, part);
        const place = Math.round(part * 99_999);
        await page.waitForFunction((near) => {
          const table = document.querySelector("#long-table triptych-table")?.shadowRoot;
          const drawn = [...(table?.querySelectorAll(".body [role=row]") ?? [])].map((row) => Number(row.id.slice(4)));
          return drawn.length > 0 && Math.min(...drawn) <= near && Math.max(...drawn) >= near - 30;
        }, place);
        const count = await rows(page).count();
        assert.ok(count > 5 && count < 100, `${count} rows`);
        const box = await long(page).getByRole("grid").boundingBox();
        const seen = await long(page).evaluate(
          (table, { x, y }) => table.shadowRoot?.elementFromPoint(x, y)?.closest("[role=row]") !== null,
          { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 },
        );
        assert.equal(seen, true, "the middle of the table shows a row");
      }
      assert.equal(await long(page).getByRole("grid").getAttribute("aria-rowcount"), "100001");
    });
  }

  it("draws the details of a row under it, and leaves the rows above and below in their order", async () => {
    const { page } = await open();
    await grow(page, 10_000);
    const top = (id: string) =>
      long(page)
        .locator(`#${id}`)
        .evaluate((row) => row.getBoundingClientRect().top);
    const before = await top("row-3");
    await long(page).evaluate((table) => {
      const detail = document.createElement("div");
      detail.slot = "detail";
      detail.style.height = "200px";
      detail.textContent = "The details";
      table.append(detail);
      Object.assign(table, { chosen: 3, opening: 1 });
      table.addEventListener("detailClosed", () => (table.dataset["closed"] = "true"));
    });
    await page.waitForFunction(() => {
      const root = document.querySelector("#long-table triptych-table")?.shadowRoot;
      const [row, next] = ["#row-3", "#row-4"].map((id) => root?.querySelector(id)?.getBoundingClientRect().top ?? 0);
      return (next ?? 0) - (row ?? 0) > 200;
    });
    const grid = long(page).getByRole("grid");
    const scrolled = await grid.evaluate((each) => each.scrollTop);
    assert.equal(await top("row-3"), before - scrolled, "only as much as the details need");
    assert.equal(await long(page).locator("#row-3").getAttribute("aria-selected"), "true");
    await grid.focus();
    await page.keyboard.press("End");
    await long(page).locator("#row-9999").waitFor();
    await page.keyboard.press("Home");
    await long(page).locator("#row-0").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await long(page).getAttribute("data-closed"), "true");
  });

  it("moves with arrows, Page Up, Page Down, Home and End, opens on Enter, and copies on Ctrl+C", async () => {
    const { page } = await open();
    const grid = long(page).getByRole("grid");
    await grid.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(await active(page), "row-2");
    await page.keyboard.press("Enter");
    assert.equal(await long(page).getAttribute("data-opened"), "2");
    await page.keyboard.press("Control+c");
    await waitForClipboard(page, "103482914");
    await page.keyboard.press("End");
    await page.waitForFunction(() => {
      const table = document.querySelector("#long-table triptych-table")?.shadowRoot;
      return table?.querySelector("[role=grid]")?.getAttribute("aria-activedescendant") === "row-9999";
    });
    await long(page).locator("#row-9999").waitFor({ state: "visible" });
    const [row, box] = await Promise.all([long(page).locator("#row-9999").boundingBox(), grid.boundingBox()]);
    assert.ok(
      (row?.y ?? 0) + (row?.height ?? 0) <= (box?.y ?? 0) + (box?.height ?? 0) + 1,
      "the last row is wholly in sight",
    );
    await page.keyboard.press("Home");
    await page.waitForFunction(() => {
      const table = document.querySelector("#long-table triptych-table")?.shadowRoot;
      return table?.querySelector("[role=grid]")?.scrollTop === 0;
    });
    assert.equal(await active(page), "row-0");
    await page.keyboard.press("PageDown");
    assert.notEqual(await active(page), "row-0");
  });

  it("copies the selected text of a row instead of the row, and doesn't open the row that it was selected in", async () => {
    const { page } = await open();
    const cell = rows(page).nth(2).getByText("14:26:59");
    await cell.scrollIntoViewIfNeeded();
    const box = await cell.boundingBox();
    assert.ok(box !== null);
    await page.mouse.move(box.x + 1, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    assert.equal(await long(page).getAttribute("data-opened"), null);
    await page.keyboard.press("Control+c");
    await waitForClipboard(page, "14:26:59");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Control+c");
    await waitForClipboard(page, "103482913");
  });

  it("copies a row with Caps Lock too, but not with Shift", async () => {
    const { page } = await open();
    await long(page).getByRole("grid").focus();
    const press = (shiftKey: boolean) =>
      long(page)
        .getByRole("grid")
        .evaluate((grid, isShifted) => {
          const init = { key: "C", ctrlKey: true, shiftKey: isShifted, bubbles: true, cancelable: true };
          return grid.dispatchEvent(new KeyboardEvent("keydown", init));
        }, shiftKey);
    assert.equal(await press(true), true);
    assert.equal(await press(false), false);
    await waitForClipboard(page, "103482916");
  });

  it("opens a row on click", async () => {
    const { page } = await open();
    await rows(page).nth(3).click();
    assert.equal(await long(page).getAttribute("data-opened"), "3");
  });

  it("keeps its header visible while it scrolls", async () => {
    const { page } = await open();
    const grid = long(page).getByRole("grid");
    const head = long(page).getByRole("columnheader", { name: "Block" });
    const before = await head.boundingBox();
    await grid.evaluate((element) => {
      element.scrollTop = 3000;
    });
    await long(page).locator("#row-110").waitFor();
    assert.equal((await head.boundingBox())?.y, before?.y);
  });

  it('distinguishes "not recorded" from 0', async () => {
    const { page } = await open();
    const cells = rows(page).nth(1).getByRole("gridcell");
    assert.equal((await cells.nth(3).innerText()).trim(), "Not recorded");
    assert.equal((await rows(page).nth(0).getByRole("gridcell").nth(2).innerText()).trim(), "0");
  });

  it("uses two lines per row in a narrow panel, with the column's name at each value", async () => {
    const { page } = await open({ width: 480 });
    const row = rows(page).nth(2);
    const [first, second] = [row.getByRole("gridcell").nth(0), row.getByRole("gridcell").nth(2)];
    const [a, b] = [await first.boundingBox(), await second.boundingBox()];
    assert.ok((b?.y ?? 0) >= (a?.y ?? 0) + (a?.height ?? 0) - 1, "the rest stands under the first cell");
    assert.match(await second.innerText(), /^Transactions 39$/);
  });

  it("cuts nothing from a row that needs a third line", async () => {
    const { page } = await open({ width: 320 });
    await grow(page, 5000);
    const cut = await rows(page).evaluateAll(
      (all) => all.filter((row) => row.scrollHeight > row.clientHeight + 1).length,
    );
    assert.equal(cut, 0);
  });

  it("opens nothing while it has no rows, and starts at the first row once it has some", async () => {
    const { page } = await open();
    const table = page.locator("#small-table triptych-table").nth(1);
    const setRows = (count: number) =>
      table.evaluate((element, length) => {
        const rows = Array.from({ length }, (_, index) => ({ number: index, transactions: 1, gas: 1 }));
        Object.assign(element, { rows });
      }, count);
    await setRows(0);
    const grid = table.getByRole("grid");
    await grid.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    assert.equal(await table.getAttribute("data-opened"), null);
    await setRows(5);
    await table.locator("#row-4").waitFor();
    assert.equal(await grid.getAttribute("aria-activedescendant"), "row-0");
    await page.keyboard.press("Enter");
    assert.equal(await table.getAttribute("data-opened"), "0");
  });

  it("shows its last row after rows were removed", async () => {
    const { page } = await open();
    await long(page).getByRole("grid").focus();
    await page.keyboard.press("End");
    await grow(page, 300);
    await page.waitForFunction(() => {
      const table = document.querySelector("#long-table triptych-table")?.shadowRoot;
      return table?.querySelector("[role=grid]")?.getAttribute("aria-activedescendant") === "row-299";
    });
    await rows(page).last().waitFor({ state: "visible" });
    assert.deepEqual(await axeFindings(page), []);
  });
});
