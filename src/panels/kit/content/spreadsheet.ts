// Writes cells so that they can be pasted into a spreadsheet, which separates them by tabs and runs formulas.

/**
 * A text that a spreadsheet would run as a formula, as in exported CSV. Some spreadsheets treat wide signs like the
 * others, and ignore invisible characters before a sign.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
/** A formula after a semicolon, which separates fields in many languages. */
const INNER_FORMULA = /;[\s\p{Cc}\p{Cf}"]*(?=[=+\-@＝＋－＠])/gu;
/** Begins like a formula, but is only a number. */
const NUMBER = /^-\d+(?:\.\d+)?$/;

/** Returns the line of a row. Cells are texts without line breaks and tabs. */
export function joinCells(cells: readonly string[]): string {
  return cells.map((cell) => quote(disarm(cell))).join("\t");
}

/** Puts an apostrophe before each formula, so that the spreadsheet keeps it as a text. */
function disarm(cell: string): string {
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return text.replaceAll(INNER_FORMULA, "$&'");
}

/** Quotes a cell that begins with a quote, which would otherwise take the next cells with it. */
function quote(cell: string): string {
  return cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}
