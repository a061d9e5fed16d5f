// Any title becomes a file name that is valid everywhere.
import assert from "node:assert/strict";
import fc from "fast-check";
import { toFileName } from "../../../../src/workbench/export/file-name.ts";

describe("The name of an exported file", () => {
  it("is the title of its content, if that is a valid name", () => {
    assert.equal(toFileName("org.example.tramway 8.4"), "org.example.tramway-8.4");
    assert.equal(toFileName("Überblick 日本"), "Überblick-日本");
  });

  it("can't be a path or a device", () => {
    for (const given of [
      "../../etc/passwd",
      "..",
      ".ssh",
      "C:\\con",
      "a\0b",
      "CON",
      "lpt1.txt",
      "COM¹",
      "lpt².txt",
      "",
      "   ",
      "a/b:c*d?e",
    ]) {
      const name = toFileName(given);
      assert.match(name, /^[^\\/:*?"<>|.][^\\/:*?"<>|]*$/, given);
      assert.doesNotMatch(name, /^(con|(com|lpt)[\d¹²³])(\.|$)/i);
    }
  });

  it("fits every file system, however long the title is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 0, maxLength: 400 }), (given) => {
        const name = toFileName(given);
        assert.ok(name !== "" && Buffer.byteLength(name) <= 201, name);
        assert.doesNotMatch(name, /[\p{Cc}\\/:*?"<>|\s]|[.\s]$/u);
      }),
    );
  });
});
