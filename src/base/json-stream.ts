// Reads one long list from a JSON response as it arrives, so that the whole response is never in memory.
import { parseJson, type Json } from "./json/json.ts";
import { asProblem, Problem } from "./problem.ts";
import { TimeSlice } from "./time-slice.ts";

export interface ElementsOptions {
  readonly maxElementBytes?: number;
  readonly maxElements?: number;
}

const MEBIBYTE = 1024 * 1024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Yields the elements of the array under `key` of a JSON object as its bytes arrive. Neither the text nor the list is
 * ever held as a whole, only the element that is being read.
 */
export async function* jsonElements(
  chunks: AsyncIterable<Uint8Array>,
  key: string,
  options: ElementsOptions = {},
): AsyncGenerator<Json, void, undefined> {
  const reader = new ElementReader(key, options);
  const slice = new TimeSlice();
  for await (const chunk of chunks) {
    for (const text of reader.read(chunk)) {
      yield reader.parse(text);
      if (slice.isOver) await slice.next();
    }
  }
  reader.end();
}

type ExpectedToken =
  | "document"
  | "firstKey"
  | "key"
  | "colon"
  | "value"
  | "firstElement"
  | "element"
  | "afterElement"
  | "afterMember"
  | "nothing";

/** The token that is being read. It ends with its last bracket, its closing quote, or where the next token starts. */
interface Token {
  readonly purpose: "key" | "member" | "element";
  readonly form: "string" | "container" | "scalar";
  readonly parts: Uint8Array[];
  size: number;
  depth: number;
  inString: boolean;
  escaped: boolean;
}

class ElementReader {
  readonly #key: string;
  readonly #limit: number;
  readonly #most: number;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #expecting: ExpectedToken = "document";
  #token: Token | undefined;
  #memberIsList = false;
  #found = false;
  #count = 0;
  #bytes = 0;

  constructor(key: string, { maxElementBytes, maxElements }: ElementsOptions) {
    this.#key = key;
    this.#limit = maxElementBytes ?? 4 * MEBIBYTE;
    this.#most = maxElements ?? Infinity;
  }

  /** Yields the texts of the elements that end in this chunk. */
  *read(chunk: Uint8Array): Generator<string, void, undefined> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#token === undefined) {
        at = this.#readBetween(chunk, at);
        continue;
      }
      const token = this.#token;
      const end = findTokenEnd(token, chunk, at);
      const isComplete = end !== undefined;
      const part = chunk.subarray(at, end);
      token.size += part.length;
      if (token.size > this.#limit) throw this.#problem("tooLarge", `an element of more than ${this.#limit} bytes`);
      at += part.length;
      if (!isComplete) {
        // The source may reuse its buffer.
        token.parts.push(Buffer.from(part));
        continue;
      }
      this.#token = undefined;
      const text = this.#decode(token.parts.length === 0 ? part : Buffer.concat([...token.parts, part]));
      if (token.purpose === "element") {
        this.#expecting = "afterElement";
        yield text;
        this.#count += 1;
      } else if (token.purpose === "key") {
        this.#memberIsList = this.#parseElement(text) === this.#key;
        this.#expecting = "colon";
      } else {
        this.#skipMember(this.#parseElement(text));
      }
    }
    this.#bytes += chunk.length;
    if (this.#count > this.#most) throw this.#problem("tooLarge", `more than ${this.#most} elements`);
  }

  parse(text: string): Json {
    return this.#parseElement(text);
  }

  /** Must be called at the end of the stream. */
  end(): void {
    if (this.#expecting !== "nothing") throw this.#problem("malformed", `it ends after ${this.#bytes} bytes`);
    if (!this.#found) throw new Problem("malformed", { at: this.#key, detail: "it is missing" });
  }

  /** Reads one byte between values. Returns where to continue. */
  #readBetween(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    switch (this.#expecting) {
      case "document":
        return this.#mark(byte === OPEN_BRACE, "firstKey", at);
      case "firstKey":
      case "key":
        if (byte === CLOSE_BRACE) return this.#mark(this.#expecting === "firstKey", "nothing", at);
        if (byte !== QUOTE) throw this.#unexpected(at);
        return this.#begin("key", byte, at);
      case "colon":
        return this.#mark(byte === COLON, "value", at);
      case "value":
        if (this.#memberIsList && byte === OPEN_BRACKET && !this.#found) {
          this.#found = true;
          return this.#mark(true, "firstElement", at);
        }
        return this.#begin("member", byte, at);
      case "firstElement":
        if (byte === CLOSE_BRACKET) return this.#mark(true, "afterMember", at);
        return this.#begin("element", byte, at);
      case "element":
        return this.#begin("element", byte, at);
      case "afterElement":
        return this.#mark(byte === COMMA || byte === CLOSE_BRACKET, byte === COMMA ? "element" : "afterMember", at);
      case "afterMember":
        return this.#mark(byte === COMMA || byte === CLOSE_BRACE, byte === COMMA ? "key" : "nothing", at);
      case "nothing":
        break;
    }
    throw this.#unexpected(at);
  }

  #mark(expected: boolean, next: ExpectedToken, at: number): number {
    if (!expected) throw this.#unexpected(at);
    this.#expecting = next;
    return at + 1;
  }

  #begin(purpose: Token["purpose"], byte: number, at: number): number {
    const form = byte === QUOTE ? "string" : byte === OPEN_BRACE || byte === OPEN_BRACKET ? "container" : "scalar";
    if (form === "scalar" && endsScalar(byte)) throw this.#unexpected(at);
    this.#token = { purpose, form, parts: [], size: 0, depth: 0, inString: false, escaped: false };
    return at;
  }

  /** Skips a member that is not the list; the list itself may be null. */
  #skipMember(value: Json): void {
    this.#expecting = "afterMember";
    if (!this.#memberIsList) return;
    if (value !== null || this.#found) {
      throw new Problem("malformed", { at: this.#key, detail: this.#found ? "it comes twice" : "it is not a list" });
    }
    this.#found = true;
  }

  #decode(bytes: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes);
    } catch (error) {
      throw this.#problem("malformed", "it is not UTF-8", error);
    }
  }

  #parseElement(text: string): Json {
    try {
      return parseJson(text);
    } catch (error) {
      throw this.#problem("malformed", asProblem(error).facts.detail ?? "it is not JSON", error);
    }
  }

  #unexpected(at: number): Problem {
    return this.#problem("malformed", `an unexpected character after ${this.#bytes + at} bytes`);
  }

  #problem(kind: "malformed" | "tooLarge", detail: string, cause?: unknown): Problem {
    const at = this.#expecting === "document" ? "" : `${this.#key}[${this.#count}]`;
    return new Problem(kind, { at, detail }, { cause });
  }
}

/**
 * Returns the end of the token, if it ends in this chunk. No byte of a multibyte UTF-8 sequence equals one of these
 * marks.
 */
function findTokenEnd(token: Token, chunk: Uint8Array, start: number): number | undefined {
  const isScalar = token.form === "scalar";
  let { depth, inString, escaped } = token;
  for (let at = start; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    if (escaped) {
      escaped = false;
    } else if (inString) {
      if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        inString = false;
        if (depth === 0) return at + 1;
      }
    } else if (isScalar) {
      if (endsScalar(byte)) return at;
    } else if (byte === QUOTE) {
      inString = true;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  token.depth = depth;
  token.inString = inString;
  token.escaped = escaped;
  return undefined;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE || byte === COLON || byte <= 0x20;
}
