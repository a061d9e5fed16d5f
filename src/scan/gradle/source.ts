// Separates code, strings and comments of Java, Kotlin and Groovy.
/** Languages whose comments and strings are recognized. */
export type Language = "java" | "kotlin" | "groovy";

/** A string literal without its quotes. */
export interface Literal {
  readonly start: number;
  readonly end: number;
  /** Same length as in the source: escapes are blanked, and interpolations are replaced by `*`. */
  readonly text: string;
  /** Whether it contains interpolations. */
  readonly filled: boolean;
}

export interface Source {
  /** Same length as the file, with comments and the content of strings blanked. */
  readonly code: string;
  /** Ordered by end. */
  readonly literals: readonly Literal[];
}

/** Separates a source file into code, strings and comments. */
export function parseSource(text: string, language: Language): Source {
  return new Reader(text, language).read();
}

const NEXT = /[/"'{}]/g;
const INSIDE_LINE = /["'\\$\n]/g;
const COMMENT_MARKS = /\/\*|\*\//g;
const INSIDE_BLOCK = /["'\\$]/g;
/** Interpolations nested deeper than this are read as text. */
const MAX_DEPTH = 20;

class Reader {
  readonly #text: string;
  readonly #language: Language;
  readonly #blank: (readonly [from: number, to: number])[] = [];
  readonly #literals: Literal[] = [];

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#language = language;
  }

  read(): Source {
    this.#code(0, false, 0);
    const parts: string[] = [];
    let from = 0;
    for (const [start, end] of this.#blank) {
      parts.push(this.#text.slice(from, start), toSpaces(this.#text.slice(start, end)));
      from = end;
    }
    parts.push(this.#text.slice(from));
    return { code: parts.join(""), literals: this.#literals };
  }

  /** Reads code up to the end, or to the brace that closes an interpolation; returns the offset after it. */
  #code(from: number, inText: boolean, depth: number): number {
    const text = this.#text;
    let braces = 0;
    let at = from;
    for (;;) {
      NEXT.lastIndex = at;
      const found = NEXT.exec(text);
      if (found === null) return text.length;
      at = found.index;
      const character = text[at];
      if (character === "/") at = this.#slash(at);
      else if (character === "{") {
        braces += 1;
        at += 1;
      } else if (character === "}") {
        at += 1;
        if (inText && braces === 0) return at;
        braces -= 1;
      } else at = this.#quote(at, character === '"' ? '"' : "'", depth);
    }
  }

  #slash(at: number): number {
    const text = this.#text;
    const next = text[at + 1];
    if (next === "/") {
      const line = text.indexOf("\n", at);
      return this.#hide(at, line === -1 ? text.length : line);
    }
    if (next === "*") return this.#hide(at, this.#commentEnd(at + 2));
    if (this.#language === "groovy" && /[=(,[:~]\s*$/.test(text.slice(Math.max(0, at - 40), at))) {
      const [slashy] = /^\/(?:[^/\\\n]|\\.)+\//.exec(text.slice(at, at + 2000)) ?? [];
      if (slashy !== undefined) return this.#hide(at + 1, at + slashy.length - 1) + 1;
    }
    return at + 1;
  }

  /** Kotlin comments can be nested. */
  #commentEnd(from: number): number {
    const text = this.#text;
    if (this.#language !== "kotlin") {
      const end = text.indexOf("*/", from);
      return end === -1 ? text.length : end + 2;
    }
    COMMENT_MARKS.lastIndex = from;
    for (let open = 1; open > 0;) {
      const mark = COMMENT_MARKS.exec(text);
      if (mark === null) return text.length;
      open += mark[0] === "/*" ? 1 : -1;
    }
    return COMMENT_MARKS.lastIndex;
  }

  #quote(at: number, quote: '"' | "'", depth: number): number {
    const triple = quote.repeat(3);
    const isTriple = this.#text.startsWith(triple, at) && (quote === '"' || this.#language === "groovy");
    const start = at + (isTriple ? 3 : 1);
    const interpolates =
      depth < MAX_DEPTH && (this.#language === "kotlin" || (this.#language === "groovy" && quote === '"'));
    const escapes = !(isTriple && this.#language === "kotlin");
    const literals = this.#literals.length;
    const parts: string[] = [];
    let filled = false;
    let from = start;
    let position = start;
    const flush = (to: number): void => {
      parts.push(this.#text.slice(from, to));
      this.#hide(from, to);
    };
    for (;;) {
      const pattern = isTriple ? INSIDE_BLOCK : INSIDE_LINE;
      pattern.lastIndex = position;
      const found = pattern.exec(this.#text);
      position = found?.index ?? this.#text.length;
      const character = this.#text[position];
      // An unterminated string ends with its line or the file.
      if (character === undefined || character === "\n") break;
      if (character === "\\" && escapes) {
        flush(position);
        const end = Math.min(position + 2, this.#text.length);
        parts.push(toSpaces(this.#text.slice(position, end)));
        from = this.#hide(position, end);
        position = from;
      } else if (character === "$" && interpolates) {
        const [name] = /^\$[A-Za-z_]\w*/.exec(this.#text.slice(position, position + 200)) ?? [];
        const isBlock = this.#text[position + 1] === "{";
        if (name === undefined && !isBlock) {
          position += 1;
          continue;
        }
        flush(position);
        filled = true;
        const end = isBlock ? this.#code(position + 2, true, depth + 1) : position + (name ?? "").length;
        parts.push("*".repeat(end - position));
        from = end;
        position = end;
      } else if (character === quote && (!isTriple || this.#text.startsWith(triple, position))) break;
      else position += 1;
    }
    flush(position);
    // A Java or Kotlin character literal is not a string.
    if (quote === '"' || this.#language === "groovy") {
      const literal = { start, end: position, text: parts.join(""), filled };
      this.#literals.splice(literals, 0, literal);
    }
    if (position >= this.#text.length || this.#text[position] === "\n") return position;
    return position + (isTriple ? 3 : 1);
  }

  #hide(from: number, to: number): number {
    if (to > from) this.#blank.push([from, to]);
    return to;
  }
}

/** Spaces of the same length, with line breaks kept. */
function toSpaces(text: string): string {
  return text.includes("\n") ? text.replace(/[^\n]/g, " ") : " ".repeat(text.length);
}
