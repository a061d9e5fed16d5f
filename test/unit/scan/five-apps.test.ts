// Five apps modeled on the build files and imports of public ones: every counted finding is right, and none is missing.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Scanner } from "../../../src/scan/scanner.ts";
import { trackerList } from "../../services/trackers/list.js";
import { pathsIn } from "./projects.ts";

interface App {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** The trackers in the app: the name of each, and the kind of finding. */
  readonly carries: readonly string[];
}

const plugins = (...lines: readonly string[]): string =>
  `plugins {\n${lines.map((line) => `    ${line}\n`).join("")}}\n`;
const kotlin = (packageName: string, ...lines: readonly string[]): string =>
  `package ${packageName}\n\n${lines.join("\n")}\n`;
/** Links that every app has somewhere, none of which is evidence. */
const LINKS = [
  'const val POLICY = "https://policies.google.com/privacy"',
  'const val PAGE = "https://www.facebook.com/example.app"',
  'const val STORE = "https://play.google.com/store/apps/details?id=org.example"',
  'const val HELP = "https://support.google.com/googleplay"',
];

const APPS: readonly App[] = [
  {
    name: "podcasts",
    files: {
      "settings.gradle": "include ':app', ':core'\n",
      "app/build.gradle": `apply plugin: "com.android.application"
android { defaultConfig { applicationId "org.example.podcasts" } }
dependencies {
    implementation "androidx.core:core:1.13.1"
    implementation "com.squareup.okhttp3:okhttp:4.12.0"
    // implementation "com.flurry.android:analytics:14.4.0"
    playImplementation "com.google.android.gms:play-services-base:18.5.0"
    androidTestImplementation "com.bugsnag:bugsnag-android:6.1.0"
}
`,
      "app/src/main/java/org/example/podcasts/Links.kt": kotlin("org.example.podcasts", ...LINKS),
      "core/src/main/java/org/example/podcasts/Feed.java":
        'package org.example.podcasts;\nclass Feed { String site = "https://graph.facebook.com/v2"; }\n',
    },
    carries: [],
  },
  {
    name: "notes",
    files: {
      "settings.gradle.kts": 'include(":app")\n',
      "build.gradle.kts": plugins('id("com.android.application") version "8.5.0" apply false'),
      "gradle/libs.versions.toml": `[versions]
crashlytics = "18.6.2"
[libraries]
crashlytics = { module = "com.google.firebase:firebase-crashlytics", version.ref = "crashlytics" }
unused = { module = "com.mixpanel.android:mixpanel-android", version = "7.3.2" }
okio = "com.squareup.okio:okio:3.9.0"
`,
      "app/build.gradle.kts": `${plugins('id("com.android.application")')}
android { defaultConfig.applicationId = "org.example.notes" }
dependencies {
    implementation(libs.okio)
    implementation(libs.crashlytics)
}
`,
      "app/src/main/kotlin/org/example/notes/Links.kt": kotlin("org.example.notes", ...LINKS),
    },
    carries: ["dependency Google CrashLytics", "dependency Google CrashLytics"],
  },
  {
    name: "transit",
    files: {
      "app/build.gradle": `plugins { id "com.android.application" }
android { defaultConfig { applicationId = "org.example.transit" } }
dependencies {
    implementation("com.adjust.sdk:adjust-android:4.38.0") { exclude group: "com.android.installreferrer" }
    implementation 'com.amplitude:analytics-android:1.14.0'
}
`,
      "app/src/main/java/org/example/transit/Start.java": `package org.example.transit;
import com.adjust.sdk.Adjust;
import com.cartoon.network.Player;
// import com.flurry.android.FlurryAgent;
class Start { void run() { Adjust.onResume(); } }
`,
      "app/src/main/res/values/strings.xml":
        '<resources><string name="page">https://www.google.com/maps</string></resources>\n',
    },
    carries: ["dependency Adjust", "dependency Amplitude", "code Adjust"],
  },
  {
    name: "shop",
    files: {
      "app/build.gradle.kts": `${plugins('id("com.android.application")')}
dependencies { implementation("org.example:checkout:1.0") }
`,
      "app/gradle.lockfile": `org.example:checkout:1.0=releaseRuntimeClasspath
com.appsflyer:af-android-sdk:6.12.2=releaseRuntimeClasspath
com.onesignal:OneSignal:5.0.5=releaseUnitTestRuntimeClasspath
com.flurry.android:analytics:14.4.0=lintChecks
empty=
`,
      "app/src/main/AndroidManifest.xml": `<manifest xmlns:android="http://schemas.android.com/apk/res/android" xmlns:tools="http://schemas.android.com/tools" package="org.example.shop">
  <application>
    <meta-data android:name="com.google.android.gms.version" android:value="1"/>
    <receiver android:name="com.appsflyer.SingleInstallBroadcastReceiver" tools:node="remove"/>
  </application>
</manifest>
`,
      "app/src/main/kotlin/org/example/shop/Links.kt": kotlin("org.example.shop", ...LINKS),
    },
    carries: ["locked AppsFlyer"],
  },
  {
    name: "weather",
    files: {
      "build.gradle": `buildscript { dependencies { classpath "com.android.tools.build:gradle:8.5.0" } }\n`,
      "app/build.gradle": `apply plugin: 'com.android.application'
dependencies {
    implementation group: 'com.onesignal', name: 'OneSignal', version: '5.0.5'
    debugImplementation "com.squareup.leakcanary:leakcanary-android:2.14"
}
`,
      "app/src/main/kotlin/org/example/weather/App.kt": kotlin(
        "org.example.weather",
        "import com.onesignal.OneSignal as Push",
        'val reflected = Class.forName("com.flurry.android.FlurryAgent")',
        ...LINKS,
      ),
      "app/src/test/kotlin/org/example/weather/AppTest.kt": kotlin(
        "org.example.weather",
        "import com.adjust.sdk.Adjust",
      ),
    },
    carries: ["dependency OneSignal", "code OneSignal", "code Flurry"],
  },
];

