// The one way to compose a sentence: what is put into its places cannot turn around or break the words beside it.
import { l10n as translations } from "vscode";
import { isolated } from "../../base/visible.ts";

export const l10n = {
  /** The sentence in the user's language. Each text in it is one visible line, isolated where it runs from right to left. */
  t(sentence: string, ...given: readonly (string | number | boolean)[]): string {
    return translations.t(sentence, ...given.map((each) => (typeof each === "string" ? isolated(each) : each)));
  },
};
