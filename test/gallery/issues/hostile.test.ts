// Shows that texts from hostile authors can neither run nor request anything in the panel of a thread.
import assert from "node:assert/strict";
import type { EventView, LineView } from "../../../src/panels/thread/messages.ts";
import { NAMES, TEXTS } from "./hostile.ts";
import { commentOf, linesOf, threadOf, useThread, type ThreadPage } from "./thread-page.ts";

/** Returns the elements, through all shadow roots, that could run code or lead somewhere they must not. */
function findDangers(): readonly string[] {
  const found: string[] = [];
  const walk = (root: ParentNode): void => {
    for (const element of root.querySelectorAll("*")) {
      const names = element.localName === "triptych-icon" ? [] : element.getAttributeNames();
      const inProse = root instanceof ShadowRoot && root.host.localName === "triptych-prose";
      const runs = element.matches(
        "script:not([src='/thread.js']), iframe, object, embed, base, form, frame, portal, svg, math",
      );
      const requests =
        element.matches("img, video, audio, source, picture, track") &&
        !(element.getAttribute("src") ?? "").startsWith("data:");
      const hasHandler = names.some((name) => name.startsWith("on"));
      const imitates =
        inProse &&
        (names.some((name) => ["style", "id", "name", "slot", "is"].includes(name)) ||
          element.matches(
            "style, link, meta, input, button, textarea, select, dialog, triptych-banner, triptych-comment",
          ));
      const leads =
        element instanceof HTMLAnchorElement && element.hasAttribute("href") && !/^(https?|mailto):/.test(element.href);
      if (runs || requests || hasHandler || imitates || leads) found.push(element.outerHTML.slice(0, 200));
      if (element.shadowRoot !== null) walk(element.shadowRoot);
    }
  };
  walk(document);
  return found;
}

/** Returns the panel's own controls that are covered, so that a click would not hit them. */
function findCovered(): readonly string[] {
  const tools = [...document.querySelectorAll<HTMLElement>("triptych-tool, triptych-kinds, [data-search]")];
  return tools.flatMap((tool) => {
    tool.scrollIntoView({ block: "center" });
    const { left, top, width, height } = tool.getBoundingClientRect();
    const hit = document.elementFromPoint(left + Math.min(8, width / 2), top + height / 2);
    return hit !== null && (tool === hit || tool.contains(hit)) ? [] : [tool.outerHTML.slice(0, 100)];
  });
}

/** Expected violations of the policy: texts are parsed in a document without a window, which has the same policy. */
const REFUSED = /^(Applying inline style|Executing inline event handler|Setting the document's base URI) /;

const allTexts = Object.values(TEXTS).flat();

describe("hostile texts", () => {
  const open = useThread();

  /** Opens and presses everything that a reader could, and checks that nothing happened. */
  async function checkHarmless(thread: ThreadPage, marked: string): Promise<void> {
    const { page, sideEffects, consoleErrors, posted } = thread;
    await page.getByText(marked).first().waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.deepEqual(await page.evaluate(findDangers), []);
    assert.deepEqual(await page.evaluate(findCovered), []);
    // In VS Code, its own listener handles clicks on links. Here, no one does, and the page must not.
    await page.evaluate(() => {
      addEventListener("click", (clicked) => clicked.preventDefault());
      const walk = (root: ParentNode): void => {
        for (const element of root.querySelectorAll<HTMLElement>("*")) {
          if (element.matches("triptych-prose a, summary, a")) element.click();
          element.dispatchEvent(new Event("mouseenter"));
          element.dispatchEvent(new Event("focus"));
          element.dispatchEvent(new Event("error"));
          if (element.shadowRoot !== null && element.localName !== "triptych-write-box") walk(element.shadowRoot);
        }
      };
      for (const prose of document.querySelectorAll("triptych-prose"))
        if (prose.shadowRoot !== null) walk(prose.shadowRoot);
    });
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(sideways, false, "it scrolls sideways");
    assert.deepEqual(sideEffects, []);
    assert.deepEqual(
      consoleErrors.filter((each) => !REFUSED.test(each)),
      [],
    );
    const unexpected = (await posted()).filter(({ type }) => !["visible", "image", "follow"].includes(type));
    assert.deepEqual(unexpected, []);
    const requested = (await posted()).flatMap(({ type, url }) => (type === "image" ? [url] : []));
    assert.ok(
      requested.every((url) => url?.startsWith("https://codeberg.org/") === true),
      requested.join(),
    );
  }

  it("cover more than a hundred and fifty texts and names", () => {
    assert.ok(allTexts.length + NAMES.length >= 150, String(allTexts.length + NAMES.length));
    assert.equal(new Set(allTexts).size, allTexts.length);
  });

  for (const [kind, texts] of Object.entries(TEXTS)) {
    it(`run nothing, request nothing, trigger no command and cover nothing with ${kind}`, async () => {
      const thread = await open();
      const lines = texts.map((text, place) => commentOf(String(place + 1), text));
      await thread.say(
        { type: "thread", thread: threadOf() },
        linesOf([...lines, commentOf("9999", "The last word.")]),
      );
      await checkHarmless(thread, "The last word.");
    });
  }

  it("are harmless in names, titles, labels, files, events and reactions as well", async () => {
    const thread = await open();
    const at = "2026-11-20T12:00:00Z";
    const lines = NAMES.flatMap((name, place): readonly LineView[] => {
      const label = { name, color: name, description: name };
      const event: EventView = {
        kind: "event",
        id: `e${place}`,
        icon: "tag",
        at,
        sentence: [
          { is: "text", text: name },
          { is: "strong", text: name },
          { is: "code", text: name },
          { is: "struck", text: name },
          { is: "label", label },
          { is: "link", text: name, href: "https://codeberg.org/lantern/almanac/issues/3" },
        ],
        inside: [],
      };
      const more = {
        who: name,
        authorRole: name,
        files: [{ name, size: "1 kB", href: "https://codeberg.org/attachments/1", isImage: false }],
      };
      return [commentOf(`${place + 1}`, "x", { ...more, context: JSON.stringify({ name }) }), event];
    });
    const facts = [
      { heading: "Labels", labels: NAMES.map((name) => ({ name, color: "ff0000", description: name })) },
      { heading: "People", people: NAMES },
    ];
    const title = NAMES.join(" ");
    await thread.say(
      { type: "thread", thread: threadOf({ title, facts, under: NAMES.map((text) => [{ is: "strong", text }]) }) },
      linesOf([...lines, commentOf("9999", "The last word.")]),
      ...NAMES.map((name, place) => ({
        type: "reactions" as const,
        of: String(place + 1),
        reactions: [{ id: name, own: false, people: [name] }],
      })),
    );
    await checkHarmless(thread, "The last word.");
  });

  it("show the URL that a link leads to, whatever its text", async () => {
    const { page, say } = await open();
    const texts = TEXTS["deceptive letters"] ?? [];
    await say(
      { type: "thread", thread: threadOf() },
      linesOf(texts.map((text, place) => commentOf(String(place + 1), text))),
    );
    await page.locator("triptych-prose a").first().waitFor();
    const links = await page
      .locator("triptych-prose a")
      .evaluateAll((all) =>
        all.map((each) => ({ title: each.getAttribute("title") ?? "", href: each.getAttribute("href") ?? "" })),
      );
    assert.ok(links.length > 4);
    for (const { title, href } of links) {
      assert.equal(title, href);
      // A host of foreign letters is shown in Punycode, which can't be mistaken.
      if (!href.startsWith("mailto:")) assert.match(new URL(title).host, /^[\x21-\x7e]+$/);
    }
  });
});
