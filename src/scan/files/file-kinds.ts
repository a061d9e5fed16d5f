// Decides which files are scanned, and what kind of file each is, by their paths.
import { isOfOtherPlatform } from "../gradle/scope.ts";

/** Files to scan, for VS Code's search and file watcher. */
export const PATTERN =
  "**/{*.gradle,*.kts,*.java,*.kt,*.xml,*.versions.toml,*.properties,*.lockfile,package.json,app.json,app.config.json,capacitor.config.json,pubspec.yaml}";

type FileKind =
  | "groovy"
  | "script"
  | "java"
  | "kotlin"
  | "build"
  | "catalog"
  | "properties"
  | "lock"
  | "npm"
  | "pub"
  | "app"
  | "widget"
  | "manifest"
  | "xml";

export function detectKind(path: string): FileKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.endsWith(".gradle")) return "groovy";
  if (name.endsWith(".gradle.kts")) return "script";
  if (name.endsWith(".versions.toml")) return "catalog";
  if (name === "gradle.properties") return "properties";
  if (name === "gradle.lockfile") return "lock";
  // Names all that the build downloads, tools included, and not what the app contains.
  if (/(?:^|\/)gradle\/verification-metadata\.xml$/.test(path)) return undefined;
  if (name === "package.json") return "npm";
  if (name === "pubspec.yaml") return "pub";
  if (/^(?:app|app\.config|capacitor\.config)\.json$/.test(name)) return "app";
  if (name === "config.xml") return "widget";
  if (name === "AndroidManifest.xml") return "manifest";
  if (name.endsWith(".xml")) return "xml";
  if (name.endsWith(".kts")) return "script";
  if (!/\.(?:java|kt)$/.test(name) || isOfOtherPlatform(path)) return undefined;
  if (/(?:^|\/)(?:buildSrc|build-src|build[-_]?[lL]ogic|build-(?:plugin|convention)s?|plugins\/src)\//.test(path))
    return "build";
  return name.endsWith(".java") ? "java" : "kotlin";
}
