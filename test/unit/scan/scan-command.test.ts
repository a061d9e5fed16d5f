// The scan as a build runs it, without VS Code.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { closeSync, openSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { runScan } from "../../../src/scan/command-line/scan-command.ts";
import { listFolder } from "../../../src/scan/files/find-files.ts";
import { assertSarif } from "../../sarif.ts";
import { trackerList } from "../../services/trackers/list.js";
import { workspaceOf } from "../../workspaces/index.js";

const CARRIES = workspaceOf("carries");
const CLEAN = workspaceOf("clean");

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly rules: readonly {
          readonly id: string;
          readonly name: string;
          readonly helpUri: string;
          readonly shortDescription: { readonly text: string };
        }[];
      };
    };
    readonly invocations: readonly {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications: readonly {
        readonly level: string;
        readonly message: { readonly text: string };
      }[];
    }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: { readonly startLine: number; readonly startColumn: number; readonly endColumn: number };
        };
      }[];
    }[];
  }[];
}

describe("The scan on the command line", () => {
  let folder: string;
  let list: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-scan-cli-"));
    list = join(folder, "trackers.json");
    const trackers = Object.fromEntries(
      [...trackerList()].map(([id, { documentation: _text, ...each }]) => [String(id), { ...each, documentation: [] }]),
    );
    await writeFile(list, JSON.stringify({ trackers }));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function run(...given: string[]) {
    return runReading(listFolder, ...given);
  }

  async function runReading(read: typeof listFolder, ...given: string[]) {
    const out: string[] = [];
    const errors: string[] = [];
    const streams = { out: (text: string) => void out.push(text), error: (text: string) => void errors.push(text) };
    const code = await runScan(given, streams, read);
    return { code, out: out.join(""), errors: errors.join("") };
  }

  it("lists each location, and fails the build only for the given trackers", async () => {
    const { code, out } = await run(CARRIES, "--trackers", list);
    assert.equal(code, 0);
    assert.match(
      out,
      /^app\/build\.gradle\.kts:\d+: AppsFlyer: com\.appsflyer:af-android-sdk \(only in play builds\)$/m,
    );
    assert.match(out, /^.*Bugsnag.*\(only in tests\)$/m);
    assert.match(out, /^\d+ trackers in \d+ files\n$/m);
    assert.equal((await run(CARRIES, "--trackers", list, "--fail-on", "any")).code, 1);
    assert.equal((await run(CARRIES, "--trackers", list, "--fail-on=appsflyer, 27")).code, 1);
    assert.equal((await run(CARRIES, "--trackers", list, "--fail-on", "Bugsnag")).code, 0, "only tests have it");
    assert.equal((await run(CARRIES, "--trackers", list, "--fail-on", "none")).code, 0);
    const clean = await run(CLEAN, "--trackers", list, "--fail-on", "any");
    assert.deepEqual([clean.code, clean.out.split(" in ")[0]], [0, "0 trackers"]);
  });

  it("labels a tracker that only debug builds contain, and doesn't fail the build for it", async () => {
    const project = join(folder, "debug");
    await mkdir(project);
    await writeFile(
      join(project, "build.gradle"),
      "dependencies { debugImplementation 'com.appsflyer:af-android-sdk:6' }",
    );
    const { code, out } = await run(project, "--trackers", list, "--fail-on", "any");
    assert.equal(code, 0);
    assert.match(out, /AppsFlyer: com\.appsflyer:af-android-sdk \(only in debug builds\)\n0 trackers in 1 file\n$/);
    const sarif = JSON.parse((await run(project, "--trackers", list, "--format", "sarif")).out) as Sarif;
    assert.equal(sarif.runs[0]?.results[0]?.level, "note");
  });

  it("writes JSON, and SARIF whose locations are in the files", async () => {
    const json = JSON.parse((await run(CARRIES, "--trackers", list, "--format", "json")).out) as { apps: string[] };
    assert.ok(json.apps.includes("org.example.tramway"));
    const file = join(folder, "out.sarif");
    assert.equal((await run(CARRIES, "--trackers", list, "--format", "sarif", "--output", file)).out, "");
    const written = await readFile(file, "utf8");
    assertSarif(written);
    const { version, runs } = JSON.parse(written) as Sarif;
    const [only] = runs;
    assert.ok(only !== undefined && only.results.length > 10);
    assert.equal(version, "2.1.0");
    assert.deepEqual(only.invocations, [{ executionSuccessful: true, toolExecutionNotifications: [] }]);
    for (const { ruleId, ruleIndex, level, locations } of only.results) {
      assert.equal(only.tool.driver.rules[ruleIndex]?.id, ruleId);
      assert.ok(level === "warning" || level === "note");
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? assert.fail("no place");
      const lines = (await readFile(join(CARRIES, decodeURIComponent(artifactLocation.uri)), "utf8")).split("\n");
      assert.ok(region.endColumn - 1 <= (lines[region.startLine - 1] ?? "").length, artifactLocation.uri);
    }
  });

  it("reads a list that starts with a byte order mark", async () => {
    const marked = join(folder, "marked.json");
    await writeFile(marked, `\uFEFF${await readFile(list, "utf8")}`);
    assert.equal((await run(CARRIES, "--trackers", marked, "--fail-on", "any")).code, 1);
  });

  it("asks an εxodus instance for the list once, if its URL is given", async () => {
    const asked: string[] = [];
    let body = await readFile(list, "utf8");
    const server = createServer(({ url = "" }, answer) => {
      asked.push(url);
      answer.setHeader("Content-Type", "application/json");
      answer.end(body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    assert.ok(address !== null && typeof address === "object");
    const base = `http://127.0.0.1:${address.port}/exodus/`;
    const { code, out } = await run(CARRIES, "--trackers", base, "--format", "sarif", "--fail-on", "any");
    assert.equal(code, 1);
    assert.deepEqual(asked, ["/exodus/api/trackers"]);
    const { rules = [] } = (JSON.parse(out) as Sarif).runs[0]?.tool.driver ?? {};
    assert.ok(rules.every(({ helpUri }) => helpUri.startsWith(`${base}en/trackers/`)));
    body = "{}";
    const failed = await run(CARRIES, "--trackers", base, "--fail-on", "none");
    assert.equal(failed.code, 2);
    assert.match(failed.errors, /malformed.*trackers/);
    assert.equal(asked.length, 2);
    server.close();
    server.closeAllConnections();
    await once(server, "close");
    const gone = await run(CARRIES, "--trackers", base);
    assert.deepEqual([gone.code, gone.out], [2, ""]);
    assert.match(gone.errors, /^GET .*: offline: ECONNREFUSED$/m);
  });

  it("finds apps in a project below a folder called src/test", async () => {
    const project = join(folder, "src/test/work");
    await cp(CARRIES, project, { recursive: true });
    const json = JSON.parse((await run(project, "--trackers", list, "--format", "json")).out) as { apps: string[] };
    const usual = JSON.parse((await run(CARRIES, "--trackers", list, "--format", "json")).out) as { apps: string[] };
    assert.deepEqual(json.apps, usual.apps);
  });

  it("explains invalid arguments, and prints the usage", async () => {
    const empty = join(folder, "empty.json");
    await writeFile(empty, JSON.stringify({ trackers: {} }));
    for (const [given, words] of [
      [[], /specify a folder or an app/],
      [[CLEAN], /--trackers is missing/],
      [[CLEAN, CARRIES, "--trackers", list], /specify one folder, or the files of one app/],
      [[CLEAN, "--trackers"], /--trackers needs a value/],
      [[CLEAN, "--trackers", list, "--fail-on", ""], /--fail-on needs a value/],
      [[CLEAN, "--trackers", list, "--fail-on="], /--fail-on needs a value/],
      [[CLEAN, "--trackers", empty, "--fail-on", "any"], /the tracker list is empty/],
      [[CLEAN, "--trackers", join(folder, "none")], /ENOENT/],
      [[CLEAN, "--trackers", "http://exodus.example"], /only loaded over https, or from this machine/],
      [[CLEAN, "--trackers", "https://me:secret@exodus.example"], /holds no user or password/],
      [[CLEAN, "--trackers", list, "--format", "xml"], /unknown format xml/],
      [[CLEAN, "--trackers", list, "--fail-on", "Nobody"], /no tracker in the list is called Nobody/],
      [[CLEAN, "--trackers", list, "--quiet", "x"], /unknown option --quiet/],
      [[CLEAN, "--trackers", list, "--__proto__=x"], /unknown option --__proto__/],
      [[CLEAN, "--trackers", list, "--fail-on", "AppsFlyer", "--fail-on", "none"], /--fail-on is given twice/],
      [[CLEAN, "--trackers", list, "-x"], /^unknown option -x; write -- before a path/],
      [["-carries", "--trackers", list], /^unknown option -carries; write -- before a path/],
      [[join(folder, "nowhere"), "--trackers", list], /ENOENT/],
    ] as const) {
      const { code, errors } = await run(...given);
      assert.equal(code, 2, given.join(" "));
      assert.match(errors, words);
      assert.match(errors, /Usage: node scan\.cjs FOLDER --trackers LIST/);
    }
    assert.deepEqual([(await run("--help")).code, (await run("--help")).out.slice(0, 6)], [0, "Usage:"]);
  });

  it("scans a folder whose name begins with a dash, after --", async () => {
    await cp(CARRIES, join(folder, "-dash"), { recursive: true });
    const before = process.cwd();
    process.chdir(folder);
    try {
      assert.equal((await run("--trackers", list, "--fail-on", "any", "--", "-dash")).code, 1);
      assert.match((await run("--trackers", list, "--", "--help")).errors, /ENOENT/, "the name of a folder, too");
    } finally {
      process.chdir(before);
    }
    assert.match((await run("--help")).out, /^ {2}--  /m);
  });

  it("prints no line break or control character from the name of a file or tracker", async () => {
    const project = join(folder, "hostile");
    const name = "a\n::error::b\u001b[2J\u202e.java";
    await mkdir(project);
    await writeFile(join(project, name), "import com.appsflyer.AppsFlyer;\n");
    await writeFile(join(project, "\n::error::c.java"), "x".repeat(3_000_000));
    const named = join(folder, "named.json");
    const tracker = { name: "Apps\n::error::Flyer", code_signature: "com.appsflyer.", network_signature: "" };
    await writeFile(named, JSON.stringify({ trackers: { 12: tracker } }));
    const { out } = await run(project, "--trackers", named);
    assert.match(out, /^a ::error::b␛\[2J\[U\+202E\]\.java:1: Apps ::error::Flyer: com\.appsflyer\.AppsFlyer$/m);
    assert.doesNotMatch(out, /^::error/m);
    const deny = (path: string) => {
      if (path !== `${project}/`) throw new Error("denied");
      return listFolder(path);
    };
    await mkdir(join(project, "\n::error::d"));
    assert.doesNotMatch((await runReading(deny, project, "--trackers", named)).errors, /^::error/m);
    const json = JSON.parse((await run(project, "--trackers", named, "--format", "json")).out) as {
      trackers: { file: string }[];
    };
    assert.equal(json.trackers[0]?.file, name, "data stay exact");
  });

  it("prints no command of a CI system, whatever the name of a folder, file or tracker is", async () => {
    const commands = [
      "::error title=x::y",
      " ::set-output name=x::y",
      "\u00a0::add-mask::y",
      "##[set-env name=x]y",
      "###[error]y",
      "##vso[task.setvariable variable=x]y",
      "a ##vso[task.setvariable variable=x]y",
      "##teamcity[buildProblem description='y']",
      "section_start:1560896352:x\r\u001b[0Ky",
      "--- y",
      "+++ y",
      "~~~ y",
      "^^^ +++",
    ];
    const project = join(folder, "commands");
    for (const each of commands) {
      await mkdir(join(project, each, "locked"), { recursive: true });
      await writeFile(join(project, each, "A.java"), "import com.appsflyer.A;\n");
      await writeFile(join(project, `${each}.java`), "import com.appsflyer.A;\n");
    }
    const named = join(folder, "commands.json");
    const trackers = commands.map((name, at) => [
      `${at + 1}`,
      { name, code_signature: "com.appsflyer.", network_signature: "" },
    ]);
    const unused = { name: commands.join(" "), code_signature: "com.broken.(", network_signature: "" };
    await writeFile(named, JSON.stringify({ trackers: { ...Object.fromEntries(trackers), 99: unused } }));
    const deny = (path: string) => {
      if (path.endsWith("/locked/")) throw new Error(commands.join("\n"));
      return listFolder(path);
    };
    const isCommand = (line: string): boolean =>
      /^\s*::|##\[|##vso\[|##teamcity\[|section_(?:start|end):\d+:\S+\r|^(?:---|\+\+\+|~~~|\^\^\^)/.test(line);
    for (const each of commands) assert.ok(isCommand(each), each);
    const outputs = await Promise.all(
      ["text", "json", "sarif"].map((format) => runReading(deny, project, "--trackers", named, "--format", format)),
    );
    const failures = await Promise.all(
      commands.map((each) => run(CLEAN, "--trackers", list, "--fail-on", `\n${each}`)),
    );
    const broken = join(folder, "broken-list.json");
    await writeFile(broken, commands.map((each) => `\n${each}`).join(""));
    for (const { out, errors } of [...outputs, ...failures, await run(CLEAN, "--trackers", broken)])
      assert.deepEqual(`${out}${errors}`.split("\n").filter(isCommand), []);
    const [, json] = outputs;
    const found = JSON.parse(json?.out ?? "") as { trackers: { file: string; name: string }[] };
    assert.deepEqual(new Set(found.trackers.map(({ name }) => name)), new Set(commands), "data stay exact");
    assert.ok(commands.every((each) => found.trackers.some(({ file }) => file === `${each}/A.java`)));
  });

  it("reads the first 100,000 files of a folder, and says so if there are more", async () => {
    const project = join(folder, "large");
    await mkdir(project);
    await writeFile(join(project, "A.java"), "import com.appsflyer.AppsFlyer;\n");
    const [entry] = listFolder(project);
    const others = Array.from({ length: 100_000 }, (_, at) =>
      Object.assign(Object.create(entry ?? null), { name: `B${at}.java` }),
    );
    const { code, out, errors } = await runReading(
      () => [...others, entry ?? assert.fail("no entry")],
      project,
      "--trackers",
      list,
    );
    assert.equal(code, 3);
    assert.match(out, /AppsFlyer/, "they don't depend on the order on the disk");
    assert.equal(errors, "Not scanned: 99999 files that can't be read\nOnly the first 100000 files are scanned\n");
  });

  it("continues after folders and files that can't be read, names them, and exits with 3 unless the build fails anyway", async () => {
    const project = join(folder, "locked");
    for (const each of ["app", "data", "private"]) await mkdir(join(project, each), { recursive: true });
    await writeFile(join(project, ".gitignore"), "data/\n");
    await writeFile(join(project, "app/A.java"), "import com.appsflyer.AppsFlyer;\n");
    const deny = (path: string) => {
      if (/\/(?:data|private)\/$/.test(path)) throw Object.assign(new Error("denied"), { code: "EACCES" });
      return listFolder(path);
    };
    const scan = (...more: string[]) => runReading(deny, project, "--trackers", list, ...more);
    const { code, out, errors } = await scan();
    assert.deepEqual([code, errors], [3, "Not scanned: private/ (EACCES)\n"], "the ignored folder is not read");
    assert.match(out, /^app\/A\.java:1: AppsFlyer: .*\n1 tracker in 1 file\n$/);
    assert.equal((await scan("--fail-on", "any")).code, 1);
    const { notScanned } = JSON.parse((await scan("--format", "json")).out) as { notScanned: string[] };
    assert.deepEqual(notScanned, ["private/ (EACCES)"]);
    const { runs } = JSON.parse((await scan("--format", "sarif")).out) as Sarif;
    assert.deepEqual(runs[0]?.invocations, [
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: "error", message: { text: "Not scanned: private/ (EACCES)" } }],
      },
    ]);
    await symlink(join(project, "nowhere"), join(project, "app/Gone.java"));
    const gone = await run(project, "--trackers", list);
    assert.deepEqual([gone.code, gone.errors], [3, "Not scanned: 1 file that can't be read\n"]);
  });

  it("names sources that it skips because they are large or binary, and exits with 3", async () => {
    const project = join(folder, "skipped");
    await mkdir(project);
    await writeFile(join(project, "A.java"), "class A {}\n");
    const scan = (...more: string[]) => run(project, "--trackers", list, "--fail-on", "any", ...more);
    await writeFile(join(project, "library.jar"), Buffer.alloc(3 * 1024 * 1024));
    const without = await scan();
    assert.deepEqual([without.code, without.errors], [0, ""], "an archive is not a source");
    await writeFile(join(project, "Large.java"), `import com.appsflyer.A;\n${" ".repeat(2 * 1024 * 1024)}`);
    await writeFile(join(project, "build.gradle"), "implementation 'com.appsflyer:af-android-sdk'\0\n");
    const { code, errors } = await scan();
    assert.equal(code, 3);
    assert.equal(errors, "Not scanned: Large.java (larger than 2 MB)\nNot scanned: build.gradle (binary content)\n");
    const { notScanned } = JSON.parse((await scan("--format", "json")).out) as { notScanned: string[] };
    assert.deepEqual(notScanned, ["Large.java (larger than 2 MB)", "build.gradle (binary content)"]);
    const { runs } = JSON.parse((await scan("--format", "sarif")).out) as Sarif;
    assert.equal(runs[0]?.invocations[0]?.executionSuccessful, false);
  });

  it("leaves out what its options or the settings for VS Code exclude", async () => {
    const project = join(folder, "excluded");
    for (const [path, text] of Object.entries({
      "app/A.java": "import com.appsflyer.A;\n",
      "old/B.java": "import com.appsflyer.B;\n",
      "samples/one/C.java": "import com.appsflyer.C;\n",
      "samples/two/C.java": "import com.appsflyer.C;\n",
    })) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), text);
    }
    const files = async (...more: string[]): Promise<readonly string[]> => {
      const { out } = await run(project, "--trackers", list, "--format", "json", ...more);
      return (JSON.parse(out) as { trackers: { file: string }[] }).trackers.map(({ file }) => file);
    };
    const samples = ["samples/one/C.java", "samples/two/C.java"];
    assert.deepEqual(await files(), ["app/A.java", "old/B.java", ...samples]);
    assert.deepEqual(await files("--exclude", "/old", "--exclude", "samples/t*"), ["app/A.java", "samples/one/C.java"]);
    await mkdir(join(project, ".vscode"));
    const settings =
      '{\n  // Not our code.\n  "files.exclude": { "**/{one,two}": true, "old": true, "app": false, },\n}\n';
    await writeFile(join(project, ".vscode/settings.json"), settings);
    assert.deepEqual(await files(), ["app/A.java"]);
  });

  it("lists permissions in JSON", async () => {
    const project = join(folder, "permissions");
    await mkdir(project);
    const manifest = '<manifest>\n<uses-permission android:name="android.permission.CAMERA"/>\n</manifest>\n';
    await writeFile(join(project, "AndroidManifest.xml"), manifest);
    const { permissions } = JSON.parse((await run(project, "--trackers", list, "--format", "json")).out) as Record<
      string,
      unknown
    >;
    const place = { file: "AndroidManifest.xml", line: 2, scope: "app" };
    assert.deepEqual(permissions, [{ name: "android.permission.CAMERA", level: "dangerous", maxSdk: null, ...place }]);
  });

  it("scans a folder whose name contains a backslash", async () => {
    const project = join(folder, "odd\\name");
    await mkdir(project, { recursive: true });
    await writeFile(join(project, "A.java"), "import com.appsflyer.A;\n");
    const { code, out } = await run(project, "--trackers", list, "--fail-on", "any");
    assert.deepEqual([code, out], [1, "A.java:1: AppsFlyer: com.appsflyer.A\n1 tracker in 1 file\n"]);
  });

  it("names signatures of code that can't be used, and exits with 3", async () => {
    const broken = join(folder, "broken.json");
    const each = { name: "Broken", categories: [], documentation: [] };
    const scan = async (signatures: object) => {
      await writeFile(broken, JSON.stringify({ trackers: { 9: { ...each, ...signatures } } }));
      return run(CLEAN, "--trackers", broken, "--fail-on", "any");
    };
    const { code, errors } = await scan({ code_signature: "com.broken.(" });
    assert.deepEqual([code, errors], [3, "Signature not used: com.broken.( of Broken\n"]);
    assert.equal((await scan({ network_signature: "broken(" })).code, 0, "hosts are only hints");
  });

  it("writes SARIF messages in which no name is a link or a placeholder", async () => {
    const hostile = join(folder, "hostile.json");
    const trackers = { 9: { name: "[Ads](https://evil.example) {0}", code_signature: "com.appsflyer." } };
    await writeFile(hostile, JSON.stringify({ trackers }));
    const { out } = await run(CARRIES, "--trackers", hostile, "--format", "sarif");
    assertSarif(out);
    const { runs } = JSON.parse(out) as Sarif;
    const texts = [runs[0]?.tool.driver.rules[0]?.shortDescription.text, runs[0]?.results[0]?.message.text];
    for (const text of texts) assert.match(text ?? "", / \\\[Ads\\\]\(https:\/\/evil\.example\) \{\{0\}\}/);
  });

  it("fails the build for a tracker beyond the findings that it lists", async () => {
    const project = join(folder, "many");
    await mkdir(join(project, "a/src/test"), { recursive: true });
    for (let file = 0; file < 41; file += 1)
      await writeFile(join(project, `a/src/test/A${file}.java`), "import com.appsflyer.A;\n".repeat(500));
    const scan = () => run(project, "--trackers", list, "--fail-on", "any");
    const inTests = await scan();
    assert.deepEqual([inTests.code, inTests.errors], [3, "Only the first 20000 findings are listed\n"]);
    await writeFile(join(project, "z.java"), "import com.amplitude.api.Amplitude;\n");
    const { code, out } = await scan();
    assert.equal(code, 1);
    assert.match(out, /\n1 tracker in 42 files\n$/);
  });

  describe("as a program, without VS Code", () => {
    let program: string;

    before(async () => {
      program = join(folder, "scan.cjs");
      await build({
        entryPoints: ["src/scan/program/main.ts"],
        outfile: program,
        bundle: true,
        platform: "node",
        format: "cjs",
        logLevel: "silent",
      });
    });

    it("prints what it found, and fails the build", async () => {
      const code = await new Promise<unknown>((resolve) => {
        execFile(process.execPath, [program, CARRIES, "--trackers", list, "--fail-on", "any"], (error, out) => {
          assert.match(out, /AppsFlyer/);
          resolve(error?.code);
        });
      });
      assert.equal(code, 1);
    });

    it("ends although a link in the folder leads to a file that never ends", async () => {
      const project = join(folder, "endless");
      await cp(CARRIES, project, { recursive: true });
      // Linux has a file of 256 GB there, whose size is 0.
      for (const name of [".gitignore", "app/.gitignore", "Endless.java"])
        await symlink("/proc/self/pagemap", join(project, name));
      await mkdir(join(project, ".git"));
      await symlink("/proc/self/pagemap", join(project, ".git/config"));
      const child = spawn(process.execPath, [program, project, "--trackers", list, "--fail-on", "any"]);
      const out = text(child.stdout);
      assert.deepEqual((await once(child, "close"))[0], 1);
      assert.match(await out, /AppsFlyer/);
    });

    for (const [failOn, code] of [
      ["none", 0],
      ["any", 1],
    ] as const) {
      it(`exits with ${code} if no one reads its output to the end, without an error message`, async () => {
        const child = spawn(process.execPath, [program, CARRIES, "--trackers", list, "--fail-on", failOn]);
        child.stdout.destroy();
        const errors = text(child.stderr);
        const [left] = (await once(child, "close")) as [number];
        assert.deepEqual([left, await errors], [code, ""]);
      });
    }

    for (const failOn of ["none", "any"]) {
      it(`exits with 2 and says why if its output can't be written, with --fail-on ${failOn}`, async () => {
        const readOnly = openSync(list, "r");
        const child = spawn(process.execPath, [program, CARRIES, "--trackers", list, "--fail-on", failOn], {
          stdio: ["ignore", readOnly, "pipe"],
        });
        assert.ok(child.stderr);
        const errors = text(child.stderr);
        const [left] = (await once(child, "close")) as [number];
        closeSync(readOnly);
        assert.deepEqual([left, await errors], [2, "The output can't be written: EBADF: bad file descriptor, write\n"]);
      });
    }

    it("exits with 2 after invalid arguments, even if no one reads its errors", async () => {
      const child = spawn(process.execPath, [program]);
      child.stderr.destroy();
      assert.deepEqual((await once(child, "exit"))[0], 2);
    });
  });
});
