// Libraries that build code or a version catalog declares by name: they count if the build uses the name.
import assert from "node:assert/strict";
import { joinFindings } from "../../../src/scan/join-findings.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { Signatures } from "../../../src/scan/signatures/signatures.ts";

const SIGNATURES = new Signatures([
  { id: 1, name: "Flurry", code: "com.flurry.", network: undefined },
  { id: 2, name: "Adjust", code: "com.adjust.sdk.", network: undefined },
]);
const CONSTANTS = "buildSrc/src/main/kotlin/Deps.kt";
const SCRIPT = "app/build.gradle.kts";
const FLURRY = '"com.flurry.android:analytics:${Versions.flurry}"';
const ADJUST = '"com.adjust.sdk:adjust-android:4.18.3"';

function found(files: Readonly<Record<string, string>>): readonly string[] {
  const read = Object.entries(files).map(
    ([path, text]) => [`/w/${path}`, scanFile(`/w/${path}`, text, SIGNATURES)] as const,
  );
  return joinFindings(read).trackers.map(({ text, scope }) => `${text}${scope === "app" ? "" : ` in ${scope}`}`);
}

const OBJECT = `object Versions { const val flurry = "14.4.0" }\nobject Deps {\n  const val flurry = ${FLURRY}\n  const val adjust =\n    ${ADJUST}\n}\n`;

describe("A program for a server or desktop", () => {
  const server = "server/build.gradle.kts";
  const code = { "server/src/main/kotlin/Server.kt": "import com.adjust.sdk.Adjust" };
  const dependencies = `dependencies { implementation(${ADJUST}) }`;
  const applied: readonly (readonly [path: string, text: string])[] = [
    [server, "plugins {\n alias(libs.plugins.kotlin.jvm)\n application\n}"],
    [server, 'plugins { kotlin("jvm"); id("io.ktor.plugin") version "3.0.0" }'],
    [server, 'plugins { id("org.springframework.boot") }'],
    ["server/build.gradle", "apply plugin: 'war'"],
    ["server/build.gradle", "plugins { id 'application' }"],
  ];
  for (const [path, plugins] of applied) {
    it(`adds nothing to the app if its script says ${plugins.replaceAll("\n", "")}`, () => {
      assert.deepEqual(found({ [path]: `${plugins}\n${dependencies}`, ...code }), []);
    });
  }

  it("leaves the modules under it and the catalogs beside it to the app", () => {
    const files = {
      "build.gradle.kts": `plugins { application }\n${dependencies}`,
      "gradle/libs.versions.toml": `[libraries]\nadjust = ${ADJUST}`,
      [SCRIPT]: "dependencies { implementation(libs.adjust) }",
    };
    const library = "com.adjust.sdk:adjust-android";
    assert.deepEqual(found(files), [library, library]);
  });

  it("is not a module of the app, a library of it, or a program that the build only names", () => {
    for (const plugins of [
      'plugins { id("com.android.application"); application }',
      "plugins { alias(libs.plugins.android.library) }\napplication { }",
      'plugins { kotlin("jvm"); id("org.springframework.boot") version "3.0" apply false }',
    ])
      assert.deepEqual(found({ [server]: `${plugins}\n${dependencies}` }), ["com.adjust.sdk:adjust-android"], plugins);
  });
});

