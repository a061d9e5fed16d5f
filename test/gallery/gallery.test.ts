// All parts of panels in a real browser: accessible, within their policy, and readable before scripts run.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../runner/tools.js";
import type { Locator } from "playwright-core";
import { axeFindings, useGallery, useTheme } from "./hooks.ts";

const PANELS = join(ROOT, "src/panels");
const THEMES = ["dark", "light", "hc", "hcl", "dark26", "light26"];

/** Returns the names of all animated icons in the page. */
const listAnimations = () => {
  const inside = (root: Document | ShadowRoot): string[] => [
    ...root
      .getAnimations()
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.getAttribute("name") ?? "") : "")),
    ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : inside(shadowRoot))),
  ];
  return inside(document);
};

/** Returns the vertical position of the title, which the first HTML contains. */
const titlePlace = () => document.querySelector("h1")?.getBoundingClientRect().top ?? 0;

describe("the gallery of parts", () => {
  const open = useGallery();

  it("has no axe findings while a comment shows its buttons and charts are tables", async () => {
    const { page } = await open({ query: "theme=light" });
    await page.locator("triptych-comment[edited]").focus();
    for (const chart of await page.locator("triptych-chart").all())
      await chart.getByRole("radio", { name: "Table" }).click();
    assert.deepEqual(await axeFindings(page), []);
  });

  it("breaks the location between its words, not inside them, in a panel of 300 pixels", async () => {
    const { page } = await open({ width: 300 });
    const lines = await page
      .locator('[slot="crumb"] :is(a, span)')
      .evaluateAll((words) =>
        words.map((word) => word.getClientRects().length * Math.round(word.getBoundingClientRect().height / 16)),
      );
    assert.deepEqual(lines, [1, 1]);
  });

  it("doesn't scroll sideways from right to left, even at twice the size", async () => {
    for (const width of [1000, 500, 320]) {
      const { page } = await open({ width, query: "rtl" });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    }
  });

  it("reports a style attribute, so that no report means no violation", async () => {
    const { consoleErrors } = await open({ html: (text) => text.replace("<h1 ", '<h1 style="color:red" ') });
    assert.equal(consoleErrors.length, 1);
    assert.match(consoleErrors[0] ?? "", /Content Security Policy/);
  });

  it("animates only while work is under way, and never with reduced motion", async () => {
    const moving = await open({ moving: true });
    const names = await moving.page.evaluate(listAnimations);
    assert.ok(names.length > 0);
    assert.deepEqual([...new Set(names)], ["loading"]);
    const still = await open();
    assert.deepEqual(await still.page.evaluate(listAnimations), []);
  });

  it("shows every part that the panels have", async () => {
    const files = (await readdir(PANELS, { recursive: true })).filter((name) => name.endsWith(".ts"));
    const sources = await Promise.all(files.map((name) => readFile(join(PANELS, name), "utf8")));
    const names = sources.flatMap((source) =>
      [...source.matchAll(/customElements\.define\("([\w-]+)"/g)].map(([, name]) => name),
    );
    assert.ok(names.length > 20);
    const { page } = await open();
    for (const name of names) assert.ok((await page.locator(name ?? "").count()) > 0, `${name} is not in the gallery`);
  });

  it("sets inline code apart from the text around it in every theme", async () => {
    const { page } = await open();
    const code = page.locator("triptych-prose code:not(pre *)").first();
    for (const theme of THEMES) {
      await useTheme(page, theme);
      const [ground, edge] = await code.evaluate((element) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(element);
        return [backgroundColor, borderTopColor];
      });
      const clear = "rgba(0, 0, 0, 0)";
      assert.ok(ground !== clear || edge !== clear, `neither a ground nor an edge in ${theme}`);
    }
  });

  it("shows what is selected and how full a bar is, even if the system forces its colors", async () => {
    const { page } = await open({ query: "theme=hc" });
    const facts = await open({ query: "theme=hc&page" });
    for (const each of [page, facts.page]) await each.emulateMedia({ forcedColors: "active" });
    const color = (locator: Locator) =>
      locator.evaluate((element) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        return `${backgroundColor} ${backgroundImage}`;
      });
    const radio = (name: string) => color(page.getByRole("radio", { name }).first());
    assert.notEqual(await radio("All 23"), await radio("Comments 9"));
    const reaction = (name: string) => color(page.getByRole("button", { name }));
    assert.notEqual(await reaction("👍 3: you, jun, and ines"), await reaction("🚀 1: alice"));
    assert.match(await color(facts.page.getByRole("img", { name: "Gas used: 19%" })), /gradient/);
  });

  it("has what the browser draws itself, such as the button of a date field, match the theme", async () => {
    const { page } = await open();
    for (const [theme, scheme] of Object.entries({ dark: "dark", light: "normal", hc: "dark", hcl: "normal" })) {
      await useTheme(page, theme);
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).colorScheme), scheme, theme);
    }
  });

  it("breaks neither a time nor the line with the path of a hunk in a panel of 300 pixels", async () => {
    const { page } = await open({ width: 300 });
    const times = await page
      .locator("triptych-time time")
      .evaluateAll((all) => all.map((time) => time.getClientRects().length));
    assert.ok(times.length > 10);
    assert.deepEqual(new Set(times), new Set([1]));
    const boxes = await page.locator("triptych-hunk summary").evaluateAll((all) =>
      all.map((line) => {
        const [icon, path] = [...line.children].map((each) => each.getBoundingClientRect());
        return icon !== undefined && path !== undefined && path.left >= icon.right;
      }),
    );
    assert.deepEqual(boxes, [true, true]);
  });

  it("can be read before any script runs", async () => {
    const { page } = await open({ scripts: false });
    const text = await page.locator("main").innerText();
    for (const words of ["Tide table shows the wrong day", "alice opened 18 November 2026", "0x28486b8d"]) {
      assert.ok(text.includes(words), words);
    }
  });

  it("upgrades in place: the first paint moves by a few pixels at most", async () => {
    let first = 0;
    const { page } = await open({
      held: async (early) => {
        await early.locator("#scenes").waitFor({ state: "attached" });
        await early.evaluate(
          () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
        );
        first = await early.evaluate(titlePlace);
      },
    });
    const then = await page.evaluate(titlePlace);
    assert.ok(first > 0 && Math.abs(then - first) <= 4, `${first} → ${then}`);
  });

  it("uses the texts and dates that the extension provides", async () => {
    const { page } = await open({
      html: (text) =>
        text
          .replace('lang="en"', 'lang="de"')
          .replace("Copy {0}", "{0} kopieren")
          .replace("Post Comment", "Kommentar senden"),
    });
    await page.getByRole("button", { name: "Hash kopieren" }).first().waitFor();
    await page.getByRole("button", { name: "Kommentar senden" }).first().waitFor();
    await page.getByText("vor 2 Tagen").first().waitFor();
  });

  it("describes each part to screen readers", async () => {
    const { page } = await open();
    const snapshot = await page.locator("body").ariaSnapshot();
    for (const line of [
      'heading "Tide table shows the wrong day after midnight UTC #12" [level=1]',
      'tablist "Block"',
      'tab "Transactions 52"',
      'tabpanel "Block"',
      "term: Hash",
      'button "Copy Hash"',
      'radiogroup "Kinds"',
      'radio "All 23" [checked]',
      'listitem "Comment by marek, 2 days ago"',
      'button "👍 3: you, jun, and ines" [pressed]',
      'img "Done"',
      'group "Image not loaded"',
      'textbox "Reply to #12"',
      'grid "Blocks of the range"',
      'columnheader "Transactions"',
      'progressbar "Verifying… 240 of 600 blocks, in order so far"',
      'slider "Block"',
    ]) {
      assert.ok(snapshot.includes(line), `${line} is not in\n${snapshot}`);
    }
  });
});
