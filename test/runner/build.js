// Bundles the tests: each file a module of its own under out/, with the sources that it tests inside.
import { build } from "esbuild";
import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./tools.js";

/** Modules that run as they stand (sandbox, runner, page objects): they find their own files by their own address. */
const asTheyStand = {
  name: "as-they-stand",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^\..*\.js$/ }, ({ path, importer }) => {
      const file = resolve(dirname(importer), path);
      if (!file.startsWith(join(ROOT, "test"))) return undefined;
      return { path: pathToFileURL(file).href, external: true };
    });
  },
};

/** @param {"unit" | "host" | "e2e"} layer @returns the folder of the bundles */
export async function buildTests(layer) {
  const outdir = join(ROOT, "out", layer);
  await rm(outdir, { recursive: true, force: true });
  const host = layer === "host";
  await build({
    absWorkingDir: ROOT,
    entryPoints: host
      ? ["test/host/**/*.test.ts", "test/host/index.ts"]
      : layer === "unit"
        ? ["test/unit/**/*.test.ts", "test/unit/**/*.process.ts", "test/gallery/**/*.test.ts"]
        : ["test/e2e/**/*.test.ts"],
    outdir,
    outbase: layer === "unit" ? "test" : `test/${layer}`,
    bundle: true,
    sourcemap: "inline",
    platform: "node",
    logLevel: "warning",
    ...(host
      ? { format: "cjs", outExtension: { ".js": ".cjs" }, external: ["vscode", "mocha"], target: "node22" }
      : { format: "esm", packages: "external", splitting: true, plugins: [asTheyStand], target: "node20" }),
  });
  return outdir;
}