describe("A library in build code", () => {
  it("counts only if the build uses its name", () => {
    assert.deepEqual(found({ [CONSTANTS]: OBJECT, [SCRIPT]: "dependencies { implementation(Deps.adjust) }" }), [
      "com.adjust.sdk:adjust-android",
    ]);
    assert.deepEqual(found({ [CONSTANTS]: OBJECT, [SCRIPT]: "dependencies { }" }), []);
  });

  it("is found wherever an included build keeps its code", () => {
    const code = `import org.gradle.api.Plugin\nclass Deps : Plugin<Settings> { override fun apply(settings: Settings) = Unit }\nobject Libs { const val adjust = ${ADJUST} }\n`;
    const files = {
      "plugins/deps/src/main/java/DepsPlugin.kt": code,
      [SCRIPT]: "dependencies { implementation(Libs.adjust) }",
    };
    assert.deepEqual(found(files), ["com.adjust.sdk:adjust-android"]);
  });

  it("counts as a test library if only tests use it", () => {
    const script = "dependencies {\n implementation(Deps.adjust)\n testImplementation(Deps.flurry)\n}";
    assert.deepEqual(found({ [CONSTANTS]: OBJECT, [SCRIPT]: script }), [
      "com.flurry.android:analytics in tests",
      "com.adjust.sdk:adjust-android",
    ]);
  });

  const used: readonly (readonly [how: string, files: Readonly<Record<string, string>>])[] = [
    ["by an object in an object", { [SCRIPT]: "dependencies { implementation(Libs.Deps.flurry) }" }],
    ["without its object", { [SCRIPT]: "import Deps.*\ndependencies { implementation(flurry) }" }],
    ["by a configuration in quotes", { [SCRIPT]: 'dependencies { "playImplementation"(flurry) }' }],
    ["as an argument", { [SCRIPT]: 'dependencies { add("implementation", flurry) }' }],
    ["in Groovy", { "app/build.gradle": "dependencies { implementation Deps.flurry, Deps.other }" }],
    ["in a string", { "app/build.gradle": 'dependencies { implementation "${Deps.flurry}@aar" }' }],
    ["by other build code", { "buildSrc/src/main/kotlin/Plugin.kt": "fun add() { implementation(Deps.flurry) }" }],
    [
      "in a list of its own file",
      { [CONSTANTS]: `object Deps {\n val flurry = ${FLURRY}\n val all = listOf(flurry)\n}` },
    ],
  ];
  for (const [how, files] of used) {
    it(`counts if it is used ${how}`, () => {
      const object = `object Versions { const val flurry = "14.4.0" }\nobject Deps {\n  const val flurry = ${FLURRY}\n}\n`;
      assert.deepEqual(found({ [CONSTANTS]: object, ...files }), ["com.flurry.android:analytics"]);
    });
  }

  it("counts if it is declared without a name", () => {
    assert.deepEqual(found({ [CONSTANTS]: `fun add() { implementation(${ADJUST}) }` }), [
      "com.adjust.sdk:adjust-android",
    ]);
  });

  it("counts in a list or map only if a script uses it", () => {
    const both = ["com.adjust.sdk:adjust-android", "com.flurry.android:analytics"];
    const lists: readonly (readonly [path: string, text: string, use: string, ids: readonly string[]])[] = [
      [CONSTANTS, `val all = listOf(${ADJUST}, ${FLURRY})`, "all.forEach { implementation(it) }", both],
      [CONSTANTS, `object Deps { val all = listOf(${ADJUST}, ${FLURRY}) }`, "implementation(Deps.all)", both],
      [
        "build.gradle",
        `ext.libs = [adjust: ${ADJUST}, flurry: ${FLURRY}]`,
        "implementation libs.flurry",
        both.slice(1),
      ],
      [
        "build.gradle",
        `ext { libs = [\n adjust: ${ADJUST}\n] }`,
        "implementation rootProject.ext.libs.adjust",
        both.slice(0, 1),
      ],
      [
        "build.gradle.kts",
        `extra["adjust"] = ${ADJUST}`,
        'implementation(rootProject.extra["adjust"] as String)',
        both.slice(0, 1),
      ],
      [
        "build.gradle.kts",
        `val libs by extra(mapOf("adjust" to ${ADJUST}))`,
        'implementation(libs["adjust"]!!)',
        both.slice(0, 1),
      ],
      ["app/build.gradle", `def libs = ['flurry': ${FLURRY}]`, "libs.each { implementation it.value }", both.slice(1)],
    ];
    for (const [path, text, use, ids] of lists) {
      const script = path.startsWith("app")
        ? path
        : path.endsWith(".kts") || path === CONSTANTS
          ? SCRIPT
          : "app/build.gradle";
      const files = (line: string) => ({
        [path]: text,
        [script]: `${script === path ? text : ""}\ndependencies { ${line} }`,
      });
      assert.deepEqual(found(files('implementation("org.example:other:1")')), [], text);
      assert.deepEqual(found(files(use)), ids, text);
    }
  });

  it("counts as a plugin only if a script applies it", () => {
    const catalog = { "gradle/libs.versions.toml": '[plugins]\nadjust = "com.adjust.sdk:1"' };
    const build = (line: string) => found({ ...catalog, "build-logic/build.gradle.kts": `dependencies { ${line} }` });
    assert.deepEqual(build("implementation(plugin(libs.plugins.adjust))"), []);
    assert.deepEqual(build("implementation(libs.plugins.adjust.toDependency())"), []);
    const applied = ["com.adjust.sdk", "com.adjust.sdk"];
    assert.deepEqual(found({ ...catalog, [SCRIPT]: "plugins { alias(libs.plugins.adjust) }" }), applied);
    assert.deepEqual(found({ ...catalog, [SCRIPT]: "apply(plugin = libs.plugins.adjust.get().pluginId)" }), applied);
  });

  it("belongs to debug builds if nothing else but tests uses it", () => {
    const script =
      "dependencies {\n debugImplementation(libs.flurry)\n testImplementation(libs.flurry)\n debugApi(Deps.adjust)\n}";
    const files = {
      "gradle/libs.versions.toml": '[libraries]\nflurry = "com.flurry.android:analytics:1"',
      [CONSTANTS]: `object Deps {\n  const val adjust = ${ADJUST}\n}\n`,
      "app/src/debug/java/Start.java": "import com.adjust.sdk.Adjust;",
      "app/src/freeDebug/java/Start.java": "import com.adjust.sdk.Adjust;",
    };
    const debug = found({ ...files, [SCRIPT]: script });
    assert.deepEqual(debug, [
      "com.flurry.android:analytics in debug",
      "com.flurry.android:analytics in tests",
      "com.adjust.sdk.Adjust in debug",
      "com.adjust.sdk.Adjust in debug",
      "com.adjust.sdk:adjust-android in debug",
      "com.flurry.android:analytics in debug",
    ]);
    const release = found({ ...files, [SCRIPT]: `${script}\ndependencies { releaseImplementation(libs.flurry) }` });
    assert.equal(release.at(-1), "com.flurry.android:analytics");
  });

  it("has the scope of a configuration in quotes, also if it comes from a version catalog", () => {
    const catalog = { "gradle/libs.versions.toml": '[libraries]\nflurry = "com.flurry.android:analytics:1"' };
    for (const [configuration, scope] of [
      ["androidTestImplementation", "tests"],
      ["debugImplementation", "debug"],
    ] as const) {
      for (const [path, line] of [
        [SCRIPT, `add("${configuration}", libs.flurry)`],
        [SCRIPT, `"${configuration}"(libs.flurry)`],
        ["buildSrc/src/main/kotlin/P.kt", `add("${configuration}", libs.findLibrary("flurry").get())`],
      ] as const) {
        const texts = found({ ...catalog, [path]: `dependencies {\n ${line}\n}` });
        assert.deepEqual([...new Set(texts)], [`com.flurry.android:analytics in ${scope}`], line);
      }
    }
  });

  it("belongs to tests in a test source set or a test suite", () => {
    const sets = [
      ["commonTest.dependencies {", "}"],
      ["val jvmTest by getting { dependencies {", "} }"],
      ['getByName("androidUnitTest") { dependencies {', "} }"],
    ];
    for (const [head = "", end = ""] of sets) {
      const script = `kotlin { sourceSets {\n ${head}\n implementation(${ADJUST})\n ${end}\n} }`;
      assert.deepEqual(found({ [SCRIPT]: script }), ["com.adjust.sdk:adjust-android in tests"], head);
    }
    const suite = `testing { suites { val test by getting { dependencies { implementation(${ADJUST}) } } } }`;
    assert.deepEqual(found({ [SCRIPT]: suite }), ["com.adjust.sdk:adjust-android in tests"]);
    const debug = `kotlin { sourceSets { val androidDebug by getting { dependencies { implementation(${ADJUST}) } } } }`;
    assert.deepEqual(found({ [SCRIPT]: debug }), ["com.adjust.sdk:adjust-android in debug"]);
    const main = `kotlin { sourceSets { androidMain.dependencies { implementation(${ADJUST}) } } }`;
    assert.deepEqual(found({ [SCRIPT]: main }), ["com.adjust.sdk:adjust-android"]);
  });

  it("is found by group and name in a catalog of the settings script", () => {
    for (const library of [
      'library("adjust", "com.adjust.sdk", "adjust-android").versionRef("adjust")',
      `library("adjust", ${ADJUST})`,
    ]) {
      const settings = {
        "settings.gradle.kts": `dependencyResolutionManagement { versionCatalogs { create("libs") {\n${library}\n} } }`,
      };
      assert.deepEqual(found(settings), []);
      assert.deepEqual(found({ ...settings, [SCRIPT]: "dependencies { implementation(libs.adjust) }" }), [
        "com.adjust.sdk:adjust-android",
      ]);
    }
  });
});

