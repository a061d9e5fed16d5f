// Packages the extension: copies what .vscodeignore includes to out/package and compares it with the expected files.
// The same files always make the same package.
import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";
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
  /^media\/skills\/[\w-]+\/SKILL\.md$/,
  /^dist\/[\w-]+\.cjs$/,
  /^dist\/ThirdPartyNotices\.txt$/,
  /^dist\/l10n\/bundle\.l10n\.de\.json$/,
  /^dist\/panels\/[\w.-]+\.(js|css|ttf)$/,
];

/** Required files: without them, the extension does not start, or has no icon or licenses. */
const NEEDED = [
  "package.json",
  "package.nls.json",
  "README.md",
  "LICENSE",
  "dist/ThirdPartyNotices.txt",
  "dist/extension.cjs",
  "media/triptych.svg",
];

/** Of these, the MCP server has a quarter: it contains the SDK of the protocol, and can be run without the rest. */
const LIMIT_KB = 1200;
/** 1 January 1980, the first time that a ZIP file can store. */
const ZIP_EPOCH = "315532800";
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
  await writeFile(join(STAGE, ".vscodeignore"), ""); // packages everything in the folder
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const vsix = join(ROOT, `triptych-${version}.vsix`);
  // vsce gives each file this time, and sorts the files.
  process.env["SOURCE_DATE_EPOCH"] = ZIP_EPOCH;
  await createVSIX({ cwd: STAGE, packagePath: vsix, dependencies: false, allowMissingRepository: true });
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

/** Removes relative images and links, because VS Code's page of an installed extension supports only `https`. */
function asPackaged(/** @type {string} */ text) {
  return text.replaceAll(/^!\[[^\]]*\]\([^)]*\)\n+/gm, "").replaceAll(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, "$1");
}
