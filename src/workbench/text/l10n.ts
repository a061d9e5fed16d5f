// The only way to compose a sentence. Text that is inserted into it can't reverse or break the words around it.
import { env, l10n as translations } from "vscode";
import { writePlainCount } from "../../base/plain-count.ts";
import { isolateText } from "../../base/visible-text.ts";

type Inserted = string | number | boolean;

export const l10n = {
  /** Translates a sentence. Each inserted text becomes one visible line, isolated if it has right-to-left text. */
  t(sentence: string, ...inserted: readonly Inserted[]): string {
    return translations.t(sentence, ...inserted.map(visible));
  },

  /**
   * Translates a sentence in the plural form for a count: `plural(3, "{0} comment", "{0} comments")`. `{0}` is the
   * count; inserted values start at `{1}`. A language with more than two forms translates the second sentence once per
   * form, under keys such as `{0} comments/few`.
   */
  plural(count: number | bigint, one: string, other: string, ...inserted: readonly Inserted[]): string {
    const { language } = env;
    const written = writePlainCount(count, language) ?? new Intl.NumberFormat(language).format(count);
    const args = [written, ...inserted.map(visible)];
    const form = pluralForm(Number(count));
    if (form === "one") return translations.t(one, ...args);
    const general = translations.t(other, ...args);
    if (form === "other") return general;
    const untranslated = translations.t({ message: other, args, comment: [UNTRANSLATED] });
    const specific = translations.t({ message: other, args, comment: [form] });
    return specific === untranslated ? general : specific;
  },
};

/** Not a plural form, so that VS Code finds no translation and returns the English sentence. */
const UNTRANSLATED = "untranslated";

/** Avoids `Intl.PluralRules` for English, because its first use in a process takes 10 ms or more. */
function pluralForm(count: number): Intl.LDMLPluralRule {
  if (env.language === "en") return count === 1 ? "one" : "other";
  return new Intl.PluralRules(env.language).select(count);
}

function visible(text: Inserted): Inserted {
  return typeof text === "string" ? isolateText(text) : text;
}
