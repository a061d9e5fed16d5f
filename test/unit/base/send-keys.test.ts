// The tooltip of the button that posts names the keys of the user's system.
import assert from "node:assert/strict";
import { sendKeys } from "../../../src/base/format.ts";

describe("The keys that send a text", () => {
  for (const [platform, keys] of [
    ["darwin", "⌘↩"],
    ["MacIntel", "⌘↩"],
    ["win32", "Ctrl+Enter"],
    ["Win32", "Ctrl+Enter"],
    ["Linux x86_64", "Ctrl+Enter"],
  ] as const) {
    it(`are ${keys} on ${platform}`, () => assert.equal(sendKeys(platform), keys));
  }
});
