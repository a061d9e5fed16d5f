// URLs of mirror nodes as people type them.
import assert from "node:assert/strict";
import { parseNodeUrl, suggestName } from "../../../src/blocks/model/network.ts";

describe("The URL of a mirror node", () => {
  it("is accepted as typed or pasted", () => {
    for (const [typed, address] of [
      ["http://127.0.0.1:5551", "http://127.0.0.1:5551"],
      ["localhost:5551", "http://localhost:5551"],
      ["[::1]:5551/", "http://[::1]:5551"],
      ["mirror.example.org", "https://mirror.example.org"],
      [" https://Mirror.example.org/api/v1/blocks?limit=1 ", "https://mirror.example.org"],
      ["https://mirror.example.org/api/v1/", "https://mirror.example.org"],
      ["https://mirror.example.org/api", "https://mirror.example.org"],
      ["https://example.org/ledger/api/v1/blocks/7", "https://example.org/ledger"],
      ["<https://mirror.example.org>", "https://mirror.example.org"],
    ] as const) {
      assert.equal(parseNodeUrl(typed), address, typed);
    }
  });

  it("is rejected with another scheme, a password or a space", () => {
    for (const typed of ["", "ftp://example.org", "https://a:b@example.org", "two words", "https://", "http://["]) {
      assert.equal(parseNodeUrl(typed), undefined, typed);
    }
  });

  it("suggests a name that no other network has", () => {
    assert.equal(suggestName("http://127.0.0.1:5551", new Set()), "local");
    assert.equal(suggestName("http://localhost", new Set(["local", "local 2"])), "local 3");
    assert.equal(suggestName("https://testnet.mirrornode.example.org", new Set(["mainnet"])), "testnet");
    assert.equal(suggestName("http://192.0.2.7:80", new Set()), "192.0.2.7");
  });
});
