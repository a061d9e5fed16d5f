// Projects for Android as people have them: one that carries trackers, and one that only names them.
import { fileURLToPath } from "node:url";

/** The folder of one, with `/` between its parts. @param {"carries" | "clean"} name */
export function workspaceOf(name) {
  return fileURLToPath(new URL(name, import.meta.url)).replaceAll("\\", "/");
}

/**
 * What is planted in `carries`: the file, the line from 1, the text there, and the trackers.
 * @type {readonly (readonly [file: string, line: number, text: string, ...trackers: string[]])[]}
 */
export const PLANTED = [
  ["app/build.gradle.kts", 3, "com.google.firebase.crashlytics", "Google CrashLytics"],
  ["app/build.gradle.kts", 14, "api.mixpanel.com", "MixPanel"],
  ["app/build.gradle.kts", 36, "com.google.firebase:firebase-analytics-ktx", "Google Firebase Analytics"],
  ["app/build.gradle.kts", 37, "com.appsflyer:af-android-sdk", "AppsFlyer"],
  ["app/build.gradle.kts", 38, "com.onesignal:OneSignal", "OneSignal"],
  ["app/build.gradle.kts", 41, "com.instabug.library:instabug", "Instabug"],
  ["app/build.gradle.kts", 43, "io.branch.sdk.android:library", "Branch"],
  ["app/build.gradle.kts", 48, "com.bugsnag:bugsnag-android", "Bugsnag"],
  ["app/src/main/AndroidManifest.xml", 19, "tramway.go.link", "Adjust"],
  ["app/src/main/AndroidManifest.xml", 23, "com.appsflyer.SingleInstallBroadcastReceiver", "AppsFlyer"],
  ["app/src/main/java/org/example/tramway/Start.java", 3, "com.amplitude.api.Amplitude", "Amplitude"],
  [
    "app/src/main/java/org/example/tramway/Start.java",
    4,
    "com.facebook.appevents.AppEventsLogger.activateApp",
    "Facebook Analytics",
  ],
  ["app/src/main/java/org/example/tramway/Start.java", 15, "io.radar.sdk.Radar.initialize", "Radar"],
  [
    "app/src/main/java/org/example/tramway/Start.java",
    18,
    "graph.facebook.com",
    "Facebook Ads",
    "Facebook Analytics",
    "Facebook Login",
  ],
  ["app/src/main/java/org/example/tramway/Start.java", 20, "com.kochava.base.Tracker", "Kochava"],
  [
    "app/src/main/kotlin/org/example/tramway/Metrics.kt",
    3,
    "com.google.firebase.analytics.*",
    "Google Firebase Analytics",
  ],
  ["app/src/main/kotlin/org/example/tramway/Metrics.kt", 4, "in.inmobi.ads.Banner", "Inmobi"],
  ["app/src/main/kotlin/org/example/tramway/Metrics.kt", 5, "com.unity3d.services.core.log.DeviceLog", "Unity3d Ads"],
  ["app/src/main/kotlin/org/example/tramway/Metrics.kt", 9, "*.mng-ads.com", "Google AdMob"],
  ["app/src/main/kotlin/org/example/tramway/Metrics.kt", 12, "onesignal.com", "OneSignal"],
  ["app/src/main/kotlin/org/example/tramway/Metrics.kt", 14, "com.batch.android.Batch.name", "Batch"],
  ["app/src/main/res/layout/screen.xml", 3, "com.google.android.gms.ads.AdView", "Google AdMob"],
  ["app/src/main/res/values/strings.xml", 3, "collect.teads.tv", "Teads"],
  ["app/src/main/res/values/strings.xml", 4, "matomo.org", "Matomo (Piwik)"],
  ["app/src/test/java/org/example/tramway/StartTest.java", 3, "com.bugsnag.android.Bugsnag", "Bugsnag"],
  ["buildSrc/src/main/kotlin/Libraries.kt", 2, "ly.count.android:sdk", "Countly"],
  ["gradle/libs.versions.toml", 9, "com.google.firebase:firebase-analytics-ktx", "Google Firebase Analytics"],
  ["gradle/libs.versions.toml", 10, "com.onesignal:OneSignal", "OneSignal"],
  ["gradle/libs.versions.toml", 12, "com.instabug.library:instabug", "Instabug"],
  ["gradle/libs.versions.toml", 19, "com.google.firebase.crashlytics", "Google CrashLytics"],
  ["legacy/build.gradle", 7, "io.fabric", "Google CrashLytics"],
  ["legacy/build.gradle", 10, "com.chartboost:chartboost-sdk", "ChartBoost"],
  ["legacy/build.gradle", 30, "com.localytics.android:library", "Localytics"],
  [
    "legacy/build.gradle",
    31,
    "com.microsoft.appcenter:appcenter-crashes",
    "Microsoft Visual Studio App Center Crashes",
  ],
  ["legacy/build.gradle", 34, "com.facebook.android:facebook-login", "Facebook Login"],
  ["legacy/src/main/java/org/example/kettle/Main.java", 3, "com.crashlytics.android.Crashlytics", "Google CrashLytics"],
];

/** The permissions that are planted in `carries`. */
export const ASKED = [
  ["app/src/main/AndroidManifest.xml", 6, "android.permission.INTERNET"],
  ["app/src/main/AndroidManifest.xml", 7, "android.permission.ACCESS_FINE_LOCATION"],
  ["app/src/main/AndroidManifest.xml", 8, "android.permission.CAMERA"],
  ["app/src/main/AndroidManifest.xml", 9, "android.permission.SYSTEM_ALERT_WINDOW"],
  ["legacy/src/main/AndroidManifest.xml", 2, "android.permission.READ_CONTACTS"],
];
