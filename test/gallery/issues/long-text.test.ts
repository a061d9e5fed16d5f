// Very long comments in the panel of a thread, which are shown in parts.
import assert from "node:assert/strict";
import { beginningEnd } from "../../../src/issues/model/long-text.ts";
import type { FromExtension, MoreView } from "../../../src/panels/thread/messages.ts";
import { commentOf, linesOf, threadOf, useThread } from "./thread-page.ts";

describe("a very long comment", () => {
  const open = useThread();

  const moreFrom = (from: number): MoreView => ({
    from,
    sentence: `${from} characters shown.`,
    show: "Show More as Text",
    open: "Open in Editor",
  });
  const linesWith = (text: string): FromExtension => {
    const end = beginningEnd(text);
    const long = commentOf("2", text.slice(0, end), { more: moreFrom(end) });
    return linesOf([commentOf("1", "before"), long, commentOf("3", "after")]);
  };

  it("shows its slices as source, and requests the next one or the whole text from the extension", async () => {
    const { page, say, posted } = await open();
    const text = `${"**a** line\n".repeat(10_000)}**the end**`;
    await say({ type: "thread", thread: threadOf() }, linesWith(text));
    await page.getByRole("button", { name: "Show More as Text" }).click();
    await page.getByRole("button", { name: "Open in Editor" }).click();
    const end = beginningEnd(text);
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === "more" || type === "openText"),
      [
        { type: "more", id: "2", from: end },
        { type: "openText", id: "2" },
      ],
    );
    const rest = text.slice(end);
    // A slice that was requested twice arrives twice, and is shown once.
    for (let again = 0; again < 2; again += 1) await say({ type: "more", of: "2", from: end, text: rest });
    await page.locator(".long pre").waitFor({ state: "attached" });
    assert.equal(await page.locator(".long pre").textContent(), rest);
    assert.equal(await page.getByRole("button", { name: "Show More as Text" }).count(), 0);
    // Once the comment has changed, the slices of the old text are gone.
    await say(linesWith(`changed ${text}`));
    await page.getByRole("button", { name: "Show More as Text" }).waitFor();
    assert.equal(await page.locator(".long pre").count(), 0);
  });

  it("says that a search covers only its beginning", async () => {
    const { page, say } = await open();
    const more = { from: 9, sentence: "9 of 99 characters shown.", show: "Show More as Text", open: "Open in Editor" };
    const search = page.getByPlaceholder("Search in thread");
    const notice = page.locator(".left-out");
    await say({ type: "thread", thread: threadOf() }, linesOf([commentOf("1", "Springs.")]));
    await search.fill("neap");
    await notice.waitFor();
    assert.doesNotMatch(await notice.innerText(), /beginning/);
    await say(linesOf([commentOf("1", "Springs.", { more })]));
    await notice.getByText("Only the beginning of long texts is searched.").waitFor();
    await search.fill("");
    await notice.waitFor({ state: "detached" });
  });
});
