// The banners of a thread.
import assert from "node:assert/strict";
import type * as Banners from "../../../src/issues/thread-panel/banners.ts";
import { importTexts } from "../import-texts.ts";
import { windowAt } from "./signed-in-window.ts";

describe("The banners of a thread", () => {
  const at = windowAt("forgejo");

  it("say what was skipped", async () => {
    const banners = (await importTexts("src/issues/thread-panel/banners.ts", "en")) as typeof Banners;
    const address = at.thread(3n);
    const shown = async (comments: readonly unknown[]): Promise<string | undefined> => {
      at.forge.service.faults.clear();
      at.forge.answer("issues/3/comments", 200, comments);
      await at.services.threads.read(address);
      const state = at.services.threads.at(address);
      const none = { draft: undefined, sending: false, refusal: undefined, posted: undefined, unsaved: undefined };
      const context = { ...none, address, state, services: at.services, now: Date.now() };
      return banners.buildBanners(context)[0]?.start;
    };
    assert.equal(await shown([{}]), "1 entry skipped.");
    assert.equal(await shown([{}, {}]), "2 entries skipped.");
  });
});
