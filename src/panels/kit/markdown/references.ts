// Finds references in a text, such as #12 or @alice, which the server turns into links.

export type Reference =
  | {
      readonly is: "thread";
      /** `owner/name`, if the reference names one. */
      readonly repository: string | undefined;
      readonly number: string;
      readonly pull: boolean;
    }
  | { readonly is: "person"; readonly name: string }
  | { readonly is: "team"; readonly organization: string; readonly name: string }
  | { readonly is: "commit"; readonly repository: string | undefined; readonly sha: string }
  | { readonly is: "external"; readonly name: string };

/** Characters that may precede and follow a reference on the server: `a#1` and `#1b` are none, `(#1).` has one. */
const BEFORE = String.raw`(?<=^|[\s([{'"“‘«„])`;
const AFTER = String.raw`(?=$|[\s)\]}'"”’»]|[:;,.?!…]+(?:$|[\s)\]}'"”’»]))`;
const REPOSITORY = String.raw`[\w.-]{1,100}\/[\w.-]{1,100}`;

const PATTERN = new RegExp(
  BEFORE +
    "(?:" +
    [
      `(?<threadRepository>${REPOSITORY})?(?<mark>[#!])(?<number>[1-9]\\d{0,18})`,
      `(?<commitRepository>${REPOSITORY})@(?<commit>[\\da-f]{7,64})`,
      String.raw`@(?<person>\w(?:[\w.-]{0,98}\w)?)(?:\/(?<team>\w(?:[\w.-]{0,98}\w)?))?`,
      String.raw`(?<sha>[\da-f]{7,64})`,
      String.raw`(?<external>[A-Z]{1,10}-[1-9]\d{0,9})`,
    ].join("|") +
    ")" +
    AFTER,
  "gu",
);

/** Returns the references in a text, in order. Takes linear time for any text. */
export function findReferences(text: string) {
  return [...text.matchAll(PATTERN)].flatMap((match) => {
    const reference = readReference(match.groups ?? {});
    return reference === undefined ? [] : [{ from: match.index, to: match.index + match[0].length, reference }];
  });
}

function readReference(groups: Readonly<Record<string, string | undefined>>): Reference | undefined {
  const { threadRepository, mark, number, commitRepository, commit, person, team, sha, external } = groups;
  if (number !== undefined) return { is: "thread", repository: threadRepository, number, pull: mark === "!" };
  if (commit !== undefined) return { is: "commit", repository: commitRepository, sha: commit };
  if (person !== undefined) {
    return team === undefined ? { is: "person", name: person } : { is: "team", organization: person, name: team };
  }
  // Only the server knows whether the commit exists, so this excludes numbers and words such as "defaced".
  if (sha !== undefined) {
    return /\d/.test(sha) && /[a-f]/.test(sha) ? { is: "commit", repository: undefined, sha } : undefined;
  }
  return external === undefined ? undefined : { is: "external", name: external };
}
