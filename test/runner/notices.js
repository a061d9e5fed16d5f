// Writes the licenses of the libraries that the bundles contain.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns the text of ThirdPartyNotices.txt: every package in the bundles, with all of its license files.
 * @param {string} root @param {readonly import("esbuild").Metafile[]} bundles
 */
export async function describeLicenses(root, bundles) {
  const inputs = bundles.flatMap(({ outputs }) => Object.values(outputs).flatMap((each) => Object.keys(each.inputs)));
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const notices = await Promise.all([...folders].map((folder) => describePackage(join(root, folder))));
  return ["Triptych contains these packages, each under its own license.\n", ...new Set(notices.sort())].join("\n");
}

/** @param {string} folder */
async function describePackage(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = (await readdir(folder)).filter((each) => /^(licen[cs]e|copying|notice)/i.test(each)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  if (files.length === 0) texts.push(await readmeLicense(folder));
  const title = `${name} ${version} (${license})`;
  return `${[title, "=".repeat(title.length), ...texts.map((text) => text.trim())].join("\n\n")}\n`;
}

/** Returns the license at the end of the package's README. @param {string} folder */
async function readmeLicense(folder) {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const license = /^(?:#+ *)?License\s*\n[^]*/im.exec(readme)?.[0];
  if (license === undefined) throw new Error(`${folder} contains no license`);
  return license;
}
