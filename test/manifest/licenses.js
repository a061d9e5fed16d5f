// Checks that the packages that Triptych depends on may be distributed with it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const ACCEPTED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "PSF-2.0",
  "(MPL-2.0 OR Apache-2.0)",
]);

/** @param {string} root with a package-lock.json @returns {Promise<string[]>} */
export async function licenseFaults(root) {
  /** @type {{ packages: Record<string, { dev?: boolean, license?: string }> }} */
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path, { dev, license = "no license" }]) => path !== "" && dev !== true && !ACCEPTED.has(license))
    .map(([path, { license }]) => `package-lock.json: ${path} has ${license ?? "no license"}, which is not accepted`);
}
