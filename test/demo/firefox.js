// Reports of the app that the README finds first. Its versions and trackers are examples, not those of the real app.

const HANDLE = "org.mozilla.firefox";
const PERMISSIONS = ["INTERNET", "ACCESS_NETWORK_STATE", "CAMERA", "RECORD_AUDIO", "ACCESS_FINE_LOCATION", "VIBRATE"];

/** Versions, oldest first, with the IDs of their trackers. */
const VERSIONS = [
  { version: "68.11.0", versionCode: "2015736945", created: "2020-07-28T09:12:00Z", trackers: [28, 52] },
  { version: "92.1.1", versionCode: "2015833697", created: "2021-09-22T11:40:00Z", trackers: [28, 49, 52] },
  { version: "115.2.0", versionCode: "2015966321", created: "2023-08-30T07:25:00Z", trackers: [49, 52] },
  { version: "128.0", versionCode: "2016028271", created: "2024-07-09T14:05:00Z", trackers: [52] },
];

/** @param {import("../services/core/control.js").Controlled} trackers */
export function addFirefox(trackers) {
  for (const version of VERSIONS) {
    trackers.actions["addReport"]?.({
      ...version,
      handle: HANDLE,
      name: "Firefox Fast & Private Browser",
      creator: "Mozilla",
      downloads: "100,000,000+ downloads",
      source: "google",
      permissions: PERMISSIONS.map((name) => `android.permission.${name}`),
    });
  }
}
