// Finds the npm and pub packages that add libraries to an Android app, and the application ID in JSON configurations.
import { isTable } from "../base/json/is-table.ts";
import { tryParseJson } from "../base/json/json.ts";
import type { Placed, PlacedText } from "./gradle/assignments.ts";
import type { Coordinate } from "./gradle/coordinates.ts";
import type { Scope } from "./gradle/scope.ts";
import sources from "./package-libraries.json" with { type: "json" };

/** A package of React Native, Expo, Cordova, Capacitor or Flutter. */
interface Package extends Placed {
  readonly name: string;
  readonly libraries: readonly Coordinate[];
  readonly scope: Scope;
}

/** The libraries that a package adds, by its name. */
const LIBRARIES = new Map<string, Coordinate[]>();
for (const [library, packages] of sources.flatMap(({ libraries }) => Object.entries(libraries))) {
  const [group = "", name = ""] = library.split(":");
  for (const each of packages) LIBRARIES.set(each, [...(LIBRARIES.get(each) ?? []), { group, name }]);
}

/** Keys of `package.json` and `pubspec.yaml`: that of an object, or of a package in it. */
const JSON_KEY = /"(?:(?<section>[^"\\\n]{1,100})"\s*:\s*\{|(?<name>[^"\\\n]{1,100})"\s*:\s*")/g;
const YAML_KEY = /^(?:(?<section>\w{1,100})| +(?<name>\w{1,100})) *:/gm;

/** Reads the dependencies of a `package.json` or `pubspec.yaml`. */
export function parsePackages(text: string, isYaml: boolean): readonly Package[] {
  const found: Package[] = [];
  let isDependencies = false;
  let scope: Scope = "app";
  for (const { 0: match, index, groups } of text.matchAll(isYaml ? YAML_KEY : JSON_KEY)) {
    const { section, name } = groups ?? {};
    if (section !== undefined) {
      isDependencies = /dependencies$/i.test(section);
      // Flutter leaves them out of release builds, but React Native and Cordova link `devDependencies` too.
      scope = section === "dev_dependencies" ? "debug" : "app";
    }
    const libraries = name === undefined || !isDependencies ? undefined : LIBRARIES.get(name);
    if (name === undefined || libraries === undefined) continue;
    const from = index + match.indexOf(name);
    found.push({ name, libraries, scope, from, to: from + name.length });
  }
  return found;
}

/** Reads the application ID from an `app.json` of Expo or a `capacitor.config.json`. */
export function parseAppId(text: string): PlacedText | undefined {
  const json = tryParseJson(text);
  const config = isTable(json) && isTable(json["expo"]) ? json["expo"] : json;
  if (!isTable(config)) return undefined;
  // Capacitor has other settings for Android there.
  const own = isTable(config["android"]) ? config["android"]["package"] : undefined;
  const [key, value] = own === undefined ? ["appId", config["appId"]] : ["package", own];
  for (const { 0: match, 1: name, 2: id = "", index } of text.matchAll(/"(package|appId)"\s*:\s*"([^"\\]+)"/g)) {
    const to = index + match.length - 1;
    if (name === key && id === value) return { value: id, from: to - id.length, to };
  }
  return undefined;
}
