// Which libraries contain a tracker, judging by their Maven coordinates.
import assert from "node:assert/strict";
import { parseCoordinate, matchLibrary } from "../../../src/scan/gradle/coordinates.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { Signatures } from "../../../src/scan/signatures/signatures.ts";
import { trackerList } from "../../services/trackers/list.js";

/** Trackers of the real list that its excerpt in the sandbox lacks. */
const MORE: readonly (readonly [name: string, code: string, network: string])[] = [
  ["Umeng Analytics", "com.umeng.analytics", "umeng\\.com"],
  ["Rollbar", "com.rollbar.android", "api\\.rollbar\\.com"],
  ["Smartlook", "com.smartlook.sdk.smartlook", "smartlook\\.com"],
  ["Sentry", "io.sentry.", "sentry\\.io"],
  ["Pendo", "sdk.pendo.io.", "pendo\\.io"],
  ["Singular", "com.singular.sdk.", "singular\\.net"],
  ["AltBeacon", "org.altbeacon.beacon", ""],
  ["MapBox", "com.mapbox.android.telemetry", ""],
  ["JPush", "cn.jpush.android", ""],
  ["Amazon Advertisement", "com.amazon.device.ads", ""],
  ["Raygun", "com.mindscapehq.android.raygun4android", ""],
  ["Amazon Pinpoint", "com.amazonaws.mobileconnectors.pinpoint", ""],
  ["ATInternet", "com.atinternet.", ""],
  ["Umeng Feedback", "com.umeng.fb", ""],
  ["Mintegral", "com.mintegral.msdk|com.mbridge.msdk", "mintegral\\.com"],
];
const trackers = [
  ...[...trackerList().values()].map((each) => ({
    id: each.id,
    name: each.name,
    code: each.code_signature,
    network: each.network_signature,
  })),
  ...MORE.map(([name, code, network], place) => ({ id: 1000 + place, name, code, network })),
];
const signatures = new Signatures(trackers);
const namesOf = (text: string): readonly string[] => {
  const coordinate = parseCoordinate(text) ?? assert.fail(text);
  return matchLibrary(coordinate, signatures).map(
    ({ tracker }) => trackers.find(({ id }) => id === tracker)?.name ?? "",
  );
};

