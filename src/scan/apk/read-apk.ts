// Reads an APK, an Android App Bundle, or a file with several APKs.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { asProblem, Problem } from "../../base/problem.ts";
import { ClassSignatures } from "../signatures/class-signatures.ts";
import { Signatures, type SignedTracker } from "../signatures/signatures.ts";
import { APK_PARTS, type ApkNote, type ApkPart, type ApkReport, type DexFile, type NestedApk } from "./apk-report.ts";
import { readBinaryXml } from "./binary-xml.ts";
import { bufferSource, FileSource, type ByteSource } from "./byte-source.ts";
import {
  applicationUid,
  describeCertificates,
  MAX_SIGNATURE_BYTES,
  readJarSignature,
  readSigningBlock,
  V1_SIGNATURE,
  type SignedWith,
} from "./certificates.ts";
import { ClassNames } from "./class-names.ts";
import { readDex } from "./dex.ts";
import { findHints, isPackageLike, VERSION_FILE } from "./hints.ts";
import { readManifest, type ApkManifest } from "./manifest.ts";
import { readProtoXml } from "./proto-xml.ts";
import { readResources } from "./resources.ts";
import { findStored, MAX_ENTRIES, readEntry, readZip, type ZipEntry, type ZipFile } from "./zip.ts";

/** As at εxodus. */
const MAX_DEPTH = 10;
const MAX_NESTED = 200;
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;
const MAX_RESOURCES_BYTES = 64 * 1024 * 1024;
const MAX_DEX_BYTES = 128 * 1024 * 1024;
/** Nested APKs that are compressed are kept in memory while they are read, one in another. */
const MAX_NESTED_BYTES = 256 * 1024 * 1024;
/** What is unpacked of one file in total, so that a bomb ends. */
const MAX_UNPACKED_BYTES = 2 * 1024 * 1024 * 1024;
const MAX_NOTES = 200;
const MAX_DEX_FILES = 1000;
/** Permissions and native libraries: the largest apps have a few hundred. */
const MAX_LISTED = 2000;
/** Names of classes that are listed for each tracker. */
const MAX_NAMES = 50;
/** Resources that can be hints. */
const MAX_RESOURCES = 100_000;
const HASHED_BYTES = 1024 * 1024;

const MANIFEST = "AndroidManifest.xml";
const RESOURCES = "resources.arsc";
const BASE = "base.apk";
const SPLIT = /^split_.*\.apk$/;
/** In an Android App Bundle, each module has its own. */
const BUNDLE_MANIFEST = /^([^/]+)\/manifest\/AndroidManifest\.xml$/;
const LIBRARY = /(?:^|\/)lib\/([^/]+)\/([^/]+\.so)$/;

interface ReadOptions {
  /** Other parts of the same app, if it is a set of splits. Those beside Android's `base.apk` are found. */
  readonly splits?: readonly string[] | undefined;
  readonly onProgress?: (done: number, of: number) => void;
}

/** Reads the file at `path`. Throws a problem if it isn't a ZIP file. */
export function readApk(
  path: string,
  trackers: readonly SignedTracker[],
  { splits = [], onProgress = () => undefined }: ReadOptions = {},
): ApkReport {
  const sources: FileSource[] = [];
  const open = (each: string): ApkFile => {
    const source = new FileSource(each);
    sources.push(source);
    return { name: basename(each), source };
  };
  try {
    const others = splits.length === 0 ? findSplits(path) : splits;
    return new ApkReader(open(path), others.slice(0, MAX_NESTED).map(open), onProgress).read(trackers);
  } finally {
    for (const source of sources) source.close();
  }
}

/** The other parts of an installed app, as Android names them. Links aren't followed: they can lead to another folder. */
function findSplits(path: string): readonly string[] {
  if (basename(path) !== BASE) return [];
  const folder = dirname(path);
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isFile() && SPLIT.test(entry.name) ? [entry.name] : []))
    .toSorted()
    .map((name) => join(folder, name));
}

interface ApkFile {
  readonly name: string;
  readonly source: FileSource;
}

/** A file with its list of contents, and what tells which app it is of. */
interface OpenApk extends ApkFile {
  readonly zip: ZipFile;
  readonly manifest: ApkManifest | undefined;
}

interface FoundManifest {
  readonly path: string;
  readonly manifest: ApkManifest;
}

