// Levels and groups of Android's permissions.
import assert from "node:assert/strict";
import { byLevel, permission, shortPermissionName } from "../../../src/scan/permissions.ts";
import levels from "../../../src/scan/permissions.json" with { type: "json" };

describe("Android permissions", () => {
  it("include the 1,029 permissions of Android 16, each once, and the 50 dangerous ones by group", () => {
    const dangerous = Object.values(levels.dangerous).flat();
    const all = [...dangerous, ...levels.special, ...levels.normal, ...levels.system];
    assert.equal(dangerous.length, 50);
    assert.equal(levels.special.length, 16);
    assert.equal(levels.normal.length, 99);
    assert.equal(all.length, 1029);
    assert.equal(new Set(all).size, 1029);
    for (const name of all) assert.match(name, /^[A-Za-z][\w.]*$/);
  });

  it("say how each is granted", () => {
    assert.deepEqual(permission("android.permission.CAMERA"), {
      name: "android.permission.CAMERA",
      level: "dangerous",
      group: "camera",
    });
    const levels = {
      "android.permission.POST_NOTIFICATIONS": "dangerous",
      "com.android.voicemail.permission.ADD_VOICEMAIL": "dangerous",
      "android.permission.health.READ_STEPS": "dangerous",
      "android.permission.SYSTEM_ALERT_WINDOW": "special",
      "android.permission.USE_FULL_SCREEN_INTENT": "special",
      "android.permission.INTERNET": "normal",
      "android.permission.FOREGROUND_SERVICE_SPECIAL_USE": "normal",
      "com.android.launcher.permission.INSTALL_SHORTCUT": "normal",
      "android.permission.READ_LOGS": "system",
      "com.google.android.gms.permission.AD_ID": "unknown",
      "android.permission.camera": "unknown",
      CAMERA: "unknown",
      constructor: "unknown",
    };
    for (const [name, level] of Object.entries(levels)) assert.equal(permission(name).level, level, name);
  });

  it("list dangerous and special ones first, each level by name and each permission once", () => {
    const levels = byLevel([
      "com.google.android.gms.permission.AD_ID",
      "android.permission.INTERNET",
      "android.permission.CAMERA",
      "android.permission.SYSTEM_ALERT_WINDOW",
      "android.permission.ACCESS_FINE_LOCATION",
      "android.permission.INTERNET",
    ]);
    assert.deepEqual(
      levels.map(({ level, permissions }) => [level, permissions.map(({ name }) => shortPermissionName(name))]),
      [
        ["dangerous", ["ACCESS_FINE_LOCATION", "CAMERA"]],
        ["special", ["SYSTEM_ALERT_WINDOW"]],
        ["normal", ["INTERNET"]],
        ["unknown", ["com.google.android.gms.permission.AD_ID"]],
      ],
    );
    assert.deepEqual(byLevel([]), []);
  });
});
