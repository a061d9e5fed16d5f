// Types for the emoji table of markdown-it-emoji, which comes without types.
declare module "markdown-it-emoji/lib/data/full.mjs" {
  const emoji: Readonly<Record<string, string>>;
  export default emoji;
}
