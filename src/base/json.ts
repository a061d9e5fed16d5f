/** What JSON can say, where an integer that a double cannot hold exactly is a bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };

// A number token follows a colon, a comma, a bracket, a space or nothing, so digits inside strings don't match.
const LONG_INTEGER = /(?:^|[:,[\s])-?\d{16}/;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const CONTROL = /[\u0000-\u001f]/; // oxlint-disable-line no-control-regex -- JSON forbids them inside a string
const MAX_DEPTH = 2_000;
const MAX_INTEGER_DIGITS = 4_096;

/**
 * As `JSON.parse`, but no integer loses digits: one beyond 2^53 becomes a bigint. The mirror node sends int64 as bare
 * numbers (9900000000000001 would become …000).
 */
export function parseJson(text: string): Json {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse gives nothing but JSON
  return LONG_INTEGER.test(text) ? new Reader(text).document() : (JSON.parse(text) as Json);
}

/** As `parseJson`; undefined if the text is not JSON. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** As `JSON.stringify`, and writes bigints as the integers they are. */
export function stringifyJson(value: unknown, indent = ""): string {
  return write(value, indent, "") ?? "null";
}

/** Where the JSON string that begins here is over, behind its last quote; undefined where it is never. */
export function stringEnd(text: string, start: number): number | undefined {
  let quote = text.indexOf('"', start + 1);
  while (quote > 0 && isEscaped(text, start, quote)) quote = text.indexOf('"', quote + 1);
  return quote < 0 ? undefined : quote + 1;
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(text: string, start: number, quote: number): boolean {
  let before = quote - 1;
  while (before > start && text[before] === "\\") before -= 1;
  return (quote - before) % 2 === 0;
}

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  #value(): Json {
    this.#space();
    switch (this.#text.charAt(this.#at)) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(): Json {
    const object: Record<string, Json> = {};
    this.#enter();
    if (!this.#take("}")) {
      do {
        this.#space();
        if (this.#text[this.#at] !== '"') throw this.#unexpected();
        const key = this.#string();
        this.#expect(":");
        const value = this.#value();
        // Assigning to this key would change the prototype instead.
        if (key === "__proto__") {
          Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
        } else {
          object[key] = value;
        }
      } while (this.#take(","));
      this.#expect("}");
    }
    this.#depth -= 1;
    return object;
  }

  #array(): Json {
    const array: Json[] = [];
    this.#enter();
    if (!this.#take("]")) {
      do array.push(this.#value());
      while (this.#take(","));
      this.#expect("]");
    }
    this.#depth -= 1;
    return array;
  }

  #string(): string {
    const start = this.#at;
    const end = stringEnd(this.#text, start);
    if (end === undefined) throw this.#unexpected();
    this.#at = end;
    const inside = this.#text.slice(start + 1, end - 1);
    if (!inside.includes("\\")) {
      if (CONTROL.test(inside)) throw new SyntaxError(`Control character in a JSON string at position ${start}`);
      return inside;
    }
    return String(JSON.parse(this.#text.slice(start, end)));
  }

  #number(): number | bigint {
    NUMBER.lastIndex = this.#at;
    const [token, fraction, exponent] = NUMBER.exec(this.#text) ?? [];
    if (token === undefined) throw this.#unexpected();
    this.#at += token.length;
    const number = Number(token);
    if (Number.isSafeInteger(number) || fraction !== undefined || exponent !== undefined) return number;
    if (token.length > MAX_INTEGER_DIGITS) throw new SyntaxError(`An integer of ${token.length} digits in JSON`);
    return BigInt(token);
  }

  #word<Value extends Json>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected();
    this.#at += word.length;
    return value;
  }

  #enter(): void {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new SyntaxError(`JSON nested deeper than ${MAX_DEPTH}`);
  }

  #take(mark: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw this.#unexpected();
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(
      this.#at < this.#text.length ? `Unexpected token in JSON at position ${this.#at}` : "Unexpected end of JSON",
    );
  }
}

function write(value: unknown, indent: string, margin: string): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON(), indent, margin);
  const inner = margin + indent;
  if (Array.isArray(value)) {
    return enclose(
      "[",
      "]",
      value.map((each) => write(each, indent, inner) ?? "null"),
      margin,
      inner,
    );
  }
  const members: string[] = [];
  for (const [key, each] of Object.entries(value)) {
    const written = write(each, indent, inner);
    if (written !== undefined) members.push(`${JSON.stringify(key)}:${indent === "" ? "" : " "}${written}`);
  }
  return enclose("{", "}", members, margin, inner);
}

function enclose(open: string, close: string, parts: readonly string[], margin: string, inner: string): string {
  if (parts.length === 0) return open + close;
  if (inner === margin) return open + parts.join(",") + close;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
}
