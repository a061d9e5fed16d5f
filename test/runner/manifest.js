// Checks the manifest and the translations against the code, and the licenses of packages; part of `npm run lint`.
import { checkTranslations, LANGUAGES } from "../l10n/translations.js";
import { manifestFaults } from "../manifest/faults.js";
import { licenseFaults } from "../manifest/licenses.js";
import { ROOT } from "./tools.js";

const found = new Set([...(await manifestFaults(ROOT)), ...(await licenseFaults(ROOT))]);
for (const language of LANGUAGES) {
  const { faults, missing } = await checkTranslations(ROOT, language);
  for (const fault of faults) found.add(fault);
  for (const [area, count] of missing) {
    const remedy = area === "manifest" ? `add them to package.nls.${language}.json` : "run `npm run l10n`";
    if (count > 0) found.add(`${area}: ${count} strings have no translation for "${language}"; ${remedy}`);
  }
}
for (const fault of found) console.error(fault);
process.exitCode = found.size === 0 ? 0 : 1;
