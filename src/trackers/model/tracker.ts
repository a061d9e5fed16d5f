// A tracker and its signatures.
export interface Tracker {
  readonly id: number;
  readonly name: string;
  /** Regular expression for class names. */
  readonly codeSignature: string | undefined;
  /** Regular expression for host names. */
  readonly networkSignature: string | undefined;
  /** Date as `YYYY-MM-DD`. */
  readonly created: string | undefined;
  readonly website: string | undefined;
  /** Markdown. */
  readonly description: string | undefined;
  readonly categories: readonly string[];
  readonly documentation: readonly string[];
}

/** How many apps contain a tracker, by εxodus's own statistics. */
export interface TrackerUsage {
  readonly id: number;
  /** Apps on Google Play whose latest report contains it. */
  readonly apps: number;
  /** Of all apps on Google Play. */
  readonly percent: number | undefined;
}

/** The alternatives of a signature. Only a bar outside brackets separates them. */
export function alternatives(signature: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < signature.length; at += 1) {
    const character = signature[at];
    if (character === "\\") at += 1;
    else if (character === "(" || character === "[") depth += 1;
    else if (character === ")" || character === "]") depth -= 1;
    else if (character === "|" && depth === 0) {
      found.push(signature.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, signature.slice(from)].map((each) => each.trim()).filter((each) => each !== "");
}
