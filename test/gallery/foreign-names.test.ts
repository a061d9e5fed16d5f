// Names from apps, trackers and servers in the parts of panels: they can't reorder the text beside them.
import assert from "node:assert/strict";
import { useGallery } from "./hooks.ts";
import { waitForClipboard } from "../runner/clipboard.js";
import { readTexts } from "./read-texts.ts";

/** Contains a direction override that is never closed. */
const HOSTILE = "Adjust\u202esteltuo\u2028No trackers";
const DRAWN = "Adjust[U+202E]steltuo No trackers";
const CONTROLS = /[\u2028-\u202e\u2066-\u2069]/;

describe("names from a server in the parts of panels", () => {
  const open = useGallery();

  it("can't reverse text in tables, tabs, labels, facts, hunks, reactions and empty states", async () => {
    const { page } = await open();
    await page.evaluate((name) => {
      const held = document.createElement("div");
      held.id = "held";
      document.querySelector("main")?.append(held);
      const add = (tag: string, properties: object): void => {
        held.append(Object.assign(document.createElement(tag), properties));
      };
      const columns = [{ name, cell: (row: string) => row, exact: (row: string) => row }];
      add("triptych-table", { label: name, columns, rows: [name] });
      add("triptych-tabs", { label: name, tabs: [{ id: "one", name, count: name }], chosen: "one" });
      add("triptych-label", { name, color: "d73a4a", description: name });
      add("triptych-fact", { name, copy: name });
      add("triptych-hunk", { path: name, patch: `@@ -1 +1 @@\n+${name}` });
      add("triptych-reactions", { reactions: [{ id: "x", emoji: name, people: [name, "ines"], own: true }] });
      add("triptych-empty", { icon: "search", heading: name });
      add("triptych-image", { url: "https://codeberg.org/a.png", alt: name });
      add("triptych-kinds", { label: name, kinds: [{ id: "all", name, count: "1" }] });
      add("triptych-tool", { name, icon: "eye", worded: true });
    }, HOSTILE);
    await page.locator("#held triptych-table").getByText("Adjust").first().waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const texts = await readTexts(page, "#held");
    assert.ok(texts.filter((text) => text.includes(DRAWN)).length >= 15, texts.join("\n"));
    assert.deepEqual(
      texts.filter((text) => CONTROLS.test(text)),
      [],
    );
  });

  it("are copied as the server sent them", async () => {
    const { page } = await open();
    await page.evaluate((text) => {
      const copy = Object.assign(document.createElement("triptych-copy"), { id: "held", text });
      document.querySelector("main")?.append(copy);
    }, HOSTILE);
    await page.locator("#held button").click();
    await waitForClipboard(page, HOSTILE);
  });

  for (const tag of ["b", "a", "span", "strong", "s"]) {
    it(`keep a number after them in place in <${tag}>`, async () => {
      const { page } = await open();
      const order = await page.evaluate((inline) => {
        const line = document.createElement("p");
        const name = Object.assign(document.createElement(inline), { textContent: "אבג" });
        const after = new Text(" 12");
        line.append(name, after);
        document.querySelector("main")?.append(line);
        const range = new Range();
        range.setStart(after, 1);
        range.setEnd(after, 3);
        return range.getBoundingClientRect().left >= name.getBoundingClientRect().right;
      }, tag);
      assert.equal(order, true);
    });
  }
});
