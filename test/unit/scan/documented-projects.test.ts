// Nineteen projects in the spellings of Android's documentation: the IDs of all variants and the trackers of the app, with
// none missed and none wrong.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Findings } from "../../../src/scan/file-facts.ts";
import { Scanner } from "../../../src/scan/scanner.ts";
import { trackerList } from "../../services/trackers/list.js";
import { pathsIn } from "./projects.ts";

interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly ids: readonly string[];
  readonly trackers: readonly string[];
}

/** Trackers that the sandbox's excerpt of the public list lacks. */
const MORE = [
  { id: 1001, name: "AltBeacon", code: "org.altbeacon.beacon", network: "" },
  { id: 1002, name: "MapBox", code: "com.mapbox.android.telemetry", network: "" },
  { id: 1003, name: "JPush", code: "cn.jpush.android", network: "" },
  { id: 1004, name: "Amazon Advertisement", code: "com.amazon.device.ads", network: "" },
  { id: 1005, name: "Raygun", code: "com.mindscapehq.android.raygun4android", network: "" },
  { id: 1006, name: "Amazon Pinpoint", code: "com.amazonaws.mobileconnectors.pinpoint", network: "" },
  { id: 1007, name: "ATInternet", code: "com.atinternet.", network: "" },
  { id: 1008, name: "Umeng Analytics", code: "com.umeng.analytics", network: "" },
  { id: 1009, name: "Umeng Feedback", code: "com.umeng.fb", network: "" },
  { id: 1010, name: "FullStory", code: "com.fullstory.", network: "" },
  { id: 1011, name: "Snowplow", code: "com.snowplowanalytics.", network: "" },
  { id: 1012, name: "OpenCensus", code: "io.opencensus", network: "" },
  { id: 1013, name: "Adobe Experience Cloud", code: "com.adobe.mobile.|com.adobe.marketing.mobile", network: "" },
  { id: 1014, name: "Singular", code: "com.singular.sdk.", network: "" },
];

const LAUNCHER =
  '<application><activity android:name=".Main"><intent-filter><category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity></application>';

