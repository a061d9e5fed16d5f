// Packages the extension: copies what .vscodeignore includes to out/package and compares it with the expected files.
import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";
import SevenZip from "7z-wasm";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { INSTALLED, ROOT, UserError } from "./tools.js";

/** Every file of the package matches one of these. */
const BELONGS = [
  /^package\.json$/,
  /^package\.nls(\.de)?\.json$/,
  /^(README|CHANGELOG)\.md$/,
  /^LICENSE$/,
  /^media\/[\w-]+\.(svg|png)$/,
  /^dist\/(chunks\/)?[\w-]+\.cjs$/,
  /^dist\/l10n\/bundle\.l10n\.de\.json$/,
  /^dist\/panels\/(chunks\/)?[\w.-]+\.(js|css|ttf)$/,
];

/** Required files: without them, the extension does not start or has no icon. */
const NEEDED = ["package.json", "package.nls.json", "README.md", "LICENSE", "dist/extension.cjs", "media/triptych.svg"];

const LIMIT_KB = 498;
const STAGE = join(ROOT, "out/package");

try {
  for (const file of await readdir(ROOT)) if (/^triptych-.*\.vsix$/.test(file)) await rm(join(ROOT, file));
  for (const folder of [STAGE, INSTALLED]) await rm(folder, { recursive: true, force: true });
  const listed = await listFiles({ cwd: ROOT, packageManager: PackageManager.None });
  const files = listed.map((file) => file.replaceAll("\\", "/"));
  await check(files);
  for (const file of files) {
    await mkdir(dirname(join(STAGE, file)), { recursive: true });
    await cp(join(ROOT, file), join(STAGE, file));
  }
  await writeFile(join(STAGE, "README.md"), asPackaged(await readFile(join(ROOT, "README.md"), "utf8")));
  const manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  // Removes the fields that are needed only to build the extension.
  for (const key of ["scripts", "devDependencies", "dependencies", "allowScripts", "private"]) delete manifest[key];
  await writeFile(join(STAGE, "package.json"), JSON.stringify(manifest));
  for (const file of files.filter((each) => /^package\.nls\b/.test(each)))
    await writeFile(join(STAGE, file), JSON.stringify(JSON.parse(await readFile(join(ROOT, file), "utf8"))));
  await writeFile(join(STAGE, ".vscodeignore"), ""); // packages everything in the folder
  const vsix = join(ROOT, `triptych-${manifest.version}.vsix`);
  await createVSIX({ cwd: STAGE, packagePath: vsix, dependencies: false, allowMissingRepository: true });
  await compressAgain(vsix);
  const kilobytes = Math.round((await stat(vsix)).size / 1024);
  if (kilobytes > LIMIT_KB) throw new UserError(`The package has ${kilobytes} KB; at most ${LIMIT_KB} are allowed.`);
  console.log(`${vsix}: ${files.length} files, ${kilobytes} KB`);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @param {string[]} files */
async function check(files) {
  const strangers = files.filter((file) => !BELONGS.some((pattern) => pattern.test(file)));
  if (strangers.length > 0) throw new UserError(`These files do not belong in the package: ${strangers.join(", ")}`);
  const missing = NEEDED.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new UserError(`These files are missing from the package: ${missing.join(", ")}`);
  const mapped = [];
  for (const file of files.filter((each) => /\.(cjs|js)$/.test(each))) {
    if ((await readFile(join(ROOT, file), "utf8")).includes("sourceMappingURL=")) mapped.push(file);
  }
  if (mapped.length > 0)
    throw new UserError(`These files contain a source map. Build with --production: ${mapped.join(", ")}`);
}

/** Compresses the package again with 7-Zip, which makes it 3 % smaller. @param {string} vsix */
async function compressAgain(vsix) {
  /** @type {string[]} */
  let lines = [];
  const print = (/** @type {string} */ line) => void lines.push(line);
  const { FS, callMain } = await SevenZip({ print, printErr: print });
  const run = (/** @type {string[]} */ ...words) => {
    lines = [];
    callMain([...words, "-bsp0"]);
    if (!lines.includes("Everything is Ok")) throw new Error(lines.join("\n"));
    return lines.filter((line) => /^(Files|Size):/.test(line)).join();
  };
  FS.writeFile("/loose.zip", await readFile(vsix));
  const before = run("x", "/loose.zip", "-o/files");
  FS.chdir("/files");
  // Leaves out times, which differ in each build, and folders, whose names have no dot.
  run("a", "/dense.zip", "-tzip", "-mx=9", "-mfb=258", "-mpass=15", "-mtm=off", "-ir!*.*");
  if (run("t", "/dense.zip") !== before) throw new Error("The package lost files when it was compressed again");
  await writeFile(vsix, FS.readFile("/dense.zip"));
}

/** Removes relative images and links, because VS Code's page of an installed extension supports only `https`. */
function asPackaged(/** @type {string} */ text) {
  return text.replaceAll(/^!\[[^\]]*\]\([^)]*\)\n+/gm, "").replaceAll(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, "$1");
}
