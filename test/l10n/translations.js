// Reads and checks the translations in the sources, and writes the bundles that VS Code loads.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AREAS, collectStrings } from "./strings.js";

/** @typedef {import("./strings.js").Area} Area */
/** @typedef {Record<string, string>} Table English to translation; an empty text is not translated yet */

/** Languages that the extension ships, by their names in VS Code. */
export const LANGUAGES = ["de"];

/**
 * @typedef {object} Report
 * @property {string[]} faults one sentence each
 * @property {Map<Area | "manifest", number>} missing number of strings without a translation
 */

/** Returns the path of a language's file for one area. @param {string} root @param {Area} area @param {string} language */
function translationFile(root, area, language) {
  return join(root, "src", area, "l10n", `${language}.json`);
}

/** @param {string} root @param {Area} area @param {string} language @returns {Promise<Table>} */
async function readTable(root, area, language) {
  return await readJson(translationFile(root, area, language), {});
}

/**
 * Returns the bundle that VS Code loads for a language: the translations of all areas.
 * @param {string} root
 * @param {string} language
 */
export async function bundleOf(root, language) {
  /** @type {Table} */
  const bundle = {};
  for (const area of AREAS) {
    for (const [english, translated] of Object.entries(await readTable(root, area, language)))
      if (translated !== "") bundle[english] = translated;
  }
  return bundle;
}

/** Writes the bundles of all languages. @param {string} root @param {string} folder */
export async function writeBundles(root, folder) {
  await mkdir(folder, { recursive: true });
  for (const language of LANGUAGES) {
    // VS Code shows a string that is missing from the bundle as it is in the code.
    const translated = Object.entries(await bundleOf(root, language)).filter(([english, other]) => other !== english);
    await writeFile(join(folder, `bundle.l10n.${language}.json`), JSON.stringify(Object.fromEntries(translated)));
  }
}

/**
 * Compares the translations with the strings of the sources and of the manifest.
 * @param {string} root
 * @param {string} language
 * @returns {Promise<Report>}
 */
export async function checkTranslations(root, language) {
  const { byArea, faults } = await collectStrings(root);
  /** @type {Report} */
  const report = { faults: [...faults], missing: new Map() };
  /** @type {Table} */
  const merged = {};
  const shared = byArea.get("workbench") ?? new Set();
  for (const area of AREAS) {
    const place = `src/${area}/l10n/${language}.json`;
    const table = await readTable(root, area, language);
    const used = stringsOwnedBy(area, byArea.get(area) ?? new Set(), shared);
    report.missing.set(area, [...used].filter((english) => (table[english] ?? "") === "").length);
    for (const [english, translated] of Object.entries(table)) {
      if (byArea.get(area)?.has(withoutForm(english)) !== true)
        report.faults.push(`${place}: no string of the sources is ${JSON.stringify(english)}; run \`npm run l10n\``);
      if (translated === "") continue;
      if ((merged[english] ?? translated) !== translated)
        report.faults.push(`${place}: another part translates ${JSON.stringify(english)} differently`);
      merged[english] = translated;
      report.faults.push(...placeholderFaults(place, withoutForm(english), translated));
    }
  }
  /** @type {Table} */
  const english = await readJson(join(root, "package.nls.json"), {});
  /** @type {Table} */
  const translated = await readJson(join(root, `package.nls.${language}.json`), {});
  report.missing.set("manifest", Object.keys(english).filter((key) => (translated[key] ?? "") === "").length);
  for (const [key, text] of Object.entries(translated)) {
    const original = english[key];
    const place = `package.nls.${language}.json`;
    if (original === undefined) report.faults.push(`${place}: package.nls.json has no ${key}; run \`npm run l10n\``);
    else report.faults.push(...placeholderFaults(place, original, text));
  }
  return report;
}

/**
 * Updates a language's files from the sources: sorts them, removes unused strings, and adds an empty text for each
 * untranslated string. Returns how many are untranslated.
 * @param {string} root @param {string} language
 */
export async function updateTranslations(root, language) {
  const { byArea } = await collectStrings(root);
  const shared = byArea.get("workbench") ?? new Set();
  /** @type {Map<Area | "manifest", number>} */
  const missing = new Map();
  const tables = new Map(
    await Promise.all(AREAS.map(async (area) => /** @type {const} */ ([area, await readTable(root, area, language)]))),
  );
  for (const area of AREAS) {
    const used = stringsOwnedBy(area, byArea.get(area) ?? new Set(), shared);
    const table = tables.get(area) ?? {};
    const kept = Object.entries(table).filter(([english]) => used.has(withoutForm(english)));
    // A string keeps its translation if it moved from another area, or if another area has it too.
    const others = Object.assign({}, ...tables.values());
    const wanted = Object.fromEntries([...used].map((english) => [english, table[english] || (others[english] ?? "")]));
    await writeTable(
      translationFile(root, area, language),
      sortKeys({ ...wanted, ...Object.fromEntries(kept.filter(([, text]) => text !== "")) }),
    );
    missing.set(area, Object.values(wanted).filter((text) => text === "").length);
  }
  /** @type {Table} */
  const english = await readJson(join(root, "package.nls.json"), {});
  /** @type {Table} */
  const translated = await readJson(join(root, `package.nls.${language}.json`), {});
  // VS Code shows the texts of this file as they are, so it must not contain empty ones.
  const texts = Object.entries(english).flatMap(([key]) => (translated[key] ? [[key, translated[key]]] : []));
  await writeTable(join(root, `package.nls.${language}.json`), Object.fromEntries(texts));
  missing.set("manifest", Object.keys(english).length - texts.length);
  return missing;
}

/**
 * Returns the strings that an area translates. The workbench translates strings that it shares with a wing.
 * @param {Area} area
 * @param {Set<string>} used
 * @param {Set<string>} shared
 */
function stringsOwnedBy(area, used, shared) {
  return area === "workbench" ? used : new Set([...used].filter((english) => !shared.has(english)));
}

/** Returns the string of a key. `{0} comments/few` translates `{0} comments` for another plural form. @param {string} key */
function withoutForm(key) {
  return key.replace(/\/(zero|two|few|many)$/, "");
}

/** @param {string} place @param {string} english @param {string} translated */
function placeholderFaults(place, english, translated) {
  const [wanted, found] = [english, translated].map((text) => [...new Set(text.match(PLACEHOLDERS))].sort().join(" "));
  return wanted === found
    ? []
    : [`${place}: ${JSON.stringify(english)} has the placeholders “${wanted}”, its translation “${found}”`];
}

/** What a translation must contain unchanged: `{0}`, icons, commands and settings. */
const PLACEHOLDERS = /\{\d+\}|\$\([\w-]+\)|\(command:[^)]*\)|`#[\w.]+#`/g;

/** @param {Table} table @returns {Table} */
function sortKeys(table) {
  return Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param {string} file @param {Table} table */
async function writeTable(file, table) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(table, null, 2)}\n`);
}

/** @param {string} file @param {Table} fallback @returns {Promise<Table>} */
async function readJson(file, fallback) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return fallback;
    throw error;
  }
}
