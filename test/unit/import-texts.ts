// Imports a module that composes sentences, with the display language of VS Code and its translations.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** The module, for the caller to give a type. `translations` is a JSON object from English sentences. */
export async function importTexts(entry: string, language: string, translations = "{}"): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-texts-"));
  const outfile = join(folder, "texts.mjs");
  try {
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "silent",
      plugins: [
        {
          name: "vscode",
          setup(building) {
            building.onResolve({ filter: /^vscode$/ }, () => ({ path: "vscode", namespace: "texts" }));
            building.onLoad({ filter: /.*/, namespace: "texts" }, () => ({
              contents: `const known = ${translations};
                const t = (text, ...given) => (known[text] ?? text).replace(/{(\\d)}/g, (all, at) => given[at] ?? all);
                module.exports = { env: { language: "${language}" }, l10n: { t } };`,
            }));
          },
        },
      ],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
