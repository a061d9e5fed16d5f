// What the scan reads from one file: code, strings, manifests, build scripts and catalogs.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseVersionCatalog } from "../../../src/scan/gradle/version-catalog.ts";
import { parseBuildScript } from "../../../src/scan/gradle/build-script.ts";
import { joinFindings } from "../../../src/scan/join-findings.ts";
import { findHosts, findQualifiedNames } from "../../../src/scan/signatures/find-names.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { SIGNATURES } from "./hostile-signatures.ts";
import { parseSource, type Language } from "../../../src/scan/gradle/source.ts";
import { parseXml } from "../../../src/scan/xml.ts";

const LANGUAGES: readonly Language[] = ["java", "kotlin", "groovy"];
const FILES = [
  "a/build.gradle",
  "a/build.gradle.kts",
  "A.java",
  "A.kt",
  "res/a.xml",
  "AndroidManifest.xml",
  "gradle/libs.versions.toml",
  "buildSrc/A.kt",
];
const signs = fc.string({
  unit: fc.constantFrom(
    "a",
    ".",
    '"',
    "'",
    "/",
    "*",
    "{",
    "}",
    "(",
    ")",
    "$",
    "\\",
    "\n",
    "<",
    ">",
    "=",
    "#",
    "[",
    "]",
    "`",
    " ",
    "-",
    "!",
    "é",
    ":",
  ),
  maxLength: 200,
});