const PROJECTS: readonly Project[] = [
  {
    name: "build types, one a copy of another (Kotlin)",
    files: {
      "app/build.gradle.kts": `plugins {
    id("com.android.application")
}
android {
    namespace = "com.example.myapp"
    defaultConfig {
        applicationId = "com.example.myapp"
        manifestPlaceholders["hostName"] = "www.example.com"
    }
    buildTypes {
        getByName("release") {
            isMinifyEnabled = true
            proguardFiles(getDefaultProguardFile("proguard-android.txt"), "proguard-rules.pro")
        }
        getByName("debug") {
            applicationIdSuffix = ".debug"
            isDebuggable = true
        }
        create("staging") {
            initWith(getByName("debug"))
            manifestPlaceholders["hostName"] = "internal.example.com"
            applicationIdSuffix = ".debugStaging"
        }
    }
}
dependencies {
    implementation("org.altbeacon:android-beacon-library:2.19.4")
}
`,
    },
    ids: ["com.example.myapp", "com.example.myapp.debug", "com.example.myapp.debugStaging"],
    trackers: ["AltBeacon"],
  },
  {
    name: "build types, one a copy of another (Groovy)",
    files: {
      "app/build.gradle": `plugins {
    id 'com.android.application'
}
android {
    namespace 'com.example.myapp'
    defaultConfig {
        applicationId 'com.example.myapp'
        manifestPlaceholders = [hostName:"www.example.com"]
    }
    buildTypes {
        release {
            minifyEnabled true
            proguardFiles getDefaultProguardFile('proguard-android.txt'), 'proguard-rules.pro'
        }
        debug {
            applicationIdSuffix ".debug"
            debuggable true
        }
        staging {
            initWith debug
            manifestPlaceholders = [hostName:"internal.example.com"]
            applicationIdSuffix ".debugStaging"
        }
    }
}
dependencies {
    implementation 'com.mapbox.mapboxsdk:mapbox-android-sdk:9.2.1'
}
`,
    },
    ids: ["com.example.myapp", "com.example.myapp.debug", "com.example.myapp.debugStaging"],
    trackers: ["MapBox"],
  },
  {
    name: "flavors with suffixes in one dimension (Kotlin)",
    files: {
      "app/build.gradle.kts": `plugins {
    id("com.android.application")
}
android {
    defaultConfig {
        applicationId = "com.example.myapp"
    }
    buildTypes {
        getByName("debug") {
            applicationIdSuffix = ".debug"
        }
        getByName("release") {}
    }
    // Specifies one flavor dimension.
    flavorDimensions += "version"
    productFlavors {
        create("demo") {
            dimension = "version"
            applicationIdSuffix = ".demo"
            versionNameSuffix = "-demo"
        }
        create("full") {
            dimension = "version"
            applicationIdSuffix = ".full"
            versionNameSuffix = "-full"
        }
    }
}
dependencies {
    "fullImplementation"("cn.jiguang.sdk:jpush:5.0.0")
    implementation("com.umeng.umsdk:common:9.4.7")
}
`,
    },
    ids: [
      "com.example.myapp.demo",
      "com.example.myapp.demo.debug",
      "com.example.myapp.full",
      "com.example.myapp.full.debug",
    ],
    trackers: ["JPush", "Umeng Analytics"],
  },
  {
    name: "flavors of several dimensions (Groovy)",
    files: {
      "app/build.gradle": `apply plugin: 'com.android.application'
android {
    defaultConfig {
        applicationId "com.example.myapp"
    }
    buildTypes {
        debug {}
        release {}
    }
    flavorDimensions "api", "mode"
    productFlavors {
        demo {
            dimension "mode"
            applicationIdSuffix ".demo"
        }
        full {
            dimension "mode"
        }
        minApi24 {
            dimension "api"
            minSdkVersion 24
            versionCode 30000 + android.defaultConfig.versionCode
            versionNameSuffix "-minApi24"
        }
        minApi21 {
            dimension "api"
            applicationIdSuffix '.old'
        }
    }
    variantFilter { variant ->
        def names = variant.flavors*.name
        if (names.contains("minApi23")) {
            setIgnore(true)
        }
    }
}
dependencies {
    demoImplementation 'com.amazon.android:aps-sdk:9.9.3'
    implementation 'com.twitter.sdk.android:twitter-core:3.3.0'
}
`,
    },
    ids: ["com.example.myapp", "com.example.myapp.demo", "com.example.myapp.old", "com.example.myapp.old.demo"],
    trackers: ["Amazon Advertisement"],
  },
  {
    name: "variants that a filter removes (Groovy)",
    files: {
      "app/build.gradle": `plugins { id 'com.android.application' }
android {
    defaultConfig { applicationId 'com.example.myapp' }
    buildTypes {
        debug { applicationIdSuffix '.debug' }
        beta { applicationIdSuffix '.beta' }
        staging { applicationIdSuffix '.staging' }
    }
    flavorDimensions "api", "mode"
    productFlavors {
        demo { dimension "mode"; applicationIdSuffix ".demo" }
        full { dimension "mode" }
        minApi24 { dimension "api" }
        minApi21 { dimension "api"; applicationIdSuffix '.old' }
    }
    variantFilter { variant ->
        def names = variant.flavors*.name
        // To check for a certain build type, use variant.buildType.name == "<buildType>"
        if (names.contains("minApi21") && names.contains("demo")) {
            // Gradle ignores any variants that satisfy the conditions above.
            setIgnore(true)
        }
        if (variant.buildType.name == "beta" || variant.buildType.name.equals("debug")) setIgnore(true)
        if (!names.contains("full")) { variant.ignore = isCi }
        if (project.hasProperty("fast") && names.contains("full")) { variant.ignore = true }
    }
}
`,
    },
    ids: [
      "com.example.myapp",
      "com.example.myapp.demo",
      "com.example.myapp.demo.staging",
      "com.example.myapp.old",
      "com.example.myapp.old.staging",
      "com.example.myapp.staging",
    ],
    trackers: [],
  },
  {
    name: "variants that selectors and conditions remove (Kotlin)",
    files: {
      "app/build.gradle.kts": `plugins { id("com.android.application") }
android {
    defaultConfig { applicationId = "com.example.myapp" }
    buildTypes {
        debug { applicationIdSuffix = ".debug" }
    }
    flavorDimensions += listOf("api", "mode")
    productFlavors {
        create("demo") { dimension = "mode"; applicationIdSuffix = ".demo" }
        create("full") { dimension = "mode" }
        create("minApi24") { dimension = "api" }
        create("minApi21") { dimension = "api"; applicationIdSuffix = ".old" }
    }
}
androidComponents {
    beforeVariants { variantBuilder ->
        // To check for a certain build type, use variantBuilder.buildType == "<buildType>"
        if (variantBuilder.productFlavors.containsAll(listOf("api" to "minApi21", "mode" to "demo"))) {
            // Gradle ignores any variants that satisfy the conditions above.
            variantBuilder.enable = false
        }
    }
    beforeVariants(selector().withBuildType("debug").withFlavor("mode" to "demo")) { it.enable = false }
    beforeVariants(selector().withName("minApi21FullDebug")) { variantBuilder -> variantBuilder.enable = false }
    beforeVariants(selector().withName(Regex(".*Release").toPattern())) { it.enable = false }
}
`,
    },
    ids: ["com.example.myapp", "com.example.myapp.debug", "com.example.myapp.demo", "com.example.myapp.old"],
    trackers: [],
  },
  {
    name: "outputs renamed with a variable of the same name (Groovy)",
    files: {
      "app/build.gradle": `apply plugin: 'com.android.application'
android {
    defaultConfig {
        applicationId "com.example.myapp"
    }
    applicationVariants.all { variant ->
        def applicationId = variant.applicationId
        variant.outputs.all {
            outputFileName = "\${applicationId}-\${variant.name}-\${variant.versionName}.apk"
        }
    }
}
dependencies {
    implementation 'com.raygun:raygun4android:4.0.1'
}
`,
    },
    ids: ["com.example.myapp"],
    trackers: ["Raygun"],
  },
  {
    name: "variants changed through the variant API (Kotlin)",
    files: {
      "app/build.gradle.kts": `plugins {
    id("com.android.application")
}
android {
    namespace = "com.example.namespace"
    defaultConfig { applicationId = "com.example.myapp" }
}
androidComponents {
    beforeVariants(selector().withBuildType("debug")) { it.enable = true }
    onVariants { variant ->
        val applicationId = variant.applicationId.get()
        variant.outputs.forEach { output -> output.versionName.set(applicationId) }
    }
    onVariants(selector().withName("release")) { variant ->
        variant.applicationId.set("com.example.store")
    }
}
dependencies {
    implementation("com.amplifyframework:aws-analytics-pinpoint:1.35.1")
}
`,
    },
    ids: ["com.example.myapp", "com.example.store"],
    trackers: ["Amazon Pinpoint"],
  },
  {
    name: "properties for the whole project (Kotlin)",
    files: {
      "build.gradle.kts": `plugins {
    id("com.android.application") version "8.7.0" apply false
    id("com.google.firebase.crashlytics") version "3.0.2" apply false
}
val unused by extra("com.mixpanel.android:mixpanel-android:8.0.0")
project.apply {
    extra.apply {
        set("applicationId", "com.example.myapp")
        set("tracker", "com.at-internet:tracker:2.13.0")
    }
}
`,
      "app/build.gradle.kts": `plugins {
    id("com.android.application")
}
android {
    defaultConfig {
        applicationId = rootProject.extra["applicationId"] as String
    }
    productFlavors {
        create("free") { applicationIdSuffix = ".free" }
        create("pro") { applicationIdSuffix = ".pro" }
    }
}
dependencies {
    implementation("com.at-internet:tracker:2.13.0")
}
`,
      "gradle/verification-metadata.xml": `<verification-metadata><components>
<component group="io.opencensus" name="opencensus-api" version="0.31.0"/>
<component group="com.google.firebase" name="firebase-analytics" version="22.0.0"/>
</components></verification-metadata>
`,
    },
    ids: ["com.example.myapp.free", "com.example.myapp.pro"],
    trackers: ["ATInternet"],
  },
  {
    name: "convention plugins in an included build (Kotlin)",
    files: {
      "settings.gradle.kts": 'pluginManagement { includeBuild("build-logic") }\ninclude(":app")\n',
      "gradle/libs.versions.toml": `[libraries]
firebase-crashlytics = { module = "com.google.firebase:firebase-crashlytics", version = "19.0.0" }
mixpanel = { module = "com.mixpanel.android:mixpanel-android", version = "8.0.0" }
[plugins]
example-android-application = { id = "example.android.application" }
crashlytics = { id = "com.google.firebase.crashlytics", version = "3.0.2" }
`,
      "build-logic/convention/build.gradle.kts": `plugins { \`kotlin-dsl\` }
dependencies {
    compileOnly(libs.android.gradlePlugin)
    implementation(plugin(libs.plugins.crashlytics))
}
gradlePlugin {
    plugins {
        register("androidApplication") {
            id = libs.plugins.example.android.application.get().pluginId
            implementationClass = "AndroidApplicationConventionPlugin"
        }
    }
}
`,
      "build-logic/convention/src/main/kotlin/AndroidApplicationConventionPlugin.kt": `import com.android.build.api.dsl.ApplicationExtension
import org.gradle.api.Plugin
import org.gradle.api.Project
import org.gradle.kotlin.dsl.configure

class AndroidApplicationConventionPlugin : Plugin<Project> {
    override fun apply(target: Project) {
        with(target) {
            apply(plugin = "com.android.application")
            extensions.configure<ApplicationExtension> {
                defaultConfig.targetSdk = 36
                buildTypes {
                    debug { applicationIdSuffix = ".debug" }
                }
            }
        }
    }
}
`,
      "app/build.gradle.kts": `plugins {
    alias(libs.plugins.example.android.application)
}
android {
    namespace = "com.example.namespace"
    defaultConfig { applicationId = "com.example.myapp" }
}
dependencies {
    implementation(libs.firebase.crashlytics)
}
`,
    },
    ids: ["com.example.myapp", "com.example.myapp.debug"],
    trackers: ["Google CrashLytics"],
  },
  {
    name: "no ID but a namespace, and libraries in maps (Groovy)",
    files: {
      "build.gradle": `buildscript {
    ext.libs = [
        segment: 'com.segment.analytics.android:analytics:4.11.3',
        flurry: 'com.flurry.android:analytics:14.4.0',
    ]
}
`,
      "app/build.gradle": `plugins { id 'com.android.application' }
android {
    namespace 'com.example.myapp'
    buildTypes { debug { applicationIdSuffix ".debug" } }
}
dependencies {
    implementation rootProject.ext.libs.segment
}
`,
      "app/src/main/AndroidManifest.xml": `<manifest xmlns:android="http://schemas.android.com/apk/res/android">${LAUNCHER}</manifest>\n`,
    },
    ids: ["com.example.myapp", "com.example.myapp.debug"],
    trackers: ["Segment"],
  },
  {
    name: "React Native with Expo",
    files: {
      "app.json": '{"expo": {"name": "Example", "android": {"package": "com.example.myapp"}}}\n',
      "package.json": `{
  "name": "example",
  "dependencies": {
    "@fullstory/react-native": "1.10.3",
    "@snowplow/react-native-tracker": "2.1.2",
    "onesignal-expo-plugin": "2.7.1",
    "react-native": "0.81.0"
  }
}
`,
    },
    ids: ["com.example.myapp"],
    trackers: ["FullStory", "OneSignal", "Snowplow"],
  },
  {
    name: "build types that copy release, and assignments (Groovy with =)",
    files: {
      "app/build.gradle": `plugins {
    id 'com.android.application'
    id 'com.google.gms.google-services' apply false
}
android {
    namespace = 'com.example.myapp'
    defaultConfig {
        applicationId = "com.example.myapp"
        testApplicationId = "com.example.myapp.tests"
        minSdk = 23
    }
    buildTypes {
        benchmark {
            initWith buildTypes.release
            applicationIdSuffix = ".benchmark"
            matchingFallbacks = ['release']
        }
        debug { applicationIdSuffix = ".debug" }
    }
}
dependencies {
    implementation platform('com.google.firebase:firebase-bom:34.6.0')
    implementation 'com.google.firebase:firebase-analytics'
    debugImplementation 'com.bugsnag:bugsnag-android:6.10.0'
    testImplementation 'com.mixpanel.android:mixpanel-android:8.0.0'
    implementation('org.example:core:1.0') {
        exclude group: 'com.appsflyer', module: 'af-android-sdk'
    }
}
`,
    },
    ids: ["com.example.myapp", "com.example.myapp.benchmark", "com.example.myapp.debug"],
    trackers: ["Google Firebase Analytics"],
  },
  {
    name: "flavors with their own IDs, and dependencies by flavor (Kotlin)",
    files: {
      "app/build.gradle.kts": `plugins { alias(libs.plugins.android.application) }
android {
    namespace = "com.example.namespace"
    defaultConfig { applicationId = "com.example.base" }
    flavorDimensions += listOf("pricing")
    productFlavors {
        register("free") {
            dimension = "pricing"
            applicationId = "com.example.free"
        }
        register("paid") {
            dimension = "pricing"
            applicationId = "com.example.paid"
        }
    }
    buildTypes {
        debug { applicationIdSuffix = ".debug" }
    }
}
configurations { create("freeDebugRuntimeOnly") }
dependencies {
    "freeImplementation"(libs.mixpanel)
    add("paidImplementation", libs.bundles.attribution)
    androidTestImplementation(libs.amplitude)
}
`,
      "gradle/libs.versions.toml": `[versions]
adjust = "5.4.0"
[libraries]
mixpanel = { group = "com.mixpanel.android", name = "mixpanel-android", version = "8.0.0" }
adjust = { module = "com.adjust.sdk:adjust-android", version.ref = "adjust" }
amplitude = "com.amplitude:analytics-android:1.20.7"
flurry = "com.flurry.android:analytics:14.4.0"
[bundles]
attribution = ["adjust"]
unused = ["flurry"]
[plugins]
android-application = { id = "com.android.application", version = "8.13.0" }
`,
    },
    ids: ["com.example.free", "com.example.free.debug", "com.example.paid", "com.example.paid.debug"],
    trackers: ["Adjust", "MixPanel"],
  },
  {
    name: "project-wide properties in ext (Groovy)",
    files: {
      "build.gradle": `buildscript {
    dependencies { classpath 'com.bugsnag:bugsnag-android-gradle-plugin:8.2.0' }
}
ext {
    sdkVersion = 36
    appId = "com.example.myapp"
    adjustVersion = "5.4.0"
}
`,
      "app/build.gradle": `apply plugin: 'com.android.application'
android {
    compileSdk rootProject.ext.sdkVersion
    defaultConfig {
        applicationId rootProject.ext.appId
        applicationIdSuffix ".android"
    }
}
dependencies {
    implementation "com.adjust.sdk:adjust-android:\${rootProject.ext.adjustVersion}"
}
`,
    },
    ids: ["com.example.myapp.android"],
    trackers: ["Adjust"],
  },
  {
    name: "properties files and providers (Kotlin)",
    files: {
      "gradle.properties": "org.gradle.jvmargs=-Xmx2g\nexample.appId=com.example.myapp\n",
      "app/build.gradle.kts": `plugins { id("com.android.application") }
android {
    namespace = "com.example.namespace"
    defaultConfig {
        applicationId = providers.gradleProperty("example.appId").get()
    }
    buildTypes { getByName("debug") { applicationIdSuffix = ".dev" } }
}
dependencies {
    releaseImplementation("io.branch.sdk.android:library:5.20.0")
}
`,
    },
    ids: ["com.example.myapp", "com.example.myapp.dev"],
    trackers: ["Branch"],
  },
  {
    name: "a convention plugin as a script of buildSrc (Kotlin)",
    files: {
      "buildSrc/build.gradle.kts":
        'plugins { `kotlin-dsl` }\ndependencies { implementation("com.android.tools.build:gradle:8.13.0") }\n',
      "buildSrc/src/main/kotlin/myproject.android-application.gradle.kts": `plugins {
    id("com.android.application")
}
android {
    compileSdk = 36
    buildTypes {
        debug { applicationIdSuffix = ".debug" }
        create("staging") { applicationIdSuffix = ".staging" }
    }
}
dependencies {
    implementation("com.onesignal:OneSignal:5.4.0")
}
`,
      "app/build.gradle.kts": `plugins { id("myproject.android-application") }
android {
    namespace = "com.example.namespace"
    defaultConfig { applicationId = "com.example.myapp" }
}
`,
      "lib/build.gradle.kts": `plugins { id("com.android.library") }
android { namespace = "com.example.lib" }
dependencies { api("com.flurry.android:analytics:14.4.0") }
`,
    },
    ids: ["com.example.myapp", "com.example.myapp.debug", "com.example.myapp.staging"],
    trackers: ["Flurry", "OneSignal"],
  },
  {
    name: "dynamic features, tests and a catalog in the settings (Kotlin)",
    files: {
      "settings.gradle.kts": `dependencyResolutionManagement {
    repositories { google() }
    versionCatalogs {
        create("libs") {
            version("appsflyer", "6.17.4")
            library("appsflyer", "com.appsflyer", "af-android-sdk").versionRef("appsflyer")
            library("leanplum", "com.leanplum:leanplum-core:7.6.0")
            plugin("app", "com.android.application").version("8.13.0")
        }
    }
}
include(":app", ":feature", ":macrobenchmark")
`,
      "app/build.gradle.kts": `plugins { alias(libs.plugins.app) }
android {
    namespace = "com.example.myapp"
    dynamicFeatures += setOf(":feature")
}
dependencies { implementation(libs.appsflyer) }
`,
      "feature/build.gradle.kts": `plugins { id("com.android.dynamic-feature") }
android { namespace = "com.example.myapp.feature" }
dependencies { implementation(project(":app")) }
`,
      "macrobenchmark/build.gradle.kts": `plugins { id("com.android.test") }
android {
    namespace = "com.example.macrobenchmark"
    targetProjectPath = ":app"
    buildTypes { create("benchmark") { isDebuggable = true } }
}
`,
    },
    ids: ["com.example.myapp"],
    trackers: ["AppsFlyer"],
  },
  {
    name: "outputs renamed through the variant API (Groovy)",
    files: {
      "app/build.gradle": `plugins { id 'com.android.application' }
android {
    namespace 'com.example.namespace'
    defaultConfig { applicationId 'com.example.myapp' }
    buildTypes {
        release { minifyEnabled true }
        debug { applicationIdSuffix '.debug' }
    }
}
androidComponents {
    onVariants(selector().all()) { variant ->
        def applicationId = variant.applicationId.get()
        variant.outputs.each { output -> output.outputFileName.set("\${applicationId}.apk") }
    }
    onVariants(selector().withBuildType("release")) {
        it.applicationId.set("com.example.store")
    }
}
dependencies {
    implementation(group: 'ly.count.android', name: 'sdk', version: '25.4.1')
}
`,
    },
    ids: ["com.example.myapp", "com.example.myapp.debug", "com.example.store"],
    trackers: ["Countly"],
  },
  {
    name: "React Native with a native project",
    files: {
      "package.json": `{
  "dependencies": {
    "@adobe/react-native-aepcore": "7.0.1",
    "@segment/analytics-react-native": "2.21.3",
    "singular-react-native": "4.0.0"
  },
  "devDependencies": { "mixpanel-react-native": "3.1.2" }
}
`,
      "android/app/build.gradle": `apply plugin: "com.android.application"
apply plugin: "org.jetbrains.kotlin.android"
apply plugin: "com.facebook.react"

def enableProguardInReleaseBuilds = false
def jscFlavor = 'io.github.react-native-community:jsc-android:2026004.+'

android {
    namespace "com.example.rn"
    defaultConfig {
        applicationId "com.example.rn"
    }
}
dependencies {
    implementation("com.facebook.react:react-android")
    if (hermesEnabled.toBoolean()) {
        implementation("com.facebook.react:hermes-android")
    } else {
        implementation jscFlavor
    }
}
`,
    },
    ids: ["com.example.rn"],
    // React Native also links the packages of `devDependencies`.
    trackers: ["Adobe Experience Cloud", "MixPanel", "Segment", "Singular"],
  },
  {
    name: "Flutter with flavors",
    files: {
      "pubspec.yaml": `name: example
dependencies:
  flutter:
    sdk: flutter
  firebase_analytics: ^12.0.0
dev_dependencies:
  mixpanel_flutter: ^2.4.0
`,
      "android/app/build.gradle.kts": `plugins {
    id("com.android.application")
    id("dev.flutter.flutter-gradle-plugin")
}
android {
    namespace = "com.example.flutter"
    defaultConfig {
        applicationId = "com.example.flutter"
        minSdk = flutter.minSdkVersion
    }
    flavorDimensions += "default"
    productFlavors {
        create("staging") {
            dimension = "default"
            resValue(type = "string", name = "app_name", value = "Example staging")
            applicationIdSuffix = ".staging"
        }
        create("production") {
            dimension = "default"
            resValue(type = "string", name = "app_name", value = "Example")
        }
    }
}
flutter { source = "../.." }
`,
    },
    ids: ["com.example.flutter", "com.example.flutter.staging"],
    trackers: ["Google Firebase Analytics"],
  },
];

