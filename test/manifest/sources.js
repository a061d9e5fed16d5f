// Reads the IDs that the sources list, handle, read and set, for comparison with the manifest.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * @typedef {object} Sources
 * @property {string} all every module of the extension, without comments
 * @property {readonly string[]} handled commands; a command with two handlers occurs twice
 * @property {readonly string[]} run commands that the sources run
 * @property {readonly string[]} settings that a `settings.ts` declares
 * @property {readonly string[]} read settings that are read
 * @property {readonly string[]} views that a wing declares
 * @property {readonly string[]} panels IDs of panel kinds
 * @property {readonly string[]} restored panels that are restored after a reload
 * @property {readonly string[]} contexts context keys that are set
 * @property {readonly RegExp[]} rows values of `contextValue`
 * @property {readonly string[]} raw calls that bypass the workbench, with their file
 */

/** Calls that are allowed in only one file. */
const ONLY_IN = [
  { call: /\bregisterCommand\(/, file: "extension.ts" },
  { call: /\bgetConfiguration\(/, file: join("workbench", "configuration.ts") },
  { call: /\bcreateWebviewPanel\(/, file: join("workbench", "panels", "panel-host.ts") },
  { call: /\bcreateTreeView\(|\bregisterTreeDataProvider\(/, file: join("workbench", "wings", "views.ts") },
  { call: /\bcreateOutputChannel\(/, file: "services.ts" },
  // Text is shown only through modules that keep foreign text from being markup.
  { call: /\bshow(Information|Warning|Error)Message\b/, file: join("workbench", "dialogs", "dialogs.ts") },
  { call: /\b(show|create)(QuickPick|InputBox)\b/, file: join("workbench", "dialogs", "dialogs.ts") },
  { call: /\bwithProgress\(|\bshow(Save|Open)Dialog\(/, file: join("workbench", "dialogs", "dialogs.ts") },
  { call: /\bnew TreeItem\(/, file: join("workbench", "tree", "provider.ts") },
  {
    call: /\bnew (CodeLens|CompletionItem|Diagnostic|FileDecoration|DocumentLink|Hover|MarkdownString)\(/,
    file: join("workbench", "vscode-objects.ts"),
  },
  { call: /\bextends TerminalLink\b|\bnew TerminalLink\(/, file: join("workbench", "vscode-objects.ts") },
  // A view starts without the code that encodes texts, so its callers encode them.
  { call: /\bview\.describe\((?!inLine\()|\bview\.badge\(\w+, \(\) =>\s*(?!\s|inLine\()/, file: "" },
  { call: /\bnew Markdown\(|\bextends Markdown\b/, file: join("workbench", "text", "markdown.ts") },
  { call: /\bsetStatusBarMessage\(/, file: "" },
  { call: /import \{[^}]*\bl10n\b[^}]*\} from "vscode"/, file: join("workbench", "text", "l10n.ts") },
];

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
  /** The IDs of settings by the names of their constants. */
  const settings = new Map(
    [...all.matchAll(/\bconst (\w+) = \{\s*id: "(triptych\.[^"]+)",\s*decode: /g)].map(([, name = "", id = ""]) => [
      name,
      id,
    ]),
  );
  const raw = [];
  for (const [name, text] of modules) {
    for (const { call, file } of ONLY_IN) if (name !== file && call.test(text)) raw.push(`${name}: ${call.source}`);
  }
  return {
    all,
    handled: firstGroups(all, /^ +"(triptych\.[\w.]+)": (?!panels\.|shared\.panels\.)/gm),
    run: firstGroups(
      all,
      /(?:\bcommand: |\bCommandId = |\bexecuteCommand\(\s*)"(triptych\.[\w.]+)"|"(triptych\.[\w.]+)" satisfies CommandId/g,
    ),
    settings: [...settings.values()],
    read: firstGroups(all, /\bsettings\.get\(\s*([A-Z_]+)\)/g).flatMap((name) => settings.get(name) ?? []),
    views: firstGroups(all, /\bview: "([^"]+)"/g),
    // Those of wings, and those that the extension restores itself.
    restored: [...all.matchAll(/\bpanels: \[([^\]]*)\]|\bregisterWebviewPanelSerializer\(("[^"]*")/g)].flatMap(
      ([, ofWing = "", own = ""]) => stringsIn(ofWing + own),
    ),
    panels: [
      ...firstGroups(all, /\bid: "(triptych\.[^"]+)",\s*(?:script: "|icon: "[^"]+",\s*toKey)/g),
      ...firstGroups(all, /\bid: ([A-Z]\w*),\s*(?:script: "|icon: "[^"]+",\s*toKey)/g).flatMap((name) =>
        firstGroups(all, new RegExp(`\\bconst ${name} = "([^"]+)"`, "g")),
      ),
    ],
    contexts: firstGroups(all, /(?:"setContext",|\bcontext:)\s*"([^"]+)"/g),
    rows: rowsIn(all),
    raw,
  };
}

/** Returns all values of `contextValue`, as patterns in which `${…}` matches anything. @param {string} text */
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
  return firstGroups(text ?? "", /"([^"]+)"/g);
}

/** @param {string} text @param {RegExp} pattern */
function firstGroups(text, pattern) {
  return [...text.matchAll(pattern)].map(([, ...groups]) => groups.find((each) => each !== undefined) ?? "");
}
