// Checks that foreign texts in the answer of a tool can't be mistaken for Triptych's own words.
import assert from "node:assert/strict";

/** What Triptych says after the data. */
const NOTE =
  /^Left out: (\d+ of \d+ |\d+ (older|trackers|transfers|checks|other|added|removed)|the rest of |text of a review |a hunk |later pages|older blocks|permissions )[^<]*\.$/;

/** Checks that the whole answer is between its marks, except Triptych's own first and last lines, and on marked lines. */
export function checkMarks(answer: string, texts: readonly string[], what: string): void {
  assert.doesNotMatch(answer.replaceAll("\n", ""), /[\p{Cc}\u{E0000}-\u{E007F}\u200B\u2060\uFEFF]/u, what);
  const lines = answer.split("\n");
  const start = lines.findIndex((line) => /^<<< data [\da-f]{16}$/.test(line));
  const mark = lines[start]?.slice(4);
  if (mark === undefined) {
    // The failure has no data.
    for (const text of texts) assert.ok(!answer.includes(text.trim().slice(0, 60)), `${what}: ${answer}`);
    return;
  }
  const end = lines.indexOf(`>>> ${mark}`);
  assert.deepEqual(
    lines.flatMap((line, at) => (line.includes(mark) ? [at] : [])),
    [start, end],
    what,
  );
  assert.ok(start <= 2, what);
  const outside = [...lines.slice(0, start), ...lines.slice(end + 1)].join("\n");
  for (const text of texts) assert.ok(!outside.includes(text.trim().slice(0, 60)), `${what}: ${outside}`);
  for (const line of lines.slice(end + 1)) assert.match(line, NOTE, what);
  const beginnings = new Set(texts.flatMap((text) => text.split(/[\r\n]+/)).filter((line) => line !== ""));
  for (const line of lines.slice(start + 1, end)) assert.ok(!beginnings.has(line), `${what}: ${line}`);
}
