// Schemas of εxodus's answers. Almost every route has its own names for the same fields.
import * as v from "valibot";
import { epochTime, isoTime, listOf, optional, optionalText, whole } from "../../base/decode.ts";
import type {
  Application,
  Certificate,
  DetailedReport,
  Latest,
  Match,
  Report,
  ShortApplication,
} from "../model/report.ts";
import type { Tracker, TrackerUsage } from "../model/tracker.ts";

/** A tracker found by search, which returns categories only as numbers. */
export type TrackerMatch = Omit<Tracker, "categories">;

/** Rejects lists: an empty one would pass as an object without optional fields. */
const notAList = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), "expected an object"),
);

const id = v.pipe(whole, v.minValue(0));
const text = v.pipe(
  v.nullish(v.string(), ""),
  v.transform((value) => value ?? ""),
);
/** Lists may contain duplicates, and their order is not stable. */
const ids = v.pipe(
  listOf(id),
  v.transform((values): readonly number[] => [...new Set(values)].sort((one, other) => one - other)),
);
const names = v.pipe(
  listOf(v.string()),
  v.transform((values): readonly string[] => [...new Set(values)].filter((each) => each !== "").sort()),
);

export const count = v.object({ count: v.pipe(whole, v.minValue(0)) });

/** Null if there are no trackers. If the field is missing, this is a different answer, and a saved list must stay. */
export const trackerMap = v.object({ trackers: v.nullable(v.pipe(notAList, v.record(v.string(), v.unknown()))) });

const trackerFields = {
  id,
  name: v.string(),
  code_signature: optionalText,
  network_signature: optionalText,
  creation_date: optionalText,
  website: optionalText,
  description: optionalText,
};

export const tracker = v.pipe(
  v.object({ ...trackerFields, categories: names, documentation: names }),
  v.transform((wire): Tracker => ({
    ...commonTrackerFields(wire),
    categories: wire.categories,
    documentation: wire.documentation,
  })),
);

export const trackerMatch = v.pipe(
  // In search results, documentation is one string of URLs separated by spaces.
  v.object({ ...trackerFields, documentation: text }),
  v.transform((wire): TrackerMatch => ({
    ...commonTrackerFields(wire),
    documentation: wire.documentation.split(/\s+/).filter((each) => each !== ""),
  })),
);

function commonTrackerFields(wire: v.InferOutput<v.ObjectSchema<typeof trackerFields, undefined>>) {
  return {
    id: wire.id,
    name: wire.name,
    codeSignature: wire.code_signature,
    networkSignature: wire.network_signature,
    created: wire.creation_date,
    website: wire.website,
    description: wire.description,
  };
}

const handle = v.pipe(v.string(), v.nonEmpty());

export const shortApplication = v.pipe(
  v.object({ handle, source: text, app_uid: optionalText }),
  v.transform((wire): ShortApplication => ({ handle: wire.handle, source: wire.source, uid: wire.app_uid })),
);

export const application = v.pipe(
  v.object({
    handle,
    source: text,
    app_uid: optionalText,
    name: optionalText,
    creator: optionalText,
    downloads: optionalText,
    icon_phash: optionalText,
    report_updated_at: optional(epochTime),
  }),
  v.transform((wire): Application => ({
    handle: wire.handle,
    source: wire.source,
    uid: wire.app_uid,
    name: wire.name,
    creator: wire.creator,
    downloads: wire.downloads,
    iconHash: wire.icon_phash,
    updated: wire.report_updated_at,
  })),
);

export const report = v.pipe(
  v.object({
    id,
    source: text,
    version: optionalText,
    version_code: optionalText,
    creation_date: optional(isoTime),
    updated_at: optional(isoTime),
    downloads: optionalText,
    trackers: ids,
  }),
  v.transform((wire): Report => ({
    id: wire.id,
    source: wire.source,
    version: wire.version,
    versionCode: wire.version_code,
    created: wire.creation_date,
    updated: wire.updated_at,
    downloads: wire.downloads,
    trackers: wire.trackers,
  })),
);

export const searchAnswer = v.pipe(notAList, v.record(v.string(), v.unknown()));
export const found = v.object({
  name: optionalText,
  creator: optionalText,
  reports: v.unknown(),
});

export const detailedReport = v.pipe(
  v.object({
    report: id,
    source: text,
    version_name: optionalText,
    version_code: optionalText,
    created: optional(isoTime),
    updated: optional(isoTime),
    downloads: optionalText,
    trackers: ids,
    app_name: optionalText,
    creator: optionalText,
    uaid: optionalText,
    icon_hash: optionalText,
    apk_hash: optionalText,
    permissions: names,
  }),
  v.transform((wire): DetailedReport => ({
    id: wire.report,
    source: wire.source,
    version: wire.version_name,
    versionCode: wire.version_code,
    created: wire.created,
    updated: wire.updated,
    downloads: wire.downloads,
    trackers: wire.trackers,
    details: {
      name: wire.app_name,
      creator: wire.creator,
      uid: wire.uaid,
      iconHash: wire.icon_hash,
      apkHash: wire.apk_hash,
      permissions: wire.permissions,
    },
  })),
);

export const latest = v.pipe(
  notAList,
  v.object({ id: optional(id), name: optionalText, creation_date: optional(isoTime) }),
  v.transform((wire): Latest | undefined =>
    wire.id === undefined ? undefined : { report: wire.id, name: wire.name, created: wire.creation_date },
  ),
);

export const results = v.object({ results: v.unknown() });

export const match = v.pipe(
  v.object({
    handle,
    name: optionalText,
    creator: optionalText,
    downloads: optionalText,
    app_uid: optionalText,
    icon_phash: optionalText,
    report_updated_at: optional(epochTime),
    version: optionalText,
    trackers_count: optional(whole),
    permissions_count: optional(whole),
  }),
  v.transform((wire): Match => ({
    handle: wire.handle,
    name: wire.name,
    creator: wire.creator,
    downloads: wire.downloads,
    uid: wire.app_uid,
    iconHash: wire.icon_phash,
    updated: wire.report_updated_at,
    version: wire.version,
    trackers: wire.trackers_count,
    permissions: wire.permissions_count,
  })),
);

const certificate = v.pipe(
  v.object({
    fingerprint: optionalText,
    subject: optionalText,
    issuer: optionalText,
    serial_number: optional(v.union([v.string(), v.number(), v.bigint()])),
    has_expired: optional(v.boolean()),
  }),
  v.transform((wire): Certificate => ({
    fingerprint: wire.fingerprint,
    subject: wire.subject,
    issuer: wire.issuer,
    serial: wire.serial_number === "" ? undefined : wire.serial_number?.toString(),
    hasExpired: wire.has_expired,
  })),
);

export const certified = v.object({ certificate: optional(certificate) });

export const usedTrackers = v.object({ found_trackers: v.unknown() });

export const trackerUsage = v.pipe(
  v.object({ id, apps_number: v.pipe(whole, v.minValue(0)), apps_percent: optional(whole) }),
  v.transform((wire): TrackerUsage => ({ id: wire.id, apps: wire.apps_number, percent: wire.apps_percent })),
);