describe("A scan of five apps modeled on public ones", () => {
  const list = trackerList();
  const table: string[] = [];
  let counted = 0;
  let right = 0;
  let folder: string;

  before(async () => {
    folder = (await mkdtemp(join(tmpdir(), "triptych-five-"))).replaceAll("\\", "/");
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    console.log(["app | finding | file | kind | verdict", ...table].join("\n"));
  });

  for (const { name, files, carries } of APPS) {
    it(`finds the trackers in ${name}, and counts nothing else`, async () => {
      const root = `${folder}/${name}`;
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(`${root}/${path}`), { recursive: true });
        await writeFile(`${root}/${path}`, text);
      }
      const scanner = new Scanner();
      scanner.use(
        [...list.values()].map((each) => ({
          id: each.id,
          name: each.name,
          code: each.code_signature,
          network: each.network_signature,
        })),
      );
      const { trackers, hosts } = scanner.scan([{ folder: root, paths: pathsIn(root) }], () => undefined).findings;
      const left = [...carries];
      for (const finding of trackers.concat(hosts)) {
        const { kind, text, file, scope, trackers: matches } = finding;
        const names = matches.map(({ tracker }) => list.get(tracker)?.name ?? "").join(" or ");
        // By default, only these count.
        const isCounted = trackers.includes(finding) && scope === "app";
        const place = left.indexOf(`${kind} ${names}`);
        if (isCounted) {
          counted += 1;
          if (place !== -1) right += 1;
        }
        if (isCounted && place !== -1) left.splice(place, 1);
        const verdict = isCounted ? (place === -1 ? "wrong" : "right") : "not counted";
        table.push([name, `${names} (${text})`, file.slice(root.length + 1), kind, verdict].join(" | "));
      }
      assert.deepEqual(left, [], "missing");
      assert.deepEqual(
        table.filter((line) => line.startsWith(`${name} |`) && line.endsWith("| wrong")),
        [],
      );
    });
  }

  it("has a precision of 1.0 over all counted findings", () => {
    assert.ok(counted >= 9, `${counted} findings`);
    assert.equal(right / counted, 1);
  });
});