describe("A library that adds nothing to the app", () => {
  for (const [what, files] of [
    ["only forces its version", { "app/build.gradle": `configurations.all { resolutionStrategy.force ${ADJUST} }` }],
    [
      "is in a source set of another platform",
      {
        [SCRIPT]: `kotlin { sourceSets { iosMain.dependencies { implementation(${ADJUST}) }\n val desktopMain by getting { dependencies { implementation(libs.analytics) } } } }`,
        "gradle/libs.versions.toml": '[libraries]\nanalytics = "com.flurry.android:analytics:1"',
        "shared/src/jvmMain/kotlin/Crash.kt": "import com.adjust.sdk.Adjust",
      },
    ],
    [
      "is only compiled against",
      {
        "app/build.gradle": `dependencies {\n freeCompileOnly ${ADJUST}\n provided ${ADJUST}\n}`,
        [SCRIPT]: `dependencies {\n compileOnly(${ADJUST})\n compileOnlyApi(libs.analytics)\n}`,
        "gradle/libs.versions.toml": '[libraries]\nanalytics = "com.flurry.android:analytics:1"',
      },
    ],
    ["only has its metadata changed", { [SCRIPT]: `dependencies { components { withModule<Rule>(${ADJUST}) } }` }],
    [
      "only has its metadata changed in one statement",
      { [SCRIPT]: `dependencies { components.withModule(${ADJUST}) { allVariants { } } }` },
    ],
    [
      "is a Gradle plugin that convention plugins need",
      {
        "build-logic/convention/build.gradle.kts":
          'dependencies { compileOnly("com.adjust.sdk:adjust-android-gradle-plugin:1")\n implementation("com.flurry.android:analytics-gradle:2") }',
      },
    ],
    [
      "has the name of a module of the project",
      {
        "gradle/libs.versions.toml": '[libraries]\nanalytics = "com.flurry.android:analytics:1"',
        [SCRIPT]: "dependencies { implementation(projects.analytics) }",
      },
    ],
  ] as const satisfies readonly (readonly [string, Readonly<Record<string, string>>])[])
    it(`doesn't count if it ${what}`, () => assert.deepEqual(found(files), []));
});