class ApkReader {
  readonly #first: ApkFile;
  readonly #others: readonly ApkFile[];
  readonly #onProgress: (done: number, of: number) => void;
  readonly #names = new ClassNames();
  readonly #notes: ApkNote[] = [];
  readonly #manifests: FoundManifest[] = [];
  readonly #signed: SignedWith[] = [];
  readonly #parts = new Map<ApkPart, { files: number; compressed: number; size: number }>();
  readonly #libraries = new Map<string, Set<string>>();
  readonly #dexFiles: DexFile[] = [];
  readonly #nested: NestedApk[] = [];
  /** Files that name the version of a library. */
  readonly #paths: string[] = [];
  readonly #resources = new Set<string>();
  readonly #labels = new Map<ApkManifest, string | undefined>();
  #entries = 0;
  #unpacked = 0;
  #nestedBytes = 0;
  #done = 0;
  #total = 0;

  constructor(first: ApkFile, others: readonly ApkFile[], onProgress: (done: number, of: number) => void) {
    this.#first = first;
    this.#others = others;
    this.#onProgress = onProgress;
  }

  read(trackers: readonly SignedTracker[]): ApkReport {
    const files = this.#open();
    const [{ source: base }] = files;
    const entries = files.flatMap(({ zip }) => zip.entries);
    this.#total = entries.reduce((sum, entry) => sum + (isRead(entry) ? entry.compressed : 0), base.size);
    const hashes = this.#hash(base);
    for (const { name, zip, manifest: own } of files) {
      if (files.length > 1) this.#nested.push({ path: name, packageName: own?.packageName, split: own?.split });
      this.#readZip(zip, files.length > 1 ? `${name}!/` : "", 0);
    }
    const all = this.#manifests.map((each) => each.manifest);
    const manifest = all.find(({ split }) => split === undefined) ?? all[0];
    // An app that another one brings along is not the app.
    const manifests = all.filter(({ packageName }) => packageName === manifest?.packageName);
    if (manifest === undefined) this.#note({ kind: "manifest", path: "" });
    const signatures = new ClassSignatures(trackers);
    const found = signatures.match(this.#names.names).map(({ tracker, signature, names: matched }) => {
      const sorted = this.#names.sort(matched);
      return {
        tracker,
        signature,
        count: matched.length,
        names: sorted.slice(0, MAX_NAMES).map((each) => each.replaceAll("/", ".")),
        isOnlyMentioned: !this.#names.isDefined(sorted[0] ?? ""),
      };
    });
    const known = new Set(found.map(({ tracker }) => tracker));
    const libraries = [...this.#libraries].map(([name, abis]) => ({ name, abis: [...abis].toSorted() }));
    libraries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const hints = findHints(
      {
        manifests,
        paths: this.#paths,
        libraries: libraries.map(({ name }) => name),
        resources: this.#resources,
      },
      new Signatures(trackers),
      (tracker) => known.has(tracker),
    );
    return {
      size: files.reduce((sum, { source }) => sum + source.size, 0),
      ...hashes,
      manifest,
      label: manifest && (this.#labels.get(manifest) ?? plainText(manifest.label)),
      permissions: this.#list(joinPermissions(manifests), MANIFEST),
      uaid: manifest && applicationUid(manifest.packageName, this.#signed),
      certificates: this.#attempt("META-INF", () => describeCertificates(this.#signed)) ?? [],
      entries: this.#entries,
      parts: APK_PARTS.flatMap((part) => {
        const sizes = this.#parts.get(part);
        return sizes === undefined ? [] : [{ part, ...sizes }];
      }),
      libraries: this.#list(libraries, "lib/"),
      dexFiles: this.#dexFiles,
      nested: this.#nested,
      classes: this.#names.definedCount,
      obfuscated: this.#names.obfuscatedCount,
      trackers: found,
      hints,
      refused: signatures.refused,
      notes: this.#notes,
    };
  }

  /** The files of one app, the base first. */
  #open(): readonly [OpenApk, ...OpenApk[]] {
    const read = (file: ApkFile): OpenApk => {
      const zip = readZip(file.source);
      return { ...file, zip, manifest: this.#others.length === 0 ? undefined : peekManifest(zip) };
    };
    const first = read(this.#first);
    const all = [first, ...this.#others.flatMap((file) => this.#attempt(file.name, () => read(file)) ?? [])];
    const base = all.find(({ manifest }) => manifest !== undefined && manifest.split === undefined) ?? first;
    const packageName = base.manifest?.packageName ?? "";
    const others = all.filter(({ name, manifest }) => {
      if (manifest === undefined || manifest.packageName === packageName) return true;
      this.#note({ kind: "otherApp", path: name, detail: manifest.packageName });
      return false;
    });
    return [base, ...others.filter((each) => each !== base)];
  }

  #hash(source: ByteSource): Pick<ApkReport, "sha256" | "sha1" | "md5"> {
    const hashes = [createHash("sha256"), createHash("sha1"), createHash("md5")] as const;
    for (let at = 0; at < source.size; at += HASHED_BYTES) {
      const bytes = source.read(at, Math.min(HASHED_BYTES, source.size - at));
      for (const hash of hashes) hash.update(bytes);
      this.#advance(bytes.length);
    }
    const [sha256, sha1, md5] = hashes;
    return { sha256: sha256.digest("hex"), sha1: sha1.digest("hex"), md5: md5.digest("hex") };
  }

  /** Reads a ZIP file. `prefix` leads to it, if it is in another one. */
  #readZip(zip: ZipFile, prefix: string, depth: number): void {
    if (zip.isCut) this.#note({ kind: "entries", path: prefix, detail: String(MAX_ENTRIES) });
    if (zip.isDamaged) this.#note({ kind: "directory", path: prefix });
    for (const path of zip.duplicates) this.#note({ kind: "duplicate", path: prefix + path });
    for (const path of zip.overlaps) this.#note({ kind: "overlap", path: prefix + path });
    // Each split has a block of its own, of which all have the same certificate.
    const block = this.#attempt(prefix, () => readSigningBlock(zip.source, zip.directoryOffset));
    this.#signed.push(...(block ?? []));
    for (const entry of zip.entries) this.#readEntry(zip, entry, prefix, depth);
    this.#readResources(zip, prefix);
  }

  /** Reads the name of the app, and those of resources that can be hints. */
  #readResources(zip: ZipFile, prefix: string): void {
    const entry = zip.entries.find(({ path }) => path === RESOURCES);
    if (entry === undefined) return;
    try {
      const { names, getText } = readResources(this.#unpack(zip, entry, MAX_RESOURCES_BYTES));
      for (const name of names)
        if (this.#resources.size < MAX_RESOURCES && isPackageLike(name)) this.#resources.add(name);
      const { manifest } = this.#manifests.find(({ path }) => path === prefix + MANIFEST) ?? {};
      if (manifest?.label !== undefined) this.#labels.set(manifest, getText(manifest.label));
    } catch (error) {
      const { kind, facts } = asProblem(error);
      this.#note({ kind: "resources", path: prefix + RESOURCES, detail: facts.detail ?? kind });
    }
  }

  #readEntry(zip: ZipFile, entry: ZipEntry, prefix: string, depth: number): void {
    const path = prefix + entry.path;
    if (depth === 0) {
      this.#entries += 1;
      this.#addSize(entry);
    }
    if (VERSION_FILE.test(entry.path)) this.#paths.push(entry.path);
    const library = LIBRARY.exec(entry.path);
    if (library !== null) {
      const [, abi = "", name = ""] = library;
      const abis = this.#libraries.get(name) ?? new Set();
      this.#libraries.set(name, abis.add(abi));
    }
    if (!isRead(entry)) return;
    this.#attempt(path, () => {
      if (isApp(entry.path)) this.#readNested(zip, entry, path, depth);
      else if (isCode(entry.path)) {
        if (this.#dexFiles.length >= MAX_DEX_FILES) throw new Problem("tooLarge", { detail: "too many DEX files" });
        const dex = readDex(this.#unpack(zip, entry, MAX_DEX_BYTES));
        this.#names.add(dex);
        this.#dexFiles.push({ path, size: entry.size, classes: dex.defined.length });
      } else if (V1_SIGNATURE.test(entry.path))
        this.#signed.push(...readJarSignature(this.#unpack(zip, entry, MAX_SIGNATURE_BYTES)));
      else this.#readManifest(zip, entry, path);
    });
    if (depth === 0) this.#advance(entry.compressed);
  }

  #readManifest(zip: ZipFile, entry: ZipEntry, path: string): void {
    const bytes = this.#unpack(zip, entry, MAX_MANIFEST_BYTES);
    const module = BUNDLE_MANIFEST.exec(entry.path)?.[1];
    const manifest = readManifest(module === undefined ? readBinaryXml(bytes) : readProtoXml(bytes));
    // A module names itself in its manifest, except for the base.
    const split = manifest.split ?? (module === "base" ? undefined : module);
    this.#manifests.push({ path, manifest: { ...manifest, split } });
  }

  #readNested(zip: ZipFile, entry: ZipEntry, path: string, depth: number): void {
    if (depth >= MAX_DEPTH || this.#nested.length >= MAX_NESTED) {
      this.#note({ kind: "nested", path });
      return;
    }
    const before = this.#manifests.length;
    const known = this.#nested.length;
    const stored = findStored(zip, entry);
    if (stored === undefined) {
      const bytes = this.#unpack(zip, entry, MAX_NESTED_BYTES - this.#nestedBytes);
      this.#nestedBytes += bytes.length;
      try {
        this.#readZip(readZip(bufferSource(bytes)), `${path}!/`, depth + 1);
      } finally {
        this.#nestedBytes -= bytes.length;
      }
    } else this.#readZip(readZip(stored), `${path}!/`, depth + 1);
    const own = this.#manifests.slice(before).find((each) => each.path === `${path}!/${MANIFEST}`)?.manifest;
    this.#nested.splice(known, 0, { path, packageName: own?.packageName, split: own?.split });
  }

