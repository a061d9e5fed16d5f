// The scan of an app as a build runs it, without VS Code.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runScan } from "../../../src/scan/command-line/scan-command.ts";
import { assertSarif } from "../../sarif.ts";
import { trackerList } from "../../services/trackers/list.js";

const ONE = "test/apks/one.apk";

interface Json {
  readonly app: string;
  readonly version: string;
  readonly uaid: string;
  readonly permissions: readonly { readonly name: string; readonly level: string }[];
  readonly libraries: readonly { readonly name: string }[];
  readonly certificates: readonly { readonly validTo: string }[];
  readonly trackers: readonly { readonly name: string; readonly names: readonly string[] }[];
  readonly hints: readonly { readonly name: string; readonly kind: string }[];
  readonly missed: readonly string[];
}

interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly name: string }[] } };
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    readonly results: readonly {
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region?: unknown };
      }[];
    }[];
  }[];
}

describe("The scan of an app on the command line", () => {
  let folder: string;
  let list: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-scan-app-"));
    list = join(folder, "trackers.json");
    // One signature of the list can't be used, and would make every scan incomplete.
    const trackers = [...trackerList()].filter(([, { code_signature }]) => !code_signature.includes("\\a"));
    const fields = trackers.map(([id, each]) => [String(id), { ...each, documentation: [] }]);
    await writeFile(list, JSON.stringify({ trackers: Object.fromEntries(fields) }));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function run(...given: string[]) {
    const out: string[] = [];
    const errors: string[] = [];
    const streams = { out: (text: string) => void out.push(text), error: (text: string) => void errors.push(text) };
    const code = await runScan([...given, "--trackers", list], streams);
    return { code, out: out.join(""), errors: errors.join("") };
  }

  it("lists each tracker with a class, hints apart, and fails the build only for the given trackers", async () => {
    const { code, out, errors } = await run(ONE);
    assert.deepEqual([code, errors], [0, ""]);
    assert.match(out, /^test\/apks\/one\.apk: AppsFlyer: com\.appsflyer\.Tracker$/m);
    assert.match(out, /^test\/apks\/one\.apk: Batch: com\.batch\.android\.Batch \(only mentioned\)$/m);
    assert.match(out, /: Crashstone: com\.example\.crashstone\.UploadService \(component, only a hint\)$/m);
    assert.match(out, /^7 trackers in com\.example\.reader 12\.0\.7 „Ü“ with 6 classes, 0% of them obfuscated\n$/m);
    assert.equal((await run(ONE, "--fail-on", "any")).code, 1);
    assert.equal((await run(ONE, "--fail-on", "appsflyer")).code, 1);
    assert.equal((await run(ONE, "--fail-on", "Crashstone")).code, 0, "only a hint");
  });

  it("leaves out ignored trackers, in an app and in a folder", async () => {
    const { code, out } = await run(ONE, "--ignore", "AppsFlyer, 13", "--fail-on", "appsflyer");
    assert.equal(code, 0);
    assert.ok(!/AppsFlyer|Tallyforge/.test(out));
    assert.equal((await run("test/workspaces/carries", "--ignore", "AppsFlyer", "--fail-on", "AppsFlyer")).code, 0);
    const { code: misused, errors } = await run(ONE, "--ignore", "Nobody");
    assert.equal(misused, 2);
    assert.match(errors, /no tracker in the list is called Nobody/);
  });

  it("writes JSON with permissions, libraries, certificates and evidence", async () => {
    const json = JSON.parse((await run(ONE, "--format", "json")).out) as Json;
    assert.equal(json.app, "com.example.reader");
    assert.equal(json.version, "12.0.7 „Ü“");
    assert.match(json.uaid, /^[0-9A-F]{40}$/);
    assert.deepEqual(json.permissions[1], { name: "android.permission.CAMERA", level: "dangerous", maxSdk: null });
    assert.deepEqual(
      json.libraries.map(({ name }) => name),
      ["libown.so", "libsentry-android.so"],
    );
    assert.match(json.certificates[0]?.validTo ?? "", /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(json.trackers.find(({ name }) => name === "AppsFlyer")?.names, ["com.appsflyer.Tracker"]);
    assert.ok(json.hints.some(({ name, kind }) => name === "Facebook Analytics" && kind === "metaData"));
    // Values of meta-data can be secret.
    assert.ok(!(await run(ONE, "--format", "json")).out.includes("secret"));
    assert.deepEqual(json.missed, []);
  });

  it("writes SARIF whose location is the file, with hints as notes", async () => {
    const { out } = await run(ONE, "--format", "sarif");
    assertSarif(out);
    const [only] = (JSON.parse(out) as Sarif).runs;
    assert.ok(only !== undefined);
    assert.equal(only.invocations[0]?.executionSuccessful, true);
    const code = only.results.filter(({ level }) => level === "warning").map(({ message }) => message.text);
    assert.equal(code.length, 7);
    assert.ok(code.includes("com.appsflyer.Tracker belongs to AppsFlyer."));
    assert.ok(code.includes("com.batch.android.Batch is mentioned and belongs to Batch."));
    for (const { locations } of only.results)
      assert.deepEqual(locations[0]?.physicalLocation, {
        artifactLocation: { uri: ONE, uriBaseId: "%SRCROOT%" },
      });
    const hint = only.results.find(({ level }) => level === "note");
    assert.match(hint?.message.text ?? "", /^The component \S+ hints at Crashstone\.$/);
  });

  it("says what could not be read, and returns 3", async () => {
    const bytes = await readFile(ONE);
    // Damages the code where it is compressed.
    bytes.fill(0xff, bytes.indexOf("classes.dex") + 20, bytes.indexOf("classes.dex") + 60);
    const path = join(folder, "damaged.apk");
    await writeFile(path, bytes);
    const { code, errors, out } = await run(path);
    assert.equal(code, 3);
    assert.match(errors, /^Not scanned: classes\.dex \(.+\)\n$/);
    assert.match(out, /^0 trackers in com\.example\.reader/m);
    assertSarif((await run(path, "--format", "sarif")).out);
    assert.equal((await run(path, "--fail-on", "any")).code, 3);
  });

  it("returns 2 for a file that isn't an app", async () => {
    const path = join(folder, "text.apk");
    await writeFile(path, "no app");
    const { code, errors } = await run(path);
    assert.equal(code, 2);
    assert.match(errors, /this is not a ZIP file/);
  });
});
