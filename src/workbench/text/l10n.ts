// The only way to compose a sentence: text inserted into it can't reverse or break the words beside it.
import { env, l10n as translations } from "vscode";
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
    const args = [new Intl.NumberFormat(env.language).format(count), ...inserted.map(visible)];
    const form = new Intl.PluralRules(env.language).select(Number(count));
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

function visible(text: Inserted): Inserted {
  return typeof text === "string" ? isolateText(text) : text;
}