  #unpack(zip: ZipFile, entry: ZipEntry, maxBytes: number): Buffer {
    const bytes = readEntry(zip, entry, Math.min(maxBytes, MAX_UNPACKED_BYTES - this.#unpacked));
    this.#unpacked += bytes.length;
    return bytes;
  }

  /** Reads a part. If that fails, the report lacks only this part, and says so. */
  #attempt<Value>(path: string, read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      const { kind, facts } = asProblem(error);
      this.#note({ kind: kind === "tooLarge" ? "tooLarge" : "damaged", path, detail: facts.detail ?? kind });
      return undefined;
    }
  }

  #note(note: ApkNote): void {
    if (this.#notes.length < MAX_NOTES) this.#notes.push(note);
  }

  /** The first ones, and a note if there are more. */
  #list<Item>(items: readonly Item[], path: string): readonly Item[] {
    if (items.length > MAX_LISTED) this.#note({ kind: "listed", path, detail: String(MAX_LISTED) });
    return items.slice(0, MAX_LISTED);
  }

  #addSize({ path, compressed, size }: ZipEntry): void {
    const part = findPart(path);
    const sizes = this.#parts.get(part) ?? { files: 0, compressed: 0, size: 0 };
    sizes.files += 1;
    sizes.compressed += compressed;
    sizes.size += size;
    this.#parts.set(part, sizes);
  }

  #advance(bytes: number): void {
    this.#done = Math.min(this.#total, this.#done + bytes);
    this.#onProgress(this.#done, this.#total);
  }
}

