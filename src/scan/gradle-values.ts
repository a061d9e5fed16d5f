// Resolves values that the files of a Gradle build define for each other.
import type { FileFacts } from "./file-facts.ts";
import { getParentFolder } from "./files/ignore-rules.ts";
import { normalAlias } from "./gradle/build-script.ts";
import type { Part } from "./gradle/values.ts";

const CATALOG_FILE = /\/([^/]*)\.versions\.toml$/;
/** A script that others apply, from any folder. */
const APPLIED_FILE = /\/(?!(?:build|settings)\.)[^/]*\.gradle(?:\.kts)?$/;

const PLUGIN = "plugin:";

/** The name of the value that holds the ID of a plugin in a catalog. */
export function pluginValue(alias: string): string {
  return `${PLUGIN}${alias}`;
}

/** Looks up names that the files of a build define, without running anything. */
export class GradleNames {
  /** Versions of catalogs, constants by object name, and properties of applied scripts; undefined if files disagree. */
  readonly #anywhere = new Map<string, string | undefined>();
  /** Properties, by the folder of the script or `gradle.properties` that sets them. */
  readonly #byFolder = new Map<string, Map<string, string>>();

  constructor(files: readonly (readonly [path: string, facts: FileFacts])[]) {
    for (const [path, { values }] of files) {
      const [, catalog] = CATALOG_FILE.exec(path) ?? [];
      for (const [name, value] of values) {
        if (name.startsWith(PLUGIN)) this.#define(name, value);
        else if (catalog !== undefined) this.#define(`${catalog}.versions.${name}`, value);
        else if (/^[A-Z]\w*\./.test(name)) this.#define(name, value);
        else {
          if (APPLIED_FILE.test(path)) this.#define(name, value);
          this.#setProperty(getParentFolder(path), name, value);
        }
      }
    }
  }

  /** The text of the parts for a script in this folder; undefined if a part can't be resolved. */
  text(parts: readonly Part[] | undefined, folder: string): string | undefined {
    let result = "";
    for (const part of parts ?? []) {
      const text = "text" in part ? part.text : this.#findValue(part.name, folder);
      if (text === undefined) return undefined;
      result += text;
    }
    return result === "" ? undefined : result;
  }

  /** The ID of a plugin, which the script may name by the alias of its catalog entry. */
  pluginId(name: string): string {
    return this.#anywhere.get(pluginValue(normalAlias(name))) ?? name;
  }

  #findValue(name: string, folder: string): string | undefined {
    const [, catalog, alias] = /^(\w+)\.versions\.(.+)$/.exec(name) ?? [];
    if (catalog !== undefined && alias !== undefined)
      return this.#anywhere.get(`${catalog}.versions.${normalAlias(alias)}`);
    const bare = name.replace(/^(?:(?:rootProject|project|parent|ext|extra|this)\.)+/, "");
    for (let at = folder; at !== ""; at = getParentFolder(at)) {
      const found = this.#byFolder.get(at)?.get(bare);
      if (found !== undefined) return found;
    }
    return this.#anywhere.get(bare.split(".").slice(-2).join("."));
  }

  #define(name: string, value: string): void {
    const before = this.#anywhere.get(name);
    this.#anywhere.set(name, this.#anywhere.has(name) && before !== value ? undefined : value);
  }

  #setProperty(folder: string, name: string, value: string): void {
    const known = this.#byFolder.get(folder);
    if (known === undefined) this.#byFolder.set(folder, new Map([[name, value]]));
    else known.set(name, value);
  }
}
