// Facts of five public Android apps, and build files generated from them in each way that projects declare libraries.

/** A library, as the build files of the app declare it. */
export interface Library {
  readonly coordinate: string;
  readonly version: string;
  readonly configuration: string;
  /** Modules of the library that the app excludes. */
  readonly without?: readonly string[];
}

export interface PublicApp {
  readonly name: string;
  /** Where its build files are, and the state that declares this. */
  readonly source: string;
  readonly id: { readonly namespace: string } | { readonly applicationId: string };
  /** Suffixes by flavor. */
  readonly flavors: Readonly<Record<string, string>>;
  readonly libraries: readonly Library[];
  readonly imports: readonly string[];
  /** The trackers in the app: the name of each, and the kind of finding. */
  readonly carries: readonly string[];
  readonly ids: readonly string[];
}

const library = (
  configuration: string,
  coordinate: string,
  version: string,
  without?: Library["without"],
): Library => ({
  configuration,
  coordinate,
  version,
  ...(without === undefined ? {} : { without }),
});
const MESSAGING = "com.google.firebase:firebase-messaging";
const NO_ANALYTICS = ["firebase-core", "firebase-analytics", "firebase-measurement-connector"];

export const PUBLIC_APPS: readonly PublicApp[] = [
  {
    name: "Firefox (Fenix)",
    source: "github.com/mozilla-mobile/fenix: app/build.gradle, buildSrc/src/main/java/Dependencies.kt (2019)",
    id: { applicationId: "org.mozilla" },
    flavors: { nightly: ".fenix.nightly", production: ".fenix" },
    libraries: [
      library("implementation", "io.sentry:sentry-android", "1.7.10"),
      library("implementation", "com.leanplum:leanplum-core", "5.2.3"),
      library("implementation", "com.adjust.sdk:adjust-android", "4.18.3"),
      library("implementation", "com.android.installreferrer:installreferrer", "1.0"),
      library("implementation", "com.google.android.gms:play-services-ads-identifier", "16.0.0"),
      library("implementation", "org.mozilla.components:service-glean", "28.0.2"),
      library("implementation", "org.mozilla.components:lib-push-firebase", "28.0.2"),
      library("debugImplementation", "com.squareup.leakcanary:leakcanary-android", "2.0"),
    ],
    imports: [
      "com.adjust.sdk.Adjust",
      "com.adjust.sdk.AdjustConfig",
      "com.leanplum.Leanplum",
      "org.mozilla.fenix.Config",
    ],
    carries: ["code Adjust", "code LeanPlum", "dependency Adjust", "dependency LeanPlum", "dependency Sentry"],
    ids: ["org.mozilla.fenix", "org.mozilla.fenix.nightly"],
  },
  {
    name: "Element",
    source: "github.com/element-hq/element-android: vector-app/build.gradle, dependencies.gradle (2022)",
    id: { applicationId: "im.vector.app" },
    flavors: { gplay: "", nightly: ".nightly" },
    libraries: [
      library("implementation", "com.posthog.android:posthog", "1.1.2"),
      library("implementation", "io.sentry:sentry-android", "6.2.1"),
      library("gplayImplementation", MESSAGING, "23.0.8", NO_ANALYTICS),
      library("gplayImplementation", "com.google.android.gms:play-services-location", "20.0.0"),
      library("gplayImplementation", "com.google.firebase:firebase-appdistribution-api-ktx", "16.0.0-beta03"),
      library("implementation", "com.facebook.stetho:stetho", "1.6.0"),
      library("debugImplementation", "com.facebook.flipper:flipper", "0.152.0"),
    ],
    imports: ["com.posthog.android.PostHog", "io.sentry.Sentry", "io.sentry.android.core.SentryAndroid"],
    carries: ["code PostHog", "code Sentry", "dependency PostHog", "dependency Sentry"],
    ids: ["im.vector.app", "im.vector.app.nightly"],
  },
  {
    name: "Signal",
    source: "github.com/signalapp/Signal-Android: app/build.gradle.kts, gradle/libs.versions.toml (2025)",
    id: { namespace: "org.thoughtcrime.securesms" },
    flavors: { prod: "", staging: ".staging" },
    libraries: [
      library("implementation", MESSAGING, "23.1.2", NO_ANALYTICS),
      library("implementation", "com.google.android.gms:play-services-maps", "18.2.0"),
      library("implementation", "com.google.android.gms:play-services-auth", "21.0.0"),
      library("implementation", "com.mobilecoin:android-sdk", "6.1.1"),
      library("implementation", "com.airbnb.android:lottie", "5.2.0"),
    ],
    imports: ["com.google.firebase.messaging.FirebaseMessagingService", "com.google.android.gms.maps.GoogleMap"],
    carries: [],
    ids: ["org.thoughtcrime.securesms", "org.thoughtcrime.securesms.staging"],
  },
  {
    name: "Wikipedia",
    source: "github.com/wikimedia/apps-android-wikipedia: app/build.gradle (2023)",
    id: { applicationId: "org.wikipedia" },
    flavors: { dev: ".dev", prod: "", alpha: ".alpha", beta: ".beta" },
    libraries: [
      library("implementation", "com.android.installreferrer:installreferrer", "2.2"),
      library("implementation", "org.wikimedia.metrics:metrics-platform", "1.10"),
      library("prodImplementation", "com.google.mlkit:language-id", "17.0.4"),
      library("prodImplementation", "com.google.firebase:firebase-messaging-ktx", "23.1.2"),
      library("implementation", "com.squareup.leakcanary:plumber-android", "2.11"),
      library("testImplementation", "org.robolectric:robolectric", "4.10.3"),
    ],
    imports: ["com.android.installreferrer.api.InstallReferrerClient", "org.wikipedia.analytics.eventplatform.Event"],
    carries: [],
    ids: ["org.wikipedia", "org.wikipedia.alpha", "org.wikipedia.beta", "org.wikipedia.dev"],
  },
  {
    name: "NewPipe",
    source: "github.com/TeamNewPipe/NewPipe: app/build.gradle (2021)",
    id: { applicationId: "org.schabi.newpipe" },
    flavors: {},
    libraries: [
      library("implementation", "ch.acra:acra-core", "5.7.0"),
      library("implementation", "com.github.TeamNewPipe:NewPipeExtractor", "6db4bea8"),
      library("implementation", "com.google.android.exoplayer:exoplayer", "2.13.2"),
      library("debugImplementation", "com.facebook.stetho:stetho", "1.5.1"),
      library("debugImplementation", "com.facebook.stetho:stetho-okhttp3", "1.5.1"),
    ],
    imports: ["org.acra.ACRA", "org.acra.config.CoreConfiguration", "org.schabi.newpipe.extractor.NewPipe"],
    carries: ["code ACRA", "dependency ACRA"],
    ids: ["org.schabi.newpipe"],
  },
];

