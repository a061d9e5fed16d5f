import type { FileFacts } from "../scan/file-facts.ts";
import { normalAlias } from "./build-script.ts";
import type { Part } from "./values.ts";

const CATALOGUE = /\/([^/]*)\.versions\.toml$/;

/** What the files of a build name, for those that ask for it: read, and nothing run. */
export class GradleNames {
  /** The versions of catalogues, and constants by the name of their object; undefined where files do not agree. */
  readonly #anywhere = new Map<string, string | undefined>();
  /** Properties by the folder of the script or of the `gradle.properties` that sets them. */
  readonly #byFolder = new Map<string, Map<string, string>>();

  constructor(files: readonly (readonly [path: string, facts: FileFacts])[]) {
    for (const [path, { values }] of files) {
      const [, catalogue] = CATALOGUE.exec(path) ?? [];
      for (const [name, value] of values) {
        if (catalogue !== undefined) this.#keep(`${catalogue}.versions.${name}`, value);
        else if (/^[A-Z]\w*\./.test(name)) this.#keep(name, value);
        else this.#property(folderOf(path), name, value);
      }
    }
  }

  /** The text that the parts make in a script of this folder; undefined where one of them is not told plainly. */
  text(parts: readonly Part[] | undefined, folder: string): string | undefined {
    let so = "";
    for (const part of parts ?? []) {
      const text = "text" in part ? part.text : this.#named(part.name, folder);
      if (text === undefined) return undefined;
      so += text;
    }
    return so === "" ? undefined : so;
  }

  #named(name: string, folder: string): string | undefined {
    const [, catalogue, alias] = /^(\w+)\.versions\.(.+)$/.exec(name) ?? [];
    if (catalogue !== undefined && alias !== undefined)
      return this.#anywhere.get(`${catalogue}.versions.${normalAlias(alias)}`);
    const bare = name.replace(/^(?:(?:rootProject|project|parent|ext|extra|this)\.)+/, "");
    for (let at = folder; at !== ""; at = folderOf(at)) {
      const found = this.#byFolder.get(at)?.get(bare);
      if (found !== undefined) return found;
    }
    const [object, constant] = bare.split(".").slice(-2);
    return constant === undefined ? undefined : this.#anywhere.get(`${object ?? ""}.${constant}`);
  }

  #keep(name: string, value: string): void {
    const before = this.#anywhere.get(name);
    this.#anywhere.set(name, this.#anywhere.has(name) && before !== value ? undefined : value);
  }

  #property(folder: string, name: string, value: string): void {
    const known = this.#byFolder.get(folder);
    if (known === undefined) this.#byFolder.set(folder, new Map([[name, value]]));
    else known.set(name, value);
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
