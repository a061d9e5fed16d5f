// Writes tables as CSV that is safe to open in a spreadsheet.

/** The value of a cell. Numbers stay numbers, undefined is an empty cell. */
export type Cell = string | number | bigint | boolean | null | undefined;

/** The rows of a table, with the titles of its columns. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Matches text that a spreadsheet may run as a formula. Some spreadsheets treat full-width signs the same way, others
 * ignore invisible characters before a sign.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/**
 * In many languages, spreadsheets separate fields by semicolons. Quotes between commas then protect nothing, and those
 * in the text begin a field.
 */
const INNER_START = /[;\t\r\n][\s\p{Cc}\p{Cf}"]*/gu;
const SIGN = /[=+\-@＝＋－＠]/;
/** Matches a number that starts like a formula. */
const NUMBER = /^-\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Writes a table as CSV (RFC 4180). An apostrophe before a text that looks like a formula keeps it a text. */
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
