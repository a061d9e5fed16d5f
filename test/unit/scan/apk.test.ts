// What an APK contains, compared with what Android's own tools and εxodus recorded about the same files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readApk, type ApkReport, type SignedTracker } from "../../../src/scan/index.ts";
import { trackerList } from "../../services/trackers/list.js";
import { unzip } from "./zip-writer.ts";

const trackers: readonly SignedTracker[] = [...trackerList()].map(
  ([id, { name, code_signature, network_signature }]) => ({
    id,
    name,
    code: code_signature,
    network: network_signature,
  }),
);
const names = new Map(trackers.map(({ id, name }) => [id, name]));

const pathOf = (name: string): string => `test/apks/${name}`;
const recorded = (name: string): string => readFileSync(pathOf(`recorded/${name}`), "utf8");
const reports = new Map<string, ApkReport>();

function read(name: string): ApkReport {
  const report = reports.get(name) ?? readApk(pathOf(name), trackers);
  reports.set(name, report);
  return report;
}

const trackerNames = (found: readonly { readonly tracker: number }[]): readonly (string | undefined)[] =>
  found.map(({ tracker }) => names.get(tracker));

interface Exodus {
  readonly handle: string;
  readonly version: string;
  readonly permissions: readonly string[];
  readonly libraries: readonly string[];
  readonly classes: readonly string[];
  readonly certificates: readonly string[];
  readonly uaid: string;
  readonly sha256: string;
}

/** What εxodus finds: each signature of more than three characters, searched in each name. */
function findAsExodus(classes: readonly string[]): readonly number[] {
  return trackers.flatMap(({ id, code = "" }) =>
    code.length > 3 && classes.some((each) => new RegExp(code.replace(String.raw`\a`, "\u0007")).test(each))
      ? [id]
      : [],
  );
}

/** The lines of `aapt dump badging` that begin with this word, without it. */
const badging = (name: string, word: string): readonly string[] =>
  recorded(`${name}.badging.txt`)
    .split("\n")
    .flatMap((line) => (line.startsWith(`${word}:`) ? [line.slice(word.length + 1).trim()] : []));

