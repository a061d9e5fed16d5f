// Build plugins for libraries: leave out code that Triptych never uses, and package the emoji table only once.
import { transform } from "esbuild";
import { readFile } from "node:fs/promises";
import { parseSync, Visitor } from "oxc-parser";

/**
 * Leaves out parts of axios that Triptych never uses: form uploads (Triptych encodes its own), progress events, `data:`
 * URLs, redirects and proxies (both are off: `http.ts` follows redirects, VS Code handles proxies), checks of options,
 * and the adapters for browsers.
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
      /axios[\\/]lib[\\/](cancel[\\/]CancelToken|core[\\/]setFormDataHeaders|helpers[\\/](AxiosTransformStream|AxiosURLSearchParams|formDataTo(JSON|Stream)|fromDataURI|Http2Sessions|HttpStatusCode|readBlob|shouldBypassProxy|toFormData|toURLEncodedForm))\.js$/;
    build.onLoad({ filter: helpers }, () => ({ contents: "export default class {}" }));
    build.onLoad(
      { filter: /axios[\\/]lib[\\/]helpers[\\/](estimateDataURLDecodedBytes|progressEventReducer)\.js$/ },
      () => ({
        contents: `export const estimateDataURLBufferAllocation = 0, asyncDecorator = 0, progressEventDecorator = 0,
        progressEventReducer = 0;`,
      }),
    );
    build.onLoad({ filter: /axios[\\/]lib[\\/](core[\\/]assertParamsAcyclic|helpers[\\/]validator)\.js$/ }, () => ({
      contents: `const check = () => undefined;
        check.assertOptions = check;
        check.validators = { transitional: check, spelling: check };
        export default check;`,
    }));
  },
};

/**
 * Leaves out the typography of markdown-it, which is off, and what it needs to encode URLs and to make them readable:
 * panels show a URL as its author typed it, and the browser encodes it.
 * @type {import("esbuild").Plugin}
 */
export const markdownParts = {
  name: "markdown-parts",
  setup(build) {
    build.onResolve({ filter: /^(mdurl|punycode\.js)$/ }, ({ path }) => ({ path, namespace: "unused-urls" }));
    const typography = /\["replacements", replace\],\s+\["smartquotes", smartquotes\],/;
    build.onLoad({ filter: /markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ }, async ({ path }) => ({
      contents: await readEdited(path, [[typography, ""]]),
    }));
    build.onLoad({ filter: /.*/, namespace: "unused-urls" }, () => ({
      contents: "export const parse = 0, format = 0, encode = 0, decode = {}; export default {};",
    }));
  },
};

/**
 * Leaves out the lists of elements and attributes that DOMPurify allows by default, and those of SVG and MathML: panels
 * have their own lists, without either.
 * @type {import("esbuild").Plugin}
 */
