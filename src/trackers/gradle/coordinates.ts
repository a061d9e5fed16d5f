// Matches Maven coordinates with trackers.
import type { Match, Matcher } from "../scan/signatures.ts";

/** Group and name of a library. */
export interface Coordinate {
  readonly group: string;
  readonly name: string;
}

/** Parses `group:name`, with optional version and classifier. A version may be a range: `[6.0, 7.0)`. */
export function parseCoordinate(text: string): Coordinate | undefined {
  const [, group, name] = /^([\w.-]+):([\w.-]+)(?:@\w+)?(?::(?:[^:\s]*|[[(\]][^:]*)){0,2}$/.exec(text) ?? [];
  return group === undefined || name === undefined || !group.includes(".") ? undefined : { group, name };
}

/** Trackers in a library. */
export function matchLibrary({ group, name }: Coordinate, signatures: Matcher): readonly Match[] {
  const found = new Map<number, Match>();
  for (const each of likelyPackages(group, name)) {
    for (const match of signatures.byName(each)) if (!found.has(match.tracker)) found.set(match.tracker, match);
  }
  return found.size > 0 || isKnown(group, name) ? [...found.values()] : signatures.byVendor(group, name);
}

/** Libraries with known packages, for which the vendor must not be guessed. */
function isKnown(group: string, name: string): boolean {
  return KNOWN_GROUPS.has(group) || PACKAGES.has(`${group}:${name}`);
}

/** Packages and classes that a library probably contains; its coordinate does not say. */
function likelyPackages(group: string, name: string): readonly string[] {
  const plain = name.replace(/-(ktx|kotlin|android|ndk|java|compose)$/, "");
  const known = PACKAGES.get(`${group}:${plain}`) ?? PACKAGES.get(`${group}:*`);
  if (known !== undefined) return known;
  const dotted = (text: string): string => text.replace(/[-_]/g, ".").toLowerCase();
  const last = group.slice(group.lastIndexOf(".") + 1);
  const rest = plain.startsWith(`${last}-`) ? plain.slice(last.length + 1) : plain;
  // Ends in a star, because a signature may name a class in the package.
  const base = dotted(group);
  return [...new Set([group, base, `${base}.${dotted(rest)}`, `${base}.${dotted(plain)}`])].map((each) => `${each}.*`);
}

/** Libraries whose packages differ from their coordinates; `*` means all other libraries of the group. */
const PACKAGES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "com.google.firebase:firebase-analytics": ["com.google.firebase.analytics.FirebaseAnalytics"],
    "com.google.firebase:firebase-analytics-impl": ["com.google.firebase.analytics.FirebaseAnalytics"],
    "com.google.firebase:firebase-core": ["com.google.firebase.analytics.FirebaseAnalytics"],
    "com.google.firebase:firebase-crashlytics": ["com.google.firebase.crashlytics"],
    "com.google.firebase:firebase-crash": ["com.google.firebase.crash"],
    "com.google.firebase:firebase-ads": ["com.google.android.gms.ads.AdView"],
    "com.google.firebase:firebase-ads-lite": ["com.google.android.gms.ads.AdView"],
    "com.google.firebase:firebase-perf": [
      "com.google.firebase.perf.FirebasePerformance",
      "com.google.firebase.perf.metrics",
    ],
    "com.google.firebase:firebase-appindexing": ["com.google.firebase.appindexing"],
    "com.google.firebase:firebase-invites": ["com.google.android.gms.appinvite"],
    "com.google.android.gms:play-services-ads": ["com.google.android.gms.ads.AdView"],
    "com.google.android.gms:play-services-ads-base": ["com.google.android.gms.ads.AdView"],
    "com.google.android.gms:play-services-ads-lite": ["com.google.android.gms.ads.AdView"],
    "com.google.android.gms:play-services-analytics": ["com.google.android.gms.analytics"],
    "com.google.android.gms:play-services-analytics-impl": ["com.google.android.gms.analytics"],
    "com.google.android.gms:play-services-measurement": ["com.google.android.gms.measurement"],
    "com.google.android.gms:play-services-measurement-api": ["com.google.android.gms.measurement"],
    "com.google.android.gms:play-services-measurement-sdk": ["com.google.android.gms.measurement"],
    "com.google.android.gms:play-services-tagmanager": ["com.google.android.gms.tagmanager"],
    "com.google.android.gms:play-services-tagmanager-api": ["com.google.android.gms.tagmanager"],
    "com.google.android.gms:play-services-tagmanager-v4-impl": ["com.google.android.gms.tagmanager"],
    "com.google.android.gms:play-services-location": ["com.google.android.gms.location"],
    // The old combined Play services.
    "com.google.android.gms:play-services": [
      "com.google.android.gms.ads.AdView",
      "com.google.android.gms.analytics",
      "com.google.android.gms.measurement",
      "com.google.android.gms.tagmanager",
    ],
    "com.facebook.android:facebook-login": ["com.facebook.login"],
    "com.facebook.android:facebook-core": ["com.facebook.appevents"],
    "com.facebook.android:facebook-share": ["com.facebook.share"],
    "com.facebook.android:facebook-places": ["com.facebook.places"],
    "com.facebook.android:facebook-marketing": ["com.facebook.marketing.any"],
    "com.facebook.android:facebook-android-sdk": ["com.facebook.appevents", "com.facebook.login", "com.facebook.share"],
    "com.facebook.android:audience-network-sdk": ["com.facebook.ads"],
    "io.appmetrica.analytics:analytics": ["io.appmetrica.analytics", "com.yandex.metrica"],
    "com.yandex.android:mobmetricalib": ["com.yandex.metrica", "io.appmetrica.analytics"],
    "com.yandex.android:mobileads": ["com.yandex.mobile.ads"],
    "com.huawei.hms:hianalytics": ["com.huawei.hms.analytics"],
    "com.huawei.hms:location": ["com.huawei.hms.location"],
    "com.huawei.hms:push": ["com.huawei.hms.support.api.push"],
    "com.huawei.hms:ads": ["com.huawei.hms.ads"],
    "com.huawei.hms:ads-lite": ["com.huawei.hms.ads"],
    "com.cuebiq.cuebiqsdk:sdk": ["com.cuebiq.cuebiqsdk.model.Collector"],
    "com.github.matomo-org:matomo-sdk-android": ["org.matomo"],
    "com.github.matomo-org:matomo-sdk": ["org.matomo"],
    "com.datadoghq:*": ["com.datadog.android"],
    "com.dynatrace.agent:*": ["com.dynatrace.android", "com.dynatrace.agent"],
    "com.mapbox.mapboxsdk:mapbox-android-telemetry": ["com.mapbox.android.telemetry"],
    "com.mapbox.mapboxsdk:mapbox-android-core": ["com.mapbox.android.core"],
    "com.android.installreferrer:installreferrer": ["com.android.installreferrer"],
    "com.kochava.base:tracker": ["com.kochava.base.Tracker"],
    "com.kochava.tracker:tracker": ["com.kochava.tracker.Tracker", "com.kochava.base.Tracker"],
    "com.appsflyer:af-android-sdk": ["com.appsflyer.AppsFlyerLib"],
    "com.adjust.sdk:adjust-android": ["com.adjust.sdk.Adjust"],
    "com.vungle:publisher-sdk": ["com.vungle.warren.Vungle", "com.vungle.publisher.VunglePub"],
    "com.vungle:vungle-ads": ["com.vungle.ads.VungleAds", "com.vungle.warren.Vungle"],
    "com.foursquare:movementsdk": ["com.foursquare.movement", "com.foursquare.pilgrim"],
    "com.unity3d.ads:unity-ads": ["com.unity3d.ads", "com.unity3d.services"],
    "com.danielcwilson.plugins.analytics:*": ["com.danielcwilson.plugins.analytics"],
  }),
);

const KNOWN_GROUPS: ReadonlySet<string> = new Set([...PACKAGES.keys()].map((key) => key.slice(0, key.indexOf(":"))));