describe("The report of an APK", () => {
  const exodus: Readonly<Record<string, Exodus>> = JSON.parse(recorded("exodus.json"));

  for (const name of ["one.apk", "many.apk", "nested.apk"]) {
    it(`has what εxodus finds in ${name}`, () => {
      const report = read(name);
      const known = exodus[name];
      assert.ok(known);
      assert.equal(report.manifest?.packageName, known.handle);
      assert.equal(report.manifest.versionName, known.version);
      assert.deepEqual(report.manifest.libraries, known.libraries);
      assert.deepEqual(
        report.trackers.map(({ tracker }) => tracker),
        findAsExodus(known.classes),
      );
      assert.deepEqual(
        report.certificates.map(({ sha1 }) => sha1),
        known.certificates,
      );
      assert.equal(report.uaid, known.uaid);
      assert.equal(report.sha256, known.sha256);
      const declared = report.manifest.permissions.map((each) => each.name).toSorted();
      // εxodus leaves out those that an app requests only since Android 6.
      assert.deepEqual(
        declared.filter((each) => !each.endsWith("ACCESS_FINE_LOCATION")),
        known.permissions,
      );
    });

    it(`has all classes that dexdump prints of ${name}`, () => {
      const report = read(name);
      const dumped = [...recorded(`${name}.dexdump.txt`).matchAll(/Class descriptor +: /g)].length;
      const inner = report.dexFiles.filter(({ path }) => path.includes("!/"));
      assert.equal(report.classes - inner.reduce((sum, each) => sum + each.classes, 0), dumped);
    });

    it(`has the versions and permissions that aapt prints of ${name}`, () => {
      const { manifest } = read(name);
      assert.ok(manifest);
      const [header = ""] = badging(name, "package");
      const fields = new Map([...header.matchAll(/(\w+)='([^']*)'/g)].map(([, key, value]) => [key, value]));
      assert.equal(manifest.packageName, fields.get("name"));
      assert.equal(manifest.compileSdk, fields.get("compileSdkVersion"));
      assert.equal(manifest.minSdk, badging(name, "sdkVersion")[0]?.replaceAll("'", ""));
      assert.equal(manifest.targetSdk, badging(name, "targetSdkVersion")[0]?.replaceAll("'", ""));
      // Android adds a few permissions to those that an old app declares.
      const implied = new Set(badging(name, "uses-implied-permission").map((each) => /name='([^']+)'/.exec(each)?.[1]));
      const dumped = [...recorded(`${name}.badging.txt`).matchAll(/^uses-permission(?:-sdk-23)?: name='([^']+)'/gm)];
      assert.deepEqual(
        new Set(manifest.permissions.map((each) => each.name)),
        new Set(dumped.flatMap(([, each]) => (each === undefined || implied.has(each) ? [] : [each]))),
      );
    });
  }

  it("has the certificates that apksigner prints, with the schemes that have them", () => {
    for (const name of ["one.apk", "many.apk", "resigned.apk"]) {
      const printed = recorded(`${name}.certificates.txt`);
      const digests = (kind: string): readonly (string | undefined)[] =>
        [...printed.matchAll(new RegExp(`certificate ${kind} digest: (\\w+)`, "g"))].map(([, each]) => each);
      const { certificates } = read(name);
      assert.deepEqual(
        certificates.map(({ sha256 }) => sha256),
        digests("SHA-256"),
      );
      assert.deepEqual(
        certificates.map(({ sha1 }) => sha1),
        digests("SHA-1"),
      );
      for (const { schemes } of certificates)
        for (const scheme of ["v1", "v2", "v3"] as const)
          assert.equal(schemes.includes(scheme), new RegExp(`using ${scheme} scheme.*true`).test(printed), scheme);
    }
    const [first] = read("one.apk").certificates;
    assert.equal(first?.subject, "C=DE, O=Triptych, OU=Tests, CN=First Signer");
    assert.equal(first.issuer, first.subject);
    assert.equal(first.validTo - first.validFrom, 10_000 * 86_400_000);
  });

  it("has the hashes of the file", () => {
    for (const [line, digest, name] of recorded("hashes.txt").matchAll(/^(\w+) {2}(\S+)$/gm)) {
      const { sha256, sha1, md5 } = read(name ?? "");
      assert.ok([sha256, sha1, md5].includes(digest ?? ""), line);
    }
  });

  it("tells the tracker's own code from names that other code mentions", () => {
    const { trackers: found } = read("one.apk");
    const own = found.filter(({ isOnlyMentioned }) => !isOnlyMentioned);
    assert.deepEqual(trackerNames(own), ["AppsFlyer", "Tallyforge"]);
    assert.deepEqual(
      own.map(({ names: classes }) => classes),
      [["com.appsflyer.Tracker"], ["com.example.tallyforge.sdk.Forge"]],
    );
    const mentioned = found.filter(({ isOnlyMentioned }) => isOnlyMentioned);
    assert.deepEqual(trackerNames(mentioned), ["Signalloft", "Metricgate", "Bannercast", "Batch", "Bugsnag"]);
    // A type that only an instruction uses, and a string, are nothing that εxodus knows.
    assert.ok(!trackerNames(found).includes("Facebook Ads"));
    assert.ok(!trackerNames(found).includes("Google CrashLytics"));
  });

  it("hints at trackers that only components, meta-data and files show", () => {
    const { hints } = read("one.apk");
    assert.deepEqual(
      hints.map(({ tracker, kind, text }) => [names.get(tracker), kind, text]),
      [
        ["Crashstone", "component", "com.example.crashstone.UploadService"],
        ["Google Firebase Analytics", "component", "com.google.android.gms.measurement.AppMeasurementReceiver"],
        ["Facebook Analytics", "metaData", "com.facebook.appevents.Key"],
        ["Google CrashLytics", "library", "firebase-crashlytics.properties"],
      ],
    );
  });

  it("has everything that the manifest declares", () => {
    const { manifest } = read("one.apk");
    assert.ok(manifest);
    assert.equal(manifest.versionCode, "1207");
    assert.equal(manifest.isDebuggable, true);
    assert.deepEqual(manifest.components, [
      { kind: "activity", name: "com.example.reader.MainActivity" },
      { kind: "service", name: "com.example.crashstone.UploadService" },
      { kind: "receiver", name: "com.google.android.gms.measurement.AppMeasurementReceiver" },
      { kind: "provider", name: "com.example.reader.Files" },
    ]);
    assert.deepEqual(manifest.metaData, ["com.example.reader.inner", "com.facebook.appevents.Key"]);
    assert.deepEqual(
      manifest.permissions.filter(({ maxSdk }) => maxSdk !== undefined),
      [{ name: "android.permission.WRITE_EXTERNAL_STORAGE", maxSdk: 28 }],
    );
    // The upper half of the version code has an attribute of its own.
    assert.equal(read("many.apk").manifest?.versionCode, String(3n * 2n ** 32n + 2147483647n));
  });

  it("has the size of each part and the native libraries", () => {
    const { parts, libraries, size } = read("one.apk");
    assert.deepEqual(libraries, [
      { name: "libown.so", abis: ["x86"] },
      { name: "libsentry-android.so", abis: ["arm64-v8a", "x86"] },
    ]);
    assert.deepEqual(
      parts.map(({ part, files }) => [part, files]),
      [
        ["code", 1],
        ["native", 3],
        ["resources", 1],
        ["assets", 1],
        ["signature", 3],
        ["other", 2],
      ],
    );
    assert.deepEqual(
      parts.find(({ part }) => part === "assets"),
      { part: "assets", files: 1, compressed: 3000, size: 3000 },
    );
    assert.ok(parts.reduce((sum, { compressed }) => sum + compressed, 0) < size);
  });

  it("has the name in the resources that aapt prints, and hints that their names give", () => {
    const { label, hints, manifest } = read("labeled.apk");
    assert.equal(label, badging("labeled.apk", "application-label")[0]?.replaceAll("'", ""));
    assert.match(manifest?.label ?? "", /^@7F[\dA-F]{6}$/, "leads to another reference");
    assert.deepEqual(
      hints.map(({ tracker, kind, text }) => [names.get(tracker), kind, text]),
      [
        ["Google CrashLytics", "resource", "com.crashlytics.android.build_id"],
        ["MixPanel", "resource", "com_mixpanel_android_title"],
      ],
    );
    assert.equal(read("many.apk").label, undefined);
  });

  it("says how much of the code has obfuscated names", () => {
    const { classes, obfuscated } = read("many.apk");
    // A to d with an inner class each, and A0.
    assert.equal(obfuscated, 9);
    assert.equal(classes, 13);
    assert.equal(read("one.apk").obfuscated, 0);
  });

  it("finds trackers in nested APKs, also in those that are compressed or have another name", () => {
    const report = read("nested.apk");
    assert.deepEqual(trackerNames(report.trackers), ["Localytics", "Flurry"]);
    assert.deepEqual(report.nested, [
      { path: "assets/plugins/inner.apk", packageName: "com.example.inner", split: undefined },
      { path: "assets/plugins/inner.apk!/assets/deep.apk.png", packageName: "com.example.inner", split: undefined },
    ]);
    // An app that another one brings along is not the app.
    assert.equal(report.manifest?.packageName, "com.example.many");
    assert.deepEqual(report.certificates, []);
  });

  it("reads sets of splits as one app", () => {
    for (const name of ["set.apks", "set.xapk"]) {
      const { manifest, trackers: found, nested, libraries, notes } = read(name);
      assert.equal(manifest?.packageName, "com.example.reader");
      assert.equal(manifest.split, undefined);
      assert.equal(manifest.versionName, "12.0.7 „Ü“");
      assert.deepEqual(found, read("one.apk").trackers);
      assert.deepEqual(new Set(nested.map(({ split }) => split)), new Set(["config.arm64_v8a", undefined]));
      assert.deepEqual(libraries.find(({ name: library }) => library === "libown.so")?.abis, ["arm64-v8a", "x86"]);
      assert.deepEqual(notes, []);
    }
  });

  it("reads the files of a set of splits as one app, those beside Android's base.apk too", async () => {
    const folder = await mkdtemp(join(tmpdir(), "triptych-splits-"));
    const put = async (name: string, bytes: Buffer): Promise<string> => {
      await writeFile(join(folder, name), bytes);
      return join(folder, name);
    };
    const set = readFileSync(pathOf("set.apks"));
    const split = await put("split_config.arm64_v8a.apk", unzip(set, "splits/base-arm64_v8a.apk"));
    const alone = await put("one.apk", unzip(set, "splits/base-master.apk"));
    const base = await put("base.apk", readFileSync(alone));
    const other = await put("other.apk", readFileSync(pathOf("many.apk")));
    // A link can lead out of the folder, so it is left out.
    await symlink(alone, join(folder, "split_link.apk"));
    for (const report of [readApk(split, trackers, { splits: [alone] }), readApk(base, trackers)]) {
      assert.equal(report.manifest?.packageName, "com.example.reader");
      assert.equal(report.manifest.split, undefined);
      assert.deepEqual(report.trackers, read("one.apk").trackers);
      assert.deepEqual(report.libraries.find(({ name }) => name === "libown.so")?.abis, ["arm64-v8a", "x86"]);
      assert.equal(report.sha256, readApk(alone, []).sha256);
      assert.equal(report.size, readFileSync(base).length + readFileSync(split).length);
      assert.equal(report.entries, readApk(alone, []).entries + readApk(split, []).entries);
      assert.deepEqual(
        report.nested.map((each) => each.split),
        [undefined, "config.arm64_v8a"],
      );
      assert.deepEqual(report.notes, []);
    }
    const mixed = readApk(base, trackers, { splits: [split, other] });
    assert.deepEqual(mixed.notes, [{ kind: "otherApp", path: "other.apk", detail: "com.example.many" }]);
    assert.deepEqual(mixed.trackers, read("one.apk").trackers);
    const damaged = await put("damaged.apk", Buffer.from("no app"));
    assert.deepEqual(
      readApk(base, trackers, { splits: [split, damaged] }).notes.map(({ kind, path }) => [kind, path]),
      [["damaged", "damaged.apk"]],
    );
    await rm(folder, { recursive: true });
  });

  it("reads an Android App Bundle, whose manifest is encoded in another way", () => {
    const bundle = read("bundle.aab");
    const apk = read("one.apk");
    // Both have the same name, under different IDs.
    assert.deepEqual({ ...bundle.manifest, label: apk.manifest?.label }, apk.manifest);
    assert.deepEqual(bundle.trackers, apk.trackers);
    assert.deepEqual(
      bundle.certificates.map(({ sha256, schemes }) => [sha256, schemes]),
      [[apk.certificates[0]?.sha256, ["v1"]]],
    );
    assert.deepEqual(bundle.libraries, [{ name: "libown.so", abis: ["x86"] }]);
  });

  it("reports its progress by bytes", () => {
    const seen: (readonly [number, number])[] = [];
    const { size } = readApk(pathOf("one.apk"), trackers, {
      onProgress: (done, of) => seen.push([done, of]),
    });
    const [, total = 0] = seen[0] ?? [];
    assert.ok(total > size);
    assert.deepEqual(seen.at(-1), [total, total]);
    assert.deepEqual(
      seen,
      seen.toSorted(([a], [b]) => a - b),
    );
  });
});
