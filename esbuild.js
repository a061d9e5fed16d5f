// Builds the extension into dist/.
//   node esbuild.js [--production] [--watch]
// Only `extension.cjs` starts with the window, so it is small. `app.cjs` contains the rest of the extension and is loaded
// on first use.
import { build, context } from "esbuild";
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { writeBundles } from "./test/l10n/translations.js";
import { describeLicenses } from "./test/runner/notices.js";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "dist");

/** Lets the start file load the rest of the extension from the file beside it. @type {import("esbuild").Plugin} */
const appBeside = {
  name: "app-beside",
  setup(build) {
    build.onResolve({ filter: /^\.\/app\.ts$/ }, () => ({ path: "./app.cjs", external: true }));
  },
};

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
const SHARED = { absWorkingDir: root, bundle: true, legalComments: "none", charset: "utf8", logLevel: "info" };

/** @satisfies {import("esbuild").BuildOptions} */
const NODE = {
  ...SHARED,
  outdir: dist,
  outExtension: { ".js": ".cjs" },
  platform: "node",
  format: "cjs",
  target: "node22",
  external: ["vscode"],
  // Turns import() into require(), which is faster.
  supported: { "dynamic-import": false },
};

/** The pages of panels and their style sheet, also for tests that open them in a browser. */
export const PANELS = {
  ...SHARED,
  entryPoints: {
    kit: "src/panels/kit/kit.css",
    content: "src/panels/content/main.ts",
    thread: "src/panels/thread/main.ts",
  },
  outdir: join(dist, "panels"),
  assetNames: "[name]",
  splitting: true,
  format: /** @type {const} */ ("esm"),
  platform: /** @type {const} */ ("browser"),
  target: "es2022",
  loader: { ".ttf": /** @type {const} */ ("file") },
  tsconfig: join(root, "src/panels/tsconfig.json"),
  plugins: [drawnIcons],
};

/** Files that run in Node. The workers, the scan and the MCP server run without VS Code. */
export const EXTENSION = [
  { ...NODE, entryPoints: { extension: "src/extension.ts" }, plugins: [appBeside] },
  {
    ...NODE,
    entryPoints: {
      app: "src/app.ts",
      "trackers-app-list": "src/trackers/app-list/worker.ts",
      scan: "src/scan/program/main.ts",
      mcp: "src/mcp/main.ts",
    },
  },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const production = process.argv.includes("--production");
  const options = { minify: production, sourcemap: production ? false : /** @type {const} */ ("inline") };
  await rm(dist, { recursive: true, force: true });
  await writeBundles(root, join(dist, "l10n"));
  if (process.argv.includes("--watch")) {
    for (const each of [...EXTENSION, PANELS]) await (await context({ ...each, ...options })).watch();
  } else {
    const builds = [...EXTENSION, PANELS].map((each) => build({ ...each, ...options, metafile: true }));
    const bundles = (await Promise.all(builds)).map(({ metafile }) => metafile);
    await writeFile(join(dist, "ThirdPartyNotices.txt"), await describeLicenses(root, bundles));
  }
}
