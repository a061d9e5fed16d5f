// Scans one file for trackers, permissions and application IDs.
import type { PlacedText } from "./gradle/assignments.ts";
import { normalAlias, parseBuildScript, parseCoordinates, type BuildScript } from "./gradle/build-script.ts";
import { matchLibrary } from "./gradle/coordinates.ts";
import { findUnmentioned, type ListedLibrary } from "./gradle/listed-libraries.ts";
import { parseLockFile, type LockedLibrary } from "./gradle/lock-files.ts";
import { EVERYWHERE, findNarrowestScope, findWhereOfFile, type Where } from "./gradle/scope.ts";
import { pluginValue } from "./gradle-values.ts";
import { parseSource, type Language, type Literal } from "./gradle/source.ts";
import { parseProperties } from "./gradle/values.ts";
import { parseVersionCatalog } from "./gradle/version-catalog.ts";
import {
  NO_FACTS,
  type CatalogEntry,
  type CatalogUse,
  type FileFacts,
  type Hit,
  type FindingKind,
  type ManifestFacts,
  type Named,
  type PermissionFact,
  type ScriptFacts,
} from "./file-facts.ts";
import { detectKind } from "./files/file-kinds.ts";
import { Lines } from "./files/lines.ts";
import { findHosts, findQualifiedNames } from "./signatures/find-names.ts";
import { parseAppId, parsePackages } from "./packages.ts";
import type { Matcher } from "./signatures/signatures.ts";
import type { Match } from "./signatures/vendors.ts";
import { parseXml, type Document, type Run } from "./xml.ts";

/** A file with more hits is generated. Beyond this limit, only the first hit of each tracker is kept. */
const MAX_HITS = 500;

/** Lists an activity among the apps of a phone, or of a television. */
const LAUNCHER = /^android\.intent\.category\.(?:LEANBACK_)?LAUNCHER$/;

/** Scans one file. `path` uses `/` and determines the kind of file. */
export function scanFile(path: string, text: string, signatures: Matcher): FileFacts {
  const named = detectKind(path);
  // An included build can keep its code in any folder.
  const kind = (named === "java" || named === "kotlin") && text.includes("import org.gradle.") ? "build" : named;
  // Build scripts, catalogs and manifests have other facts too, and may name trackers differently from signatures.
  if ((kind === "java" || kind === "kotlin" || kind === "xml") && signatures.prefilter?.test(text) === false)
    return NO_FACTS;
  const scan = new FileScan(text, signatures, findWhereOfFile(path));
  switch (kind) {
    case "groovy":
    case "script":
      return scan.script(kind === "groovy" ? "groovy" : "kotlin");
    case "java":
    case "kotlin":
      return scan.source(kind, false);
    case "build":
      return scan.source(path.endsWith(".java") ? "java" : "kotlin", true);
    case "catalog":
      return scan.catalog();
    case "properties":
      return { ...NO_FACTS, values: parseProperties(text) };
    case "manifest":
    case "xml":
    case "widget":
      return scan.xml(kind);
    case "lock":
      return scan.locked(parseLockFile(text));
    case "npm":
    case "pub":
      return scan.packages(kind === "pub");
    case "app":
      return scan.app();
    case undefined:
      return NO_FACTS;
  }
}

class FileScan {
  readonly #text: string;
  readonly #signatures: Matcher;
  readonly #where: Where;
  readonly #lines: Lines;
  readonly #hits: Hit[] = [];
  /** Keys of trackers with a hit. Mentions of hosts, and each scope, have separate keys. */
  readonly #known = new Set<string>();

  constructor(text: string, signatures: Matcher, where: Where) {
    this.#text = text;
    this.#signatures = signatures;
    this.#where = where;
    this.#lines = new Lines(text);
  }

