// Bundles the tests: each file becomes a module under out/ that includes the sources it tests.
import { build } from "esbuild";
import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./tools.js";

/**
 * Keeps modules out of the bundles (sandbox, runner, page objects, build options) that find their files relative to
 * their own path.
 */
const unbundledModules = {
  name: "unbundled-modules",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^\..*\.js$/ }, ({ path, importer }) => {
      const file = resolve(dirname(importer), path);
      if (!file.startsWith(join(ROOT, "test")) && dirname(file) !== resolve(ROOT)) return undefined;
      return { path: pathToFileURL(file).href, external: true };
    });
  },
};

/** @typedef {"unit" | "gallery" | "e2e" | "storm" | "bench" | "live"} MochaLayer */

/**
 * @param {MochaLayer | "host"} layer
 * @param {string[]} [only] only the tests in these folders; all if none is named
 * @returns the folder of the bundles
 */
export async function buildTests(layer, only = []) {
  const outdir = join(ROOT, "out", layer);
  await rm(outdir, { recursive: true, force: true });
  const host = layer === "host";
  const folders = only.length === 0 ? [`test/${layer}`] : only.map((folder) => `test/${layer}/${folder}`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [
      ...folders.flatMap((folder) => [`${folder}/**/*.test.ts`, `${folder}/**/*.process.ts`]),
      ...(host ? ["test/host/index.ts"] : []),
    ],
    outdir,
    outbase: `test/${layer}`,
    bundle: true,
    sourcemap: "inline",
    platform: "node",
    logLevel: "warning",
    logOverride: { "empty-glob": "silent" },
    ...(host
      ? { format: "cjs", outExtension: { ".js": ".cjs" }, external: ["vscode", "mocha"], target: "node22" }
      : { format: "esm", packages: "external", splitting: true, plugins: [unbundledModules], target: "node20" }),
  });
  return outdir;
}
