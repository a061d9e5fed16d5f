// The page of a panel of facts in a real browser: its keys, and what it keeps and forgets when the extension changes it.
import assert from "node:assert/strict";
import type { Page, Part, ToPage } from "../../src/panels/kit/page/model.ts";
import type { Act } from "../../src/panels/kit/page/text-model.ts";
import { usePanel } from "./panel.ts";

const act = (type: string): Act => ({ type });

const FIELDS: Part<Act> = {
  kind: "fields",
  label: "Search",
  fields: [{ name: "text", label: "Text", value: "one two" }],
  act: act("search"),
  button: { label: "Search" },
};

function pageOf(title: string, ...parts: readonly Part<Act>[]): ToPage {
  const toolbar = { label: "Tools", buttons: [{ act: act("pin"), label: "Pin", icon: "pin" }] } as const;
  const keys = { "Alt+ArrowLeft": act("previous"), "Alt+ArrowRight": act("next") };
  const page: Page<Act> = { title, head: { toolbar }, parts, keys };
  return { type: "page", page };
}

describe("the page of a panel of facts", () => {
  const open = usePanel("page");

  for (const [platform, moves] of [
    ["MacIntel", []],
    ["Win32", [act("previous"), act("next")]],
  ] as const) {
    it(`goes to a neighbor with Alt and an arrow, in a text field ${moves.length === 0 ? "not " : ""}on ${platform}`, async () => {
      const { page, say, posted, waitForPosted } = await open({ platform });
      await say(pageOf("Block 2", FIELDS));
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
});
