// Application IDs in build scripts, in all the ways that projects write them.
import assert from "node:assert/strict";
import { findApps } from "../../../src/scan/app-ids.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { Signatures } from "../../../src/scan/signatures/signatures.ts";

const NONE = new Signatures([]);
const GROOVY = "app/build.gradle";
const KOTLIN = "app/build.gradle.kts";
const MANIFEST = "app/src/main/AndroidManifest.xml";
const LAUNCHER =
  '<application><activity><intent-filter><category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity></application>';

/** Files of a project and the IDs in them; `?` is an ID that only a run of the build would show. */
const CASES: readonly (readonly [what: string, files: Readonly<Record<string, string>>, ids: readonly string[]])[] = [
  [
    "Expo's app.json",
    { "app.json": '{"expo":{"slug":"x","ios":{"bundleIdentifier":"i.o.s"},"android":{"package":"a.b.c"}}}' },
    ["a.b.c"],
  ],
  [
    "Expo's app.config.json without the outer key",
    { "app.config.json": '{"android": {"package": "a.b.c"}}' },
    ["a.b.c"],
  ],
  ["Capacitor's configuration", { "capacitor.config.json": '{"appId": "a.b.c", "webDir": "dist"}' }, ["a.b.c"]],
  [
    "Capacitor's configuration with settings for Android",
    { "capacitor.config.json": '{"appId": "a.b.c", "android": {"allowMixedContent": true}}' },
    ["a.b.c"],
  ],
  [
    "Cordova's configuration",
    { "config.xml": '<?xml version="1.0"?><widget id="a.b.c" version="1"></widget>' },
    ["a.b.c"],
  ],
  [
    "Cordova's configuration with an ID of its own for Android",
    { "config.xml": '<widget id="i.o.s" android-packageName="a.b.c"></widget>' },
    ["a.b.c"],
  ],
  [
    "a generated project beside Expo's app.json",
    {
      "app.json": '{"expo":{"android":{"package":"a.b.c"}}}',
      ["android/app/build.gradle"]: "android { defaultConfig { applicationId 'a.b.c' } }",
    },
    ["a.b.c"],
  ],
  [
    "other files of these names",
    {
      "app.json": '{"name": "x", "android": {"package": 5}}',
      "web/app.json": "[",
      "capacitor.config.json": '{"appId": "not an ID"}',
      "config.xml": '<configuration id="a.b.c"/>',
    },
    [],
  ],
  ["a block in Groovy", { [GROOVY]: "android { defaultConfig { applicationId 'a.b.c' } }" }, ["a.b.c"]],
  ["a block in Kotlin", { [KOTLIN]: 'android { defaultConfig { applicationId = "a.b.c" } }' }, ["a.b.c"]],
  ["a path in Groovy", { [GROOVY]: "android.defaultConfig.applicationId = 'a.b.c'" }, ["a.b.c"]],
  ["a path in Kotlin", { [KOTLIN]: 'android.defaultConfig.applicationId = "a.b.c"' }, ["a.b.c"]],
  ["a path in a block", { [KOTLIN]: 'android { defaultConfig.applicationId = "a.b.c" }' }, ["a.b.c"]],
  ["a path in Groovy in a block", { [GROOVY]: "android { defaultConfig.applicationId 'a.b.c' }" }, ["a.b.c"]],
  ["a path before a block", { [KOTLIN]: 'android.defaultConfig { applicationId = "a.b.c" }' }, ["a.b.c"]],
  ["a call on a path", { [KOTLIN]: 'android.defaultConfig.setApplicationId("a.b.c")' }, ["a.b.c"]],
  [
    "several values, the last of which counts",
    { [KOTLIN]: 'android { defaultConfig {\n applicationId = "a.b.old"\n applicationId = "a.b.c"\n} }' },
    ["a.b.c"],
  ],
  [
    "a path after a block",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.old" } }\nandroid.defaultConfig.applicationId = "a.b.c"',
    },
    ["a.b.c"],
  ],
  [
    "a computed value after a literal",
    { [KOTLIN]: 'android { defaultConfig {\n applicationId = "a.b.old"\n applicationId = idOf(1)\n} }' },
    ["?"],
  ],
  [
    "a literal after a computed value",
    { [KOTLIN]: 'android { defaultConfig {\n applicationId = idOf(1)\n applicationId = "a.b.c"\n} }' },
    ["a.b.c"],
  ],
  ["a computed value", { [GROOVY]: "android { defaultConfig { applicationId makeId() } }" }, ["?"]],
  ["a path with a computed value", { [KOTLIN]: "android.defaultConfig.applicationId = makeId()" }, ["?"]],
  [
    "a property",
    { [GROOVY]: "android { defaultConfig { applicationId appId } }", "gradle.properties": "appId=a.b.c\n" },
    ["a.b.c"],
  ],
  [
    "a path to a constant of the script",
    { [GROOVY]: "def own = 'a.b.c'\nandroid.defaultConfig.applicationId = own" },
    ["a.b.c"],
  ],
  [
    "flavors with ids of their own",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nproductFlavors { create("free") { applicationId = "a.b.free" } } }',
    },
    ["a.b.free"],
  ],
  [
    "flavors of several dimensions, whose order decides that of the suffixes",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nflavorDimensions += listOf("tier", "store")\nproductFlavors { create("play") { dimension = "store"; applicationIdSuffix = ".play" }\ncreate("free") { dimension = "tier"; applicationIdSuffix = ".free" } } }',
    },
    ["a.b.c.free.play"],
  ],
  [
    "flavors of several dimensions in Groovy",
    {
      [GROOVY]:
        "android { flavorDimensions 'tier', 'store'\nproductFlavors { play { dimension 'store'; applicationId 'a.b.play' }\nfree { dimension 'tier'; applicationId 'a.b.free' } } }",
    },
    ["a.b.free"],
  ],
  [
    "a path to a flavor",
    {
      [GROOVY]:
        "android.defaultConfig.applicationId = 'a.b.c'\nandroid.productFlavors.free.applicationIdSuffix = '.free'\nandroid { productFlavors { free { } } }",
    },
    ["a.b.c.free"],
  ],
  [
    "suffixes of a build type, the last of which counts",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nbuildTypes { debug {\n applicationIdSuffix = ".x"\n applicationIdSuffix = ".debug"\n} } }',
    },
    ["a.b.c", "a.b.c.debug"],
  ],
  [
    "a path to a build type",
    {
      [KOTLIN]:
        'android.defaultConfig.applicationId = "a.b.c"\nandroid.buildTypes.debug.applicationIdSuffix = ".debug"',
    },
    ["a.b.c", "a.b.c.debug"],
  ],
  [
    "flavors with a suffix of the release type, which stores have",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nbuildTypes { release { applicationIdSuffix = ".rel" }\ndebug { applicationIdSuffix = ".debug" } }\nproductFlavors { create("free") { applicationIdSuffix = ".free" }\ncreate("paid") { applicationId = "a.b.paid" } } }',
    },
    ["a.b.c.free.debug", "a.b.c.free.rel", "a.b.paid.debug", "a.b.paid.rel"],
  ],
  [
    "a computed suffix of the release type, but of no other",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nbuildTypes { release { applicationIdSuffix = idOf(1) }\ndebug { applicationIdSuffix = idOf(2) } } }',
    },
    ["a.b.c", "?"],
  ],
  [
    "a suffix of all flavors and build types",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c"; applicationIdSuffix = ".x" }\nbuildTypes { debug { applicationIdSuffix = ".debug" } }\nproductFlavors { create("free") { applicationIdSuffix = ".free" } } }',
    },
    ["a.b.c.x.free", "a.b.c.x.free.debug"],
  ],
  [
    "a namespace with suffixes",
    {
      [KOTLIN]:
        'plugins { id("com.android.application") }\nandroid { namespace = "a.b.c"\nbuildTypes { create("perf") { applicationIdSuffix = ".perf" } }\nproductFlavors { create("staging") { applicationIdSuffix = ".staging" } } }',
    },
    ["a.b.c.staging", "a.b.c.staging.perf"],
  ],
  [
    "the package of a manifest with a suffix",
    {
      [GROOVY]:
        "apply plugin: 'com.android.application'\nandroid { buildTypes { debug { applicationIdSuffix '.debug' } } }",
      [MANIFEST]: `<manifest package="a.b.c">${LAUNCHER}</manifest>`,
    },
    ["a.b.c", "a.b.c.debug"],
  ],
  [
    "the manifest of a flavor whose name starts with test, but of no tests",
    {
      "app/src/testnet/AndroidManifest.xml": `<manifest package="a.b.c">${LAUNCHER}</manifest>`,
      "app/src/testDebug/AndroidManifest.xml": `<manifest package="a.b.d">${LAUNCHER}</manifest>`,
      "app/src/androidTest/AndroidManifest.xml": `<manifest package="a.b.e">${LAUNCHER}</manifest>`,
    },
    ["a.b.c"],
  ],
  ["the package of a manifest only", { [MANIFEST]: `<manifest package="a.b.c">${LAUNCHER}</manifest>` }, ["a.b.c"]],
  [
    "the package of a manifest beside a script without an id",
    {
      [GROOVY]: "apply plugin: 'com.android.application'",
      [MANIFEST]: `<manifest package="a.b.c">${LAUNCHER}</manifest>`,
    },
    ["a.b.c"],
  ],
  [
    "the branches of a condition, each of which may count",
    {
      [GROOVY]:
        "android { defaultConfig { if (isFree) { applicationId 'a.b.free' } else { applicationId 'a.b.paid' } } }",
      [KOTLIN.replace("app/", "other/")]:
        'android { defaultConfig { applicationId = "a.b.c"\n if (isBeta) applicationId = "a.b.one"\n if (isBeta) {\n applicationId = "a.b.beta"\n} } }',
    },
    ["a.b.beta", "a.b.c", "a.b.free", "a.b.paid"],
  ],
  [
    "the manifest of an app for television",
    {
      [GROOVY]: "plugins { id 'own.convention' }",
      [MANIFEST]: `<manifest package="a.b.c">${LAUNCHER.replace("LAUNCHER", "LEANBACK_LAUNCHER")}</manifest>`,
    },
    ["a.b.c"],
  ],
  [
    "paths that start with a call",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nproductFlavors { create("free").applicationIdSuffix = ".free" }\nbuildTypes { getByName("debug").applicationIdSuffix = ".debug" } }\nandroid.productFlavors.create("paid").applicationIdSuffix = ".paid"',
    },
    ["a.b.c.free", "a.b.c.free.debug", "a.b.c.paid", "a.b.c.paid.debug"],
  ],
  [
    "blocks that start with a path",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nbuildTypes.getByName("debug") { applicationIdSuffix = ".debug" } }\nandroid.productFlavors.create("free") { applicationId = "a.b.free" }',
      "tool/build.gradle":
        "android.defaultConfig.applicationId 'a.b.d'\nandroid.buildTypes.debug { applicationIdSuffix '.x' }",
    },
    ["a.b.d", "a.b.d.x", "a.b.free", "a.b.free.debug"],
  ],
  [
    "flavors whose names are constants",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nproductFlavors { create(Flavors.FREE) { applicationIdSuffix = ".free" }\ncreate(Flavors.PAID) { applicationIdSuffix = ".paid" } } }',
    },
    ["a.b.c.free", "a.b.c.paid"],
  ],
  [
    "flavors of which one adds an empty suffix",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nflavorDimensions += listOf("tier", "store")\nproductFlavors { create("full") { dimension = "tier"; applicationIdSuffix = "" }\ncreate("play") { dimension = "store"; applicationIdSuffix = ".play" } } }',
    },
    ["a.b.c.play"],
  ],
  [
    "a script in another folder that the app applies",
    {
      [GROOVY]: 'apply from: "$rootDir/gradle/ids.gradle"\nandroid { defaultConfig { applicationId APP_ID } }',
      "gradle/ids.gradle": "ext.APP_ID = 'a.b.c'",
    },
    ["a.b.c"],
  ],
  [
    "scripts in other folders that disagree",
    {
      [GROOVY]: 'apply from: "$rootDir/gradle/ids.gradle"\nandroid { defaultConfig { applicationId APP_ID } }',
      "gradle/ids.gradle": "ext.APP_ID = 'a.b.c'",
      "old/ids.gradle": "ext.APP_ID = 'a.b.d'",
    },
    ["?"],
  ],
  [
    "a map of the build",
    {
      [GROOVY]: "android { defaultConfig { applicationId rootProject.ext.android.appId } }",
      "config.gradle": "ext {\n android = [minSdk: 21,\n  appId : 'a.b.c',\n  name: 'x']\n}",
    },
    ["a.b.c"],
  ],
  [
    "a property of the project, which only uses of it make an ID",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = project.property("applicationId").toString() }\nbuildTypes { debug { applicationIdSuffix = ".debug" } } }',
      "ids.gradle": "project.ext {\n applicationId = 'a.b.c'\n}",
      "old/ids.gradle": "ext {\n applicationId = 'a.b.old'\n}",
    },
    ["a.b.c", "a.b.c.debug"],
  ],
  [
    "a chain of calls on several lines",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = providers\n  .gradleProperty("appId")\n  .get() }\nbuildTypes\n  .getByName("debug")\n  .applicationIdSuffix = ".debug" }',
      "gradle.properties": "appId=a.b.c\n",
    },
    ["a.b.c", "a.b.c.debug"],
  ],
  [
    "a script that renames its outputs with a variable of the same name",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" } }\nandroidComponents { onVariants { variant ->\n val applicationId = variant.applicationId.get()\n variant.outputs.forEach { it.outputFileName.set("$applicationId.apk") }\n} }',
      "tool/build.gradle":
        "android { defaultConfig { applicationId 'a.b.d' }\napplicationVariants.all { variant ->\n def applicationId = variant.applicationId\n variant.outputs.all { outputFileName = \"${applicationId}.apk\" }\n} }",
    },
    ["a.b.c", "a.b.d"],
  ],
  [
    "a script with a property of the same name in another block",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" } }\ntasks.register("rename") { applicationId = nameOf(it) }\npublisher { applicationId = "x.y.z" }',
    },
    ["a.b.c"],
  ],
  [
    "a variant whose ID the script sets by itself",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" } }\nandroidComponents { onVariants(selector().withBuildType("release")) { it.applicationId.set("a.b.release") } }',
    },
    ["a.b.c", "a.b.release"],
  ],
  [
    "every flavor with every build type, but not the ID without a suffix, which no build has",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nbuildTypes { getByName("debug") { applicationIdSuffix = ".debug" } }\nflavorDimensions += "version"\nproductFlavors { create("free") { applicationIdSuffix = ".free" }\ncreate("pro") { dimension = "version"\n applicationIdSuffix = ".pro" } } }',
    },
    ["a.b.c.free", "a.b.c.free.debug", "a.b.c.pro", "a.b.c.pro.debug"],
  ],
  [
    "flavors without suffixes, in all ways to declare them",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nproductFlavors { create("free") { applicationIdSuffix = ".free" }\ncreate("full") } }',
      "one/build.gradle":
        "android { defaultConfig { applicationId 'a.b.d' }\nproductFlavors { free { applicationIdSuffix '.free' }\nfull { } } }",
      "two/build.gradle.kts":
        'android { defaultConfig { applicationId = "a.b.e" }\nproductFlavors { val free by creating { applicationIdSuffix = ".free" }\nval full by registering } }',
    },
    ["a.b.c", "a.b.c.free", "a.b.d", "a.b.d.free", "a.b.e", "a.b.e.free"],
  ],
  [
    "a build type that starts as a copy of another one",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nbuildTypes { getByName("debug") { applicationIdSuffix = ".debug" }\ncreate("staging") { initWith(getByName("debug"))\n applicationIdSuffix = ".debugStaging" }\ncreate("perf") { initWith(getByName("debug")) } } }',
      [GROOVY.replace("app/", "other/")]:
        "android { defaultConfig { applicationId 'a.b.d' }\nbuildTypes { release { applicationIdSuffix '.rel' }\n staging { initWith release } } }",
    },
    ["a.b.c", "a.b.c.debug", "a.b.c.debugStaging", "a.b.d", "a.b.d.rel"],
  ],
  [
    "a copy of a build type with a suffix",
    {
      [KOTLIN]:
        'android { defaultConfig { applicationId = "a.b.c" }\nbuildTypes { getByName("debug") { applicationIdSuffix = ".debug" }\ngetByName("release") { applicationIdSuffix = ".store" }\ncreate("perf") { initWith(getByName("release"))\n signingConfig = signingConfigs.getByName("upload") } } }',
    },
    ["a.b.c.debug", "a.b.c.store"],
  ],
  [
    "an extra property that a block sets",
    {
      "build.gradle.kts":
        'project.apply { extra.apply { set("applicationId", "a.b.c") } }\nwith(extra) { set("suffix", ".free") }',
      [KOTLIN]:
        'android { defaultConfig { applicationId = rootProject.extra["applicationId"] as String }\nproductFlavors { create("free") { applicationIdSuffix = rootProject.extra["suffix"].toString() } } }',
    },
    ["a.b.c.free"],
  ],
  [
    "a property that the script delegates to",
    {
      "build.gradle.kts": 'val applicationId by extra("a.b.c")',
      [KOTLIN]:
        'val applicationId: String by rootProject.extra\nandroid { defaultConfig { this.applicationId = rootProject.extra["applicationId"] as String } }',
    },
    ["a.b.c"],
  ],
  [
    "a flavor in a script that the app applies",
    {
      [GROOVY]: "apply from: \"$rootDir/gradle/flavors.gradle\"\nandroid { defaultConfig { applicationId 'a.b.c' } }",
      "gradle/flavors.gradle":
        "android { productFlavors { free { applicationIdSuffix '.free' }\npaid { applicationIdSuffix '.paid' } } }",
    },
    ["a.b.c.free", "a.b.c.paid"],
  ],
];

