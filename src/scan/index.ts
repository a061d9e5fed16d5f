// The entrance to the scanner: everything that the rest of the extension uses of this folder.
export { apkToJson, apkToSarif } from "./apk-output.ts";
export {
  APK_PARTS,
  isIncomplete,
  type ApkNote,
  type ApkPart,
  type ApkReport,
  type FoundInApk,
} from "./apk/apk-report.ts";
export { ApkThread, type ApkProgress } from "./apk/apk-thread.ts";
export type { ApkCertificate } from "./apk/certificates.ts";
export type { HintKind } from "./apk/hints.ts";
export { readApk } from "./apk/read-apk.ts";
export { findApps } from "./app-ids.ts";
export type { FindingKind, FoundApp, FoundPermission, FoundTracker, InFile } from "./file-facts.ts";
export { detectKind, PATTERN } from "./files/file-kinds.ts";
export { findFiles } from "./files/find-files.ts";
export { toSlashes, withoutLastSlash } from "./files/folder-files.ts";
export { getParentFolder } from "./files/ignore-rules.ts";
export type { LineRange } from "./files/lines.ts";
export { joinPlaces, type Where } from "./gradle/scope.ts";
export {
  byLevel,
  isSensitive,
  LEVELS,
  permission,
  shortPermissionName,
  type Group,
  type Level,
  type Permission,
} from "./permissions.ts";
export { toSarif } from "./sarif.ts";
export { scanFile } from "./scan-file.ts";
export { ScanThread } from "./scan-thread.ts";
export { alternatives, type SignedTracker } from "./signatures/signatures.ts";
export { OFFICIAL, signedFields, trackerMap, trackerPage } from "./signed-trackers.ts";
export type { FolderFiles, Scanned, ScanRequest } from "./worker-messages.ts";