  source(language: Language, isBuild: boolean): FileFacts {
    const { code, literals } = parseSource(this.#text, language);
    this.#names(code, 0);
    for (const literal of literals) {
      this.#hosts(literal.text, literal.start);
      // The code loads a class by name.
      if (/\b(?:forName|loadClass)\s*\(\s*"+$/.test(code.slice(Math.max(0, literal.start - 40), literal.start)))
        this.#names(literal.text, literal.start);
    }
    if (!isBuild) return this.#facts();
    const script = parseBuildScript({ code, literals });
    const listed = findUnmentioned({ code, literals }, script.listed);
    const entries: CatalogEntry[] = [];
    for (const each of parseCoordinates(literals)) {
      const inList = listed.get(each.from);
      if (inList === undefined) this.#dependencies([each]);
      else this.#listed(entries, inList);
    }
    this.#plugins(script);
    return {
      ...this.#facts(),
      entries,
      uses: this.#uses(script),
      values: script.shared,
      script: this.#scriptFacts({ ...script, namespace: undefined, uses: [] }),
    };
  }

  script(language: Language): FileFacts {
    const source = parseSource(this.#text, language);
    const script = parseBuildScript(source);
    this.#dependencies(script.dependencies);
    const entries: CatalogEntry[] = [];
    for (const each of script.listed) this.#listed(entries, each);
    this.#plugins(script);
    const known = new Set<Literal>(script.addresses);
    for (const literal of source.literals) if (!known.has(literal)) this.#hosts(literal.text, literal.start);
    return {
      ...this.#facts(),
      entries,
      uses: this.#uses(script),
      values: [...script.shared, ...script.catalogPlugins.map(({ alias, id }) => [pluginValue(alias), id] as const)],
      script: this.#scriptFacts(script),
    };
  }

  catalog(): FileFacts {
    const { libraries, plugins, bundles, versions } = parseVersionCatalog(this.#text);
    const entries: CatalogEntry[] = [];
    for (const library of libraries) this.#entry(entries, "library", library.alias, library);
    for (const { alias, id, from, to } of plugins) {
      const trackers = this.#signatures.byName(id);
      const hit: Hit = { kind: "plugin", text: id, spot: this.#lines.spot(from, to), trackers, ...EVERYWHERE };
      if (trackers.length > 0) entries.push({ kind: "plugin", alias, list: undefined, hit });
    }
    return {
      ...NO_FACTS,
      entries,
      bundles: bundles.map(({ alias, members }) => [alias, members]),
      values: [...versions, ...plugins.map(({ alias, id }) => [pluginValue(alias), id] as const)],
    };
  }

  #listed(entries: CatalogEntry[], library: ListedLibrary): void {
    const { key, list } = library;
    if (key === undefined) this.#entry(entries, "listed", normalAlias(list ?? ""), library);
    else this.#entry(entries, "listed", normalAlias(key), library, list === undefined ? undefined : normalAlias(list));
  }

  #entry(
    entries: CatalogEntry[],
    kind: CatalogEntry["kind"],
    alias: string,
    { coordinate, from, to }: Pick<BuildScript["dependencies"][number], "coordinate" | "from" | "to">,
    list?: string,
  ): void {
    const trackers = matchLibrary(coordinate, this.#signatures);
    if (trackers.length === 0) return;
    const text = `${coordinate.group}:${coordinate.name}`;
    const hit: Hit = { kind: "dependency", text, spot: this.#lines.spot(from, to), trackers, ...EVERYWHERE };
    entries.push({ kind, alias, list, hit });
  }

  locked(libraries: readonly LockedLibrary[]): FileFacts {
    for (const { coordinate, from, to, ...where } of libraries) {
      const text = `${coordinate.group}:${coordinate.name}`;
      this.#addHit("locked", text, from, to, matchLibrary(coordinate, this.#signatures), where);
    }
    return this.#facts();
  }

  packages(isYaml: boolean): FileFacts {
    for (const { name, libraries, scope, from, to } of parsePackages(this.#text, isYaml)) {
      const trackers = libraries.flatMap((each) => matchLibrary(each, this.#signatures));
      this.#addHit("dependency", name, from, to, trackers, { scope, variants: [] });
    }
    return this.#facts();
  }

  /** An app whose Android project is generated from this file. */
  app(): FileFacts {
    const id = parseAppId(this.#text);
    return id === undefined ? NO_FACTS : { ...NO_FACTS, manifest: this.#generatedManifest(id) };
  }

  xml(kind: "manifest" | "widget" | "xml"): FileFacts {
    const document = parseXml(this.#text);
    for (const { name, from, attributes } of document.elements) {
      if (name.includes(".")) this.#names(name, from);
      for (const each of attributes) {
        // Skips namespaces and attributes that only tools read.
        if (/^(?:xmlns\b|tools:)/.test(each.name)) continue;
        // With entities, offsets in the value differ from the file, so the whole value is the location.
        const whole = each.value.length === each.to - each.from ? undefined : each;
        this.#names(each.value, each.from, whole);
        this.#hosts(each.value, each.from, whole);
      }
    }
    for (const { from, to } of document.runs) this.#hosts(this.#text.slice(from, to), from);
    if (kind === "manifest") return { ...this.#facts(), manifest: this.#manifest(document) };
    const attributes = document.elements.find(({ name }) => name === "widget")?.attributes ?? [];
    const id = ["android-packageName", "id"].flatMap((key) => attributes.filter(({ name }) => name === key))[0];
    const isApp = kind === "widget" && id !== undefined;
    return { ...this.#facts(), manifest: isApp ? this.#generatedManifest(id) : undefined };
  }

  #generatedManifest(id: PlacedText): ManifestFacts {
    return { name: this.#named(id), launches: true, scope: "app", permissions: [] };
  }

  #named({ value, from, to }: PlacedText): Named {
    return { value, spot: this.#lines.spot(from, to) };
  }

  #manifest({ elements }: Document): ManifestFacts {
    const root = elements.find(({ name }) => name === "manifest");
    const packageAttribute = root?.attributes.find(({ name }) => name === "package");
    const permissions: PermissionFact[] = [];
    for (const { name, attributes } of elements) {
      if (!/^uses-permission(?:-sdk-(?:23|m))?$/.test(name)) continue;
      const nameAttribute = attributes.find((each) => each.name === "android:name");
      if (nameAttribute === undefined || nameAttribute.value.trim() === "") continue;
      permissions.push({
        name: nameAttribute.value.trim(),
        spot: this.#lines.spot(nameAttribute.from, nameAttribute.to),
        maxSdk: attributes.find((each) => each.name === "android:maxSdkVersion" && /^\d{1,4}$/.test(each.value))?.value,
        ...this.#where,
      });
    }
    return {
      name: packageAttribute && this.#named(packageAttribute),
      launches: elements.some(
        ({ name, attributes }) => name === "category" && attributes.some(({ value }) => LAUNCHER.test(value)),
      ),
      scope: this.#where.scope,
      permissions,
    };
  }

  #dependencies(dependencies: BuildScript["dependencies"]): void {
    for (const { coordinate, from, to, ...where } of dependencies) {
      const text = `${coordinate.group}:${coordinate.name}`;
      this.#addHit("dependency", text, from, to, matchLibrary(coordinate, this.#signatures), where);
    }
  }

  #scriptFacts(script: BuildScript): ScriptFacts {
    return {
      ids: script.ids.map((each) => ({ ...this.#named(each), of: each.of })),
      branchIds: script.branchIds.map((each) => this.#named(each)),
      variantIds: script.variantIds.map((each) => this.#named(each)),
      suffixes: script.suffixes.map((each) => ({ ...this.#named(each), of: each.of })),
      namespace: script.namespace && this.#named(script.namespace),
      open: script.open.map(({ kind, parts, of, from, to }) => ({
        kind,
        parts,
        of,
        spot: this.#lines.spot(from, to),
      })),
      flavors: script.flavors,
      dimensions: script.dimensions,
      types: script.types,
      copies: script.copies,
      removed: script.removed,
      applied: script.applied,
      ownPlugins: script.ownPlugins,
      plugins: [
        ...script.plugins.map(({ id }) => id),
        ...script.uses.filter(({ kind }) => kind === "plugin").map(({ alias }) => alias),
      ],
    };
  }

  #plugins({ plugins }: BuildScript): void {
    for (const { id, from, to } of plugins) this.#addHit("plugin", id, from, to, this.#signatures.byName(id));
  }

  #uses({ uses }: BuildScript): readonly CatalogUse[] {
    return uses.map(({ from, to, ...use }) => ({ ...use, spot: this.#lines.spot(from, to) }));
  }

  #names(text: string, offset: number, whole?: Run): void {
    for (const { text: name, from, to } of findQualifiedNames(text)) {
      const range = whole ?? { from: offset + from, to: offset + to };
      this.#addHit("code", name, range.from, range.to, this.#signatures.byName(name));
    }
  }

  #hosts(text: string, offset: number, whole?: Run): void {
    for (const { text: host, from, to } of findHosts(text)) {
      const range = whole ?? { from: offset + from, to: offset + to };
      this.#addHit("host", host, range.from, range.to, this.#signatures.byHost(host));
    }
  }

  #addHit(
    kind: FindingKind,
    text: string,
    from: number,
    to: number,
    trackers: readonly Match[],
    own: Where = EVERYWHERE,
  ): void {
    if (trackers.length === 0) return;
    const scope = findNarrowestScope([own.scope, this.#where.scope]);
    const variants = own.variants.length > 0 ? own.variants : this.#where.variants;
    const keys = trackers.map(({ tracker }) => `${kind === "host"} ${scope} ${tracker}`);
    if (this.#hits.length >= MAX_HITS && keys.every((key) => this.#known.has(key))) return;
    for (const key of keys) this.#known.add(key);
    this.#hits.push({ kind, text, spot: this.#lines.spot(from, to), trackers, scope, variants });
  }

  #facts(): FileFacts {
    return { ...NO_FACTS, hits: this.#hits };
  }
}
