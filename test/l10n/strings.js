// Collects every string that the extension translates, by parsing its sources.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/**
 * @typedef {"workbench" | "trackers" | "issues" | "blocks"} Area a part of the sources with translations of its own
 * @typedef {object} Strings
 * @property {Map<Area, Set<string>>} byArea English strings
 * @property {string[]} faults calls whose string can't be collected
 */

/** @type {readonly Area[]} */
export const AREAS = ["workbench", "trackers", "issues", "blocks"];

/** How many arguments of a method are strings to translate, and which is the first. */
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
    const { strings, others } = stringsOf(file, text);
    for (const each of strings) byArea.get(areaOf(file))?.add(each);
    faults.push(...others.map((code) => `no translator finds this text: ${file}: ${code}`));
  }
  return { byArea, faults };
}

/**
 * Strings in `l10n.t(…)` and `l10n.plural(…)`, and calls whose argument is not a string literal.
 * @param {string} file
 * @param {string} text
 */
function stringsOf(file, text) {
  /** @type {string[]} */
  const strings = [];
  /** @type {string[]} */
  const others = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier" || callee.object.name !== "l10n")
        return;
      const method = callee.property.type === "Identifier" ? METHODS.get(callee.property.name) : undefined;
      if (method === undefined) return;
      for (let place = method.from; place < method.to; place += 1) {
        const argument = given[place];
        if (argument?.type === "Literal" && typeof argument.value === "string") strings.push(argument.value);
        else others.push(text.slice(start, argument?.end ?? callee.end).replaceAll(/\s+/g, " "));
      }
    },
  }).visit(parseSync(file, text).program);
  return { strings, others };
}

/** Files beside the wings belong to the workbench. @param {string} file @returns {Area} */
function areaOf(file) {
  const [folder = ""] = file.split("/");
  return AREAS.find((area) => area === folder) ?? "workbench";
}
