// Builds the gallery of the panels' parts into out/gallery-page: the tests are in out/gallery.
//   node test/gallery/build.js [--serve]
import { context } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PANEL_OPTIONS } from "../../panel-options.js";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
export const galleryFolder = join(root, "out/gallery-page");

export async function buildGallery() {
  await rm(galleryFolder, { recursive: true, force: true });
  await mkdir(galleryFolder, { recursive: true });
  const build = await context({
    absWorkingDir: root,
    entryPoints: { main: "test/gallery/main.ts" },
    outdir: galleryFolder,
    bundle: true,
    splitting: true,
    format: "esm",
    ...PANEL_OPTIONS,
    logLevel: "warning",
  });
  await build.rebuild();
  await copyFile(join(here, "index.html"), join(galleryFolder, "index.html"));
  return build;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const build = await buildGallery();
  if (process.argv.includes("--serve")) {
    const { port } = await build.serve({ servedir: galleryFolder, host: "127.0.0.1" });
    console.log(`The gallery is at http://127.0.0.1:${port}/?theme=dark (light, hc, hcl, dark26, light26).`);
  } else {
    await build.dispose();
    console.log(`The gallery is in ${galleryFolder}.`);
  }
}
