// Pages that the extension describes part by part, in a real browser.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useGallery } from "./hooks.ts";
import { waitForClipboard } from "../runner/clipboard.js";

describe("a page with a part of every kind", () => {
  const open = useGallery();
  const opened = async ({ width = 1000 }: { readonly width?: number } = {}) => {
    const gallery = await open({ width, query: "theme=dark&page" });
    // The chart is ready last, because it loads its library by itself.
    await gallery.page.locator("#scenes triptych-chart canvas").last().waitFor();
    return gallery;
  };
  const lastMessage = async (page: Page): Promise<unknown> =>
    JSON.parse((await page.locator("#scenes").getAttribute("data-last-message")) ?? "null");

  it("keeps fields and their buttons in one line in a panel of 600 pixels", async () => {
    const { page } = await opened({ width: 600 });
    const middles = await page
      .locator(".fields")
      .first()
      .evaluate((row) =>
        [...row.children]
          .map((each) => each.getBoundingClientRect())
          .map(({ top, height }) => Math.round(top + height / 2)),
      );
    assert.equal(new Set(middles).size, 1, String(middles));
  });

  it("completes messages with typed text and the opened row", async () => {
    const { page } = await opened();
    await page.getByRole("textbox", { name: "First" }).fill("1,500");
    await page.keyboard.press("Enter");
    assert.deepEqual(await lastMessage(page), { type: "show", from: "1,500", to: "1,699" });
    await page.getByRole("searchbox", { name: "Filter by package name" }).fill("tram");
    const apps = page.getByRole("grid", { name: "Apps", exact: true });
    await apps.getByText("org.example.larder").waitFor({ state: "detached" });
    await apps.focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await lastMessage(page), { type: "open row", at: 1 });
    await page.keyboard.press("Control+c");
    await waitForClipboard(page, "org.example.tramway");
    await page.getByRole("searchbox", { name: "Filter by package name" }).fill("watched");
    await page.getByText("No matching package names").waitFor();
  });

  it("sends no fields with the Enter that ends the composition of a word", async () => {
    const { page } = await opened();
    const field = page.getByRole("textbox", { name: "First" });
    const enter = (isComposing: boolean) =>
      field.evaluate(
        (input, composing) =>
          input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: composing, bubbles: true })),
        isComposing,
      );
    await enter(true);
    assert.equal(await lastMessage(page), null);
    await enter(false);
    assert.deepEqual(await lastMessage(page), { type: "show", from: "1,400", to: "1,699" });
  });

  it("interrupts a screen reader when a banner becomes a failure, and no longer afterwards", async () => {
    const { page } = await opened();
    const banner = page.locator("#scenes triptych-banner").first();
    assert.equal(await banner.getAttribute("role"), "status");
    for (const [kind, role] of [
      ["failed", "alert"],
      ["info", "status"],
    ] as const) {
      await banner.evaluate((element, to) => element.setAttribute("kind", to), kind);
      await page.locator(`#scenes triptych-banner[kind=${kind}][role=${role}]`).waitFor();
    }
  });

  it("sends the message of a button, a selection and a key on a chart", async () => {
    const { page } = await opened();
    await page.getByRole("button", { name: "Show Changes since 8.3" }).click();
    assert.deepEqual(await lastMessage(page), { type: "changes" });
    await page.getByRole("combobox", { name: "Version" }).selectOption("8.3");
    assert.deepEqual(await lastMessage(page), { type: "8.3" });
    await page.locator("#scenes").getByRole("slider", { name: "Block" }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("a");
    assert.deepEqual(await lastMessage(page), { type: "from 0" });
    await page.locator("#scenes").getByRole("tab", { name: "Timeline" }).click();
    assert.deepEqual(await lastMessage(page), { type: "choose timeline" });
  });

  it("names the line of a chart before its value, or before the reason why it has none", async () => {
    const { page } = await opened();
    const chart = page.locator("#scenes").getByRole("slider", { name: "Block" });
    await chart.focus();
    await page.keyboard.press("Home");
    assert.equal(await chart.getAttribute("aria-valuetext"), "Block 1400: gas: 0, interval: First block");
    await page.keyboard.press("ArrowRight");
    assert.equal(await chart.getAttribute("aria-valuetext"), "Block 1401: gas: 4,870, interval: 1.510 s");
  });

  it("keeps showing a chart as a table when the chart leaves the page and returns", async () => {
    const { page } = await opened();
    const scenes = page.locator("#scenes");
    await scenes.getByRole("radio", { name: "Table" }).click();
    await scenes.getByRole("table", { name: "Block" }).waitFor();
    for (const kind of ["chart", ""]) {
      await scenes.evaluate((place, detail) => place.dispatchEvent(new CustomEvent("leave-out", { detail })), kind);
      await scenes.locator("triptych-chart").waitFor({ state: kind === "" ? "visible" : "detached" });
    }
    await scenes.getByRole("table", { name: "Block" }).waitFor();
  });

  it("aligns the values of all facts, however long their names are", async () => {
    const { page } = await opened();
    const edges = await page
      .locator("#scenes triptych-facts:not(triptych-table *) > triptych-fact:first-child [role=definition]")
      .evaluateAll((values) => values.map((value) => value.getBoundingClientRect().left));
    assert.equal(edges.length, 2);
    assert.equal(new Set(edges).size, 1, String(edges));
  });

  it("puts the name of a fact above its value in a panel of 300 pixels", async () => {
    const { page } = await opened({ width: 300 });
    const fact = page.locator("#scenes triptych-fact").first();
    const [name, value] = [
      await fact.getByRole("term").boundingBox(),
      await fact.getByRole("definition").boundingBox(),
    ];
    assert.equal(value?.x, name?.x);
    assert.ok((value?.y ?? 0) >= (name?.y ?? 0) + (name?.height ?? 0));
  });

  it("announces the counts of a section, and neither its list nor each step of a progress bar", async () => {
    const { page } = await opened();
    const announced = await page.locator("#scenes [aria-live]").allInnerTexts();
    assert.deepEqual(
      announced.map((text) => text.replace(/\W+/g, " ").trim()),
      ["Advertisement 1"],
    );
    assert.equal(await page.locator("#scenes triptych-busy").getByRole("status").count(), 0);
    assert.equal(await page.getByRole("progressbar", { name: "Loading blocks: 240 of 600…" }).count(), 1);
  });

  it("breaks long names in code after a dot or an underscore, not inside a word", async () => {
    const { page } = await opened({ width: 320 });
    const lines = await page
      .getByText("org.example.tramway.DYNAMIC_RECEIVER_NOT_EXPORTED_PERMISSION")
      .evaluate((name) => {
        const found = new Map<number, string>();
        const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          for (let at = 0; at < (text.textContent?.length ?? 0); at++) {
            const range = document.createRange();
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            const top = Math.round(range.getBoundingClientRect().top);
            found.set(top, (found.get(top) ?? "") + String(range));
          }
        }
        return [...found.values()];
      });
    assert.ok(lines.length > 1);
    for (const line of lines.slice(0, -1)) assert.match(line, /[._]$/);
  });

  it("keeps a long name on one line if the table's rows have only one", async () => {
    const { page } = await opened({ width: 700 });
    const table = page.locator('#scenes triptych-table:has([role="grid"][aria-label="Apps"])');
    const heights = () =>
      table
        .locator(".body [role=row]:not(.detail)")
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    const name = "org.example.store.SOURCE_OF_APPS_WITH_A_NAME_THAT_NEEDS_TWO_LINES";
    await table.evaluate((element, text) => {
      const cell = element.shadowRoot?.querySelector(".body .cell:last-child");
      cell?.replaceChildren(...text.split(/(?<=_)/).flatMap((part) => [part, document.createElement("wbr")]));
    }, name);
    assert.ok((await heights()).some((height) => height > 40));
    await table.evaluate((element) => element.toggleAttribute("single", true));
    assert.deepEqual(new Set(await heights()).size, 1);
  });

  it("shows copy buttons on focus and hover", async () => {
    const { page } = await opened();
    const copy = page.getByRole("button", { name: "Copy Page hash" });
    const opacity = () =>
      copy.evaluate((button) => {
        const host = button.getRootNode() instanceof ShadowRoot ? (button.getRootNode() as ShadowRoot).host : button;
        return getComputedStyle(host).opacity;
      });
    assert.equal(await opacity(), "0");
    await copy.focus();
    assert.equal(await opacity(), "1");
    await page.getByRole("searchbox", { name: "Filter by package name" }).focus();
    assert.equal(await opacity(), "0");
    await page.getByText("0x28486b8d").last().hover();
    assert.equal(await opacity(), "1");
  });
});
