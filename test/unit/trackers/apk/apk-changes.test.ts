// How the files of two apps differ, in cases that no test app shows.
import assert from "node:assert/strict";
import { describeCertificateChange, isReversed } from "../../../../src/trackers/apk-comparison/apk-changes.ts";
import type { ApkReport } from "../../../../src/scan/index.ts";
import type * as Content from "../../../../src/trackers/apk-comparison/content.ts";
import { importTexts } from "../../import-texts.ts";
import { apkReport } from "./apk-report.ts";

describe("Two files of an app", () => {
  it("have the same certificates, some, none, or aren't signed", () => {
    const change = (from: readonly string[], to: readonly string[]) =>
      describeCertificateChange({ from: signedBy(...from), to: signedBy(...to) });
    assert.equal(change(["a"], ["a"]), "same");
    assert.equal(change(["a", "b"], ["a"]), "some");
    assert.equal(change(["a"], ["b"]), "changed");
    assert.equal(change([], ["a"]), "onlyTo");
    assert.equal(change(["a"], []), "onlyFrom");
    assert.equal(change([], []), "unsigned");
  });

  it("are put in the order of their version codes if they are of the same app", () => {
    const reversed = (from: string, to: string, packageName = "org.example.app") =>
      isReversed({ from: apkReport({}, { versionCode: from }), to: apkReport({}, { versionCode: to, packageName }) });
    assert.equal(reversed("9", "10"), false);
    assert.equal(reversed("10", "9"), true);
    assert.equal(reversed("18446744073709551615", "18446744073709551614"), true);
    assert.equal(reversed("10", "9", "org.example.other"), false);
    assert.equal(reversed("10", "x"), false);
  });

  it("with different certificates show a warning above everything else, unless they are different apps", async () => {
    const { apkComparisonContent } = (await importTexts(
      "src/trackers/apk-comparison/content.ts",
      "en",
    )) as typeof Content;
    const banners = (packageName: string): readonly unknown[] => {
      const from = { name: "a.apk", report: signedBy("a") };
      const { certificates } = signedBy("b");
      const to = { name: "b.apk", report: apkReport({ sha256: "b", certificates }, { packageName }) };
      const { parts } = apkComparisonContent({
        names: { from: "a.apk", to: "b.apk" },
        scan: { kind: "scanned", files: { from, to }, listProblem: undefined },
        showsUnchanged: false,
        list: undefined,
        base: "https://exodus.example",
        now: 0,
      });
      return parts.flatMap((part) => (part.kind === "banner" ? [`${part.tone}: ${part.start ?? ""}`] : []));
    };
    assert.deepEqual(banners("org.example.app"), ["failed: A and B are signed with different certificates."]);
    assert.deepEqual(banners("org.example.other"), []);
  });
});

function signedBy(...names: readonly string[]): ApkReport {
  return apkReport({
    certificates: names.map((sha256) => ({
      schemes: ["v2"],
      subject: sha256,
      issuer: sha256,
      serial: "1",
      sha1: sha256,
      sha256,
      validFrom: 0,
      validTo: 0,
    })),
  });
}
