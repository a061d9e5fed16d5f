// `npm run l10n`: updates the translation files from the strings of the sources, and prints how many are missing.
//   node test/runner/l10n.js --pseudo FOLDER   adds the pseudo-language to the unpacked extension in FOLDER instead
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { pseudoFiles } from "../l10n/pseudo.js";
import { LANGUAGES, updateTranslations } from "../l10n/translations.js";
import { ROOT } from "./tools.js";

const { values } = parseArgs({ options: { pseudo: { type: "string" } } });

if (values.pseudo === undefined) await update();
else await writePseudo(values.pseudo);

async function update() {
  for (const language of LANGUAGES) {
    const missing = await updateTranslations(ROOT, language);
    const counts = [...missing].map(([area, count]) => `${area} ${count}`).join(", ");
    console.log(`${language}: strings to translate: ${counts}`);
  }
}

/** @param {string} folder */
async function writePseudo(folder) {
  for (const [file, content] of Object.entries(await pseudoFiles(ROOT))) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    console.log(path);
  }
}
