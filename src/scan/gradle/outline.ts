// Splits Gradle build scripts into statements and blocks.
import type { Literal, Source } from "./source.ts";

/** A block with the code before its brace: `create("free") {`. */
export interface Block {
  /** The first word before the brace. */
  readonly word: string;
  /** The first string before the brace, if any. */
  readonly name: string | undefined;
  /** All strings before the brace. */
  readonly texts: readonly string[];
  /** All code before the brace, on one line. */
  readonly head: string;
}

/** A statement of a build script. */
export interface Statement {
  readonly start: number;
  /** Its code, with the content of strings blanked. */
  readonly code: string;
  /** Its code on one line. */
  readonly flat: string;
  /** The first word. */
  readonly word: string;
  readonly literals: readonly Literal[];
  /** Enclosing blocks, outermost first. */
  readonly blocks: readonly Block[];
}

const DECLARES = /^(?:(?:val|var|def|const|private|internal|public|static|final) )+/;
/** No real script nests deeper, and copying all enclosing blocks at each brace would take quadratic time. */
const MAX_DEPTH = 30;
const PUNCTUATION = /[{}()[\];\n]/g;

/** Splits a Groovy or Kotlin build script into statements, without running it. */
export function parseStatements({ code, literals }: Source): readonly Statement[] {
  const statements: Statement[] = [];
  const ordered = [...literals].sort((a, b) => a.start - b.start);
  const blocks: Block[] = [];
  /** All statements of a block share this array. */
  let enclosing: readonly Block[] = [];
  const depths: number[] = [];
  let depth = 0;
  let start = 0;
  let nextLiteral = 0;
  /** End of the latest string. Braces before it belong to interpolated code. */
  let textEnd = 0;
  let nextIndex = 0;
  const end = (at: number): Statement | undefined => {
    const text = code.slice(start, at);
    const own: Literal[] = [];
    for (let next = ordered[nextLiteral]; next !== undefined && next.start < at; next = ordered[(nextLiteral += 1)]) {
      if (next.start >= start) own.push(next);
    }
    const statementStart = start;
    start = at + 1;
    const flat = text
      .replace(/\s+/g, " ")
      .replace(/ (?=\??\.[A-Za-z])/g, "")
      .trim();
    if (flat === "" && own.length === 0) return undefined;
    const word = /[A-Za-z_$][\w$]*/.exec(flat.replace(DECLARES, ""))?.[0] ?? "";
    return { start: statementStart, code: text, flat, word, literals: own, blocks: enclosing };
  };
  const addStatement = (statement: Statement | undefined): void => {
    if (statement !== undefined) statements.push(statement);
  };
  PUNCTUATION.lastIndex = 0;
  for (let found = PUNCTUATION.exec(code); found !== null; found = PUNCTUATION.exec(code)) {
    const at = found.index;
    for (let next = ordered[nextIndex]; next !== undefined && next.start <= at; next = ordered[(nextIndex += 1)]) {
      textEnd = Math.max(textEnd, next.end);
    }
    if (at < textEnd) continue;
    switch (found[0]) {
      case "{": {
        const statement = end(at);
        addStatement(statement);
        const texts = statement?.literals.map(({ text }) => text) ?? [];
        blocks.push({ word: statement?.word ?? "", name: texts[0], texts, head: statement?.flat ?? "" });
        if (blocks.length <= MAX_DEPTH) enclosing = blocks.slice();
        depths.push(depth);
        depth = 0;
        break;
      }
      case "}":
        addStatement(end(at));
        if (blocks.length <= MAX_DEPTH) enclosing = blocks.slice(0, -1);
        blocks.pop();
        depth = depths.pop() ?? 0;
        break;
      case "(":
      case "[":
        depth += 1;
        break;
      case ")":
      case "]":
        depth = Math.max(0, depth - 1);
        break;
      default:
        if (depth > 0 || /[,=:+(]\s*$/.test(code.slice(Math.max(start, at - 80), at))) break;
        // A chain of calls goes on.
        if (!/^\s*\??\.[A-Za-z]/.test(code.slice(at, at + 80))) addStatement(end(at));
    }
  }
  addStatement(end(code.length));
  return statements;
}

export function isIn({ blocks }: Statement, word: RegExp): boolean {
  return blocks.some((block) => word.test(block.word));
}

/** The last 120 characters of the statement before a string. */
export function codeBefore({ code, start }: Statement, literal: Literal): string {
  return code.slice(Math.max(0, literal.start - start - 120), Math.max(0, literal.start - start));
}