type Files = Readonly<Record<string, string>>;

/** The ways to declare a library: spelled out, from a catalog, from a map of the build, or from build code. */
export const FORMS: Readonly<Record<string, (app: PublicApp) => Files>> = {
  "spelled out in Groovy": (app) => groovy(app, ({ coordinate, version }) => `"${coordinate}:${version}"`),
  "spelled out in Kotlin": (app) => kotlin(app, ({ coordinate, version }) => `"${coordinate}:${version}"`),
  "from a version catalog": (app) => ({
    ...kotlin(app, (each) => `libs.${nameOf(each, ".")}`),
    "gradle/libs.versions.toml": `[libraries]\n${lines(app, (each) => `${nameOf(each, "-")} = "${each.coordinate}:${each.version}"`)}`,
  }),
  "from a map of the build": (app) => ({
    ...groovy(app, (each) => `libs.all.${nameOf(each, "")}`),
    "dependencies.gradle": `ext.libs = [\n  all: [\n${lines(app, (each) => `    '${nameOf(each, "")}': "${each.coordinate}:${each.version}",`)}  ]\n]\n`,
  }),
  "from build code": (app) => ({
    ...groovy(app, (each) => `Deps.${nameOf(each, "_")}`),
    "buildSrc/src/main/java/Dependencies.kt": `object Versions {\n${lines(app, (each) => `  const val ${nameOf(each, "_")} = "${each.version}"`)}}\n\nobject Deps {\n${lines(app, (each) => `  const val ${nameOf(each, "_")} =\n    "${each.coordinate}:\${Versions.${nameOf(each, "_")}}"`)}}\n`,
  }),
};

/** A name that is unique among the libraries of an app. */
function nameOf({ coordinate }: Library, sign: string): string {
  const words = coordinate.toLowerCase().split(/[^a-z0-9]+/);
  return sign === "" ? words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("") : words.join(sign);
}

function lines({ libraries }: PublicApp, line: (each: Library) => string): string {
  return libraries.map((each) => `${line(each)}\n`).join("");
}

function groovy(app: PublicApp, notation: (each: Library) => string): Files {
  const own = "namespace" in app.id ? `namespace '${app.id.namespace}'` : `applicationId '${app.id.applicationId}'`;
  const flavors = Object.entries(app.flavors).map(
    ([name, suffix]) => `    ${name} { ${suffix === "" ? "" : `applicationIdSuffix '${suffix}'`} }\n`,
  );
  const declared = lines(app, (each) => {
    const left = (each.without ?? []).map((name) => ` exclude group: 'com.google.firebase', module: '${name}'\n`);
    return left.length === 0
      ? `  ${each.configuration} ${notation(each)}`
      : `  ${each.configuration}(${notation(each)}) {\n${left.join("")}  }`;
  });
  return {
    ...sources(app),
    "app/build.gradle": `apply plugin: 'com.android.application'\n\nandroid {\n  ${"namespace" in app.id ? own : `defaultConfig { ${own} }`}\n  productFlavors {\n${flavors.join("")}  }\n}\n\ndependencies {\n${declared}}\n`,
  };
}

function kotlin(app: PublicApp, notation: (each: Library) => string): Files {
  const own = "namespace" in app.id ? `namespace = "${app.id.namespace}"` : `applicationId = "${app.id.applicationId}"`;
  const flavors = Object.entries(app.flavors).map(
    ([name, suffix]) => `    create("${name}") { ${suffix === "" ? "" : `applicationIdSuffix = "${suffix}"`} }\n`,
  );
  const declared = lines(app, (each) => {
    const left = (each.without ?? []).map((name) => ` exclude(group = "com.google.firebase", module = "${name}")\n`);
    const call = `  ${each.configuration}(${notation(each)})`;
    return left.length === 0 ? call : `${call} {\n${left.join("")}  }`;
  });
  return {
    ...sources(app),
    "app/build.gradle.kts": `plugins {\n  id("com.android.application")\n}\n\nandroid {\n  ${"namespace" in app.id ? own : `defaultConfig { ${own} }`}\n  productFlavors {\n${flavors.join("")}  }\n}\n\ndependencies {\n${declared}}\n`,
  };
}

/** A class with the imports, and links that every app has somewhere, none of which is evidence. */
function sources({ imports }: PublicApp): Files {
  const links = ["https://policies.google.com/privacy", "https://www.facebook.com/app", "https://api.sentry.example"];
  return {
    "app/src/main/java/app/Main.java": `package app;\n\n${imports.map((each) => `import ${each};\n`).join("")}\nclass Main {\n${links.map((each, place) => `  String link${place} = "${each}";\n`).join("")}}\n`,
  };
}
