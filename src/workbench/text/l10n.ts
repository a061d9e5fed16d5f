// The only way to compose a sentence: text inserted into it can't reverse or break the words beside it.
import { env, l10n as translations } from "vscode";
import { writePlainCount } from "../../base/plain-count.ts";
import { isolateText } from "../../base/visible.ts";

type Inserted = string | number | boolean;

export const l10n = {
  /** The sentence in the user's language. Each inserted text is one visible line, isolated if it runs from right to left. */
  t(sentence: string, ...inserted: readonly Inserted[]): string {
    return translations.t(sentence, ...inserted.map(visible));
  },

  /**
   * The form of a sentence that goes with a count: `plural(3, "{0} comment", "{0} comments")`. `{0}` is the count, and what
   * is inserted begins at `{1}`. A language with more than two forms translates the second sentence once per form, under
   * the key `{0} comments/few`.
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

/** Names no plural form, so VS Code finds no translation and returns the English sentence. */
const UNTRANSLATED = "untranslated";

/** The first `Intl.PluralRules` of a process takes 10 ms and more, and most users need only the rule of English. */
function pluralForm(count: number): Intl.LDMLPluralRule {
  if (env.language === "en") return count === 1 ? "one" : "other";
  return new Intl.PluralRules(env.language).select(count);
}

function visible(text: Inserted): Inserted {
  return typeof text === "string" ? isolateText(text) : text;
}