describe("A scan of nineteen projects in the spellings of Android's documentation", () => {
  const list = [...trackerList().values()]
    .map(({ id, name, code_signature: code, network_signature: network }) => ({ id, name, code, network }))
    .concat(MORE);
  const names = new Map(list.map(({ id, name }) => [id, name]));
  let folder: string;
  const table = ["project | IDs right, missed, false | trackers right, missed, false"];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-project-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  after(() => console.log(table.join("\n")));

  async function scanProject(files: Project["files"]): Promise<Findings> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const scanner = new Scanner();
    scanner.use(list);
    return scanner.scan([{ folder, paths: pathsIn(folder) }], () => undefined).findings;
  }

  for (const { name, files, ids, trackers } of PROJECTS) {
    it(`finds the IDs and trackers of ${name}`, async () => {
      const found = await scanProject(files);
      const foundIds = [...found.apps.map(({ handle }) => handle), ...found.unknownIds.map(() => "?")];
      const foundTrackers = [...new Set(found.inApp.map((id) => names.get(id) ?? ""))].sort();
      table.push([name, compare(ids, foundIds), compare(trackers, foundTrackers)].join(" | "));
      assert.deepEqual(foundIds, ids);
      assert.deepEqual(foundTrackers, trackers);
    });
  }

  it("names the flavors and source sets of findings", async () => {
    const files = {
      "app/build.gradle.kts": `plugins { id("com.android.application") }
dependencies {
    "freeImplementation"("com.mixpanel.android:mixpanel-android:8.0.0")
    add("paidDebugImplementation", libs.adjust)
    debugImplementation("com.bugsnag:bugsnag-android:6.10.0")
    implementation("com.flurry.android:analytics:14.4.0")
    testFreeImplementation("com.amplitude:analytics-android:1.20.7")
}
`,
      "gradle/libs.versions.toml": '[libraries]\nadjust = "com.adjust.sdk:adjust-android:5.4.0"\n',
      "app/src/free/java/com/example/Start.java": "import com.appsflyer.AppsFlyerLib;\n",
      "app/src/main/java/com/example/Main.java": "import com.onesignal.OneSignal;\n",
      "app/src/paid/AndroidManifest.xml":
        '<manifest xmlns:android="http://schemas.android.com/apk/res/android"><uses-permission android:name="android.permission.CAMERA"/></manifest>\n',
    };
    const { trackers, permissions } = await scanProject(files);
    const places = trackers.map(({ text, file, scope, variants }) =>
      [text, file.slice(file.lastIndexOf("/") + 1), scope, ...variants].join(" "),
    );
    assert.deepEqual(places, [
      "com.mixpanel.android:mixpanel-android build.gradle.kts app free",
      "com.adjust.sdk:adjust-android build.gradle.kts debug paidDebug",
      "com.bugsnag:bugsnag-android build.gradle.kts debug debug",
      "com.flurry.android:analytics build.gradle.kts app",
      "com.amplitude:analytics-android build.gradle.kts tests",
      "com.appsflyer.AppsFlyerLib Start.java app free",
      "com.onesignal.OneSignal Main.java app",
      "com.adjust.sdk:adjust-android libs.versions.toml debug paidDebug",
    ]);
    assert.deepEqual(
      permissions.map(({ name, variants }) => [name, variants]),
      [["android.permission.CAMERA", ["paid"]]],
    );
  });
});

function compare(expected: readonly string[], found: readonly string[]): string {
  const right = found.filter((each) => expected.includes(each)).length;
  return [right, expected.length - right, found.length - right].join(", ");
}
