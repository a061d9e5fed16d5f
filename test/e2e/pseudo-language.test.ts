// The installed extension in a language with 40% longer texts: everything is translated, and nothing is cut.
import assert from "node:assert/strict";
import {
  answer,
  inspectPage,
  PANELS,
  press,
  PSEUDO_KEYS,
  SentData,
  signIn,
  findUntranslated,
  resizePanel,
} from "./pseudo-language.js";
import { openWindow } from "./window.js";

const WIDTHS_PX = [480, 300];

describe("Triptych in a language with longer texts", () => {
  let window: Awaited<ReturnType<typeof openWindow>>;
  let data: SentData;

  before(async () => {
    window = await openWindow({ isPseudo: true, keys: PSEUDO_KEYS });
    data = new SentData(window);
    await window.workbench.showSidebar();
    await signIn(window.workbench);
  });
  after(() => window?.close());

  it("translates the views", async () => {
    const { page, workbench } = window;
    await workbench.view("Trackers").row("Advertisement").row.waitFor();
    await workbench.view("Blocks").row("1,999").row.waitFor();
    const texts = await page.locator(".part.sidebar").allInnerTexts();
    assert.match(texts.join(), /⟦.*⟧/);
    assert.deepEqual(findUntranslated(texts, await data.words()), []);
    await press(workbench, "i");
    await page.locator(".part.sidebar").waitFor({ state: "hidden" });
  });

  for (const panel of PANELS) {
    it(`translates the ${panel.name} panel, which fits into 480 and 300 pixels`, async () => {
      const { workbench } = window;
      await answer(workbench, panel);
      await workbench.panel().locator(panel.ready).first().waitFor();
      for (const width of WIDTHS_PX) {
        await resizePanel(workbench, width);
        const { texts, faults } = await (await workbench.panelFrame()).evaluate(inspectPage);
        assert.match(texts.join(), /⟦.*⟧/s);
        assert.deepEqual(findUntranslated(texts, await data.words()), [], `${width} px`);
        assert.deepEqual(faults, [], `${width} px`);
      }
    });
  }
});
