// Writes counts without `Intl`: its first formatter of a process takes 25 ms and more, for which the first rows of a view
// should not wait.

/** What languages write between each three digits. */
const GROUP_SEPARATORS: ReadonlyMap<string, string> = new Map([
  ["en", ","],
  ["de", "."],
]);

/** Languages of VS Code that write numbers below a thousand with these digits and nothing else. */
const PLAIN_LANGUAGES = /^(?:cs|de|en|es|fr|hu|it|ja|ko|pl|pt|ru|tr|zh)(?:-|$)/i;

/** "1,234,567", if this language writes the count with these digits and no more than a separator. */
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
