// What completion in the head of an issue does without VS Code: its trigger characters, and the fields that it offers.
import { withLineFeeds } from "../../model/entities.ts";
import type { Field } from "../../model/issue-text.ts";

/** In Markdown, VS Code asks only after trigger characters, so they include every letter that can start a name. */
export const HEAD_TRIGGERS: readonly string[] = [":", ",", " ", "@", ...lettersAndDigits(0x30, 0x4ff)];

const FENCE = "---";
const FIELD_NAME = /^\s*([A-Za-z]+)\s*:/;

/** Returns the letters and digits in a range. The range above covers Latin, Greek and Cyrillic. */
function lettersAndDigits(from: number, to: number): readonly string[] {
  const codes = Array.from({ length: to - from + 1 }, (_, place) => String.fromCharCode(from + place));
  return codes.filter((each) => /[\p{L}\p{Nd}]/u.test(each));
}

/** Returns the fields that the head lacks, as they can be inserted in this line of it. */
export function offerFields(text: string, line: number, fields: readonly Field[]) {
  const lines = withLineFeeds(text).split("\n");
  const end = lines.findIndex((each, index) => index > 0 && each.trimEnd() === FENCE);
  const head = lines.slice(1, end === -1 ? undefined : end);
  const present = new Set(head.map((each) => FIELD_NAME.exec(each)?.[1]?.toLowerCase()));
  // Only the part of the line before its colon is replaced.
  const colon = lines[line]?.includes(":") === true ? "" : ": ";
  return fields.filter((field) => !present.has(field)).map((field) => ({ field, insertText: `${field}${colon}` }));
}
