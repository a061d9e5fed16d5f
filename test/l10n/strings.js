// Collects every string that the extension translates, by parsing its sources.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/**
 * @typedef {"workbench" | "trackers" | "issues" | "blocks"} Area a part of the sources with its own translations
 * @typedef {object} Strings
 * @property {Map<Area, Set<string>>} byArea English strings of each area
 * @property {string[]} faults calls whose string can't be collected
 */

/** @type {readonly Area[]} */
export const AREAS = ["workbench", "trackers", "issues", "blocks"];

/** The range of arguments that are translated, by method. */
const METHODS = new Map([
  ["t", { from: 0, to: 1 }],
  ["plural", { from: 1, to: 3 }],
]);

/** @param {string} root of the repository @returns {Promise<Strings>} */
export async function collectStrings(root) {
  const src = join(root, "src");
  const files = (await readdir(src, { recursive: true }))
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !file.startsWith("panels/"));
  /** @type {Map<Area, Set<string>>} */
  const byArea = new Map(AREAS.map((area) => [area, new Set()]));
  /** @type {string[]} */
  const faults = [];
  for (const file of files.sort()) {
    const text = await readFile(join(src, file), "utf8");
    if (!text.includes("l10n")) continue;
    const { strings, others, tables } = stringsOf(file, text);
    for (const table of tables) strings.push(...textsIn(JSON.parse(await readFile(join(src, table), "utf8"))));
    for (const each of strings) byArea.get(areaOf(file))?.add(each);
    faults.push(...others.map((code) => `this text can't be translated: ${file}: ${code}`));
  }
  return { byArea, faults };
}

/**
 * Finds strings in `l10n.t(…)` and `l10n.plural(…)`, JSON files with such strings (`l10n.t(names[key].short)`), and
 * calls whose argument is neither.
 * @param {string} file
 * @param {string} text
 */
function stringsOf(file, text) {
  /** @type {string[]} */
  const strings = [];
  /** @type {string[]} */
  const others = [];
  /** @type {Set<string>} */
  const tables = new Set();
  /** @type {Map<string, string>} */
  const imported = new Map();
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (!source.value.endsWith(".json")) return;
      for (const { local } of specifiers) imported.set(local.name, join(dirname(file), source.value));
    },
    CallExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier" || callee.object.name !== "l10n")
        return;
      const method = callee.property.type === "Identifier" ? METHODS.get(callee.property.name) : undefined;
      if (method === undefined) return;
      for (let place = method.from; place < method.to; place += 1) {
        const argument = given[place];
        let base = argument;
        while (base?.type === "MemberExpression") base = base.object;
        const table = base?.type === "Identifier" ? imported.get(base.name) : undefined;
        if (argument?.type === "Literal" && typeof argument.value === "string") strings.push(argument.value);
        else if (table !== undefined) tables.add(table);
        else others.push(text.slice(start, argument?.end ?? callee.end).replaceAll(/\s+/g, " "));
      }
    },
  }).visit(parseSync(file, text).program);
  return { strings, others, tables };
}

/** Returns all strings in a JSON value. @param {unknown} value @returns {string[]} */
function textsIn(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the area of a file. Files outside the wings belong to the workbench. @param {string} file @returns {Area} */
function areaOf(file) {
  const [folder = ""] = file.split("/");
  return AREAS.find((area) => area === folder) ?? "workbench";
}
