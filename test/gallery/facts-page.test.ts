// The page of a panel of facts in a real browser: its keys, and what it keeps and forgets when the extension changes it.
import assert from "node:assert/strict";
import type { Page as BrowserPage } from "playwright-core";
import type { PanelContent, Part, Tabs, ToPage } from "../../src/panels/kit/content/content-model.ts";
import type { Fields } from "../../src/panels/kit/content/control-model.ts";
import type { Filter, Row, Table } from "../../src/panels/kit/content/table-model.ts";
import type { ContentMessage } from "../../src/panels/kit/content/text-model.ts";
import { focused } from "./hooks.ts";
import { waitForClipboard } from "../runner/clipboard.js";
import { usePanel } from "./panel.ts";

const act = (type: string): ContentMessage => ({ type });

const FIELDS: Fields<ContentMessage> = {
  kind: "fields",
  label: "Search",
  fields: [{ name: "text", label: "Text", value: "one two" }],
  act: act("search"),
  button: { label: "Search" },
};

function pageOf(title: string, ...parts: readonly Part<ContentMessage>[]): ToPage {
  const previous = {
    act: act("previous"),
    label: "1",
    icon: "arrow-left",
    hint: "Previous block",
    arrow: "←",
  } as const;
  const toolbar = { label: "Tools", buttons: [{ act: act("pin"), label: "Pin", icon: "pin" }, previous] } as const;
  const keys = { "Alt+ArrowLeft": act("previous"), "Alt+ArrowRight": act("next") };
  const page: PanelContent<ContentMessage> = { title, head: { toolbar }, parts, keys };
  return { type: "content", content: page };
}

function select(chosen: string, side: { mark?: string; name?: string } = {}): Part<ContentMessage> {
  const options = ["8.2", "8.3", "8.4"].map((label) => ({ label, chosen: label === chosen, act: act(label) }));
  return {
    kind: "controls",
    items: [{ select: { label: "Version", groups: [{ name: "Google Play", options }], ...side } }],
  };
}

function tabs(chosen: string): Tabs<ContentMessage> {
  const lines = Array.from({ length: 100 }, (_, line) => `Line ${line} of ${chosen}`).join("\n");
  return {
    kind: "tabs",
    label: "Block",
    chosen,
    tabs: ["facts", "logs"].map((id) => ({ id, label: id, act: act(`choose ${id}`) })),
    parts: [{ kind: "text", text: lines }],
  };
}

function table(wanted?: Filter["wanted"]): Table<ContentMessage> {
  return {
    kind: "table",
    label: "Rows",
    height: 200,
    columns: [
      { name: "Name", searched: true },
      {
        name: "Sort",
        sorts: { even: { label: "Even", icon: "check", tone: "" }, odd: { label: "Odd", icon: "check", tone: "" } },
        all: { label: "All", name: "Sort" },
      },
    ],
    rows: { id: "rows" },
    open: act("open row"),
    filter: { label: "Filter rows", hint: "Filter", none: "No matching rows", copyAll: "Copy Rows", wanted },
  };
}

const rowsFrom = (from: number, count: number): ToPage => ({
  type: "rows",
  id: "rows",
  from,
  rows: Array.from({ length: count }, (_, place): Row<ContentMessage> => {
    const at = from + place;
    return { cells: [`Row ${at}`, at % 2 === 0 ? "even" : "odd"] };
  }),
});

const grid = (page: BrowserPage) => page.getByRole("grid", { name: "Rows" });
const scrollTopOf = (page: BrowserPage) => grid(page).evaluate((element) => element.scrollTop);
const activeRow = (page: BrowserPage) => grid(page).getAttribute("aria-activedescendant");

