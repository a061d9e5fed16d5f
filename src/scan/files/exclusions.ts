// What VS Code excludes in a folder, so that a scan in a build leaves out the same files.
import { readForeignFileSync } from "../../base/foreign-file.ts";
import { isTable } from "../../base/json/is-table.ts";
import { tryParseJson } from "../../base/json/json.ts";

const MAX_SETTINGS_BYTES = 1_000_000;

/** The patterns of `files.exclude` in the folder's settings for VS Code, which its search leaves out too. */
export function readExclusions(folder: string): readonly string[] {
  const limits = { within: folder, maxBytes: MAX_SETTINGS_BYTES };
  const text = readForeignFileSync(`${folder}/.vscode/settings.json`, limits)?.toString("utf8") ?? "";
  // Settings can have comments, and commas after the last entry.
  const json = text.replace(/"(?:\\.|[^"\\])*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|,(?=\s*[}\]])/g, (part) =>
    part.startsWith('"') ? part : " ",
  );
  const settings = tryParseJson(json);
  const excluded = isTable(settings) && isTable(settings["files.exclude"]) ? settings["files.exclude"] : {};
  return Object.entries(excluded).flatMap(([pattern, isOn]) => (isOn === true ? expandBraces(pattern) : []));
}

const MAX_EXPANDED = 100;

/** A pattern of VS Code as patterns of a `.gitignore`, which have no braces. */
function expandBraces(pattern: string): readonly string[] {
  const patterns = [pattern];
  for (let next = 0; next < patterns.length && patterns.length < MAX_EXPANDED; next += 1) {
    const [braces, choices] = /\{([^{}]*)\}/.exec(patterns[next] ?? "") ?? [];
    if (braces === undefined || choices === undefined) continue;
    const [whole = ""] = patterns.splice(next, 1);
    patterns.push(...choices.split(",").map((choice) => whole.replace(braces, () => choice)));
    next -= 1;
  }
  return patterns.map((each) => (each.includes("/") ? each : `/${each}`));
}