const CARRIES: readonly (readonly [coordinate: string, tracker: string])[] = [
  ["com.umeng.umsdk:common:9.4.7", "Umeng Analytics"],
  ["org.altbeacon:android-beacon-library:2.19.4", "AltBeacon"],
  ["com.mapbox.mapboxsdk:mapbox-android-sdk:9.2.1", "MapBox"],
  ["cn.jiguang.sdk:jpush:5.0.0", "JPush"],
  ["com.amazon.android:aps-sdk:9.9.3", "Amazon Advertisement"],
  ["com.raygun:raygun4android:4.0.1", "Raygun"],
  ["com.amplifyframework:aws-analytics-pinpoint:1.35.1", "Amazon Pinpoint"],
  ["com.at-internet:tracker:2.13.0", "ATInternet"],
  ["com.rollbar:rollbar-android:1.10.0", "Rollbar"],
  ["com.rollbar:rollbar-java:1.10.0", "Rollbar"],
  ["com.braze:android-sdk-ui:30.3.0", "Braze (formerly Appboy)"],
  ["com.braze:android-sdk-base:30.3.0", "Braze (formerly Appboy)"],
  ["com.appboy:android-sdk-ui:14.0.1", "Braze (formerly Appboy)"],
  ["com.unity3d.ads-mediation:mediation-sdk:1.0.0", "Unity3d Ads"],
  ["com.unity3d.ads:unity-ads:4.9.2", "Unity3d Ads"],
  ["com.smartlook.android:smartlook-android-sdk:2.2.9", "Smartlook"],
  ["io.sentry:sentry-android:7.3.0", "Sentry"],
  ["com.singular.sdk:singular_sdk:12.5.4", "Singular"],
  ["com.mbridge.msdk.oversea:reward:16.6.21", "Mintegral"],
  ["com.appsflyer:af-android-sdk:6.12.2", "AppsFlyer"],
  ["com.adjust.sdk:adjust-android:4.38.0", "Adjust"],
  ["com.amplitude:analytics-android:1.14.0", "Amplitude"],
  ["com.amplitude:android-sdk:2.39.8", "Amplitude"],
  ["com.mixpanel.android:mixpanel-android:7.3.2", "MixPanel"],
  ["com.onesignal:OneSignal:5.0.5", "OneSignal"],
  ["com.bugsnag:bugsnag-android:6.1.0", "Bugsnag"],
  ["com.instabug.library:instabug:12.6.0", "Instabug"],
  ["com.batch.android:batch-sdk:1.20.0", "Batch"],
  ["com.flurry.android:analytics:14.4.0", "Flurry"],
  ["com.segment.analytics.android:analytics:4.11.3", "Segment"],
  ["io.branch.sdk.android:library:5.8.2", "Branch"],
  ["com.urbanairship.android:urbanairship-core:17.7.0", "Urbanairship"],
  ["com.ironsource.sdk:mediationsdk:7.6.1", "ironSource"],
  ["com.applovin:applovin-sdk:12.1.0", "AppLovin (MAX and SparkLabs)"],
  ["ly.count.android:sdk:23.12.0", "Countly"],
  ["com.newrelic.agent.android:android-agent:7.3.0", "New Relic"],
  ["com.localytics.android:library:6.4.0", "Localytics"],
  ["com.leanplum:leanplum-core:5.7.0", "LeanPlum"],
  ["com.chartboost:chartboost-sdk:9.6.0", "ChartBoost"],
  ["com.google.firebase:firebase-analytics-ktx:21.5.0", "Google Firebase Analytics"],
  ["com.google.firebase:firebase-crashlytics:18.6.1", "Google CrashLytics"],
  ["com.google.android.gms:play-services-ads:22.6.0", "Google AdMob"],
  ["com.google.android.gms:play-services-analytics:18.0.4", "Google Analytics"],
  ["com.facebook.android:facebook-login:16.3.0", "Facebook Login"],
  ["com.facebook.android:audience-network-sdk:6.16.0", "Facebook Ads"],
  ["com.microsoft.appcenter:appcenter-analytics:5.0.4", "Microsoft Visual Studio App Center Analytics"],
  ["com.huawei.hms:hianalytics:6.12.0.300", "Huawei Mobile Services (HMS) Core"],
];

const CLEAN: readonly string[] = [
  "androidx.core:core-ktx:1.12.0",
  "androidx.appcompat:appcompat:1.6.1",
  "androidx.compose.ui:ui:1.6.0",
  "androidx.room:room-runtime:2.6.1",
  "androidx.work:work-runtime-ktx:2.9.0",
  "org.jetbrains.kotlin:kotlin-stdlib:1.9.22",
  "org.jetbrains.kotlinx:kotlinx-coroutines-android:1.7.3",
  "com.google.android.material:material:1.11.0",
  "com.google.android.gms:play-services-base:18.3.0",
  "com.google.android.gms:play-services-maps:18.2.0",
  "com.google.android.gms:play-services-auth:20.7.0",
  "com.google.android.gms:play-services-basement:18.3.0",
  "com.google.firebase:firebase-auth:22.3.1",
  "com.google.firebase:firebase-firestore:24.10.1",
  "com.google.firebase:firebase-common:20.4.2",
  "com.google.firebase:firebase-messaging:23.4.0",
  "com.google.code.gson:gson:2.10.1",
  "com.google.guava:guava:33.0.0-android",
  "com.google.dagger:hilt-android:2.50",
  "com.google.zxing:core:3.5.2",
  "com.google.android.play:core:1.10.3",
  "com.google.android.exoplayer:exoplayer-core:2.19.1",
  "com.google.protobuf:protobuf-javalite:3.25.2",
  "com.squareup.okhttp3:okhttp:4.12.0",
  "com.squareup.retrofit2:retrofit:2.9.0",
  "com.squareup.moshi:moshi-kotlin:1.15.0",
  "com.squareup.leakcanary:leakcanary-android:2.13",
  "com.github.bumptech.glide:glide:4.16.0",
  "io.coil-kt:coil-compose:2.5.0",
  "io.ktor:ktor-client-android:2.3.7",
  "io.reactivex.rxjava3:rxjava:3.1.8",
  "io.insert-koin:koin-android:3.5.3",
  "com.jakewharton.timber:timber:5.0.1",
  "com.airbnb.android:lottie:6.3.0",
  "com.facebook.react:react-android:0.73.2",
  "com.facebook.fresco:fresco:3.1.3",
  "com.facebook.shimmer:shimmer:0.5.0",
  "com.microsoft.identity.client:msal:4.10.0",
  "com.android.support:support-core-utils:28.0.0",
  "com.android.billingclient:billing:6.1.0",
  "com.android.volley:volley:1.2.1",
  "com.amazonaws:aws-android-sdk-core:2.75.0",
  "com.stripe:stripe-android:20.37.3",
  "org.osmdroid:osmdroid-android:6.1.18",
  "net.zetetic:android-database-sqlcipher:4.5.4",
  "com.github.barteksc:android-pdf-viewer:2.8.2",
  "com.journeyapps:zxing-android-embedded:4.3.0",
  "org.apache.commons:commons-lang3:3.14.0",
  "org.slf4j:slf4j-android:1.7.36",
  "com.twitter.compose.rules:detekt:0.0.26",
  "com.twitter.sdk.android:twitter-core:3.3.0",
];

