// Which files of a workspace are scanned, and when they are scanned again.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { appendFile, mkdir, mkdtemp, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, parse } from "node:path";
import { promisify } from "node:util";
import { MAX_FILE_BYTES } from "../../../src/scan/files/folder-files.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { Scanner } from "../../../src/scan/scanner.ts";

const IMPORT = "import com.amplitude.api.Amplitude;\n";

describe("The files of a workspace", () => {
  let place: string;
  let folder: string;
  let scanner: Scanner;

  beforeEach(async () => {
    place = (await mkdtemp(join(tmpdir(), "triptych-scan-"))).replaceAll("\\", "/");
    folder = `${place}/project`;
    await mkdir(folder);
    scanner = new Scanner();
    scanner.use([{ id: 125, code: "com.amplitude.", network: "amplitude\\.com" }]);
  });
  afterEach(() => rm(place, { recursive: true, force: true }));

  async function write(path: string, text: string | Buffer = IMPORT): Promise<string> {
    const whole = `${folder}/${path}`;
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, text);
    return whole;
  }

  function scan(...paths: string[]) {
    const reported: number[] = [];
    const scanned = scanner.scan([{ folder, paths: paths.map((path) => `${folder}/${path}`) }], (done) =>
      reported.push(done),
    );
    return { ...scanned, reported, found: scanned.findings.trackers.map(({ file }) => file.slice(folder.length + 1)) };
  }

  it("are found under names with backslashes, line breaks and quotes", async () => {
    const names = ["a\\b.java", "line\nbreak.java", `q"'.java`, "\u202egpj.java"];
    for (const name of names) await write(name);
    const { found, passedOver } = scan(...names);
    assert.deepEqual([...found].sort(), [...names].sort());
    assert.equal(passedOver.unreadable + passedOver.ignored, 0);
  });

  it("are selected like git does, with rules above the folder, in it and below it", async () => {
    await mkdir(`${place}/.git/info`, { recursive: true });
    await writeFile(`${place}/.git/info/exclude`, "Own.java\n");
    await writeFile(`${place}/.gitignore`, "generated/\n*.tmp.java\n");
    await write(".gitignore", "!Kept.tmp.java\n");
    await write("app/.gitignore", "/Local.java\n");
    const paths = [
      "A.java",
      "generated/B.java",
      "C.tmp.java",
      "Kept.tmp.java",
      "app/Local.java",
      "Local.java",
      "Own.java",
    ];
    for (const path of paths) await write(path);
    const { found, passedOver } = scan(...paths);
    assert.deepEqual(found, ["A.java", "Kept.tmp.java", "Local.java"]);
    assert.equal(passedOver.ignored, 4);
  });

  it("are selected by the rules for all repositories of the user, which those of the repository override", async () => {
    const before = { ...process.env };
    const home = `${place}/home`;
    const setting = (path: string): string => `[user]\n\tname = A\n[core]\n\texcludesFile = ${path}\n`;
    await mkdir(`${home}/.config/git`, { recursive: true });
    await writeFile(`${home}/.config/git/ignore`, "default/\n");
    await writeFile(`${home}/.gitignore_global`, "named/\n");
    await writeFile(`${home}/other`, "other/\n");
    const paths = ["default/A.java", "named/B.java", "other/C.java"];
    for (const path of paths) await write(path);
    try {
      Object.assign(process.env, { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: "" });
      assert.deepEqual(scan(...paths).found, paths, "it is not a repository");
      await write(".git/HEAD", "");
      assert.deepEqual(scan(...paths).found, ["named/B.java", "other/C.java"]);
      await writeFile(`${home}/.config/git/config`, setting(`${home}/other`));
      assert.deepEqual(scan(...paths).found, ["default/A.java", "named/B.java"]);
      await writeFile(`${home}/.gitconfig`, setting('"~/.gitignore_global"'));
      assert.deepEqual(scan(...paths).found, ["default/A.java", "other/C.java"]);
      await write(".git/info/exclude", "!named/\n");
      assert.deepEqual(scan(...paths).found, paths);
      process.env["XDG_CONFIG_HOME"] = `${home}/.config`;
      await writeFile(`${home}/.gitconfig`, setting(`${home}/missing`));
      assert.deepEqual(scan(...paths).found, paths);
      for (const name of ["HOME", "USERPROFILE", "XDG_CONFIG_HOME"]) delete process.env[name];
      assert.deepEqual(scan(...paths).found, paths, "there is no home");
    } finally {
      process.env = before;
    }
  });

  it("are selected by the rules of the repository in its worktrees too, ignoring case if git does", async () => {
    await mkdir(`${place}/main/.git/info`, { recursive: true });
    await mkdir(`${place}/main/.git/worktrees/project`, { recursive: true });
    await writeFile(`${place}/main/.git/info/exclude`, "Own.java\nKept/\n!kept/\n");
    await writeFile(`${place}/main/.git/worktrees/project/commondir`, "../..\n");
    await write(".git", "gitdir: ../main/.git/worktrees/project\n");
    await write(".gitignore", "Generated/\n[L-N]ocal.java\n");
    const paths = ["A.java", "Own.java", "generated/G.java", "local.java", "kept/K.java"];
    for (const path of paths) await write(path);
    assert.deepEqual(scan(...paths).found, ["A.java", "generated/G.java", "kept/K.java", "local.java"]);
    await writeFile(`${place}/main/.git/config`, "[core]\n\tbare = false\n\tignorecase = true\n");
    assert.deepEqual(scan(...paths).found, ["A.java", "kept/K.java"]);
    await write(".git", `gitdir: /${place}/main/.git/worktrees/project\n`);
    assert.ok(scan(...paths).found.includes("Own.java"), "it may be the name of a server");
  });

  it("are found if the folder is the root of a drive", async () => {
    const paths = [await write("app/src/main/A.java"), await write("app/src/test/T.java")];
    const { findings, passedOver } = scanner.scan(
      [{ folder: parse(place).root.replaceAll("\\", "/"), paths }],
      () => undefined,
    );
    assert.deepEqual(
      findings.trackers.map(({ file, scope }) => [file, scope]),
      [
        [paths[0], "app"],
        [paths[1], "tests"],
      ],
    );
    assert.equal(passedOver.ignored, 0);
  });

  it("are skipped if tools generated them", async () => {
    const paths = ["app/build/made/B.java", "node_modules/x/N.java", ".gradle/G.java", "build/Own.java", "A.java"];
    for (const path of paths) await write(path);
    await write("app/build.gradle", "");
    assert.deepEqual(scan(...paths).found, ["A.java", "build/Own.java"]);
  });

  it("are read once however links reach them, never in a circle, and never outside the folder", async () => {
    await write("app/A.java");
    await mkdir(`${place}/elsewhere`);
    await writeFile(`${place}/elsewhere/Secret.java`, IMPORT);
    await symlink(folder, `${folder}/app/again`);
    await symlink(`${place}/elsewhere`, `${folder}/out`);
    await symlink(`${folder}/app/A.java`, `${folder}/app/Same.java`);
    await symlink(`${folder}/nowhere`, `${folder}/Gone.java`);
    const { found, passedOver } = scan(
      "app/A.java",
      "app/again/app/A.java",
      "app/again/app/again/app/A.java",
      "app/Same.java",
      "out/Secret.java",
      "Gone.java",
    );
    assert.deepEqual(found, ["app/A.java"]);
    assert.deepEqual(passedOver, { ignored: 4, large: 0, binary: 0, unreadable: 1 });
  });

  it("aren't read if they turn into a link out of the folder, or into a pipe", async () => {
    await mkdir(`${place}/elsewhere`);
    await writeFile(`${place}/elsewhere/Secret.java`, IMPORT);
    const path = await write("A.java");
    scan("A.java");
    await rm(path);
    await symlink(`${place}/elsewhere/Secret.java`, path);
    const linked = scanner.rescan([path]);
    assert.deepEqual([linked.failed, linked.findings.trackers], [[path], []]);
    if (process.platform === "win32") return;
    await rm(path);
    await promisify(execFile)("mkfifo", [path]);
    const pipe = scanner.rescan([path]);
    assert.deepEqual([pipe.failed, pipe.findings.trackers], [[path], []]);
  });

  it("are selected by no rules outside the repository that a link leads to", async () => {
    await mkdir(`${place}/elsewhere/info`, { recursive: true });
    await writeFile(`${place}/elsewhere/rules`, "*.java\n");
    await writeFile(`${place}/elsewhere/info/exclude`, "*.java\n");
    await write("A.java");
    await symlink(`${place}/elsewhere/rules`, `${folder}/.gitignore`);
    assert.deepEqual(scan("A.java").found, ["A.java"]);
    await symlink(`${place}/elsewhere`, `${folder}/.git`);
    assert.deepEqual(scan("A.java").found, ["A.java"]);
  });

  it("are skipped and counted if they are large, binary or deleted", async () => {
    const large = await write("Large.java");
    await truncate(large, MAX_FILE_BYTES + 1);
    await write("Binary.java", Buffer.concat([Buffer.from(IMPORT), Buffer.from([0, 1, 2])]));
    await write("Wide.java", Buffer.from(`\ufeff${IMPORT}`, "utf16le"));
    await write("WideToo.java", Buffer.from(`\ufeff${IMPORT}`, "utf16le").swap16());
    const { found, passedOver, files } = scan("Large.java", "Binary.java", "Wide.java", "WideToo.java", "Gone.java");
    assert.deepEqual(found, ["Wide.java", "WideToo.java"]);
    assert.deepEqual(passedOver, { ignored: 0, large: 1, binary: 1, unreadable: 1 });
    assert.equal(files, 3);
  });

  it("are scanned even if one of them fails, which is named", async () => {
    const failing = new Scanner((path, ...rest) => {
      if (path === "Bad.java") throw new RangeError("too deep");
      return scanFile(path, ...rest);
    });
    failing.use([{ id: 1, code: "com.amplitude.", network: undefined }]);
    const paths = [await write("A.java"), await write("Bad.java")];
    const { failed, files, findings } = failing.scan([{ folder, paths }], () => undefined);
    assert.deepEqual([failed, files], [[`${folder}/Bad.java`], 2]);
    assert.deepEqual(
      findings.trackers.map(({ file }) => file),
      [`${folder}/A.java`],
    );
  });

  it("are read again only if they changed", async () => {
    const first = await write("A.java");
    await write("B.java", "class B {}\n");
    assert.equal(scan("A.java", "B.java").read, 2);
    assert.equal(scan("A.java", "B.java").read, 0);
    await appendFile(first, IMPORT);
    const again = scan("A.java", "B.java");
    assert.deepEqual([again.read, again.found.length], [1, 2]);
    await utimes(first, 1, 1);
    assert.equal(scan("A.java", "B.java").read, 1);
    assert.deepEqual(scan("B.java").found, []);
    scanner.use([{ id: 1, code: "com.other.", network: undefined }]);
    assert.deepEqual(scan("A.java", "B.java").found, []);
  });

  it("follow the unsaved text of an editor until it is saved", async () => {
    const path = await write("A.java", "class A {}\n");
    await write("Not.java");
    scan("A.java");
    const edited = scanner.text(path, `\n${IMPORT}`);
    assert.deepEqual(
      edited.findings.trackers.map(({ spot }) => spot),
      [{ line: 1, from: 7, to: 34 }],
    );
    // Files that were skipped stay skipped.
    assert.equal(scanner.text(`${folder}/Not.java`, IMPORT).findings.trackers.length, 1);
    assert.deepEqual(scan("A.java").found, []);
  });

  it("are read again one by one when they change, if they were read before", async () => {
    const path = await write("A.java", "class A {}\n");
    const other = await write("Not.java");
    scan("A.java");
    await writeFile(path, IMPORT);
    assert.equal(scanner.rescan([path, other]).findings.trackers.length, 1);
    await rm(path);
    assert.deepEqual(scanner.rescan([path]).findings.trackers, []);
  });

  it("are named if they can't be read after a change, and read again after the next one", async () => {
    const path = await write("A.java");
    scan("A.java");
    await truncate(path, MAX_FILE_BYTES + 1);
    const { failed, findings } = scanner.rescan([path]);
    assert.deepEqual([failed, findings.trackers], [[path], []]);
    await write("A.java");
    const later = scanner.rescan([path]);
    assert.deepEqual([later.failed, later.findings.trackers.length], [[], 1]);
  });

  it("are read after a change if they were too large before", async () => {
    const path = await write("Large.java");
    await truncate(path, MAX_FILE_BYTES + 1);
    assert.equal(scan("Large.java").passedOver.large, 1);
    await write("Large.java");
    const { findings, passedOver, files } = scanner.rescan([path]);
    assert.deepEqual([findings.trackers.length, passedOver.large, files], [1, 0, 1]);
  });

  it("report how many of them were read", async () => {
    const paths = Array.from({ length: 250 }, (_, place) => `p/F${place}.java`);
    for (const path of paths) await write(path, "class F {}\n");
    const { reported, bytes, files } = scan(...paths);
    assert.deepEqual(reported, [0, 100, 200]);
    assert.deepEqual([bytes, files], [250 * 11, 250]);
  });
});
