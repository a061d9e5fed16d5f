// Builds the extension into dist/.
//   node esbuild.js [--production] [--watch]
// The code that starts with the window is one file. Everything else is built in two steps. First, ES modules with
// shared chunks, so that each wing and each large library is a separate file that is read on first use. Then every file
// becomes CommonJS, which every extension host loads. The package has its small chunks in one file, because opening a
// file takes longer than reading it.
import { minify } from "@swc/core";
import { context, transform } from "esbuild";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { axiosParts, EMOJI_FILE, emojiOfPanels, re2Parts } from "./library-parts.js";
import { PANEL_OPTIONS } from "./panel-options.js";
import { writeBundles } from "./test/l10n/translations.js";
import { LAZY_ENTRIES, PANEL_ENTRIES, START_ENTRY, STYLE_ENTRIES } from "./entries.js";

const root = dirname(fileURLToPath(import.meta.url));
const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");
const dist = join(root, "dist");

/** Converts each output module to CommonJS. */
const commonJs = {
  name: "common-js",
  setup(build) {
    build.onEnd(async ({ errors, outputFiles = [] }) => {
      if (errors.length > 0) return;
      const files = outputFiles.map(async ({ path, text }) => {
        const { code } = await transform(text, {
          format: "cjs",
          // With "node", esbuild would list the exports of each file a second time for `import`.
          platform: "neutral",
          target: "node22",
          legalComments: "none",
          charset: "utf8",
          sourcemap: production ? false : "inline",
          sourcefile: relative(root, path),
          // Turns import() into require(), so that a chunk is found beside the file that loads it.
          supported: { "dynamic-import": false },
        });
        return { path, code: production ? await shorten(code) : code };
      });
      for (const { path, code } of production ? mergeSmall(await Promise.all(files)) : await Promise.all(files)) {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, code);
      }
    });
  },
};

/** Minifies a CommonJS file. It exports its own object instead of a copy, whose code would be in every file. */
async function shorten(code) {
  const exported = /^module\.exports = __toCommonJS\((\w+)\);$/m;
  const direct = code.replace(exported, 'module.exports = __defProp($1, "__esModule", { value: true });');
  const options = { minify: true, treeShaking: true, legalComments: "none", charset: "utf8", target: "node22" };
  return (await transform(direct, options)).code;
}

const CHUNKS = join(dist, "chunks");
/** Larger chunks have code of one wing, which the other wings would compile in vain. */
const MAX_SMALL_CHARS = 30_000;

/**
 * Merges the small chunks into one file, a function that returns the exports of each. A chunk still runs only when it
 * is first loaded.
 * @param {{ path: string, code: string }[]} files
 */
function mergeSmall(files) {
  const isSmall = ({ path, code }) => dirname(path) === CHUNKS && code.length <= MAX_SMALL_CHARS;
  const small = files.filter(isSmall).toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const places = new Map(small.map(({ path }, place) => [basename(path), place]));
  const link = (code, all) =>
    code.replaceAll(/\brequire\("\.\/(?:chunks\/)?([^"/]+)"\)/g, (whole, name) =>
      places.has(name) ? `${all}(${places.get(name)})` : whole,
    );
  const bodies = small.map(({ code }) => `(module,exports)=>{${link(code, "load")}}`);
  const code = `const chunks=[${bodies.join()}],loaded=[];function load(at){let module=loaded[at];if(!module){
loaded[at]=module={exports:{}};chunks[at](module,module.exports)}return module.exports}module.exports=load;`;
  return [
    ...files
      .filter((file) => !isSmall(file))
      .map(({ path, code: own }) => ({
        path,
        code: link(own, `require("./${dirname(path) === CHUNKS ? "" : "chunks/"}small.cjs")`),
      })),
    { path: join(CHUNKS, "small.cjs"), code },
  ];
}

/** Turns the `import()` of another entry into `require()` of its file. */
const lazyEntries = {
  name: "lazy-entries",
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const source = relative(root, join(resolveDir, path));
      const entry = Object.entries(LAZY_ENTRIES).find(([, each]) => each === source);
      if (entry === undefined) throw new Error(`${source} is loaded on first use and is not in entries.js`);
      return { path: `./${entry[0]}.cjs`, external: true };
    });
  },
};

const node = {
  outdir: dist,
  platform: "node",
  target: "node22",
  external: ["vscode"],
  sourcemap: production ? false : "inline",
};

const builds = [
  // The one file that is read when a window starts.
  {
    ...node,
    entryPoints: { extension: START_ENTRY },
    format: "cjs",
    splitting: false,
    outExtension: { ".js": ".cjs" },
    supported: { "dynamic-import": false },
    plugins: [lazyEntries],
  },
  {
    ...node,
    entryPoints: LAZY_ENTRIES,
    outExtension: { ".js": ".cjs" },
    chunkNames: "chunks/[hash]",
    write: false,
    plugins: [axiosParts, re2Parts, emojiOfPanels, commonJs],
  },
  {
    entryPoints: { ...STYLE_ENTRIES, ...PANEL_ENTRIES },
    outdir: join(dist, "panels"),
    chunkNames: "chunks/[hash]",
    sourcemap: production ? false : "inline",
    ...PANEL_OPTIONS,
  },
];

/** Minifies each script again with SWC, whose shorter names and code make the package 4 % smaller. */
async function minifyAgain() {
  const files = await readdir(dist, { recursive: true });
  const scripts = files.filter((file) => /\.c?js$/.test(file) && basename(file) !== EMOJI_FILE);
  await Promise.all(
    scripts.map(async (file) => {
      const path = join(dist, file);
      const { code } = await minify(await readFile(path, "utf8"), {
        module: file.endsWith(".js"),
        ecma: 2022,
        compress: { passes: 4, toplevel: true },
        mangle: { toplevel: true },
      });
      await writeFile(path, code);
    }),
  );
}

async function printSizes() {
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  let total = 0;
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    const { size } = await stat(path);
    total += size;
    console.log(`${(size / 1024).toFixed(1).padStart(9)} KB  ${relative(root, path)}`);
  }
  console.log(`${(total / 1024).toFixed(1).padStart(9)} KB  in all`);
}

await rm(dist, { recursive: true, force: true });
await writeBundles(root, join(dist, "l10n"));
const contexts = await Promise.all(
  builds.map((build) =>
    context({
      absWorkingDir: root,
      bundle: true,
      splitting: true,
      format: "esm",
      minify: production,
      legalComments: "none",
      charset: "utf8",
      logLevel: "info",
      ...build,
    }),
  ),
);
if (watch) {
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  await Promise.all(contexts.map((each) => each.rebuild()));
  await Promise.all(contexts.map((each) => each.dispose()));
  if (production) await minifyAgain();
  await printSizes();
}
