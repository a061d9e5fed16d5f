// Finds the npm and pub packages that add libraries to an Android app, and the application ID in JSON configurations.
import { isTable } from "../../base/json/is-table.ts";
import { tryParseJson } from "../../base/json/json.ts";
import type { Placed, PlacedText } from "../gradle/assignments.ts";
import type { Coordinate } from "../gradle/coordinates.ts";

/** A package of React Native, Expo, Cordova, Capacitor or Flutter. */
interface Package extends Placed {
  readonly name: string;
  readonly libraries: readonly Coordinate[];
}

/** The packages that add a library, by the coordinate of the library. */
const PACKAGES: Readonly<Record<string, string>> = {
  "com.google.firebase:firebase-analytics":
    "@react-native-firebase/analytics @capacitor-firebase/analytics @capacitor-community/firebase-analytics cordova-plugin-firebase-analytics cordova-plugin-firebasex firebase_analytics",
  "com.google.firebase:firebase-crashlytics":
    "@react-native-firebase/crashlytics @capacitor-firebase/crashlytics @capacitor-community/firebase-crashlytics cordova-plugin-firebase-crashlytics cordova-plugin-firebasex firebase_crashlytics",
  "com.google.firebase:firebase-perf":
    "@react-native-firebase/perf @capacitor-firebase/performance cordova-plugin-firebasex firebase_performance",
  "com.google.android.gms:play-services-ads":
    "react-native-google-mobile-ads @capacitor-community/admob admob-plus-cordova cordova-plugin-admob-free google_mobile_ads",
  "com.danielcwilson.plugins.analytics:android": "cordova-plugin-google-analytics",
  "com.facebook.android:facebook-android-sdk":
    "react-native-fbsdk-next cordova-plugin-facebook4 cordova-plugin-facebook-connect",
  "com.facebook.android:facebook-core": "facebook_app_events",
  "com.facebook.android:facebook-login":
    "@capacitor-community/facebook-login flutter_facebook_auth flutter_login_facebook",
  "com.facebook.android:audience-network-sdk": "react-native-fbads facebook_audience_network",
  "io.sentry:sentry-android": "@sentry/react-native sentry-expo @sentry/capacitor sentry_flutter",
  "com.bugsnag:bugsnag-android": "@bugsnag/react-native bugsnag_flutter",
  "com.datadoghq:dd-sdk-android": "@datadog/mobile-react-native datadog_flutter_plugin",
  "com.instabug.library:instabug": "instabug-reactnative instabug_flutter",
  "com.newrelic.agent.android:android-agent": "newrelic-react-native-agent newrelic_mobile",
  "com.microsoft.appcenter:appcenter-analytics": "appcenter-analytics",
  "com.microsoft.appcenter:appcenter-crashes": "appcenter-crashes",
  "com.appsflyer:af-android-sdk": "react-native-appsflyer cordova-plugin-appsflyer-sdk appsflyer_sdk",
  "com.adjust.sdk:adjust-android": "react-native-adjust com.adjust.sdk adjust_sdk",
  "io.branch.sdk.android:library":
    "react-native-branch branch-cordova-sdk capacitor-branch-deep-links flutter_branch_sdk",
  "com.kochava.tracker:tracker": "react-native-kochava-tracker kochava_tracker",
  "com.mixpanel.android:mixpanel-android": "mixpanel-react-native mixpanel_flutter",
  "com.amplitude:analytics-android": "@amplitude/analytics-react-native @amplitude/react-native amplitude_flutter",
  "com.flurry.android:analytics": "react-native-flurry-sdk flutter_flurry_sdk",
  "ly.count.android:sdk": "countly-sdk-react-native-bridge countly_flutter",
  "com.posthog:posthog-android": "posthog_flutter",
  "com.onesignal:OneSignal": "react-native-onesignal onesignal-cordova-plugin onesignal_flutter",
  "com.braze:android-sdk-ui": "@braze/react-native-sdk cordova-plugin-braze braze_plugin",
  "com.batch.android:batch-sdk": "@batch.com/react-native-plugin @bam.tech/react-native-batch batch_flutter",
  "com.urbanairship.android:urbanairship-core": "@ua/react-native-airship airship_flutter",
  "com.clevertap.android:clevertap-android-sdk": "clevertap-react-native clevertap-cordova clevertap_plugin",
  "com.moengage:moe-android-sdk": "react-native-moengage moengage_flutter",
  "io.radar:sdk": "react-native-radar flutter_radar",
  "com.applovin:applovin-sdk": "react-native-applovin-max applovin_max",
  "com.ironsource.sdk:mediationsdk": "ironsource-mediation ironsource_mediation",
  "com.unity3d.ads:unity-ads": "react-native-unity-ads unity_ads_plugin",
};

const LIBRARIES = new Map<string, Coordinate[]>();
for (const [library, packages] of Object.entries(PACKAGES)) {
  const [group = "", name = ""] = library.split(":");
  for (const each of packages.split(" ")) LIBRARIES.set(each, [...(LIBRARIES.get(each) ?? []), { group, name }]);
}

/** Keys of `package.json` and `pubspec.yaml`: that of an object, or of a package in it. */
const JSON_KEY = /"(?:(?<section>[^"\\\n]{1,100})"\s*:\s*\{|(?<name>[^"\\\n]{1,100})"\s*:\s*")/g;
const YAML_KEY = /^(?:(?<section>\w{1,100})| +(?<name>\w{1,100})) *:/gm;

/** Reads the dependencies of a `package.json` or `pubspec.yaml`. */
export function parsePackages(text: string, isYaml: boolean): readonly Package[] {
  const found: Package[] = [];
  let isDependencies = false;
  for (const { 0: match, index, groups } of text.matchAll(isYaml ? YAML_KEY : JSON_KEY)) {
    const { section, name } = groups ?? {};
    if (section !== undefined) isDependencies = /dependencies$/i.test(section);
    const libraries = name === undefined || !isDependencies ? undefined : LIBRARIES.get(name);
    if (name === undefined || libraries === undefined) continue;
    const from = index + match.indexOf(name);
    found.push({ name, libraries, from, to: from + name.length });
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
