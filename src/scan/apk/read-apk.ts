// Reads an APK, an Android App Bundle, or a file with several APKs.
import { createHash } from "node:crypto";
import { asProblem } from "../../base/problem.ts";
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
import { findHints } from "./hints.ts";
import { readManifest, type ApkManifest } from "./manifest.ts";
import { readProtoXml } from "./proto-xml.ts";
import { findStored, MAX_ENTRIES, readEntry, readZip, type ZipEntry, type ZipFile } from "./zip.ts";

/** As at εxodus. */
const MAX_DEPTH = 10;
const MAX_NESTED = 200;
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;
const MAX_DEX_BYTES = 128 * 1024 * 1024;
/** Nested APKs that are compressed are kept in memory while they are read, one in another. */
const MAX_NESTED_BYTES = 256 * 1024 * 1024;
/** What is unpacked of one file in total, so that a bomb ends. */
const MAX_UNPACKED_BYTES = 2 * 1024 * 1024 * 1024;
const MAX_NOTES = 200;
const HASHED_BYTES = 1024 * 1024;

const MANIFEST = "AndroidManifest.xml";
/** In an Android App Bundle, each module has its own. */
const BUNDLE_MANIFEST = /^([^/]+)\/manifest\/AndroidManifest\.xml$/;
const LIBRARY = /(?:^|\/)lib\/([^/]+)\/([^/]+\.so)$/;

/** Reads the file at `path`. Throws a problem if it isn't a ZIP file. */
export function readApk(
  path: string,
  trackers: readonly SignedTracker[],
  onProgress: (done: number, of: number) => void = () => undefined,
): ApkReport {
  const source = new FileSource(path);
  try {
    return new ApkReader(source, onProgress).read(trackers);
  } finally {
    source.close();
  }
}

interface FoundManifest {
  readonly path: string;
  readonly manifest: ApkManifest;
}

class ApkReader {
  readonly #source: ByteSource;
  readonly #onProgress: (done: number, of: number) => void;
  readonly #names = new ClassNames();
  readonly #notes: ApkNote[] = [];
  readonly #manifests: FoundManifest[] = [];
  readonly #signed: SignedWith[] = [];
  readonly #parts = new Map<ApkPart, { files: number; compressed: number; size: number }>();
  readonly #libraries = new Map<string, Set<string>>();
  readonly #dexFiles: DexFile[] = [];
  readonly #nested: NestedApk[] = [];
  readonly #paths: string[] = [];
  #entries = 0;
  #unpacked = 0;
  #nestedBytes = 0;
  #done = 0;
  #total: number;

  constructor(source: ByteSource, onProgress: (done: number, of: number) => void) {
    this.#source = source;
    this.#onProgress = onProgress;
    this.#total = source.size;
  }

  read(trackers: readonly SignedTracker[]): ApkReport {
    const zip = readZip(this.#source);
    this.#total += zip.entries.reduce((sum, entry) => sum + (isRead(entry) ? entry.compressed : 0), 0);
    const hashes = this.#hash();
    this.#readZip(zip, "", 0);
    const manifests = this.#manifests.map((each) => each.manifest);
    const manifest = manifests.find(({ split }) => split === undefined) ?? manifests[0];
    if (manifest === undefined) this.#note({ kind: "manifest", path: "" });
    const signatures = new ClassSignatures(trackers);
    const found = signatures.match(this.#names.names).map(({ tracker, signature, count, names }) => {
      const isOnlyMentioned = !this.#names.isDefined(names[0] ?? "");
      return { tracker, signature, count, names, isOnlyMentioned };
    });
    const known = new Set(found.map(({ tracker }) => tracker));
    const libraries = [...this.#libraries].map(([name, abis]) => ({ name, abis: [...abis].toSorted() }));
    libraries.sort((a, b) => (a.name < b.name ? -1 : 1));
    return {
      size: this.#source.size,
      ...hashes,
      manifest,
      permissions: joinPermissions(manifests),
      uaid: manifest && applicationUid(manifest.packageName, this.#signed),
      certificates: this.#attempt("META-INF", () => describeCertificates(this.#signed)) ?? [],
      entries: this.#entries,
      parts: APK_PARTS.flatMap((part) => {
        const sizes = this.#parts.get(part);
        return sizes === undefined ? [] : [{ part, ...sizes }];
      }),
      libraries,
      dexFiles: this.#dexFiles,
      nested: this.#nested,
      classes: this.#names.definedCount,
      obfuscated: this.#names.obfuscatedCount,
      trackers: found,
      hints: findHints(
        { manifest, paths: this.#paths, libraries: libraries.map(({ name }) => name) },
        new Signatures(trackers),
        (tracker) => known.has(tracker),
      ),
      refused: signatures.refused,
      notes: this.#notes,
    };
  }

  #hash(): Pick<ApkReport, "sha256" | "sha1" | "md5"> {
    const hashes = [createHash("sha256"), createHash("sha1"), createHash("md5")] as const;
    for (let at = 0; at < this.#source.size; at += HASHED_BYTES) {
      const bytes = this.#source.read(at, Math.min(HASHED_BYTES, this.#source.size - at));
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
  }

  #readEntry(zip: ZipFile, entry: ZipEntry, prefix: string, depth: number): void {
    const path = prefix + entry.path;
    if (depth === 0) {
      this.#entries += 1;
      this.#paths.push(entry.path);
      this.#addSize(entry);
    }
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