describe("A plugin applied by a convention plugin", () => {
  for (const [how, code] of [
    ["by its manager", 'pluginManager.apply("com.flurry.crash")'],
    ["in a block", 'with(target) {\n with(pluginManager) {\n apply("com.flurry.crash")\n }\n}'],
    ["by name", 'apply(plugin = "com.flurry.crash")'],
  ] as const)
    it(`counts if it is applied ${how}`, () => {
      assert.deepEqual(found({ "build-logic/src/main/kotlin/Flurry.kt": code }), ["com.flurry.crash"]);
    });

  it("counts if it is applied in Java", () => {
    for (const getter of ["getPlugins", "getPluginManager"]) {
      const code = `class P implements Plugin<Project> { public void apply(Project p) { p.${getter}().apply("com.flurry.crash"); } }`;
      assert.deepEqual(found({ "buildSrc/src/main/java/P.java": code }), ["com.flurry.crash"], getter);
    }
  });
});

describe("A library in a version catalog", () => {
  const catalog = (library: string): string => `[libraries]\nanalytics = { module = "${library}", version = "1" }\n`;
  const FLURRY_CATALOG = catalog("com.flurry.android:analytics");
  const ADJUST_CATALOG = catalog("com.adjust.sdk:adjust-android");
  const HARMLESS_CATALOG = catalog("org.example:analytics");
  const use = (access: string): string => `dependencies { implementation(${access}) }`;

  it("comes from the catalog of the script's own project", () => {
    const catalogs = {
      "one/gradle/libs.versions.toml": FLURRY_CATALOG,
      "two/gradle/libs.versions.toml": ADJUST_CATALOG,
      "three/gradle/libs.versions.toml": HARMLESS_CATALOG,
    };
    const usedBy = (script: string, access: string): readonly string[] =>
      found({ ...catalogs, [script]: use(access) }).toSorted();
    const flurry = Array<string>(2).fill("com.flurry.android:analytics");
    const adjust = Array<string>(2).fill("com.adjust.sdk:adjust-android");
    assert.deepEqual(usedBy("one/app/build.gradle.kts", "libs.analytics"), flurry);
    assert.deepEqual(usedBy("two/build.gradle.kts", "libs.analytics"), adjust);
    assert.deepEqual(usedBy("two/app/build.gradle", 'libs.findLibrary("analytics").get()'), adjust);
    assert.deepEqual(usedBy("three/app/build.gradle.kts", "libs.analytics"), []);
  });

  it("comes from the catalog that the script names", () => {
    const catalogs = {
      "gradle/libs.versions.toml": FLURRY_CATALOG,
      "gradle/tools.versions.toml": HARMLESS_CATALOG,
      "gradle/sdks.versions.toml": ADJUST_CATALOG,
    };
    assert.deepEqual(found({ ...catalogs, [SCRIPT]: use("tools.analytics") }), []);
    assert.deepEqual(found({ ...catalogs, [SCRIPT]: use("sdks.analytics") }), [
      "com.adjust.sdk:adjust-android",
      "com.adjust.sdk:adjust-android",
    ]);
  });

  it("comes from the same catalog as its bundle", () => {
    const bundle = '[bundles]\nall = ["analytics"]\n';
    const catalogs = {
      "one/gradle/libs.versions.toml": FLURRY_CATALOG + bundle,
      "two/gradle/libs.versions.toml": HARMLESS_CATALOG + bundle,
    };
    assert.deepEqual(found({ ...catalogs, "two/build.gradle.kts": use("libs.bundles.all") }), []);
    assert.deepEqual(found({ ...catalogs, "one/build.gradle.kts": use("libs.bundles.all") }), [
      "com.flurry.android:analytics",
      "com.flurry.android:analytics",
    ]);
  });

  for (const [where, catalogPath, script, access] of [
    ["around an included build", "gradle/libs.versions.toml", "build-logic/build.gradle.kts", "libs.analytics"],
    ["with another name in the build", "gradle/libs.versions.toml", SCRIPT, "deps.analytics"],
    ["outside a gradle folder", "catalogs/deps.versions.toml", SCRIPT, "deps.analytics"],
    ["beside the project", "shared/gradle/libs.versions.toml", "app/app/build.gradle.kts", "libs.analytics"],
  ] as const) {
    it(`is found in a catalog ${where}`, () => {
      assert.deepEqual(found({ [catalogPath]: FLURRY_CATALOG, [script]: use(access) }), [
        "com.flurry.android:analytics",
        "com.flurry.android:analytics",
      ]);
    });
  }

  it("comes from a catalog above the project if a nearer one has another name", () => {
    const catalogs = {
      "gradle/libs.versions.toml": FLURRY_CATALOG,
      "one/gradle/tools.versions.toml": ADJUST_CATALOG,
    };
    assert.deepEqual(found({ ...catalogs, "one/build.gradle.kts": use("libs.analytics") }), [
      "com.flurry.android:analytics",
      "com.flurry.android:analytics",
    ]);
  });
});
