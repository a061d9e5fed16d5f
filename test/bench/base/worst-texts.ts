// Builds the worst texts for a regular expression from the expression itself, by repeating what its loops match.

/** A growing text: a beginning, a repeated part, and an end that prevents a match. */
export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

type Node =
  | { readonly is: "characters"; readonly source: string }
  | { readonly is: "group"; readonly branches: readonly (readonly Part[])[]; readonly counts: boolean }
  | { readonly is: "place" };

interface Part {
  readonly node: Node;
  readonly repeats: boolean;
}

/** One of each kind of character that patterns tell apart. */
const ALPHABET = Array.from("a0A .-_/:*`\"'([{<#=\\$,;!@&|>)]}+~?^%b\n\t\ré\u00a0\u{1f600}");
const MAX_PUMPS = 7;
const MAX_ATTACKS = 160;
const BLANKS: readonly Attack[] = [" ", "\n", "a", "a "].map((pump) => ({ prefix: "", pump, suffix: "\u0001" }));

export function attacksOn(pattern: RegExp): readonly Attack[] {
  const flags = pattern.flags.replaceAll(/[gy]/g, "");
  const branches = new PatternReader(pattern.source).read();
  const found = new Map<string, Attack>();
  const add = (prefix: string, pump: string): void => {
    if (pump === "" || found.size >= MAX_ATTACKS) return;
    for (const suffix of ["\u0001", ""]) found.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix });
  };
  const walk = (parts: readonly Part[], before: string): void => {
    let prefix = before;
    for (const { node, repeats } of parts) {
      if (repeats) for (const pump of samples(node, flags).slice(0, MAX_PUMPS)) add(prefix, pump);
      if (node.is === "group") for (const branch of node.branches) walk(branch, prefix);
      prefix += node.is === "group" && !node.counts ? "" : (samples(node, flags)[0] ?? "");
      // The beginning again and again: each is tried to its end.
      add("", prefix);
      add("", `${prefix} `);
    }
  };
  for (const branch of branches) walk(branch, "");
  return [...BLANKS, ...found.values()];
}

/** The text at about this length. */
export function textOf({ prefix, pump, suffix }: Attack, length: number): string {
  return `${prefix}${pump.repeat(Math.max(1, Math.ceil(length / pump.length)))}${suffix}`;
}

/** Texts that the node takes. */
function samples(node: Node, flags: string): readonly string[] {
  switch (node.is) {
    case "place":
      return [];
    case "characters": {
      const one = new RegExp(`^(?:${node.source})$`, flags);
      return ALPHABET.concat(node.source.replaceAll("\\", "")).filter((character) => one.test(character));
    }
    case "group":
      return node.branches.flatMap((parts) => {
        const each = parts.flatMap(({ node: inner }) =>
          inner.is === "group" && !inner.counts ? [] : [samples(inner, flags)],
        );
        if (each.length === 1) return each[0] ?? [];
        return [each.map(([first = ""]) => first).join("")];
      });
  }
}

/** Reads as much of an expression as attacks need: groups, branches, characters and what repeats them. */
class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): readonly (readonly Part[])[] {
    const branches: Part[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ")") {
      if (this.#source[this.#at] === "|") {
        this.#at += 1;
        branches.push([]);
        continue;
      }
      const node = this.#node();
      branches.at(-1)?.push({ node, repeats: this.#repeats() });
    }
    return branches;
  }

  #node(): Node {
    const [opening] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(this.#rest()) ?? [];
    if (opening !== undefined) {
      this.#at += opening.length;
      const branches = this.read();
      this.#at += 1;
      return { is: "group", branches, counts: !/[=!]$/.test(opening) };
    }
    const [place] = /^(?:[$^]|\\[bB])/.exec(this.#rest()) ?? [];
    if (place !== undefined) {
      this.#at += place.length;
      return { is: "place" };
    }
    // A back reference matches nothing new: what it refers to precedes it.
    const [reference] = /^\\(?:[1-9]|k<\w+>)/.exec(this.#rest()) ?? [];
    if (reference !== undefined) {
      this.#at += reference.length;
      return { is: "place" };
    }
    const [source = ""] =
      /^(?:\\u\{[^}]*\}|\\u.{4}|\\x..|\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|[^])/su.exec(this.#rest()) ?? [];
    this.#at += source.length;
    return { is: "characters", source };
  }

  /** Whether what was just read may come more than a few times. */
  #repeats(): boolean {
    const [whole, times, most] = /^(?:([*+?])|\{\d+(?:,(\d*))?\})\??/.exec(this.#rest()) ?? [];
    if (whole === undefined) return false;
    this.#at += whole.length;
    if (times !== undefined) return times !== "?";
    return most !== undefined && (most === "" || Number(most) > 20);
  }

  #rest(): string {
    return this.#source.slice(this.#at);
  }
}
