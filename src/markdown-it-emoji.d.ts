// Types for the list of emoji in markdown-it-emoji, which has none of its own.
declare module "markdown-it-emoji/lib/data/full.mjs" {
  const signs: Readonly<Record<string, string>>;
  export default signs;
}
