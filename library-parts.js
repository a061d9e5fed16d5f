// What the build takes of libraries: it leaves out what Triptych never uses, and ships the table of emoji once.
import { readFile } from "node:fs/promises";

/**
 * What axios would bring along and never uses here: form uploads (its own multipart is not used), redirects and proxies
 * (both are off: redirects follow a rule of our own, proxies are VS Code's), and its ways to send requests in a browser.
 * @type {import("esbuild").Plugin}
 */
export const axiosParts = {
  name: "axios-parts",
  setup(build) {
    const packages = /^(form-data|mime-types|mime-db|proxy-from-env|follow-redirects|https-proxy-agent)$/;
    build.onResolve({ filter: packages }, ({ path }) => ({ path, namespace: "unused" }));
    build.onLoad({ filter: /.*/, namespace: "unused" }, () => ({ contents: "module.exports = {};", loader: "js" }));
    build.onLoad({ filter: /axios[\\/]lib[\\/]adapters[\\/](fetch|xhr)\.js$/ }, () => ({
      contents: "export default false; export const getFetch = () => false;",
    }));
    const helpers =
      /axios[\\/]lib[\\/](cancel[\\/]CancelToken|helpers[\\/](AxiosTransformStream|AxiosURLSearchParams|formDataTo(JSON|Stream)|fromDataURI|Http2Sessions|HttpStatusCode|shouldBypassProxy|toFormData))\.js$/;
    build.onLoad({ filter: helpers }, () => ({ contents: "export default class {}" }));
  },
};

/**
 * re2js without the tables of characters, for \p{Greek} and the like: trackers are known by the names of packages and hosts. The engine
 * rejects a pattern that uses one, like any other that it doesn't know.
 * @type {import("esbuild").Plugin}
 */
export const re2Parts = {
  name: "re2-parts",
  setup(build) {
    build.onLoad({ filter: /re2js[\\/]build[\\/]index\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const tables = /(static (?:FOLD_)?(?:CATEGORIES|SCRIPTS?) = new LazyMap\(\{)[^{}]*\}/g;
      if (text.match(tables)?.length !== 4)
        throw new Error("re2js has moved its tables of characters: find them again");
      return { contents: text.replace(tables, "$1}") };
    });
  },
};

const EMOJI = /^markdown-it-emoji\/lib\/data\/full\.mjs$/;

/** Panels load the table of emoji as a module of its own; their policy allows scripts, but no JSON. @type {import("esbuild").Plugin} */
export const emojiFile = {
  name: "emoji-file",
  setup(build) {
    build.onResolve({ filter: EMOJI }, ({ path }) => ({ path, namespace: "emoji" }));
    build.onLoad({ filter: /.*/, namespace: "emoji" }, () => ({ contents: 'export { default } from "emoji.js";' }));
    build.onResolve({ filter: /^emoji\.js$/ }, ({ path }) => ({ path, namespace: "emoji-table" }));
    build.onLoad({ filter: /.*/, namespace: "emoji-table" }, async () => {
      const { default: table } = await import(import.meta.resolve("markdown-it-emoji/lib/data/full.mjs"));
      return { contents: `export default ${JSON.stringify(table)}`, loader: "copy" };
    });
  },
};

/** The extension reads the module of the panels, which is JSON but for its first words. @type {import("esbuild").Plugin} */
export const emojiOfPanels = {
  name: "emoji-of-panels",
  setup(build) {
    build.onResolve({ filter: EMOJI }, () => ({ path: "emoji", namespace: "emoji" }));
    build.onLoad({ filter: /.*/, namespace: "emoji" }, () => ({
      contents: `import { readFileSync } from "node:fs";
import { join } from "node:path";
const text = readFileSync(join(__dirname, "../panels/emoji.js"), "utf8");
export default JSON.parse(text.slice(text.indexOf("{")));`,
    }));
  },
};
