// The regular expressions of the extension, found by parsing its sources.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { ROOT } from "../../runner/tools.js";

export interface WrittenPattern {
  /** File and line of the pattern. */
  readonly place: string;
  readonly pattern: RegExp;
}

export interface BuiltPattern {
  readonly place: string;
  /** The call that makes it, in one line. */
  readonly code: string;
}

/** Every literal, and every call that makes a pattern as the program runs; panels run elsewhere and are left out. */
export function patternsOfExtension(): {
  readonly written: readonly WrittenPattern[];
  readonly built: readonly BuiltPattern[];
} {
  const src = join(ROOT, "src");
  const written: WrittenPattern[] = [];
  const built: BuiltPattern[] = [];
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !file.startsWith("panels/"));
  for (const file of files.sort()) {
    const text = readFileSync(join(src, file), "utf8");
    const place = (at: number): string => `src/${file}:${text.slice(0, at).split("\n").length}`;
    const build = (node: { readonly start: number; readonly end: number }): void => {
      built.push({ place: place(node.start), code: text.slice(node.start, node.end).replaceAll(/\s+/g, " ") });
    };
    new Visitor({
      Literal: (node) => {
        if ("regex" in node)
          written.push({ place: place(node.start), pattern: new RegExp(node.regex.pattern, node.regex.flags) });
      },
      NewExpression: (node) => {
        if (node.callee.type === "Identifier" && node.callee.name === "RegExp") build(node);
      },
      CallExpression: (node) => {
        if (node.callee.type === "Identifier" && node.callee.name === "RegExp") build(node);
      },
    }).visit(parseSync(file, text).program);
  }
  return { written, built };
}
