// What several tools of the wing accept.
import * as v from "valibot";
import { isPackageName } from "../model/report.ts";

export const appInput = v.pipe(
  v.string(),
  v.check(isPackageName, "expected a package name such as com.example.app"),
  v.description('The package name of an Android app, such as "com.whatsapp". triptych_trackers_find_app finds it.'),
);

export const sourceInput = v.optional(
  v.pipe(
    v.string(),
    v.description('Where the version is from: "google", "fdroid" or "apk". The default is the first that has it.'),
  ),
);