/** The text of a value that isn't a reference. */
function plainText(value: string | undefined): string | undefined {
  return value?.startsWith("@") === true ? undefined : value;
}

/** The manifest of an APK, unless it is damaged, which is noted when the file is read. */
function peekManifest(zip: ZipFile): ApkManifest | undefined {
  const entry = zip.entries.find(({ path }) => path === MANIFEST);
  if (entry === undefined) return undefined;
  try {
    return readManifest(readBinaryXml(readEntry(zip, entry, MAX_MANIFEST_BYTES)));
  } catch {
    return undefined;
  }
}

/** εxodus looks for these names anywhere in a path. */
function isApp(path: string): boolean {
  return path.includes(".apk");
}

function isCode(path: string): boolean {
  const at = path.indexOf("classes");
  return at !== -1 && path.includes(".dex", at);
}

/** Whether the report depends on the content of the entry. Everything else is only counted. */
function isRead({ path }: ZipEntry): boolean {
  return path === MANIFEST || isApp(path) || isCode(path) || BUNDLE_MANIFEST.test(path) || V1_SIGNATURE.test(path);
}

function joinPermissions(manifests: readonly ApkManifest[]): ApkManifest["permissions"] {
  const found = new Map<string, ApkManifest["permissions"][number]>();
  for (const { permissions } of manifests)
    for (const each of permissions)
      if (found.get(each.name)?.maxSdk !== undefined || !found.has(each.name)) found.set(each.name, each);
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function findPart(path: string): ApkPart {
  if (isApp(path)) return "apps";
  if (isCode(path)) return "code";
  if (LIBRARY.test(path)) return "native";
  if (/(?:^|\/)(?:res\/|resources\.(?:arsc|pb)$)/.test(path)) return "resources";
  if (/(?:^|\/)assets\//.test(path)) return "assets";
  return /^META-INF\/(?:MANIFEST\.MF|[^/]*\.(?:SF|RSA|DSA|EC))$/.test(path) ? "signature" : "other";
}
