/** The value of a cell; a number stays a number, and undefined is an empty cell. */
export type Cell = string | number | bigint | boolean | null | undefined;

/** Rows under columns. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * A text that a spreadsheet would run as a formula. The wide signs are the same to some of them, and characters that are
 * not seen before a sign are left out by others.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** In many languages, spreadsheets separate fields by semicolons, and a quote after a comma then protects nothing. */
const INNER_START = /[;\t\r\n][\s\p{Cc}\p{Cf}]*/gu;
const SIGN = /[=+\-@＝＋－＠]/;
/** Begins like a formula, and is only a number. */
const NUMBER = /^-\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** A table as in RFC 4180. No text becomes a formula in a spreadsheet: one that looks like a formula is quoted. */
export function csv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

function field(cell: Cell): string {
  if (cell === undefined || cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const whole = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  const text = whole.replaceAll(INNER_START, (start, at: number) =>
    SIGN.test(whole.charAt(at + start.length)) ? `${start}'` : start,
  );
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
