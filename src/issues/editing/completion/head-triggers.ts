// The characters after which VS Code asks for suggestions in the head of an issue.

/** In Markdown, VS Code asks only after trigger characters, so they include every letter that can start a name. */
export const HEAD_TRIGGERS: readonly string[] = [":", ",", " ", "@", ...lettersAndDigits(0x30, 0x4ff)];

/** Returns the letters and digits in a range. The range above covers Latin, Greek and Cyrillic. */
function lettersAndDigits(from: number, to: number): readonly string[] {
  const codes = Array.from({ length: to - from + 1 }, (_, place) => String.fromCharCode(from + place));
  return codes.filter((each) => /[\p{L}\p{Nd}]/u.test(each));
}
