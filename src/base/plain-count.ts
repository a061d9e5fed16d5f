// Formats counts without `Intl`, whose first formatter in a process takes 25 ms or more. The first rows of a view
// should not wait for that.

/** Thousands separators by language. */
const GROUP_SEPARATORS: ReadonlyMap<string, string> = new Map([
  ["en", ","],
  ["de", "."],
]);

/** Languages of VS Code that write numbers below a thousand with ASCII digits only. */
const PLAIN_LANGUAGES = /^(?:cs|de|en|es|fr|hu|it|ja|ko|pl|pt|ru|tr|zh)(?:-|$)/i;

/** "1,234,567"; undefined if this language needs `Intl` for the count. */
export function writePlainCount(value: number | bigint, language: string): string | undefined {
  const digits = String(value);
  if (!/^\d+$/.test(digits)) return undefined;
  const separator = GROUP_SEPARATORS.get(language);
  if (separator !== undefined) {
    const groups: string[] = [];
    for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
    return groups.join(separator);
  }
  return digits.length <= 3 && PLAIN_LANGUAGES.test(language) ? digits : undefined;
}
