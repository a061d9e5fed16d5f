// What the manifest of an APK declares.
import type { XmlElement } from "./xml-elements.ts";

export interface DeclaredPermission {
  readonly name: string;
  /** The last version of Android for which the app requests it. */
  readonly maxSdk: number | undefined;
}

export type ComponentKind = "activity" | "service" | "receiver" | "provider";

export interface Component {
  readonly kind: ComponentKind;
  /** The name of the class, with its package. */
  readonly name: string;
}

export interface ApkManifest {
  readonly packageName: string;
  readonly versionName: string | undefined;
  readonly versionCode: string | undefined;
  readonly minSdk: string | undefined;
  readonly targetSdk: string | undefined;
  readonly compileSdk: string | undefined;
  /** The name of the split, if this is not the base. */
  readonly split: string | undefined;
  /** The app's name, or a reference to it. */
  readonly label: string | undefined;
  readonly isDebuggable: boolean;
  readonly permissions: readonly DeclaredPermission[];
  /** Libraries of the system. */
  readonly libraries: readonly string[];
  readonly components: readonly Component[];
  /** The names of meta-data, without their values, which can be secret. */
  readonly metaData: readonly string[];
}

/** Android's IDs of attributes. Their names in the file don't count, and obfuscators remove them. */
const ATTRIBUTES = {
  label: 0x01010001,
  name: 0x01010003,
  debuggable: 0x0101000f,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  maxSdkVersion: 0x01010271,
  compileSdkVersion: 0x01010572,
  versionCodeMajor: 0x01010576,
} as const;

const COMPONENTS = new Map<string, ComponentKind>([
  ["activity", "activity"],
  ["activity-alias", "activity"],
  ["service", "service"],
  ["receiver", "receiver"],
  ["provider", "provider"],
]);

const PERMISSIONS: ReadonlySet<string> = new Set([
  "uses-permission",
  "uses-permission-sdk-23",
  "uses-permission-sdk-m",
]);

export function readManifest(elements: readonly XmlElement[]): ApkManifest {
  const root = elements.find(({ name, depth }) => name === "manifest" && depth === 1);
  const at = (depth: number, name: string): readonly XmlElement[] =>
    elements.filter((each) => each.depth === depth && each.name === name);
  const packageName = (root && plain(root, "package")) ?? "";
  const [sdk] = at(2, "uses-sdk");
  const [application] = at(2, "application");
  const permissions = new Map<string, DeclaredPermission>();
  for (const each of elements) {
    const name = value(each, "name");
    if (each.depth !== 2 || !PERMISSIONS.has(each.name) || name === undefined) continue;
    const maxSdk = Number(value(each, "maxSdkVersion"));
    const known = permissions.get(name);
    // One request without a limit counts more than another with one.
    if (known === undefined || known.maxSdk !== undefined)
      permissions.set(name, { name, maxSdk: Number.isSafeInteger(maxSdk) ? maxSdk : undefined });
  }
  const named = (names: readonly (string | undefined)[]): readonly string[] =>
    [...new Set(names)].filter((each) => each !== undefined);
  return {
    packageName,
    versionName: root && value(root, "versionName"),
    versionCode: root && versionCode(root),
    minSdk: sdk && value(sdk, "minSdkVersion"),
    targetSdk: sdk && value(sdk, "targetSdkVersion"),
    compileSdk: root && value(root, "compileSdkVersion"),
    split: root && plain(root, "split"),
    label: application && value(application, "label"),
    isDebuggable: application !== undefined && value(application, "debuggable") === "true",
    permissions: [...permissions.values()],
    libraries: named(at(3, "uses-library").map((each) => value(each, "name"))),
    components: elements.flatMap((each) => {
      const kind = each.depth === 3 ? COMPONENTS.get(each.name) : undefined;
      const name = value(each, "name");
      return kind === undefined || name === undefined ? [] : [{ kind, name: qualify(name, packageName) }];
    }),
    metaData: named(elements.filter(({ name }) => name === "meta-data").map((each) => value(each, "name"))).toSorted(),
  };
}

function value(element: XmlElement, attribute: keyof typeof ATTRIBUTES): string | undefined {
  return element.attributes.find(({ id }) => id === ATTRIBUTES[attribute])?.value;
}

/** An attribute of the build tools, which has no ID. */
function plain(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((each) => each.id === 0 && each.name === name)?.value;
}

/** Version codes have 64 bits, the upper ones in an attribute of their own. */
function versionCode(root: XmlElement): string | undefined {
  const low = value(root, "versionCode");
  const high = Number(value(root, "versionCodeMajor") ?? 0);
  if (low === undefined || !Number.isSafeInteger(high) || high === 0 || !/^-?\d+$/.test(low)) return low;
  return String((BigInt(high) << 32n) | BigInt.asUintN(32, BigInt(low)));
}

/** A name that begins with a dot, or has none, is in the package of the app. */
function qualify(name: string, packageName: string): string {
  if (name.startsWith(".")) return `${packageName}${name}`;
  return name.includes(".") ? name : `${packageName}.${name}`;
}
