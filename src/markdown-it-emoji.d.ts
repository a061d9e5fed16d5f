declare module "markdown-it-emoji/lib/data/full.mjs" {
  const signs: Readonly<Record<string, string>>;
  export default signs;
}
