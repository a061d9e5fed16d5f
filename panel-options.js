// The options for bundling the code of panels, for the build and for the tests that open panels in a browser.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { emojiFile, markdownParts, purifyParts } from "./library-parts.js";

const root = dirname(fileURLToPath(import.meta.url));

/** Reduces the icon font to the icons that panels draw. @type {import("esbuild").Plugin} */
const drawnIcons = {
  name: "drawn-icons",
  setup(build) {
    build.onLoad({ filter: /codicon\.ttf$/ }, async ({ path }) => {
      const icons = await readFile(join(root, "src/panels/kit/icons.ts"), "utf8");
      const codes = [...icons.matchAll(/"\\u([0-9a-f]{4})"/g)].map(([, code]) => Number.parseInt(code ?? "", 16));
      const drawn = String.fromCodePoint(...codes);
      return { contents: await subsetFont(await readFile(path), drawn, { targetFormat: "truetype" }), loader: "file" };
    });
  },
};

/** @satisfies {import("esbuild").BuildOptions} */
export const PANEL_OPTIONS = {
  platform: "browser",
  target: "es2022",
  loader: { ".ttf": "file" },
  assetNames: "[name]",
  tsconfig: join(root, "src/panels/tsconfig.json"),
  // The browser itself knows the named characters of HTML, and the library's tables take 24 KB.
  alias: { entities: join(root, "src/panels/kit/markdown/entities.ts") },
  plugins: [drawnIcons, emojiFile, markdownParts, purifyParts],
};