describe("The ID of an app", () => {
  for (const [what, files, ids] of CASES) it(`is found in ${what}`, () => assert.deepEqual(idsIn(files), ids));

  it("is that of the main manifest, even if a build type has its own manifest", () => {
    const debug = { "app/src/debug/AndroidManifest.xml": "<manifest><application/></manifest>" };
    const main = { [MANIFEST]: `<manifest package="a.b.c">${LAUNCHER}</manifest>` };
    const ids = (script: string): readonly string[] => idsIn({ [GROOVY]: script, ...debug, ...main });
    assert.deepEqual(ids("apply plugin: 'com.android.application'"), ["a.b.c"]);
    assert.deepEqual(ids("plugins { id 'own.convention' }\nandroid { namespace 'a.b.d' }"), ["a.b.d"]);
  });

  it("is the one that a convention plugin sets, not the namespace of the app", () => {
    const app = {
      [KOTLIN]: 'plugins { alias(libs.plugins.own.android.application) }\nandroid { namespace = "a.b.d" }',
    };
    const script = {
      "build-logic/src/main/kotlin/app.gradle.kts": 'android { defaultConfig { applicationId = "a.b.c" } }',
    };
    assert.deepEqual(idsIn({ ...app, ...script }), ["a.b.c"]);
    const code = (id: string) => ({
      "build-logic/src/main/kotlin/App.kt": `class App : Plugin<Project> { override fun apply(target: Project) {\n target.extensions.configure<ApplicationExtension> { defaultConfig.applicationId = ${id} } } }`,
    });
    assert.deepEqual(idsIn({ ...app, ...code('"a.b.c"') }), ["a.b.c"]);
    assert.deepEqual(idsIn({ ...app, ...code("idOf(target)") }), ["?"]);
    const own = { "tool/build.gradle": "plugins { id 'com.android.application' }\nandroid { namespace 'a.b.e' }" };
    assert.deepEqual(idsIn({ ...own, ...code('"a.b.c"') }), ["a.b.c", "a.b.e"]);
    const type = {
      "buildSrc/src/main/java/Facts.kt":
        "data class Facts(val name: String) {\n val applicationId: String\n get() = name\n}",
    };
    assert.deepEqual(idsIn({ ...app, ...type }), ["a.b.d"]);
  });

  it("has the suffixes and flavors of the convention plugins that its script applies", () => {
    const app = (plugin: string) => ({
      [KOTLIN]: `plugins { ${plugin} }\nandroid { defaultConfig { applicationId = "a.b.c" } }`,
      "other/build.gradle.kts":
        'plugins { id("com.android.application") }\nandroid { defaultConfig { applicationId = "a.b.d" } }',
    });
    const script = {
      "build-logic/src/main/kotlin/own.application.gradle.kts":
        'plugins { id("com.android.application") }\nandroid { buildTypes { debug { applicationIdSuffix = ".debug" } } }',
    };
    assert.deepEqual(idsIn({ ...app('id("own.application")'), ...script }), ["a.b.c", "a.b.c.debug", "a.b.d"]);
    const register = (id: string) => ({
      "build-logic/convention/build.gradle.kts": `gradlePlugin { plugins { register("androidApplication") { id = ${id}\n implementationClass = "own.ApplicationPlugin" }\nregister("lint") { id = "own.lint"\n implementationClass = "own.LintPlugin" } } }`,
    });
    const code = {
      "build-logic/convention/src/main/kotlin/own/ApplicationPlugin.kt":
        'class ApplicationPlugin : Plugin<Project> { override fun apply(target: Project) { with(target) {\n pluginManager.apply("com.android.application")\n extensions.configure<ApplicationExtension> { buildTypes { getByName("debug") { applicationIdSuffix = ".debug" } }\n configureFlavors(this) } } } }',
      "build-logic/convention/src/main/kotlin/own/Flavors.kt":
        'fun configureFlavors(extension: ApplicationExtension) { extension.apply { flavorDimensions += "store"\n productFlavors { create("play") { dimension = "store" }\n create("libre") { dimension = "store"\n applicationIdSuffix = ".libre" } } } }',
    };
    const all = ["a.b.c", "a.b.c.debug", "a.b.c.libre", "a.b.c.libre.debug", "a.b.d"];
    assert.deepEqual(
      idsIn({ ...app('id("own.android.application")'), ...register('"own.android.application"'), ...code }),
      all,
    );
    const catalog = { "gradle/libs.versions.toml": '[plugins]\nown-app = { id = "own.android.application" }\n' };
    assert.deepEqual(
      idsIn({ ...app("alias(libs.plugins.own.app)"), ...catalog, ...register('"own.android.application"'), ...code }),
      all,
    );
    assert.deepEqual(
      idsIn({
        ...app("alias(libs.plugins.own.app)"),
        ...catalog,
        ...register("libs.plugins.own.app.get().pluginId"),
        ...code,
      }),
      all,
    );
    assert.deepEqual(idsIn({ ...app('id("own.lint")'), ...register('"own.android.application"'), ...script }), [
      "a.b.c",
      "a.b.d",
    ]);
  });

  it("is a constant of an included build, under any of the usual names of its folder", () => {
    const script = { [KOTLIN]: "android { defaultConfig { applicationId = config.Ids.APP } }" };
    const code = 'package config\nobject Ids { const val APP = "a.b.c" }';
    for (const folder of ["buildSrc", "build-logic/app", "build-plugin", "plugins", "gradle/build_logic", "buildLogic"])
      assert.deepEqual(idsIn({ ...script, [`${folder}/src/main/kotlin/Ids.kt`]: code }), ["a.b.c"], folder);
    for (const folder of ["app", "plugins/share"])
      assert.deepEqual(idsIn({ ...script, [`${folder}/src/main/kotlin/Ids.kt`]: code }), ["?"], folder);
  });

  it("is in stores if it has the suffix of the release type, but of no other type", () => {
    const script =
      "android { defaultConfig { applicationId 'a.b' }\nbuildTypes { debug { applicationIdSuffix '.debug' }\nrelease template >> { applicationIdSuffix '.c' } } }";
    const { apps } = findApps([["/w/app/build.gradle", scanFile(GROOVY, script, NONE)]]);
    assert.deepEqual(
      apps.map(({ handle, build }) => [handle, build]),
      [
        ["a.b.c", false],
        ["a.b.debug", true],
      ],
    );
  });

  it("is that of a manifest beside its build script", () => {
    const manifest = { "app/AndroidManifest.xml": `<manifest package="a.b.c">${LAUNCHER}</manifest>` };
    assert.deepEqual(idsIn({ [GROOVY]: "apply plugin: 'com.android.application'", ...manifest }), ["a.b.c"]);
  });
});

/** The IDs in the files of a project; `?` for an unknown one. */
function idsIn(files: Readonly<Record<string, string>>): readonly string[] {
  const read = Object.entries(files).map(([path, text]) => [`/w/${path}`, scanFile(path, text, NONE)] as const);
  const { apps, unknownIds } = findApps(read);
  return [...apps.map(({ handle }) => handle), ...unknownIds.map(() => "?")];
}
