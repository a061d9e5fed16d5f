// Scans files of megabytes.
import assert from "node:assert/strict";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { SIGNATURES } from "./hostile-signatures.ts";

describe("Scanning a very long file", () => {
  it("finds libraries in a statement of 2 MB", () => {
    const list = `"com.amplitude:android-sdk",${'"a.b:c",'.repeat(250_000)}`;
    const { hits } = scanFile("a/build.gradle", `implementation(${list})`, SIGNATURES);
    assert.ok(hits.length > 0);
    scanFile("gradle/libs.versions.toml", `[bundles]\nall = [${list}]`, SIGNATURES);
    scanFile("a/build.gradle", "applicationId ".repeat(150_000), SIGNATURES);
  });
});
