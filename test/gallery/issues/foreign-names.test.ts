// Names from an issue server in the panel of a thread: they can't reorder the text beside them.
import assert from "node:assert/strict";
import { readTexts } from "../read-texts.ts";
import { commentOf, linesOf, threadOf, useThread } from "./thread-page.ts";

/** Contains direction overrides that are never closed. */
const HOSTILE = "cod.\u202efdp\u2067\nApproved";
const DRAWN = /cod\.\[U\+202E\]fdp\[U\+2067\]\s+Approved/;
const CONTROLS = /[\u2028-\u202e\u2066-\u2069]/;

describe("names from a server in a thread", () => {
  const open = useThread();

  it("can't reverse text in the title, labels, handles, events, files and banners", async () => {
    const { page, say } = await open();
    const at = "2026-11-20T12:00:00Z";
    const label = { name: HOSTILE, color: "d73a4a", description: HOSTILE };
    const files = [{ name: HOSTILE, size: "1 kB", href: "https://codeberg.org/attachments/1", isImage: false }];
    await say(
      {
        type: "thread",
        thread: threadOf({
          title: HOSTILE,
          repository: { name: HOSTILE, href: "https://codeberg.org/lantern/almanac", host: "codeberg.org" },
          facts: [
            { heading: "Labels", labels: [label] },
            { heading: "People", people: [HOSTILE] },
          ],
          under: [
            [
              { is: "strong", text: HOSTILE },
              { is: "text", text: " opened this" },
            ],
          ],
        }),
      },
      linesOf([
        commentOf("1", `Body ${HOSTILE}`, { who: HOSTILE, authorRole: HOSTILE, files }),
        {
          kind: "event",
          id: "e1",
          icon: "tag",
          at,
          sentence: [
            { is: "strong", text: HOSTILE },
            { is: "code", text: HOSTILE },
            { is: "struck", text: HOSTILE },
            { is: "label", label },
            { is: "link", text: HOSTILE, href: "https://codeberg.org/lantern/almanac/issues/3" },
          ],
          inside: [],
        },
        commentOf("2", "The last word."),
      ]),
    );
    await page.getByText("The last word.").first().waitFor();
    const texts = await readTexts(page);
    assert.ok(texts.filter((text) => DRAWN.test(text)).length >= 12, texts.join("\n"));
    assert.deepEqual(
      texts.filter((text) => CONTROLS.test(text)),
      [],
    );
    const [text, display] = await page
      .locator("triptych-comment[data-id='1'] triptych-prose")
      .evaluate((prose) => [prose.shadowRoot?.textContent ?? "", getComputedStyle(prose).display]);
    assert.ok(text?.includes("\u202efdp"), "a comment's text stays its writer's");
    assert.equal(display, "block");
  });
});