describe("Facts found in a file", () => {
  it("have the same position in code and strings as in the file, for any file", () => {
    fc.assert(
      fc.property(signs, fc.constantFrom(...LANGUAGES), (text, language) => {
        const { code, literals } = parseSource(text, language);
        assert.equal(code.length, text.length);
        assert.equal(code.split("\n").length, text.split("\n").length);
        for (const { start, end, text: inside } of literals) assert.equal(inside.length, end - start);
      }),
      { numRuns: 5000 },
    );
  });

  it("are returned for any text without an error", () => {
    fc.assert(
      fc.property(signs, fc.constantFrom(...FILES), (text, path) => {
        const facts = scanFile(path, text, SIGNATURES);
        joinFindings([[`/w/${path}`, facts]]);
        const lines = text.split("\n");
        for (const { spot } of facts.hits)
          assert.ok(spot.from <= spot.to && spot.to <= (lines[spot.line] ?? "").length);
      }),
      { numRuns: 5000 },
    );
  });

  it("are found in linear time, even if a file is built to be slow", () => {
    const parts = [
      "a",
      "a.",
      '"',
      '"""',
      "'",
      "/*",
      "{",
      "(",
      "${",
      '"${',
      "<a ",
      "<a b=",
      '<a b="',
      "<!--",
      "<![CDATA[",
      " ",
      "\n",
      ".",
      "..",
      "`",
      "[",
      "\\",
      "x=\n",
      "implementation ",
      'a="',
      "libs.a ",
      "$a",
      "/",
      "apply ",
      "a(",
      "[a]\n",
      "id(",
      "a{",
      "com.amplitude.x ",
      "<a tools:node='remove'>",
    ];
    for (const part of parts) {
      const text = part.repeat(Math.ceil(60_000 / part.length));
      for (const path of FILES) scanFile(path, text, SIGNATURES);
    }
  });

  it("come from comments, strings and code as each language separates them", () => {
    const inCode = (text: string, language: Language): string[] =>
      findQualifiedNames(parseSource(text, language).code).map((each) => each.text);
    assert.deepEqual(inCode("/* a.b /* c.d */ e.f */ g.h", "kotlin"), ["g.h"]);
    assert.deepEqual(inCode("/* a.b /* c.d */ e.f */ g.h", "java"), ["e.f", "g.h"]);
    assert.deepEqual(inCode(`val a = "x \${b.c + "d.e \${f.g}"} h.i" + j.k`, "kotlin"), ["b.c", "f.g", "j.k"]);
    assert.deepEqual(inCode(`char a = '"'; b.c(); char d = '\\''; e.f("g.h");`, "java"), ["b.c", "e.f"]);
    assert.deepEqual(inCode("def a = /b.c \"/\nd.e 'f.g'\nh = '''i.j\n'k.l'''\nm.n", "groovy"), ["d.e", "m.n"]);
    assert.deepEqual(inCode('String a = """\n b.c \\""" d.e\n"""; f.g();', "java"), ["f.g"]);
    assert.deepEqual(inCode('val a = """b.c \\"""; d.e()', "kotlin"), ["d.e"]);
    assert.deepEqual(inCode('val a = "not ended\nb.c', "kotlin"), ["b.c"]);
    const { literals } = parseSource('val a = "https://$host.b.com/${c("d")}" ', "kotlin");
    assert.deepEqual(
      literals.map(({ text, filled }) => [text, filled]),
      [
        ["https://*****.b.com/*********", true],
        ["d", false],
      ],
    );
  });

  it("include names from their first part to their last, with the asterisk of an import", () => {
    const names = (text: string): string[] => findQualifiedNames(text).map((each) => each.text);
    assert.deepEqual(names("import a.b.C; import d.e.*;"), ["a.b.C", "d.e.*"]);
    assert.deepEqual(names("1..b.c 2.5f x?.y.z `in`.a.`is` .d.e"), ["b.c", "y.z", "in.a.is", "d.e"]);
    assert.deepEqual(names(`${"a.".repeat(1000)}b`), []);
  });

  it("include hosts in lowercase, without those of email addresses", () => {
    const hosts = (text: string): string[] => findHosts(text).map((each) => each.text);
    assert.deepEqual(hosts("HTTPS://API.Example.com:8080/a.b/c.html?d=e.org"), ["api.example.com", "c.html", "e.org"]);
    assert.deepEqual(hosts("me@example.com https://me:pass@example.org/ ***.example.net 1.2.3.4 v1.2"), [
      "example.org",
      "*.example.net",
    ]);
    assert.deepEqual(hosts("example.com. and xn--bcher-kva.xn--p1ai"), ["example.com", "xn--bcher-kva.xn--p1ai"]);
  });

  it("include elements without comments and without those that the merge removes", () => {
    const { elements } = parseXml(
      `<?xml?><!-- <x/> --><a><b tools:node="remove"><c/></b><d e='1' f="2"/><g tools:node="remove"/><h><i/></h></a><![CDATA[<j/>]]>`,
    );
    assert.deepEqual(
      elements.map(({ name }) => name),
      ["a", "d", "h", "i"],
    );
    assert.deepEqual(
      elements[1]?.attributes.map(({ name, value }) => [name, value]),
      [
        ["e", "1"],
        ["f", "2"],
      ],
    );
  });

  it("include values with their entities resolved, also in names and IDs, and mark the whole values", () => {
    const values = (text: string) =>
      parseXml(text).elements.flatMap(({ attributes }) => attributes.map((a) => a.value));
    assert.deepEqual(values(`<a b="&lt;x&gt; &amp;amp; &#65;&#x42;&quot;&apos; &own; &#0; &#xFFFFFF;"/>`), [
      `<x> &amp; AB"' &own; &#0; &#xFFFFFF;`,
    ]);
    const text = `<manifest package="org.example&#46;entity"><meta-data android:name="com&#46;amplitude.api.Amplitude"/></manifest>`;
    const { hits, manifest } = scanFile("AndroidManifest.xml", text, SIGNATURES);
    assert.equal(manifest?.name?.value, "org.example.entity");
    const [hit] = hits;
    assert.equal(hit?.text, "com.amplitude.api.Amplitude");
    assert.equal(text.slice(hit.spot.from, hit.spot.to), "com&#46;amplitude.api.Amplitude");
  });

  it("include the libraries, plugins and bundles of a catalog in every notation", () => {
    const { libraries, plugins, bundles } = parseVersionCatalog(`
      [libraries]
      a = "g.a:a:1" # "x.y:z:1"
      b-b = { module = "g.b:b", version = { strictly = "[1,2[" } }
      c_c = { version.ref = "v", group = 'g.c', name = 'c' }
      d.module = "g.d:d"
      d.version = "1"
      f.group = "g.f"
      f.name = "f"
      [libraries.e]
      module = "g.e:e"
      [libraries.h]
      name = "h"
      group = "g.h"
      [bundles]
      all = [
        "a", # one
        "b-b",
      ]
      [plugins]
      p = "g.p:1"
      q = { id = "g.q", version = "1" }
    `);
    assert.deepEqual(
      libraries.map(({ alias, coordinate }) => [alias, coordinate.group]),
      [
        ["a", "g.a"],
        ["b.b", "g.b"],
        ["c.c", "g.c"],
        ["d", "g.d"],
        ["f", "g.f"],
        ["e", "g.e"],
        ["h", "g.h"],
      ],
    );
    assert.deepEqual(
      plugins.map(({ alias, id }) => [alias, id]),
      [
        ["p", "g.p"],
        ["q", "g.q"],
      ],
    );
    assert.deepEqual(
      bundles.map(({ alias, members }) => [alias, members]),
      [["all", ["a", "b.b"]]],
    );
  });

  it("include libraries and plugins of a catalog whose names end like a field", () => {
    const { libraries, plugins } = parseVersionCatalog(`
      [libraries]
      "a.name" = { module = "g.a:a", version = "1" }
      'b.module' = "g.b:b:1"
      c.group = { group = "g.c", name = "c" }
      [libraries."d.version"]
      module = "g.d:d"
      [plugins]
      "p.version" = "g.p:1"
      q.id = { id = "g.q", version = "1" }
      r.id = "g.r"
      r.version = "1"
    `);
    assert.deepEqual(
      libraries.map(({ alias, coordinate }) => [alias, coordinate.group]),
      [
        ["a.name", "g.a"],
        ["b.module", "g.b"],
        ["c.group", "g.c"],
        ["d.version", "g.d"],
      ],
    );
    assert.deepEqual(
      plugins.map(({ alias, id }) => [alias, id]),
      [
        ["p.version", "g.p"],
        ["q.id", "g.q"],
        ["r", "g.r"],
      ],
    );
  });

  it("include every library of a list of maps", () => {
    const { dependencies } = parseBuildScript(
      parseSource(
        `dependencies { runtimeOnly(
          [group: 'g.a', name: 'a', version: '1'],
          [name: 'b', group: 'g.b'],
          [group: 'g.c', name: 'c']) }`,
        "groovy",
      ),
    );
    assert.deepEqual(
      dependencies.map(({ coordinate: { group, name } }) => [group, name]),
      [
        ["g.a", "a"],
        ["g.b", "b"],
        ["g.c", "c"],
      ],
    );
  });

  it("include no library that a configuration excludes", () => {
    const excluded = (text: string, language: Language): readonly unknown[] =>
      parseBuildScript(parseSource(`configurations {\n  ${text}\n}`, language)).dependencies;
    for (const text of [
      "implementation.exclude group: 'g.a', module: 'a'",
      "implementation { exclude group: 'g.a', module: 'a' }",
      "implementation.exclude(group: 'g.a', module: 'a')",
    ])
      assert.deepEqual(excluded(text, "groovy"), [], text);
    for (const text of [
      'implementation.get().exclude(group = "g.a", module = "a")',
      'implementation.get().exclude("g.a", "a")',
      'implementation.configure { exclude(mapOf("group" to "g.a", "module" to "a")) }',
    ])
      assert.deepEqual(excluded(text, "kotlin"), [], text);
  });

  it("include every tracker of a file, even if it has too many places to list", () => {
    const line = (group: string, place: number, configuration: string): string =>
      `${group}:sdk:${place}=${configuration}RuntimeClasspath`;
    const many = Array.from({ length: 600 }, (_, place) => line("com.amplitude", place, "debugUnitTest"));
    const lines = [...many, line("com.amplitude", 600, "release"), line("org.evil", 1, "release")];
    const { hits } = scanFile("app/gradle.lockfile", lines.join("\n"), SIGNATURES);
    assert.ok(hits.length < 510);
    assert.deepEqual(
      hits.filter(({ scope }) => scope === "app").map(({ text }) => text),
      ["com.amplitude:sdk", "org.evil:sdk"],
    );
  });

  it("include the IDs of flavors in all combinations, but no ID that isn't stated literally", () => {
    const kotlin = (text: string) => {
      const facts = scanFile("a/build.gradle.kts", text, SIGNATURES);
      return joinFindings([["/w/a/build.gradle.kts", facts]]).apps.map(({ handle, of }) =>
        [handle, of.join(" ")].join(" "),
      );
    };
    assert.deepEqual(
      kotlin(`android { defaultConfig { applicationId = "org.example.app" }
        flavorDimensions += listOf("store", "price")
        productFlavors {
          create("play") { dimension = "store" }
          create("open") { dimension = "store"; applicationId = "net.example.open" }
          create("free") { dimension = "price"; applicationIdSuffix = "free" }
          create("paid") { dimension = "price" } } }`).sort(),
      ["net.example.open open", "net.example.open.free open free", "org.example.app ", "org.example.app.free free"],
    );
    for (const given of ['"org.example." + name', '"org.example.$name"', "Config.id", "other", '"not an id"', '"org"'])
      assert.deepEqual(kotlin(`android { defaultConfig { applicationId = ${given} } }`), [], given);
    const groovy = parseBuildScript(
      parseSource("def own = 'a.b.c'\nandroid { defaultConfig { applicationId own } }", "groovy"),
    );
    assert.deepEqual(
      groovy.ids.map(({ value }) => value),
      ["a.b.c"],
    );
  });

  it("include IDs that the build states literally in properties, catalogs, root scripts or constants", () => {
    const app = (id: string, namespace = ""): string =>
      `plugins { id("com.android.application") }\nandroid { ${namespace}\ndefaultConfig { applicationId = ${id} } }`;
    const found = (script: string, files: Readonly<Record<string, string>> = {}, name = "app/build.gradle.kts") => {
      const all = Object.entries({ [name]: script, ...files });
      const { apps, unknownIds } = joinFindings(
        all.map(([at, text]) => [`/w/${at}`, scanFile(`/w/${at}`, text, SIGNATURES)]),
      );
      return [...apps.map(({ handle }) => handle), ...unknownIds.map(({ spot }) => `unknown in line ${spot.line + 1}`)];
    };
    const properties = {
      "gradle.properties": "# ids\napp.id = org.example.prop\nappId=org.example.prop\npassword = s3cret!\n",
    };
    const catalog = { "gradle/libs.versions.toml": '[versions]\nappId = "org.example.listed"\nmin-sdk = "24"\n' };
    const root = {
      "build.gradle": "ext {\n  appId = 'org.example.root'\n  tail = 'free'\n}\next.other = 'org.example.other'",
    };
    const kotlinRoot = {
      "build.gradle.kts": 'extra["appId"] = "org.example.extra"\nval byName by extra("org.example.byname")',
    };
    const code = {
      "buildSrc/src/main/kotlin/Config.kt": 'object Config {\n  const val APP_ID = "org.example.constant"\n}\n',
      "buildSrc/src/main/java/Ids.java": 'class Ids { public static final String OWN = "org.example.java"; }',
    };
    const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
      ["libs.versions.appId.get()", catalog, "org.example.listed"],
      [
        "libs.versions.app.id.get()",
        { "gradle/libs.versions.toml": '[versions]\napp-id = "org.example.dashed"' },
        "org.example.dashed",
      ],
      ['findProperty("app.id") as String', properties, "org.example.prop"],
      ['project.property("appId").toString()', properties, "org.example.prop"],
      ['providers.gradleProperty("appId").get()', properties, "org.example.prop"],
      ["rootProject.ext.appId", root, "org.example.root"],
      ["rootProject.ext.other", root, "org.example.other"],
      ['rootProject.extra["appId"] as String', kotlinRoot, "org.example.extra"],
      ["byName", kotlinRoot, "org.example.byname"],
      ["Config.APP_ID", code, "org.example.constant"],
      ["Ids.OWN", code, "org.example.java"],
      ['"${Config.APP_ID}.lite"', code, "org.example.constant.lite"],
      ['"$appId.$tail"', root, "org.example.root.free"],
    ];
    for (const [id, files, handle] of cases) assert.deepEqual(found(app(id), files), [handle], id);
    assert.deepEqual(
      found("android { defaultConfig { applicationId rootProject.ext.appId } }", root, "app/build.gradle"),
      ["org.example.root"],
    );
    assert.deepEqual(found(app('"org.example"', "namespace = libs.versions.appId.get()"), catalog), ["org.example"]);
  });

  it("leave an ID unknown if only running the build would show it, and never use the namespace instead", () => {
    const script = (id: string): string =>
      `plugins { id("com.android.application") }\nandroid { namespace = "org.example.code"\ndefaultConfig {\n applicationId = ${id}\n} }`;
    const found = (id: string, files: readonly (readonly [string, string])[] = []) =>
      joinFindings(
        [["app/build.gradle.kts", script(id)] as const, ...files].map(([at, text]) => [
          `/w/${at}`,
          scanFile(`/w/${at}`, text, SIGNATURES),
        ]),
      );
    const two: readonly (readonly [string, string])[] = [
      ["buildSrc/src/main/kotlin/A.kt", 'object Config { const val ID = "a.b" }'],
      ["build-logic/src/main/kotlin/B.kt", 'object Config { const val ID = "a.c" }'],
    ];
    for (const [id, files] of [
      ["makeId()", []],
      ["Config.ID", []],
      ["Config.ID", two],
      ['System.getenv("APP_ID")', []],
      ['"org.example." + flavour()', []],
      ['"org.example.${makeId()}"', []],
      ['findProperty("app.id") as String', [["gradle.properties", "app.id = not an id\n"]]],
      ['findProperty("app.id").toString().lowercase()', [["gradle.properties", "app.id = ORG.example\n"]]],
    ] as const) {
      const { apps, unknownIds } = found(id, files);
      assert.deepEqual(
        [apps, unknownIds.map(({ file, spot }) => [file, spot.line])],
        [[], [["/w/app/build.gradle.kts", 3]]],
        id,
      );
    }
  });

  it("include apps by the package of a manifest if no build script sets the ID", () => {
    const manifest = (launches: boolean): string =>
      `<manifest package="org.example.plain"><application><activity>${launches ? '<category android:name="android.intent.category.LAUNCHER"/>' : ""}</activity></application></manifest>`;
    const apps = (...files: readonly (readonly [string, string])[]): string[] =>
      joinFindings(files.map(([path, text]) => [`/w/${path}`, scanFile(path, text, SIGNATURES)] as const)).apps.map(
        ({ handle }) => handle,
      );
    assert.deepEqual(apps(["AndroidManifest.xml", manifest(true)]), ["org.example.plain"]);
    assert.deepEqual(apps(["AndroidManifest.xml", manifest(false)]), []);
    const application = "plugins { id 'com.android.application' }";
    assert.deepEqual(apps(["app/build.gradle", application], ["app/src/main/AndroidManifest.xml", manifest(false)]), [
      "org.example.plain",
    ]);
    assert.deepEqual(
      apps(
        ["app/build.gradle", `${application}\nandroid { namespace 'org.example.name' }`],
        ["app/src/main/AndroidManifest.xml", manifest(true)],
      ),
      ["org.example.name"],
    );
    assert.deepEqual(
      apps(["lib/build.gradle", "plugins { id 'com.android.library' }\nandroid { namespace 'org.example.lib' }"]),
      [],
    );
  });
});
