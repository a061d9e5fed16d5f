// Compares the manifest with the code, in both directions.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { readSources } from "./sources.js";
import { termsOf } from "./when.js";

/** @typedef {import("./sources.js").Sources} Sources */
/** @typedef {Record<string, unknown>} Table */
/** @typedef {{ at: string, key: string, text: string }} Text a string of the manifest, with its path and key */

/** Properties whose text users see. */
const SEEN = new Set([
  "title",
  "name",
  "contents",
  "category",
  "description",
  "markdownDescription",
  "contextualTitle",
  "displayName",
  "userDescription",
]);
/** Strings of tools that only models read. */
const FOR_MODELS = /^contributes\.languageModelTools\[\d+\]\.(name$|inputSchema\.)/;
/** Activation events that VS Code infers from the contributions. */
const INFERRED =
  /^on(Command|View|AuthenticationRequest|CustomEditor|TerminalProfile|Walkthrough|LanguageModelTool|TaskType):/;

/** @param {string} root of the repository @returns {Promise<string[]>} one sentence per fault */
export async function manifestFaults(root) {
  const manifest = tableOf(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  const nls = tableOf(JSON.parse(await readFile(join(root, "package.nls.json"), "utf8")));
  const sources = await readSources(root);
  const texts = textsOf(manifest);
  return [
    ...nlsFaults(texts, nls),
    ...commandFaults(manifest, texts, nls, sources),
    ...settingFaults(manifest, nls, sources),
    ...viewFaults(manifest, sources),
    ...whenFaults(manifest, texts, sources),
    ...activationFaults(manifest, sources),
    ...(await iconFaults(root, texts)),
    ...sources.raw.map((each) => `bypasses the workbench: ${each}`),
  ];
}

/** @param {Text[]} texts @param {Table} nls */
function nlsFaults(texts, nls) {
  const used = texts.map(({ text }) => /^%([^%]+)%$/.exec(text)?.[1]).filter((key) => key !== undefined);
  const plain = texts.filter(
    ({ at, key, text }) =>
      at.startsWith("contributes.") && SEEN.has(key) && !text.startsWith("%") && !FOR_MODELS.test(at),
  );
  return [
    ...differences(used, Object.keys(nls), "nls key", "package.json", "package.nls.json"),
    ...Object.entries(nls)
      .filter(([, text]) => typeof text !== "string" || text.trim() === "")
      .map(([key]) => `nls key ${key} is empty`),
    ...plain.map(({ at, text }) => `${at} can't be translated: ${text}`),
  ];
}

/** @param {Table} manifest @param {Text[]} texts @param {Table} nls @param {Sources} sources */
function commandFaults(manifest, texts, nls, { all, handled, run }) {
  const declared = listAt(manifest, "contributes", "commands").map((each) => String(each["command"]));
  const hidden = listAt(manifest, "contributes", "menus", "commandPalette")
    .filter((each) => each["when"] === "false")
    .map((each) => String(each["command"]));
  const named = [
    ...run,
    ...texts.filter(({ at, key }) => key === "command" && !/^contributes\.commands\b/.test(at)).map(({ text }) => text),
    ...[...Object.values(nls), all].flatMap((text) =>
      [...String(text).matchAll(/command:(triptych\.[\w.]+)/g)].map(([, link]) => link ?? ""),
    ),
  ].filter((each) => each.startsWith("triptych."));
  const inMenus = texts.filter(
    ({ at, key }) => key === "command" && !/^contributes\.(commands|menus\.commandPalette)\b/.test(at),
  );
  // A command without a wing may be handled by each wing, for its own rows and panels.
  const twice = handled.filter((each, place) => /\..+\./.test(each) && handled.indexOf(each) !== place);
  return [
    ...differences(handled, declared, "command", "a command table", "package.json"),
    ...twice.map((each) => `command ${each} is handled twice`),
    ...missing(named, declared).map((each) => `command ${each} is used but not declared in package.json`),
    ...hidden
      .filter((each) => !inMenus.some(({ text }) => text === each) && all.split(`"${each}"`).length < 3)
      .map((each) => `command ${each} is hidden from the palette and offered nowhere else`),
  ];
}

/** @param {Table} manifest @param {Table} nls @param {Sources} sources */
function settingFaults(manifest, nls, { settings, read }) {
  const sections = listAt(manifest, "contributes", "configuration");
  const properties = sections.flatMap((each) => Object.entries(tableOf(each["properties"])));
  const declared = properties.map(([id]) => id);
  const named = Object.values(nls).flatMap((text) =>
    [...String(text).matchAll(/`#([\w.]+)#`/g)].map(([, id]) => id ?? ""),
  );
  return [
    ...differences(settings, declared, "setting", "a settings.ts", "package.json"),
    ...missing(settings, read).map((each) => `setting ${each} is declared but never read`),
    ...missing(named, declared).map((each) => `setting ${each} is named in a text but not declared`),
    ...properties
      .filter(
        ([, setting]) => /:\/\/|"uri"/.test(JSON.stringify(setting)) && tableOf(setting)["scope"] !== "application",
      )
      .map(([id]) => `setting ${id} names a host but does not have application scope`),
    ...properties
      .filter(([, setting]) => tableOf(setting)["default"] === undefined)
      .map(([id]) => `setting ${id} has no default`),
  ];
}

/** @param {Table} manifest @param {Sources} sources */
function viewFaults(manifest, { views }) {
  const containers = Object.values(tableOf(at(manifest, "contributes", "viewsContainers"))).flatMap(listOf);
  const placed = Object.entries(tableOf(at(manifest, "contributes", "views")));
  const declared = placed.flatMap(([, list]) => listOf(list)).map((each) => String(each["id"]));
  const welcomed = listAt(manifest, "contributes", "viewsWelcome").map((each) => String(each["view"]));
  const places = containers.map((each) => String(each["id"]));
  return [
    ...differences(views, declared, "view", "a wing's index.ts", "package.json"),
    ...missing(welcomed, declared).map((each) => `a welcome is for the view ${each}, which is not declared`),
    ...missing(
      placed.map(([place]) => place),
      places,
    ).map((each) => `views are in ${each}, which is not a container`),
  ];
}

/** @param {Table} manifest @param {Text[]} texts @param {Sources} sources */
function whenFaults(manifest, texts, { contexts, rows, views }) {
  const faults = [];
  const asked = new Set();
  const sections = listAt(manifest, "contributes", "configuration");
  const settings = new Set(sections.flatMap((each) => Object.keys(tableOf(each["properties"]))));
  for (const { at: place, key, text } of texts) {
    // A step of a walkthrough also waits for contexts that are set for any command or panel.
    if (text.startsWith("onContext:")) {
      const waited = termsOf(text.slice("onContext:".length)).map((term) => term.key);
      for (const term of waited.filter((each) => contexts.includes(each))) asked.add(term);
    }
    if (key !== "when" && key !== "enablement") continue;
    for (const { key: term, value, pattern } of termsOf(text)) {
      if (term.startsWith("triptych.")) asked.add(term);
      if (term.startsWith("config.triptych.") && !settings.has(term.slice(7))) {
        faults.push(`${place} names the setting ${term.slice(7)}, which is not declared`);
      }
      if (term === "view" && !views.some((view) => (pattern === undefined ? view === value : pattern.test(view)))) {
        faults.push(`${place} names an unknown view: ${text}`);
      }
      if (term === "viewItem" && !isSomeRow(rows, value, pattern)) {
        faults.push(`${place} names a row that no tree has: ${text}`);
      }
    }
  }
  return [...faults, ...differences([...asked], contexts, "context key", "package.json", "a setContext")];
}

/** @param {readonly RegExp[]} rows @param {string | undefined} value @param {RegExp | undefined} pattern */
function isSomeRow(rows, value, pattern) {
  if (value !== undefined) return rows.some((row) => row.test(value));
  // Part of a row's value is known only at run time, so its fixed part must occur in the pattern.
  return rows.some(({ source }) => {
    const [fixed = ""] = source.slice(1, -1).split("[\\w.]+");
    return pattern?.test(fixed.replaceAll("\\", "")) === true || (fixed !== "" && pattern?.source.includes(fixed));
  });
}

/** @param {Table} manifest @param {Sources} sources */
function activationFaults(manifest, { panels, restored: tables }) {
  const events = listOfTexts(manifest["activationEvents"]);
  const restored = events.filter((each) => each.startsWith("onWebviewPanel:")).map((each) => each.slice(15));
  // VS Code opens editors of files, and restores them by itself.
  const editors = listAt(manifest, "contributes", "customEditors").map((each) => String(each["viewType"]));
  const opened = missing(panels, editors);
  return [
    ...missing(editors, panels).map((each) => `editor ${each} is in package.json but not a PanelKind`),
    ...differences(opened, restored, "panel", "a PanelKind", "activationEvents"),
    ...differences(opened, tables, "panel", "a PanelKind", "a wing's index.ts or extension.ts"),
    ...events.filter((each) => INFERRED.test(each)).map((each) => `activation event ${each} is inferred by VS Code`),
  ];
}

/** @param {string} root @param {Text[]} texts */
async function iconFaults(root, texts) {
  const faults = [];
  for (const { at: place, key, text } of texts) {
    if (key !== "icon" || text.startsWith("$(")) continue;
    const found = await stat(join(root, text)).catch(() => undefined);
    if (found === undefined) faults.push(`${place} names ${text}, which does not exist`);
  }
  return faults;
}

/** @param {readonly string[]} here @param {readonly string[]} there @param {string} what @param {string} one @param {string} other */
function differences(here, there, what, one, other) {
  return [
    ...missing(here, there).map((each) => `${what} ${each} is in ${one} but not in ${other}`),
    ...missing(there, here).map((each) => `${what} ${each} is in ${other} but not in ${one}`),
  ];
}

/** @param {readonly string[]} here @param {readonly string[]} there */
function missing(here, there) {
  return [...new Set(here)].filter((each) => !there.includes(each));
}

/** Returns every string in a value, with its path. @param {unknown} value @param {string} [at] @param {string} [key] @returns {Text[]} */
function textsOf(value, at = "", key = "") {
  if (typeof value === "string") return [{ at, key, text: value }];
  if (Array.isArray(value)) return value.flatMap((each, place) => textsOf(each, `${at}[${place}]`, key));
  return Object.entries(tableOf(value)).flatMap(([name, each]) =>
    textsOf(each, at === "" ? name : `${at}.${name}`, name),
  );
}

/** @param {Table} table @param {...string} path */
function at(table, ...path) {
  return path.reduce((/** @type {unknown} */ value, name) => tableOf(value)[name], table);
}

/** @param {Table} table @param {...string} path */
function listAt(table, ...path) {
  return listOf(at(table, ...path));
}

/** @param {unknown} value @returns {Table[]} */
function listOf(value) {
  return Array.isArray(value) ? value.map(tableOf) : [];
}

/** @param {unknown} value */
function listOfTexts(value) {
  return Array.isArray(value) ? value.map(String) : [];
}

/** @param {unknown} value @returns {Table} */
function tableOf(value) {
  return typeof value === "object" && value !== null ? /** @type {Table} */ (value) : {};
}
