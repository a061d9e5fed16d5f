// Bundles the tests: each file becomes a module under out/ that includes the sources it tests.
import { build } from "esbuild";
import { readdir, rm } from "node:fs/promises";
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
 * @param {(name: string) => boolean} [accepts] which test files to build, such as `issues/api.test.ts`; all without it
 * @returns the folder of the bundles
 */
export async function buildTests(layer, accepts = () => true) {
  const outdir = join(ROOT, "out", layer);
  await rm(outdir, { recursive: true, force: true });
  const host = layer === "host";
  const names = (await readdir(join(ROOT, "test", layer), { recursive: true })).map((name) =>
    name.replaceAll("\\", "/"),
  );
  const files = names.filter((name) => name.endsWith(".process.ts") || (name.endsWith(".test.ts") && accepts(name)));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...files, ...(host ? ["index.ts"] : [])].map((name) => `test/${layer}/${name}`),
    outdir,
    outbase: `test/${layer}`,
    bundle: true,
    sourcemap: "inline",
    platform: "node",
    logLevel: "warning",
    ...(host
      ? { format: "cjs", outExtension: { ".js": ".cjs" }, external: ["vscode", "mocha"], target: "node22" }
      : { format: "esm", packages: "external", splitting: true, plugins: [unbundledModules], target: "node22" }),
  });
  return outdir;
}
