// Exported CSV can be read back, and runs nothing in a spreadsheet.
import assert from "node:assert/strict";
import fc from "fast-check";
import { csv } from "../../../../src/workbench/export/csv.ts";

describe("Exported CSV", () => {
  it("ends every line with CRLF and quotes fields with a comma, a quote or a line break", () => {
    const table = {
      columns: ["name", "says"],
      rows: [
        ["a,b", 'he said "no"'],
        ["two\nlines", " room "],
        ["plain", ""],
      ],
    };
    assert.equal(csv(table), 'name,says\r\n"a,b","he said ""no"""\r\n"two\nlines"," room "\r\nplain,\r\n');
  });

  it("writes numbers as numbers, of any size, and an empty field for an unknown value", () => {
    const rows = [[-5, 9_007_199_254_740_993n, true, null, undefined]];
    assert.equal(csv({ columns: ["a", "b", "c", "d", "e"], rows }), "a,b,c,d,e\r\n-5,9007199254740993,true,,\r\n");
  });

  it("writes as text what a spreadsheet would run as a formula", () => {
    for (const evil of ["=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1"]) {
      const [, line = ""] = csv({ columns: ["a"], rows: [[evil]] }).split(/\r\n(?=["'])/);
      assert.match(line, /^"?'/, JSON.stringify(evil));
    }
    // Headings come from the service too, if a table has a column per item.
    assert.equal(csv({ columns: ["=1+1"], rows: [] }), "'=1+1\r\n");
  });

  it("writes no formula after the field separators of other languages", () => {
    for (const [evil, safe] of [
      ["x;=1+1", "x;'=1+1"],
      ["x; \u200B@SUM(A1);-y", "x; \u200B'@SUM(A1);'-y"],
      ["x\t+1", "x\t'+1"],
      ["x\n=1+1", '"x\n\'=1+1"'],
    ] as const)
      assert.equal(csv({ columns: [], rows: [[evil]] }), `\r\n${safe}\r\n`);
    assert.equal(csv({ columns: [], rows: [["a; b; c-d"]] }), "\r\na; b; c-d\r\n");
  });

  it("has no formula for spreadsheets that separate fields by semicolons or tabs, whatever the texts are", () => {
    const text = fc.string({ unit: fc.constantFrom(...';"=+@,\t\n\r a1\u200B'.split("")) });
    const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(rows, fc.constantFrom(";", "\t"), (rows, separator) => {
        const fields = readSeparated(csv({ columns: [], rows }), separator);
        const formulas = fields.filter((each) => /^[\s\p{Cc}\p{Cf}]*[=+@]/u.test(each));
        assert.deepEqual(formulas, []);
      }),
      { numRuns: 5_000, examples: [[[["x", 'a;"=1"']], ";"]] },
    );
  });

  it("detects a formula after invisible characters, and leaves a negative number unchanged", () => {
    for (const evil of ["\u200B=1+1", "\uFEFF@SUM(A1)", "\u202E+1", "\u0000=HYPERLINK(A1)", "-1-1", "-", "-5\u200B"]) {
      assert.equal(csv({ columns: [], rows: [[evil]] }), `\r\n'${evil}\r\n`);
    }
    assert.equal(
      csv({ columns: [], rows: [["-5", "-12.75", "-9007199254740993"]] }),
      "\r\n-5,-12.75,-9007199254740993\r\n",
    );
  });

  it("returns every text to an RFC 4180 parser, apart from the apostrophe before a formula", () => {
    const cells = fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 2, maxLength: 2 }), { minLength: 1 });
    fc.assert(
      fc.property(cells, (rows) => {
        const read = readCsv(csv({ columns: ["a", "b"], rows })).slice(1);
        assert.equal(read.length, rows.length);
        for (const [place, row] of rows.entries()) {
          for (const [column, given] of row.entries()) {
            const found = read[place]?.[column];
            const isGiven = found?.replaceAll("'", "") === given.replaceAll("'", "");
            assert.ok(found === given || isGiven, JSON.stringify([given, found]));
          }
        }
      }),
    );
  });
});

/** Returns all fields as a spreadsheet reads them: quotes count only at the start of a field, and what follows them stays. */
function readSeparated(text: string, separator: string): string[] {
  const fields: string[] = [];
  let rest = text;
  while (rest !== "") {
    const [quoted = "", inside = ""] = /^"((?:[^"]|"")*)(?:"|$)/.exec(rest) ?? [];
    const [plain = ""] = new RegExp(`^[^${separator}\\r\\n]*`).exec(rest.slice(quoted.length)) ?? [];
    fields.push(inside.replaceAll('""', '"') + plain);
    rest = rest.slice(quoted.length + plain.length + 1);
  }
  return fields;
}

/** Parses CSV by RFC 4180: fields between commas, with or without quotes. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  let rest = text;
  while (rest !== "") {
    const quoted = /^"((?:[^"]|"")*)"(,|\r\n)/.exec(rest);
    const plain = /^([^,"\r\n]*)(,|\r\n)/.exec(rest);
    const [whole, field, end] = quoted ?? plain ?? assert.fail(`no field begins with ${JSON.stringify(rest)}`);
    row.push(quoted === null ? (field ?? "") : (field ?? "").replaceAll('""', '"'));
    if (end === "\r\n") rows.push(row.splice(0));
    rest = rest.slice(whole.length);
  }
  return rows;
}
