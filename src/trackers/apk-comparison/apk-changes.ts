// How the files of two apps differ.
import { APK_PARTS, type ApkPart, type ApkReport } from "../../scan/index.ts";
import { compareContents, compareSets, type Between, type Changes, type Difference } from "../model/changes.ts";

/**
 * How the certificates differ.
 * - `unsigned`: neither file is signed
 * - `same`: all are the same
 * - `some`: some are the same
 * - `changed`: none is the same
 * - `onlyFrom`, `onlyTo`: only this file is signed
 */
export type CertificateChange = "unsigned" | "same" | "some" | "changed" | "onlyFrom" | "onlyTo";

export function compareReports({ from, to }: Between<ApkReport>): Changes {
  const contents = ({ trackers, permissions, manifest }: ApkReport) => ({
    trackers: trackers.map(({ tracker }) => tracker),
    permissions: manifest && permissions.map(({ name }) => name),
  });
  return compareContents(contents(from), contents(to));
}

/** Certificates by their SHA-256. */
export function compareCertificates({ from, to }: Between<ApkReport>): Difference<string> {
  const hashes = ({ certificates }: ApkReport): readonly string[] => certificates.map(({ sha256 }) => sha256);
  return compareSets(hashes(from), hashes(to));
}

export function describeCertificateChange({ from, to }: Between<ApkReport>): CertificateChange {
  if (from.certificates.length === 0) return to.certificates.length === 0 ? "unsigned" : "onlyTo";
  if (to.certificates.length === 0) return "onlyFrom";
  const { added, removed, same } = compareCertificates({ from, to });
  if (same.length === 0) return "changed";
  return added.length + removed.length === 0 ? "same" : "some";
}

export interface PartChange extends Between<number> {
  readonly part: ApkPart;
}

/** Bytes of each part in the files. */
export function compareParts({ from, to }: Between<ApkReport>): readonly PartChange[] {
  const size = ({ parts }: ApkReport, part: ApkPart): number =>
    parts.find((each) => each.part === part)?.compressed ?? 0;
  return APK_PARTS.map((part) => ({ part, from: size(from, part), to: size(to, part) })).filter(
    (each) => each.from + each.to > 0,
  );
}

/** Whether the files are of different apps, neither of which is the older one. */
export function areDifferentPackages({ from, to }: Between<ApkReport>): boolean {
  return from.manifest?.packageName !== to.manifest?.packageName;
}

/** Whether the first file has a higher version of the same app. */
export function isReversed(files: Between<ApkReport>): boolean {
  const [before, after] = [files.from, files.to].map(({ manifest }) => manifest?.versionCode ?? "");
  if (areDifferentPackages(files) || !/^\d+$/.test(before ?? "") || !/^\d+$/.test(after ?? "")) return false;
  return BigInt(before ?? "") > BigInt(after ?? "");
}