describe("A library by its coordinate", () => {
  for (const [coordinate, tracker] of CARRIES) {
    it(`${coordinate} adds ${tracker}`, () => {
      assert.ok(namesOf(coordinate).includes(tracker), namesOf(coordinate).join());
    });
  }

  for (const coordinate of CLEAN) {
    it(`${coordinate} adds no tracker`, () => assert.deepEqual(namesOf(coordinate), []));
  }

  it("is not mistaken for a tracker of the same publisher", () => {
    for (const name of ["common", "analytics"])
      assert.deepEqual(namesOf(`com.umeng.umsdk:${name}:9.4.7`), ["Umeng Analytics"]);
    for (const coordinate of ["com.umeng.umsdk:asms", "com.rollbar.tools:gradle-plugin", "com.smartlook.web:player"]) {
      assert.deepEqual(namesOf(coordinate), [], coordinate);
    }
  });

  it("adds nothing if it only lists versions of other libraries", () => {
    for (const coordinate of ["com.bugsnag:bugsnag-bom:1.0", "com.adjust.sdk:bom:1.0"])
      assert.deepEqual(namesOf(coordinate), [], coordinate);
  });

  it("may have a range of versions, or a type and no version", () => {
    for (const rest of ["[6.0, 7.0)", "(,6.0]", "6.+", "6.0:android@aar", "[6.0, 7.0]!!6.5"])
      assert.deepEqual(namesOf(`com.appsflyer:af-android-sdk:${rest}`), ["AppsFlyer"], rest);
    assert.deepEqual(namesOf("com.appsflyer:af-android-sdk@aar"), ["AppsFlyer"]);
    assert.equal(parseCoordinate("com.appsflyer:af-android-sdk: some words"), undefined);
  });

  it("belongs to the app if the name of its configuration merely starts with “test” or “debug”", () => {
    const scan = (line: string) =>
      scanFile("app/build.gradle", `dependencies {\n  ${line}\n}\n`, signatures).hits.map(({ scope }) => scope);
    const library = "com.appsflyer:af-android-sdk:6.0";
    for (const [configuration, scope] of [
      ["testnetImplementation", "app"],
      ["latestImplementation", "app"],
      ["testImplementation", "tests"],
      ["testDebugImplementation", "tests"],
      ["testnetTestImplementation", "tests"],
      ["androidTestImplementation", "tests"],
      ["debugImplementation", "debug"],
      ["freeDebugImplementation", "debug"],
      ["debuggableImplementation", "app"],
    ] as const) {
      for (const line of [
        `${configuration} '${library}'`,
        `"${configuration}"("${library}")`,
        `add("${configuration}", "${library}")`,
      ])
        assert.deepEqual(scan(line), [scope], line);
    }
  });
});
