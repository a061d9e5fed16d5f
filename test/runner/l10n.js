// `npm run l10n`: brings the files of translations in line with the strings of the sources, and says what is missing.
import { LANGUAGES, updateTranslations } from "../l10n/translations.js";
import { ROOT } from "./tools.js";

for (const language of LANGUAGES) {
  const missing = await updateTranslations(ROOT, language);
  const counts = [...missing].map(([area, count]) => `${area} ${count}`).join(", ");
  console.log(`${language}: strings to translate: ${counts}`);
}
