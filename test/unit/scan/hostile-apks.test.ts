// Damaged and hostile apps: each ends in a report that says what it lacks, or in a problem, and none fills the memory.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Problem } from "../../../src/base/problem.ts";
import { readApk, type ApkReport, type SignedTracker } from "../../../src/scan/index.ts";
import { mixer } from "../../services/core/mix.js";
import { unzip, writeZip, type ZipFields } from "./zip-writer.ts";

const TRACKERS: readonly SignedTracker[] = [
  { id: 1, name: "AppsFlyer", code: "com.appsflyer.", network: undefined },
  { id: 2, name: "Tallyforge", code: ".*tallyforge.sdk", network: undefined },
];

describe("A damaged or hostile app", () => {
  let folder: string;
  let whole: Buffer;
  let dex: Buffer;
  let manifest: ZipFields;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-hostile-"));
    whole = await readFile("test/apks/one.apk");
    dex = unzip(whole, "classes.dex");
    manifest = { path: "AndroidManifest.xml", bytes: unzip(whole, "AndroidManifest.xml") };
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** The report, or the problem that replaces it. Anything else that is thrown fails the test. */
  async function read(bytes: Buffer): Promise<ApkReport | Problem> {
    const path = join(folder, "app.apk");
    await writeFile(path, bytes);
    try {
      return readApk(path, TRACKERS);
    } catch (error) {
      assert.ok(error instanceof Problem, String(error));
      return error;
    }
  }

  async function report(files: readonly ZipFields[], options?: Parameters<typeof writeZip>[1]): Promise<ApkReport> {
    const found = await read(writeZip(files, options));
    if (found instanceof Problem) throw found;
    return found;
  }

  const kinds = ({ notes }: ApkReport): readonly string[] => notes.map(({ kind }) => kind);
  const found = ({ trackers }: ApkReport): readonly number[] => trackers.map(({ tracker }) => tracker);

  /** A copy in which some 32-bit words from `from` on have other values, such as offsets at the limits. */
  function fuzz(bytes: Buffer, seed: string, from = 0): Buffer {
    const mix = mixer(seed);
    let drawn = 0;
    const random = (): number => mix((drawn += 1)) / 2 ** 32;
    const copy = Buffer.from(bytes);
    for (let count = 0; count < 6; count += 1) {
      const at = from + Math.floor(random() * (copy.length - from - 4));
      const values = [0, 0xffffffff, 0x7fffffff, copy.length, copy.length - 1, Math.floor(random() * 2 ** 32)];
      copy.writeUInt32LE(values[Math.floor(random() * values.length)] ?? 0, at);
    }
    return copy;
  }

  it("that ends after any kilobyte is a problem", async () => {
    for (let bytes = 0; bytes < whole.length; bytes += 1024) {
      const cut = await read(whole.subarray(0, bytes));
      assert.ok(cut instanceof Problem);
      assert.equal(cut.kind, "malformed");
    }
  });

  it("with wrong offsets anywhere ends in a report or a problem", async () => {
    for (let seed = 0; seed < 40; seed += 1) await read(fuzz(whole, `apk ${seed}`));
    // The list of files is at the end.
    for (let seed = 0; seed < 40; seed += 1) await read(fuzz(whole, `directory ${seed}`, whole.length - 1500));
  });

  it("with wrong offsets in its code still has a manifest", async () => {
    for (let seed = 0; seed < 80; seed += 1) {
      // The first half has the tables.
      const bytes = fuzz(dex.subarray(0, seed % 2 === 0 ? dex.length : 600), `dex ${seed}`, 32);
      const code = Buffer.concat([bytes, dex.subarray(bytes.length)]);
      const { manifest: known } = await report([manifest, { path: "classes.dex", bytes: code }]);
      assert.equal(known?.packageName, "com.example.reader");
    }
  });

  it("with wrong offsets in its manifest still has its trackers", async () => {
    for (let seed = 0; seed < 80; seed += 1) {
      const bytes = fuzz(manifest.bytes, `manifest ${seed}`);
      assert.deepEqual(
        found(
          await report([
            { ...manifest, bytes },
            { path: "classes.dex", bytes: dex },
          ]),
        ),
        [1, 2],
      );
    }
  });

  it("with wrong offsets in its resources still has its trackers", async () => {
    const resources = unzip(await readFile("test/apks/labeled.apk"), "resources.arsc");
    for (let seed = 0; seed < 160; seed += 1) {
      const bytes = fuzz(resources, `resources ${seed}`);
      const files = [manifest, { path: "classes.dex", bytes: dex }, { path: "resources.arsc", bytes }];
      const fuzzed = await report(files);
      assert.deepEqual(found(fuzzed), [1, 2]);
      assert.ok(kinds(fuzzed).every((kind) => kind === "resources"));
    }
  });

  it("that would unpack to more than the limit is read without that part", async () => {
    const bomb = Buffer.alloc(130 * 1024 * 1024);
    const bombs: readonly ZipFields[] = [
      { path: "classes2.dex", bytes: bomb },
      // Says that it is small.
      { path: "classes3.dex", bytes: bomb, size: 100 },
    ];
    const files = [manifest, { path: "classes.dex", bytes: dex }, ...bombs];
    const { notes, trackers } = await report(files);
    assert.deepEqual(
      notes.map(({ kind, path }) => [kind, path]),
      [
        ["tooLarge", "classes2.dex"],
        ["tooLarge", "classes3.dex"],
      ],
    );
    assert.equal(trackers.length, 2);
    // A bomb in a bomb.
    const nested = await report([manifest, { path: "a.apk", bytes: writeZip(bombs) }]);
    assert.deepEqual(kinds(nested), ["tooLarge", "tooLarge"]);
  });

  it("with 100,000 files is read, and one with more than the limit says so", async () => {
    const bytes = Buffer.alloc(0);
    const files = Array.from({ length: 200_001 }, (_, index): ZipFields => ({
      path: `assets/${index}`,
      bytes,
      isStored: true,
    }));
    const many = await report([manifest, ...files.slice(0, 100_000)]);
    assert.deepEqual([many.entries, kinds(many)], [100_001, []]);
    const cut = await report([manifest, ...files]);
    assert.deepEqual([cut.entries, kinds(cut)], [200_000, ["entries"]]);
  });

  it("with more native libraries or code than any app has lists only the first ones, and says so", async () => {
    const none = Buffer.alloc(0);
    const libraries = Array.from({ length: 2001 }, (_, index) => ({ path: `lib/x86/lib${index}.so`, bytes: none }));
    const many = await report([manifest, ...libraries]);
    assert.equal(many.libraries.length, 2000);
    assert.deepEqual(many.notes, [{ kind: "listed", path: "lib/", detail: "2000" }]);
    const files = Array.from({ length: 1001 }, (_, index) => ({ path: `classes${index}.dex`, bytes: dex }));
    const code = await report([manifest, ...files]);
    assert.deepEqual([code.dexFiles.length, kinds(code)], [1000, ["tooLarge"]]);
    assert.deepEqual(found(code), [1, 2]);
  });

  it("with apps in apps is read up to a depth of ten, as at εxodus", async () => {
    const nest = (levels: number, isStored: boolean): Buffer => {
      let app = writeZip([{ path: "classes.dex", bytes: dex }]);
      for (let level = 1; level < levels; level += 1) app = writeZip([{ path: "inner.apk", bytes: app, isStored }]);
      return app;
    };
    for (const isStored of [true, false]) {
      const ten = await report([manifest, { path: "inner.apk", bytes: nest(10, isStored) }]);
      assert.deepEqual([found(ten), kinds(ten)], [[1, 2], []]);
      const eleven = await report([manifest, { path: "inner.apk", bytes: nest(11, isStored) }]);
      assert.deepEqual([found(eleven), kinds(eleven)], [[], ["nested"]]);
    }
    const empty = writeZip([]);
    const wide = await report([
      manifest,
      ...Array.from({ length: 202 }, (_, index) => ({ path: `${index}.apk`, bytes: empty })),
    ]);
    assert.deepEqual([wide.nested.length, kinds(wide)], [200, ["nested", "nested"]]);
  });

  it("with files that overlap or have the same name is read, and says so", async () => {
    const twice = await report([manifest, { path: "classes.dex", bytes: dex }, { path: "classes.dex", bytes: dex }]);
    assert.deepEqual(twice.notes, [{ kind: "duplicate", path: "classes.dex" }]);
    const overlapping = await report([
      manifest,
      { path: "classes.dex", bytes: dex },
      { path: "a", bytes: dex, offset: 0 },
    ]);
    assert.ok(kinds(overlapping).includes("overlap"));
  });

  it("with ZIP64 records is read, unless they lead outside of the file", async () => {
    const files = [manifest, { path: "classes.dex", bytes: dex }];
    assert.deepEqual(found(await report(files, { is64: true })), [1, 2]);
    for (const offset of [2 ** 52, 1_000_000]) {
      assert.ok((await read(writeZip(files, { is64: true, directory: { offset } }))) instanceof Problem);
      const entry = { path: "classes2.dex", bytes: dex, offset };
      assert.deepEqual(kinds(await report([...files, entry], { is64: true })), ["damaged"]);
    }
    const huge = { path: "classes2.dex", bytes: dex, compressed: 2 ** 52, size: 2 ** 52 };
    assert.ok(kinds(await report([...files, huge], { is64: true })).includes("tooLarge"));
    const directory = { bytes: 2 ** 40 };
    const tooLarge = await read(writeZip(files, { is64: true, directory }));
    assert.ok(tooLarge instanceof Problem);
    assert.equal(tooLarge.kind, "tooLarge");
  });

  it("with an unknown compression, or code that isn't code, says which part is damaged", async () => {
    const { notes } = await report([
      manifest,
      { path: "classes.dex", bytes: dex, method: 12 },
      { path: "classes2.dex", bytes: Buffer.from("dex\n") },
      { path: "META-INF/CERT.RSA", bytes: Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]) },
      { path: "assets/a.apk", bytes: Buffer.from("not a ZIP file") },
    ]);
    assert.deepEqual(
      notes.map(({ kind, path }) => [kind, path]),
      [
        ["damaged", "classes.dex"],
        ["damaged", "classes2.dex"],
        ["damaged", "META-INF/CERT.RSA"],
        ["damaged", "assets/a.apk"],
      ],
    );
  });

  it("with names that share their bytes isn't larger in memory than the limit", async () => {
    // A table of types that all have a name of 2,000 bytes, each one byte further.
    const types = 60_000;
    const header = Buffer.from(dex.subarray(0, 112));
    const at = { strings: 112, types: 112 + 4 * types, classes: 112 + 8 * types };
    const names = at.classes + 32 * types;
    header.fill(0, 56, 104);
    header.writeUInt32LE(types, 56);
    header.writeUInt32LE(at.strings, 60);
    header.writeUInt32LE(types, 64);
    header.writeUInt32LE(at.types, 68);
    header.writeUInt32LE(types, 96);
    header.writeUInt32LE(at.classes, 100);
    const tables = Buffer.alloc(40 * types);
    for (let index = 0; index < types; index += 1) {
      tables.writeUInt32LE(names + index, 4 * index);
      tables.writeUInt32LE(index, 4 * types + 4 * index);
      const own = 8 * types + 32 * index;
      tables.writeUInt32LE(index, own);
      tables.writeUInt32LE(0xffffffff, own + 8);
    }
    const bytes = Buffer.concat([header, tables, Buffer.alloc(types + 2000, "A"), Buffer.alloc(1)]);
    const { notes } = await report([manifest, { path: "classes.dex", bytes }]);
    assert.equal(notes[0]?.detail, "the names are larger than the limit");
  });

  it("that isn't there, or is a folder, can't be read", () => {
    assert.throws(() => readApk(folder, TRACKERS));
    assert.throws(() => readApk(join(folder, "missing.apk"), TRACKERS));
  });
});