export const purifyParts = {
  name: "purify-parts",
  setup(build) {
    const lists =
      /(const (?:html|svg|svgFilters|svgDisallowed|mathMl|mathMlDisallowed|xml)(?:\$1)? = freeze\(\[)[^\]]*/g;
    build.onLoad({ filter: /dompurify[\\/]dist[\\/]purify\.es\.mjs$/ }, async ({ path }) => ({
      contents: await readEdited(path, [[lists, "$1"]]),
    }));
  },
};

/** The members of re2js that Triptych uses, and those that JavaScript itself calls. */
const USED_MEMBERS = new Set(["CASE_INSENSITIVE", "compile", "test", "constructor", "toString"]);
/** Classes of which only the members that Triptych uses are kept. @type {ReadonlySet<string | undefined>} */
const FACADES = new Set(["RE2JS", "RE2Set"]);

/**
 * Cuts the references to unneeded parts of re2js. `test` needs no positions in the text, so it needs no engine that
 * finds them.
 * @type {[RegExp, string][]}
 */
const RE2_EDITS = [
  [/export \{[^}]*\}/, "export { RE2JS }"],
  [/this\.onepass = OnePass\.compile\(this\.prog\);/, "this.onepass = null;"],
  [/if \(this\.onepass !== null\) return OnePass\.execute\([^)]*\);/, ""],
  [/if \(Utils\.isByteArray\(input\)\) return this\.re2Input\.matchUTF8\(input\);/, ""],
  // The tables of \p{Greek} and the like, which patterns for names of packages and hosts don't need. The engine rejects
  // a pattern that uses one, like any other unknown class.
  [/(static CATEGORIES = new LazyMap\(\{)[^{}]*\}/, "$1}"],
  [/(static FOLD_CATEGORIES = new LazyMap\(\{)[^{}]*\}/, "$1}"],
  [/(static SCRIPTS = new LazyMap\(\{)[^{}]*\}/, "$1}"],
  [/(static FOLD_SCRIPT = new LazyMap\(\{)[^{}]*\}/, "$1}"],
];

/** Leaves out the parts of re2js that Triptych doesn't use. @type {import("esbuild").Plugin} */
export const re2Parts = {
  name: "re2-parts",
  setup(build) {
    build.onLoad({ filter: /re2js[\\/]build[\\/]index\.js$/ }, async ({ path }) => {
      return { contents: await withoutUnusedMembers(await readEdited(path, RE2_EDITS)) };
    });
  },
};

/**
 * Reads a file of a library and replaces parts of it.
 * @param {string} path
 * @param {[RegExp, string][]} edits
 */
async function readEdited(path, edits) {
  let text = await readFile(path, "utf8");
  for (const [part, other] of edits) {
    if (!part.test(text)) throw new Error(`${path} has moved ${part}: find it again`);
    text = text.replace(part, other);
  }
  return text;
}

/**
 * Removes the members of classes whose names no code mentions, then those that only removed code mentioned, and so on.
 * esbuild itself keeps all members of a class that is used.
 * @param {string} text of a module that never computes the name of a member
 * @returns {Promise<string>}
 */
async function withoutUnusedMembers(text) {
  const { program } = parseSync("module.js", text);
  /** How often each name occurs, besides where a member is declared. @type {Map<string, number>} */
  const mentions = new Map();
  /** @param {string} name @param {number} by */
  const count = (name, by) => void mentions.set(name, (mentions.get(name) ?? 0) + by);
  /** @type {{ name: string, owner: string | undefined, start: number, end: number }[]} */
  const members = [];
  /** @param {import("oxc-parser").Class} declaration */
  const addMembers = ({ body: { body }, id }) => {
    for (const each of body) {
      if (!("key" in each) || each.key.type !== "Identifier") continue;
      members.push({ name: each.key.name, owner: id?.name, start: each.start, end: each.end });
      count(each.key.name, -1);
    }
  };
  new Visitor({
    Identifier: ({ name }) => count(name, 1),
    Literal: ({ value }) => count(String(value), 1),
    ClassDeclaration: addMembers,
    ClassExpression: addMembers,
  }).visit(program);
  /** @param {(typeof members)[number]} member */
  const isUsed = ({ name, owner }) => USED_MEMBERS.has(name) || (!FACADES.has(owner) && (mentions.get(name) ?? 0) > 0);
  const unused = members.filter((each) => !isUsed(each)).toSorted((one, other) => one.start - other.start);
  let kept = text;
  for (const { start, end } of unused.toReversed()) kept = kept.slice(0, start) + kept.slice(end);
  const { code } = await transform(kept, { treeShaking: true, format: "esm" });
  return unused.length === 0 ? code : await withoutUnusedMembers(code);
}

const EMOJI = /^markdown-it-emoji\/lib\/data\/full\.mjs$/;
/** Must not be minified: its keys need quotes, because the extension reads it as JSON. */
export const EMOJI_FILE = "emoji.js";

/**
 * Panels load the emoji table as a separate module, because their security policy allows scripts, but no JSON.
 * @type {import("esbuild").Plugin}
 */
export const emojiFile = {
  name: "emoji-file",
  setup(build) {
    build.onResolve({ filter: EMOJI }, ({ path }) => ({ path, namespace: "emoji" }));
    build.onLoad({ filter: /.*/, namespace: "emoji" }, () => ({
      contents: `export { default } from "${EMOJI_FILE}";`,
    }));
    build.onResolve({ filter: /^emoji\.js$/ }, ({ path }) => ({ path, namespace: "emoji-table" }));
    build.onLoad({ filter: /.*/, namespace: "emoji-table" }, async () => {
      const { default: table } = await import(import.meta.resolve("markdown-it-emoji/lib/data/full.mjs"));
      return { contents: `export default ${JSON.stringify(table)}`, loader: "copy" };
    });
  },
};

/**
 * The extension reads the emoji module of the panels, which is JSON except for its first words.
 * @type {import("esbuild").Plugin}
 */
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
