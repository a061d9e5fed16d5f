// Copied rows, as a spreadsheet reads them.
import assert from "node:assert/strict";
import fc from "fast-check";
import { joinCells } from "../../../../../src/panels/kit/content/spreadsheet.ts";
import { csv } from "../../../../../src/workbench/export/csv.ts";

describe("A row that is copied into a spreadsheet", () => {
  it("has its cells between tabs", () => {
    assert.equal(joinCells(["0.0.8@1", "Success", "", "1,204"]), "0.0.8@1\tSuccess\t\t1,204");
  });

  it("runs no formula, and keeps negative numbers", () => {
    const cells = ["=1+1", "+1", "@SUM(A1)", "\u200B=1", "＝1", "-5", "-12.75", "a; =b"];
    assert.deepEqual(joinCells(cells).split("\t"), [
      ...["'=1+1", "'+1", "'@SUM(A1)", "'\u200B=1", "'＝1"],
      ...["-5", "-12.75", "a; '=b"],
    ]);
  });

  it("quotes a cell that begins with a quote, so that it ends there", () => {
    assert.equal(joinCells(['"=1+1"', '"a', 'b"']), '"""=1+1"""\t"""a"\tb"');
  });

  it("guards the same texts as an exported file", () => {
    const text = fc
      .string({ unit: fc.constantFrom(..."=+-@;'1a. \u200B＝".split("")) })
      .filter((each) => each === each.trim());
    fc.assert(
      fc.property(text, (cell) => assert.equal(`\r\n${joinCells([cell])}\r\n`, csv({ columns: [], rows: [[cell]] }))),
    );
  });
});
