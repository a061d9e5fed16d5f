/** Finds references in a text that are not links; the server links them when it draws the text. */
export type Reference =
  | {
      readonly is: "thread";
      /** `owner/name`, if the reference has it. */
      readonly repository: string | undefined;
      readonly number: string;
      readonly pull: boolean;
    }
  | { readonly is: "person"; readonly name: string }
  | { readonly is: "team"; readonly organization: string; readonly name: string }
  | { readonly is: "commit"; readonly repository: string | undefined; readonly sha: string }
  | { readonly is: "external"; readonly name: string };

export interface Found {
  readonly from: number;
  readonly to: number;
  readonly reference: Reference;
}

/** Characters that may precede and follow, as the server has it: `a#1` and `#1b` are not references, `(#1).` is one. */
const BEFORE = String.raw`(?<=^|[\s([{'"“‘«„])`;
const AFTER = String.raw`(?=$|[\s)\]}'"”’»]|[:;,.?!…]+(?:$|[\s)\]}'"”’»]))`;
const REPOSITORY = String.raw`[\w.-]{1,100}\/[\w.-]{1,100}`;

const PATTERN = new RegExp(
  BEFORE +
    "(?:" +
    [
      `(?<place>${REPOSITORY})?(?<mark>[#!])(?<number>[1-9]\\d{0,18})`,
      `(?<home>${REPOSITORY})@(?<there>[\\da-f]{7,64})`,
      String.raw`@(?<person>\w(?:[\w.-]{0,98}\w)?)(?:\/(?<team>\w(?:[\w.-]{0,98}\w)?))?`,
      String.raw`(?<sha>[\da-f]{7,64})`,
      String.raw`(?<external>[A-Z]{1,10}-[1-9]\d{0,9})`,
    ].join("|") +
    ")" +
    AFTER,
  "gu",
);

/** References of a text, in order. Each part of the text is examined once, whatever it contains. */
export function referencesIn(text: string): readonly Found[] {
  return [...text.matchAll(PATTERN)].flatMap((match) => {
    const reference = readReference(match.groups ?? {});
    return reference === undefined ? [] : [{ from: match.index, to: match.index + match[0].length, reference }];
  });
}

function readReference(groups: Readonly<Record<string, string | undefined>>): Reference | undefined {
  const { place, mark, number, home, there, person, team, sha, external } = groups;
  if (number !== undefined) return { is: "thread", repository: place, number, pull: mark === "!" };
  if (there !== undefined) return { is: "commit", repository: home, sha: there };
  if (person !== undefined) {
    return team === undefined ? { is: "person", name: person } : { is: "team", organization: person, name: team };
  }
  // The server checks whether the commit exists; here, numbers and words such as "defaced" are excluded.
  if (sha !== undefined) {
    return /\d/.test(sha) && /[a-f]/.test(sha) ? { is: "commit", repository: undefined, sha } : undefined;
  }
  return external === undefined ? undefined : { is: "external", name: external };
}
