// Builds the gallery of the panels' parts into out/gallery-page; its tests are in out/gallery.
//   node test/gallery/build.js [--serve]
import { build as bundle, context } from "esbuild";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PANELS } from "../../esbuild.js";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
export const galleryFolder = join(root, "out/gallery-page");

export async function buildGallery() {
  await rm(galleryFolder, { recursive: true, force: true });
  await mkdir(galleryFolder, { recursive: true });
  const build = await context({
    ...PANELS,
    entryPoints: { main: "test/gallery/main.ts" },
    outdir: galleryFolder,
    logLevel: "warning",
  });
  await build.rebuild();
  const page = await readFile(join(here, "index.html"), "utf8");
  const strings = JSON.stringify(await readEnglishStrings())
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;");
  const meta = `<meta name="triptych-strings" content="${strings}" />`;
  await writeFile(
    join(galleryFolder, "index.html"),
    page.replace("<title>", () => `${meta}<title>`),
  );
  return build;
}

/** Returns the strings that the extension writes into a panel's page, untranslated. */
async function readEnglishStrings() {
  const outfile = join(root, "out/gallery-strings.mjs");
  await bundle({
    absWorkingDir: root,
    entryPoints: ["src/workbench/text/kit-strings.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  const { translateKit } = await import(`${pathToFileURL(outfile).href}?${Date.now()}`);
  return translateKit({ t: (/** @type {string} */ sentence) => sentence });
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
