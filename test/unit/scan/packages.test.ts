// Packages of React Native, Expo, Cordova, Capacitor and Flutter that add trackers to an Android app.
import assert from "node:assert/strict";
import { joinFindings } from "../../../src/scan/join-findings.ts";
import { detectKind } from "../../../src/scan/files/file-kinds.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { Signatures } from "../../../src/scan/signatures/signatures.ts";
import { trackerList } from "../../services/trackers/list.js";

const trackers = [...trackerList().values()]
  .map(({ id, name, code_signature: code }) => ({ id, name, code }))
  .concat([
    { id: 1001, name: "FullStory", code: "com.fullstory." },
    { id: 1002, name: "Adobe Experience Cloud", code: "com.adobe.marketing.mobile." },
    { id: 1003, name: "Singular", code: "com.singular.sdk." },
    { id: 1004, name: "Snowplow", code: "com.snowplowanalytics." },
  ]);
const signatures = new Signatures(trackers.map((each) => ({ ...each, network: undefined })));

function found(path: string, text: string): readonly string[] {
  const { trackers: places } = joinFindings([[`/w/${path}`, scanFile(path, text, signatures)]]);
  return places.map(({ text: name, trackers: matches, spot }) => {
    const names = matches.map(({ tracker }) => trackers.find(({ id }) => id === tracker)?.name ?? "");
    assert.equal(text.split("\n")[spot.line]?.slice(spot.from, spot.to), name);
    return `${name}: ${names.join(", ")}`;
  });
}

describe("A package of an app that is not written in Java or Kotlin", () => {
  it("is known by its name, even if the name of the library differs", () => {
    const names = {
      "@segment/analytics-react-native": "Segment",
      "@fullstory/react-native": "FullStory",
      "onesignal-expo-plugin": "OneSignal",
      "@adobe/react-native-aepcore": "Adobe Experience Cloud",
      "singular-react-native": "Singular",
      "@snowplow/react-native-tracker": "Snowplow",
    };
    const dependencies = Object.fromEntries(Object.keys(names).map((name) => [name, "1.0.0"]));
    assert.deepEqual(
      found("package.json", JSON.stringify({ dependencies }, null, 2)),
      Object.entries(names).map((each) => each.join(": ")),
    );
  });

  it("is found in package.json", () => {
    const text = JSON.stringify(
      {
        name: "@example/app",
        scripts: { android: "react-native run-android", "react-native-adjust": "" },
        dependencies: {
          "@react-native-firebase/analytics": "^20.1.0",
          "@react-native-firebase/app": "^20.1.0",
          "react-native": "0.74.1",
          "react-native-fbsdk-next": "github:example/fork",
        },
        devDependencies: { "cordova-plugin-google-analytics": "1.9.1" },
      },
      null,
      2,
    );
    assert.deepEqual(found("package.json", text), [
      "@react-native-firebase/analytics: Google Firebase Analytics",
      "react-native-fbsdk-next: Facebook Analytics, Facebook Login",
      "cordova-plugin-google-analytics: Google Analytics Plugin (Cordova)",
    ]);
  });

  it("is found in pubspec.yaml", () => {
    const text =
      "name: app\ndependencies:\n  flutter:\n    sdk: flutter\n  firebase_crashlytics: ^4.0.0\n  # firebase_analytics: ^11.0.0\n  google_mobile_ads:\n    git:\n      url: https://example.com/google_mobile_ads.git\nflutter:\n  uses-material-design: true\n";
    assert.deepEqual(found("pubspec.yaml", text.replaceAll("\n", "\r\n")), [
      "firebase_crashlytics: Google CrashLytics",
      "google_mobile_ads: Google AdMob",
    ]);
  });

  it("is not looked for in other files", () => {
    for (const path of ["package-lock.json", "tsconfig.json", "pubspec.lock", "my-package.json"])
      assert.equal(detectKind(`app/${path}`), undefined, path);
  });
});
