// Secrets are removed from logs in every form and place in which they may appear.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Redactor } from "../../../src/base/redact.ts";

const VALUE = 'a1B2/c3+D4 é"=';

describe("The redactor", () => {
  it("removes a registered value wherever it appears, and leaves the rest", () => {
    const redactor = new Redactor();
    redactor.register(VALUE);
    assert.equal(redactor.text(`before ${VALUE} between ${VALUE} after`), "before ••• between ••• after");
    assert.equal(redactor.text("nothing here"), "nothing here");
  });

  it("finds a value in JSON, in URLs, in hexadecimal", () => {
    const redactor = new Redactor();
    redactor.register(VALUE);
    const forms = [
      JSON.stringify({ v: VALUE }),
      `https://a.example/?v=${encodeURIComponent(VALUE)}`,
      `https://a.example/?v=${encodeURIComponent(VALUE).replaceAll(/%../g, (escape) => escape.toLowerCase())}`,
      new URLSearchParams({ v: VALUE }).toString(),
      Buffer.from(VALUE).toString("hex"),
      Buffer.from(VALUE).toString("hex").toUpperCase(),
    ];
    for (const form of forms) {
      const redacted = redactor.text(form);
      assert.match(redacted, /•••/, form);
      assert.ok(redacted.length < form.length - VALUE.length / 2, redacted);
    }
  });

  it("finds a value within Base64, whatever precedes and follows it", () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), fc.string(), (number, before, after) => {
        const redactor = new Redactor();
        const value = `${number}0123456789`;
        redactor.register(value);
        for (const encoding of ["base64", "base64url"] as const) {
          const text = Buffer.from(before + value + after).toString(encoding);
          const redacted = redactor.text(text);
          assert.match(redacted, /•••/, text);
          for (const part of redacted.split("•••")) {
            assert.ok(!Buffer.from(part, encoding).toString("latin1").includes("123456789"), redacted);
          }
        }
      }),
    );
  });

  it("finds a value in disguise: with invisible characters, or in other forms of its letters", () => {
    const redactor = new Redactor();
    const token = "5ecre7-70ken-0f-a11ce";
    redactor.register(token);
    const wide = Array.from(token, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0)).join("");
    const disguises = [
      ...["\u200b", "\u00ad", "\u2060", "\ufeff", "\u200d\u200c", "\u{e0020}"].map((each) =>
        Array.from(token).join(each),
      ),
      wide,
      Array.from(wide).join("\u200b"),
      "𝟝𝕖𝕔𝕣𝕖𝟟-70ken-0f-ⓐ11ce",
    ];
    for (const each of disguises) assert.equal(redactor.text(`before ${each} after`), "before ••• after");
    assert.equal(redactor.text("caf\u00e9 \u200bﬁne"), "caf\u00e9 \u200bﬁne", "any other text stays");
  });

  it("stops redacting a value when its last owner releases it", () => {
    const redactor = new Redactor();
    const first = redactor.register("token-value");
    const second = redactor.register("token-value");
    first.dispose();
    first.dispose();
    assert.equal(redactor.text("token-value"), "•••");
    second.dispose();
    assert.equal(redactor.text("token-value"), "token-value");
  });

  it("leaves no part of a value that contains another", () => {
    const redactor = new Redactor();
    redactor.register("abcd");
    redactor.register("abcdefgh");
    assert.equal(redactor.text("abcdefgh abcd"), "••• •••");
  });

  it("ignores a value that is too short to be a secret", () => {
    const redactor = new Redactor();
    for (const value of ["", "a", "abc"]) redactor.register(value);
    assert.equal(redactor.text("a abc"), "a abc");
  });

  it("redacts headers by their names", () => {
    assert.deepEqual(
      new Redactor().headers({
        Authorization: "Token 1",
        "proxy-authorization": "Basic 1",
        "Set-Cookie": ["a=1", "b=2"],
        cookie: "a=1",
        "X-Gitea-OTP": "123456",
        "X-Api-Key": "1",
        Accept: "application/json",
      }),
      {
        Authorization: "•••",
        "proxy-authorization": "•••",
        "Set-Cookie": "•••",
        cookie: "•••",
        "X-Gitea-OTP": "•••",
        "X-Api-Key": "•••",
        Accept: "application/json",
      },
    );
  });

  it("redacts unregistered secrets in text by their scheme, key or position", () => {
    const redactor = new Redactor();
    for (const [text, expected] of [
      ["Authorization: Token 123", "Authorization: •••"],
      ['{"authorization":"token 123","a":1}', '{"authorization":"•••","a":1}'],
      ["sent Bearer abcdef0123456789abcdef", "sent Bearer •••"],
      ["https://a.example/?access_token=12ab&page=2", "https://a.example/?access_token=•••&page=2"],
      ["https://user:pass@a.example/x", "https://•••@a.example/x"],
      ["the token is required, see basic authentication", "the token is required, see basic authentication"],
    ] as const) {
      assert.equal(redactor.text(text), expected);
    }
  });

  it("copies an object without the values of secret keys, at any depth", () => {
    const redactor = new Redactor();
    redactor.register("0123456789");
    const round: Record<string, unknown> = { name: "x" };
    round["self"] = round;
    const copy = redactor.object({
      token: "1",
      nested: [{ accessToken: { deep: 1 }, password: "1", text: "has 0123456789 in it" }],
      "key with 0123456789": 1,
      client_secret: null,
      apiKey: "",
      hasToken: true,
      count: 5n,
      token_transfers: [{ token_id: "0.0.5" }],
      error: new Error("with 0123456789", { cause: new Error("0123456789 again") }),
      map: new Map([["sha1", "1"]]),
      url: new URL("https://a.example/?token=1"),
      at: new Date(0),
      bytes: new Uint8Array(3),
      round,
    });
    assert.deepEqual(copy, {
      token: "•••",
      nested: [{ accessToken: "•••", password: "•••", text: "has ••• in it" }],
      "key with •••": 1,
      client_secret: null,
      apiKey: "",
      hasToken: true,
      count: "5",
      token_transfers: [{ token_id: "0.0.5" }],
      error: { name: "Error", message: "with •••", cause: { name: "Error", message: "••• again" } },
      map: { sha1: "•••" },
      url: "https://a.example/?token=•••",
      at: "1970-01-01T00:00:00.000Z",
      bytes: "(3 bytes)",
      round: { name: "x", self: "(itself)" },
    });
    assert.doesNotThrow(() => JSON.stringify(copy));
  });
});
