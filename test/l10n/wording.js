// Collects the wording of the sources by kind (strings, comments, names, titles of tests), by parsing them.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/**
 * @typedef {"strings" | "comments" | "names" | "tests"} Kind
 * @typedef {object} Wording
 * @property {string} file
 * @property {number} line
 * @property {Kind} kind
 * @property {string} text
 */

/** Returns all wording in the TypeScript and JavaScript files below the given folders. @param {string} root @param {readonly string[]} folders */
export async function readWording(root, folders) {
  /** @type {Wording[]} */
  const found = [];
  for (const folder of folders) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.map((each) => each.replaceAll("\\", "/")).sort()) {
      const file = `${folder}/${name}`;
      if (/\.(ts|js)$/.test(file)) found.push(...wordingOfFile(file, await readFile(join(root, file), "utf8")));
    }
  }
  /** @type {unknown} */
  const nls = JSON.parse(await readFile(join(root, "package.nls.json"), "utf8"));
  for (const [line, text] of Object.values(nls ?? {}).entries())
    found.push({ file: "package.nls.json", line: line + 2, kind: "strings", text: String(text) });
  return found;
}

/** @param {string} file @param {string} text */
function wordingOfFile(file, text) {
  /** @type {Wording[]} */
  const found = [];
  /** @param {Kind} kind @param {number} at @param {string} words */
  const add = (kind, at, words) => {
    found.push({ file, line: text.slice(0, at).split("\n").length, kind, text: words });
  };
  const { program, comments } = parseSync(file, text);
  for (const { start, value } of comments) {
    // JSDoc comments contain types besides prose.
    const prose = value.replaceAll(/@\w+(\s+\{[^}]*\})?/g, "").replaceAll(/\s*\n\s*\*?\s*/g, " ");
    if (/\w/.test(prose)) add("comments", start, prose.replace(/^\*/, "").trim());
  }
  /** @param {unknown} node */
  const addName = (node) => {
    if (isIdentifier(node)) add("names", node.start, node.name);
  };
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const owner = callee.type === "MemberExpression" ? callee.object : callee;
      if (!isIdentifier(owner)) return;
      const first = given[0];
      if (owner.name === "l10n") {
        for (const each of given)
          if (each.type === "Literal" && typeof each.value === "string") add("strings", each.start, each.value);
      } else if (/^(describe|it)$/.test(owner.name) && first?.type === "Literal" && typeof first.value === "string") {
        add("tests", first.start, first.value);
      }
    },
    FunctionDeclaration: ({ id }) => addName(id),
    ClassDeclaration: ({ id }) => addName(id),
    TSInterfaceDeclaration: ({ id }) => addName(id),
    TSTypeAliasDeclaration: ({ id }) => addName(id),
    VariableDeclarator: ({ id }) => addName(id),
    MethodDefinition: ({ key }) => addName(key),
    PropertyDefinition: ({ key }) => addName(key),
    TSPropertySignature: ({ key }) => addName(key),
    TSMethodSignature: ({ key }) => addName(key),
  }).visit(program);
  return found;
}

/** @param {unknown} node @returns {node is { name: string, start: number }} */
function isIdentifier(node) {
  return (
    typeof node === "object" && node !== null && "name" in node && typeof node.name === "string" && "start" in node
  );
}
