// The characters after which VS Code asks for suggestions in the head of an issue.

/** In Markdown, VS Code only asks after these characters, so they include every letter that a name can start with. */
export const HEAD_TRIGGERS: readonly string[] = [":", ",", " ", "@", ...lettersAndDigits(0x30, 0x4ff)];

/** Those of the alphabets that are typed letter by letter: Latin, Greek, Cyrillic. */
function lettersAndDigits(from: number, to: number): readonly string[] {
  const codes = Array.from({ length: to - from + 1 }, (_, place) => String.fromCharCode(from + place));
  return codes.filter((each) => /[\p{L}\p{Nd}]/u.test(each));
}
