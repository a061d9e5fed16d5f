// Files that are pasted into the reply box of a thread's page.
import assert from "node:assert/strict";
import { commentOf, linesOf, threadOf, useThread, type ThreadPage } from "./thread-page.ts";

describe("a file that is pasted into the reply box", () => {
  const open = useThread();
  const write = {
    who: "ines",
    label: "Reply",
    text: "Before. After.",
    status: "",
    sending: false,
    icon: "check",
    tone: "",
  } as const;
  const PLACEHOLDER = "<!-- Uploading low_tide.png (1)… -->";

  /** Opens a thread whose reply has a text, with the caret after "Before.", or this many characters selected there. */
  async function openReply(
    selected = 0,
  ): Promise<ThreadPage & { readonly box: ReturnType<ThreadPage["page"]["getByRole"]> }> {
    const opened = await open();
    await opened.say({ type: "thread", thread: threadOf() }, linesOf([commentOf("1", "One.")]), {
      type: "write",
      write,
    });
    const box = opened.page.getByRole("textbox", { name: "Reply" });
    await box.evaluate((field: HTMLTextAreaElement, chars) => {
      field.focus();
      field.setSelectionRange(7 - chars, 7);
    }, selected);
    return { ...opened, box };
  }

  const paste = (box: Awaited<ReturnType<typeof openReply>>["box"], ...types: readonly string[]): Promise<boolean> =>
    box.evaluate((field, others) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array([1, 2, 3])], "low<tide.png", { type: "image/png" }));
      for (const type of others) clipboardData.setData(type, "tide");
      return field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, types);

  it("gets a placeholder at the caret, and is sent to the extension after the text", async () => {
    const { box, page, posted, waitForPosted } = await openReply();
    assert.equal(await paste(box), false);
    assert.equal(await box.inputValue(), `Before.${PLACEHOLDER} After.`);
    await waitForPosted("attach", 1);
    const types = (await posted()).map(({ type }) => type).filter((type) => type !== "visible");
    assert.deepEqual(types, ["typed", "attach"]);
    const sent = await page.evaluate(
      `window.posted.filter(({ body }) => body?.type === "attach").map(({ body }) => ({ ...body, content: [...body.content] }))`,
    );
    assert.deepEqual(sent, [
      { type: "attach", placeholder: PLACEHOLDER, name: "low<tide.png", kind: "image/png", content: [1, 2, 3] },
    ]);
  });

  it("gets its own placeholder beside one that an earlier page left", async () => {
    const { box, page, say } = await openReply();
    await say({ type: "write", write: { ...write, text: PLACEHOLDER } });
    await page.waitForFunction(
      (left) => document.querySelector("triptych-write-box")?.shadowRoot?.querySelector("textarea")?.value === left,
      PLACEHOLDER,
    );
    await box.press("End");
    await paste(box);
    assert.equal(await box.inputValue(), PLACEHOLDER + PLACEHOLDER.replace("(1)", "(2)"));
  });

  it("leaves the selected text in the box", async () => {
    const { box } = await openReply(4);
    await paste(box);
    assert.equal(await box.inputValue(), `Before.${PLACEHOLDER} After.`);
  });

  it("is linked in the text that was typed during the upload, and leaves the caret where it is", async () => {
    const { box, page, say, waitForPosted } = await openReply();
    await paste(box);
    await page.keyboard.type(" More.");
    await say({ type: "replaced", from: PLACEHOLDER, to: "![](/attachments/1)" });
    await box.and(page.locator("textarea")).evaluate(
      (field: HTMLTextAreaElement) =>
        new Promise<void>((resolve) => {
          const look = () => (field.value.includes("Uploading") ? requestAnimationFrame(look) : resolve());
          look();
        }),
    );
    await page.keyboard.type("!");
    const text = "Before.![](/attachments/1) More.! After.";
    assert.equal(await box.inputValue(), text);
    await waitForPosted("typed", 2);
    // The extension confirms a text that it saved before the upload ended.
    await say({ type: "write", write: { ...write, text: `Before.${PLACEHOLDER} More. After.` } });
    assert.equal(await box.inputValue(), text);
  });

  it("is linked in a text that is typed before the extension sends its own, and not without one", async () => {
    const { box, page, posted, say, waitForPosted } = await openReply();
    await say({ type: "write", write: { ...write, text: `${PLACEHOLDER} After.` } });
    await say({ type: "replaced", from: PLACEHOLDER, to: "link" });
    // An editor that has the draft, too, replaces the placeholder itself.
    assert.equal(await box.inputValue(), `${PLACEHOLDER} After.`);
    await box.press("End");
    await page.keyboard.type("!");
    assert.equal(await box.inputValue(), "link After.!");
    await waitForPosted("typed", 1);
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === "typed"),
      [{ type: "typed", text: "link After.!" }],
    );
  });

  it("is left to the browser if it is only the picture of a copied text", async () => {
    const { box, posted } = await openReply();
    assert.equal(await paste(box, "text/plain", "text/html"), true);
    assert.equal(await box.inputValue(), "Before. After.");
    assert.ok((await posted()).every(({ type }) => type !== "attach"));
    // A file manager copies the name of a file beside it, and a browser the HTML of an image.
    for (const type of ["text/plain", "text/html"]) assert.equal(await paste(box, type), false);
    assert.match(await box.inputValue(), /^Before\.(<!-- Uploading low_tide\.png \(\d\)… -->){2} After\.$/);
  });
});