describe("the page of a panel of facts", () => {
  const open = usePanel("content");

  for (const [platform, keys, moves] of [
    ["MacIntel", "⌥←", []],
    ["Win32", "Alt+←", [act("previous"), act("next")]],
  ] as const) {
    it(`goes to a neighbor with Alt and an arrow, in a text field ${moves.length === 0 ? "not " : ""}on ${platform}`, async () => {
      const { page, say, posted, waitForPosted } = await open({ platform });
      await say(pageOf("Block 2", FIELDS));
      await page.getByTitle(`Previous block (${keys})`).waitFor();
      const field = page.getByRole("textbox", { name: "Text" });
      await field.focus();
      await page.keyboard.press("Alt+ArrowLeft");
      await page.keyboard.press("Alt+ArrowRight");
      await page.getByRole("button", { name: "Pin" }).focus();
      await page.keyboard.press("Alt+ArrowLeft");
      await waitForPosted("previous", moves.length === 0 ? 1 : 2);
      assert.deepEqual(await posted(), [...moves, act("previous")]);
    });
  }

  it("keeps the focus on a button of a banner when others come before it", async () => {
    const { page, say } = await open();
    const banner = (...labels: readonly string[]): Part<ContentMessage> => {
      const buttons = labels.map((label) => ({ act: act(label), label }));
      return { kind: "banner", tone: "failed", sentence: "Offline.", buttons };
    };
    await say(pageOf("Block 2", banner("Try Again")));
    await page.getByRole("button", { name: "Try Again" }).focus();
    await say(pageOf("Block 2", banner("Remove the Network", "Try Again")));
    await page.getByRole("button", { name: "Remove the Network" }).waitFor();
    assert.equal(await focused(page), "button: Try Again");
  });

  it("keeps the focus on a button of its toolbar when others come before it", async () => {
    const { page, say } = await open();
    const withTools = (...labels: readonly string[]): ToPage => {
      const buttons = labels.map((label) => ({ act: act(label), label, icon: "export" }) as const);
      return {
        type: "content",
        content: { title: "Blocks", head: { toolbar: { label: "Tools", buttons } }, parts: [] },
      };
    };
    await say(withTools("Refresh"));
    await page.getByRole("button", { name: "Refresh" }).focus();
    await say(withTools("Export", "Share", "Refresh"));
    await page.getByRole("button", { name: "Share" }).waitFor();
    assert.equal(await focused(page), "triptych-tool: Refresh");
  });

  it("moves the focus to the table above when Close removes the details of its row", async () => {
    const { page, say } = await open();
    const foot = { text: "2 of 9", buttons: [{ act: act("load"), label: "Load More" }] };
    const banner: Part<ContentMessage> = { kind: "banner", tone: "caution", sentence: "Could not load the rest." };
    const details: Part<ContentMessage> = {
      kind: "section",
      heading: "Row 1",
      link: { label: "Close", act: act("close") },
      parts: [{ kind: "text", text: "Details of row 1" }],
    };
    const tabOf = (...parts: readonly Part<ContentMessage>[]): Part<ContentMessage> => ({ ...tabs("facts"), parts });
    await say(pageOf("Block 2", tabOf({ ...table(), foot }, banner, details)), rowsFrom(0, 2));
    await page.getByRole("button", { name: "Close" }).focus();
    await say(pageOf("Block 2", tabOf({ ...table(), foot }, banner)));
    await page.getByText("Details of row 1").waitFor({ state: "detached" });
    assert.equal(await grid(page).evaluate((element) => element.matches(":focus")), true);
  });

  it("moves the focus to the element before a banner that is gone after its button was pressed", async () => {
    const { page, say } = await open();
    const buttons = [{ act: act("retry"), label: "Try Again" }];
    await say(pageOf("Block 2", { kind: "banner", tone: "failed", sentence: "Offline.", buttons }));
    await page.getByRole("button", { name: "Try Again" }).focus();
    await say(pageOf("Block 2"));
    await page.getByText("Offline.").waitFor({ state: "detached" });
    assert.equal(await focused(page), "triptych-tool: 1");
  });

  it("keeps the button of fields in the Tab order while it is disabled, and sends nothing then", async () => {
    const { page, say, posted, waitForPosted } = await open();
    const fields = (disabled: boolean): Part<ContentMessage> => ({ ...FIELDS, button: { label: "Search", disabled } });
    await say(pageOf("Block 2", fields(false)));
    const button = page.getByRole("button", { name: "Search" });
    await button.press("Enter");
    await waitForPosted("search", 1);
    await say(pageOf("Block 2", fields(true)));
    await page.getByRole("button", { name: "Search", disabled: true }).waitFor();
    await page.getByRole("textbox", { name: "Text" }).press("Enter");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "button: Search");
    assert.equal(await button.evaluate((each) => getComputedStyle(each).opacity), "0.5");
    await page.keyboard.press("Enter");
    await say(pageOf("Block 2", fields(false)));
    await page.getByRole("button", { name: "Search", disabled: false }).press("Enter");
    await waitForPosted("search", 2);
    assert.equal((await posted()).length, 2);
  });

  it("shows the choice that the extension kept after it refused another", async () => {
    const { page, say, waitForPosted } = await open();
    await say(pageOf("App", select("8.3")));
    const version = page.getByRole("combobox", { name: "Version" });
    for (const refused of ["8.4", "8.2"]) {
      await version.selectOption(refused);
      await waitForPosted(refused, 1);
      await say(pageOf("App", select("8.3")));
      await page.waitForFunction(() => document.querySelector("select")?.selectedOptions[0]?.textContent === "8.3");
    }
    await say(pageOf("App", select("8.4")));
    await page.waitForFunction(() => document.querySelector("select")?.selectedOptions[0]?.textContent === "8.4");
  });

  it("says which side of a comparison a version is for", async () => {
    const { page, say } = await open();
    await say(pageOf("App", select("8.3", { mark: "B", name: "Lantern" })));
    const version = page.getByRole("combobox", { name: "Version" });
    await version.waitFor();
    assert.match(await page.locator(".side", { has: version }).innerText(), /^B\s*Lantern/);
    await say(pageOf("App", select("8.3")));
    await page.getByText("Lantern").waitFor({ state: "detached" });
    assert.match(await page.locator(".side", { has: version }).innerText(), /^8/);
  });

  it("links to the images of a text, because it loads none", async () => {
    const { page, say, sideEffects } = await open();
    const text = "![A chart](chart.png) ![](https://other.example/b.png) [![Logo](logo.png)](https://ok.example/)";
    await say(pageOf("Tracker", { kind: "prose", text, base: "https://example.org/" }));
    const links = page.locator("triptych-prose a");
    await links.first().waitFor();
    assert.deepEqual(
      await links.evaluateAll((all) => all.map((each) => [each.textContent, each.getAttribute("href")])),
      [
        ["A chart", "https://example.org/chart.png"],
        ["https://other.example/b.png", "https://other.example/b.png"],
        ["Logo", "https://ok.example/"],
        ["Logo", "https://example.org/logo.png"],
      ],
    );
    assert.equal(await page.locator("triptych-prose button").count(), 0);
    assert.deepEqual(sideEffects, []);
  });

  it("keeps the scroll positions of tabs only until the page has another subject", async () => {
    const { page, say, waitForPosted } = await open({ height: 400 });
    const above: Part<ContentMessage> = { kind: "text", text: "Above the tabs.\n".repeat(60) };
    const choose = async (title: string, id: string, count: number) => {
      await page.getByRole("tab", { name: id }).dispatchEvent("click");
      await waitForPosted(`choose ${id}`, count);
      await say(pageOf(title, above, tabs(id)));
      await page.getByText(`Line 1 of ${id}`).waitFor();
    };
    const scroll = (top: number) => page.evaluate((to) => document.scrollingElement?.scrollTo(0, to), top);
    await say(pageOf("Block 2", above, tabs("facts")));
    await choose("Block 2", "logs", 1);
    await scroll(1500);
    await choose("Block 2", "facts", 1);
    await choose("Block 2", "logs", 2);
    await page.waitForFunction(() => document.scrollingElement?.scrollTop === 1500);
    await choose("Block 2", "facts", 2);
    await page.getByRole("tab", { name: "facts" }).focus();
    await say(pageOf("Block 3", above, tabs("facts")));
    await page.getByRole("heading", { name: "Block 3" }).waitFor();
    assert.equal(await page.getByRole("tab", { name: "facts" }).evaluate((tab) => tab.matches(":focus")), true);
    await scroll(100);
    await choose("Block 3", "logs", 3);
    assert.equal(await page.evaluate(() => document.scrollingElement?.scrollTop), 100);
  });

  it("scrolls to a row that the extension names once it arrives", async () => {
    const { page, say } = await open();
    await say(pageOf("Block 2", table({ serial: 1, sorts: {}, row: 120 })), rowsFrom(0, 100));
    await grid(page).waitFor();
    assert.equal(await activeRow(page), "row-0");
    await say(rowsFrom(100, 50));
    await page.getByText("Row 120", { exact: true }).waitFor();
    await page.waitForFunction(() => {
      const shown = document.querySelector("triptych-table")?.shadowRoot?.querySelector("[role=grid]");
      return shown?.getAttribute("aria-activedescendant") === "row-120" && shown.scrollTop > 2000;
    });
  });

  it("doesn't scroll if a filter hides the row that the extension names", async () => {
    const { page, say } = await open();
    await say(pageOf("Block 2", table()), rowsFrom(0, 100));
    await grid(page).focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => {
      const shown = document.querySelector("triptych-table")?.shadowRoot?.querySelector("[role=grid]");
      return shown?.getAttribute("aria-activedescendant") === "row-99";
    });
    await say(pageOf("Block 2", table({ serial: 1, sorts: { 1: "odd" }, row: 40 })));
    await page.getByText("Row 98", { exact: true }).waitFor({ state: "detached" });
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    assert.equal(await activeRow(page), "row-49");
    assert.ok((await scrollTopOf(page)) > 500, String(await scrollTopOf(page)));
  });

  it("forgets the row that the extension named once the reader filters", async () => {
    const { page, say } = await open();
    await say(pageOf("Block 2", table({ serial: 1, sorts: {}, row: 120 })), rowsFrom(0, 100));
    const filter = page.getByRole("searchbox", { name: "Filter rows" });
    await filter.fill("nowhere");
    await page.getByText("No matching rows").waitFor();
    await say(rowsFrom(100, 50));
    await filter.fill("");
    await page.getByText("Row 1", { exact: true }).waitFor();
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    assert.deepEqual([await activeRow(page), await scrollTopOf(page)], ["row-0", 0]);
  });

  it("filters by the ID of a transaction in the format of wallets and in that of nodes", async () => {
    const { page, say } = await open();
    const id = "0.0.8@1795184938.000000006";
    const rows = [id, "0.0.8@1795184938.000000007"].map((text) => ({ cells: [text, "even"] }));
    await say(pageOf("Block 2", table()), { type: "rows", id: "rows", from: 0, rows });
    for (const typed of ["0.0.8-1795184938-000000006", ` ${id}`]) {
      await page.getByRole("searchbox", { name: "Filter rows" }).fill(typed);
      await page.getByText("0.0.8@1795184938.000000007", { exact: true }).waitFor({ state: "detached" });
      assert.ok(await page.getByText(id, { exact: true }).isVisible(), typed);
    }
  });

  it("copies rows as texts that no spreadsheet runs as a formula", async () => {
    const { page, say } = await open();
    const texts = ["=1+1", '"=1+1"', "-5", "a;@b", "plain"];
    await say(pageOf("Block 2", table()), {
      type: "rows",
      id: "rows",
      from: 0,
      rows: texts.map((text) => ({ cells: [text, "even"] })),
    });
    await page.getByRole("button", { name: "Copy Rows" }).click();
    const copied = '\'=1+1\teven\n"""=1+1"""\teven\n-5\teven\na;\'@b\teven\nplain\teven';
    await waitForClipboard(page, copied);
    await grid(page).focus();
    await page.keyboard.press("Control+c");
    await waitForClipboard(page, "'=1+1\teven");
  });
});
