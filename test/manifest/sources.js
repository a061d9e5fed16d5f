// What the sources say of themselves to the manifest: the ids that they list, handle, read and set.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * @typedef {object} Sources
 * @property {string} all every module of the extension, without comments
 * @property {readonly string[]} handled commands, each as often as it is
 * @property {readonly string[]} run commands that the sources name to run them
 * @property {readonly string[]} settings listed
 * @property {readonly string[]} read settings
 * @property {readonly string[]} views listed
 * @property {readonly string[]} opened views
 * @property {readonly string[]} panels of a kind
 * @property {readonly string[]} restored panels, which VS Code brings back after a reload
 * @property {readonly string[]} contexts that are set
 * @property {readonly RegExp[]} rows values by which menus know a row
 * @property {readonly string[]} raw calls that go past the registries, by file
 */

/** The one place for each of these. */
const ONLY_IN = [
  { call: /\bregisterCommand\(/, file: "extension.ts" },
  { call: /\bgetConfiguration\(/, file: join("workbench", "configuration.ts") },
  { call: /\bcreateWebviewPanel\(/, file: join("workbench", "panels", "host.ts") },
  { call: /\bcreateTreeView\(|\bregisterTreeDataProvider\(/, file: join("workbench", "views.ts") },
  { call: /\bcreateOutputChannel\(/, file: "services.ts" },
  // Text reaches what draws it through one module, which keeps foreign words from being markup there.
  { call: /\bshow(Information|Warning|Error)Message\b/, file: join("workbench", "dialogs.ts") },
  { call: /\b(show|create)(QuickPick|InputBox)\b/, file: join("workbench", "dialogs.ts") },
  { call: /\bwithProgress\(|\bshow(Save|Open)Dialog\(/, file: join("workbench", "dialogs.ts") },
  { call: /\bnew TreeItem\(/, file: join("workbench", "tree", "provider.ts") },
  {
    call: /\bnew (CodeLens|CompletionItem|Diagnostic|FileDecoration|DocumentLink|Hover|MarkdownString)\(/,
    file: join("workbench", "text", "sinks.ts"),
  },
  { call: /\bextends TerminalLink\b|\bnew TerminalLink\(/, file: join("workbench", "text", "sinks.ts") },
  { call: /\bnew Markdown\(|\bextends Markdown\b/, file: join("workbench", "text", "markdown.ts") },
  { call: /\bsetStatusBarMessage\(/, file: "" },
  { call: /import \{[^}]*\bl10n\b[^}]*\} from "vscode"/, file: join("workbench", "text", "l10n.ts") },
];

/** The table of settings. */
const SETTINGS = /SETTINGS = \{([^}]*)\}/;

/** @param {string} root @returns {Promise<Sources>} */
export async function readSources(root) {
  const src = join(root, "src");
  const names = (await readdir(src, { recursive: true })).filter(
    (name) => name.endsWith(".ts") && !/^panels\b/.test(name),
  );
  /** @type {Map<string, string>} */
  const modules = new Map();
  for (const name of names.sort()) modules.set(name, withoutComments(await readFile(join(src, name), "utf8")));
  const all = [...modules.values()].join("\n");
  const raw = [];
  for (const [name, text] of modules) {
    for (const { call, file } of ONLY_IN) if (name !== file && call.test(text)) raw.push(`${name}: ${call.source}`);
  }
  return {
    all,
    handled: firsts(all.replace(SETTINGS, ""), /^ +"(triptych\.[\w.]+)": (?!panels\.|shared\.panels\.)/gm),
    run: firsts(
      all,
      /(?:\bcommand: |\bCommandId = |\bexecuteCommand\(\s*)"(triptych\.[\w.]+)"|"(triptych\.[\w.]+)" satisfies CommandId/g,
    ),
    settings: stringsIn(SETTINGS.exec(all)?.[1]),
    read: firsts(all, /\bsettings\.get\(\s*"(triptych\.[^"]+)"/g),
    views: stringsIn(/VIEW_IDS = \[([^\]]*)\]/.exec(all)?.[1]),
    opened: firsts(all, /\bview: "([^"]+)"/g),
    restored: [...all.matchAll(/\bpanels: \[([^\]]*)\]/g)].flatMap(([, list]) => stringsIn(list)),
    panels: [
      ...firsts(all, /\bid: "(triptych\.[^"]+)",\s*(?:script: "|icon: "[^"]+",\s*toKey)/g),
      ...firsts(all, /\bid: ([A-Z]\w*),\s*(?:script: "|icon: "[^"]+",\s*toKey)/g).flatMap((name) =>
        firsts(all, new RegExp(`\\bconst ${name} = "([^"]+)"`, "g")),
      ),
    ],
    contexts: firsts(all, /"setContext",\s*"([^"]+)"/g),
    rows: rowsIn(all),
    raw,
  };
}

/** Values of `contextValue`, wherever one is set. A `${…}` in it may have any value. @param {string} text */
function rowsIn(text) {
  const rows = [];
  for (const [, given = ""] of text.matchAll(/\bcontextValue\s*[:=]\s*([^;\n]*)/g)) {
    for (const [, plain, template] of given.matchAll(/"([^"]*)"|`([^`]*)`/g)) {
      const parts = (plain ?? template ?? "").split(/\$\{[^}]*\}/);
      rows.push(new RegExp(`^${parts.map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&")).join("[\\w.]+")}$`));
    }
  }
  return rows;
}

/** @param {string} text */
function withoutComments(text) {
  return text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
}

/** @param {string | undefined} text */
function stringsIn(text) {
  return firsts(text ?? "", /"([^"]+)"/g);
}

/** @param {string} text @param {RegExp} pattern */
function firsts(text, pattern) {
  return [...text.matchAll(pattern)].map(([, ...groups]) => groups.find((each) => each !== undefined) ?? "");
}
