// The log opens with its first line, and contains no secrets.
import assert from "node:assert/strict";
import { Redactor } from "../../../src/base/redact.ts";
import { linesLog } from "./lines.ts";

describe("The log", () => {
  it("creates its channel with the first line, and only once", () => {
    const { log, opened } = linesLog();
    assert.equal(opened(), 0);
    log.info("one");
    log.debug("two");
    assert.equal(opened(), 1);
  });

  it("redacts a registered value wherever it appears", () => {
    const redactor = new Redactor();
    redactor.register("s3cr3t-value");
    const { log, lines } = linesLog(redactor);
    log.error("GET failed with s3cr3t-value", { where: { deep: ["a s3cr3t-value b"] } });
    assert.doesNotMatch(lines.join("\n"), /s3cr3t/);
    assert.match(lines.join("\n"), /GET failed/);
  });

  it("redacts by the name of a header and of a key, registered value or not", () => {
    const { log, lines } = linesLog();
    log.warn("sent", { headers: { Authorization: "token abcdef0123456789" }, apiKey: "fedcba" });
    log.warn("Authorization: token abcdef0123456789");
    assert.doesNotMatch(lines.join("\n"), /abcdef|fedcba/);
  });

  it("writes integers of any length and errors with their message", () => {
    const { log, lines } = linesLog();
    log.debug("read", { block: 9900000000000001n, error: new Error("broken pipe") });
    assert.match(lines[0] ?? "", /9900000000000001.*broken pipe/);
  });
});
