// Schemas of εxodus's answers. Almost every route has its own names for the same fields.
import * as v from "valibot";
import {
  epochTime,
  fields,
  from,
  isoTime,
  listOf,
  notAList,
  optional,
  optionalText,
  whole,
  type Schema,
} from "../../base/decode.ts";
import { signedFields } from "../../scan/index.ts";
import type {
  Certificate,
  DetailedReport,
  Latest,
  ListedApp,
  Match,
  Report,
  ShortApplication,
} from "../model/report.ts";
import type { Tracker, TrackerUsage } from "../model/tracker.ts";

const id = v.pipe(whole, v.minValue(0));
const text = v.pipe(
  v.nullish(v.string(), ""),
  v.transform((value) => value ?? ""),
);
/** The server's lists may contain duplicates, and their order is not stable. */
const ids = v.pipe(
  listOf(id),
  v.transform((values): readonly number[] => [...new Set(values)].sort((a, b) => a - b)),
);
const names = v.pipe(
  listOf(v.string()),
  v.transform((values): readonly string[] => [...new Set(values)].filter((each) => each !== "").sort()),
);

export const count = v.object({ count: v.pipe(whole, v.minValue(0)) });

export const tracker: Schema<Tracker> = fields({
  ...signedFields,
  created: from("creation_date", optionalText),
  website: optionalText,
  description: optionalText,
  categories: names,
  documentation: names,
});

const handle = v.pipe(v.string(), v.nonEmpty());

const shortFields = { handle, source: text };

export const shortApplication: Schema<ShortApplication> = fields(shortFields);

const applicationFields = {
  ...shortFields,
  uid: from("app_uid", optionalText),
  name: optionalText,
  creator: optionalText,
  downloads: optionalText,
  iconHash: from("icon_phash", optionalText),
  updated: from("report_updated_at", optional(epochTime)),
};

/** A row of the list of all apps, without the fields that Triptych doesn't show. */
export const listedApp: Schema<ListedApp> = fields({ ...shortFields, name: optionalText, creator: optionalText });

export const report: Schema<Report> = fields({
  id,
  source: text,
  version: optionalText,
  versionCode: from("version_code", optionalText),
  created: from("creation_date", optional(isoTime)),
  updated: from("updated_at", optional(isoTime)),
  downloads: optionalText,
  trackers: ids,
});

export const searchAnswer = v.pipe(notAList, v.record(v.string(), v.unknown()));
export const found = v.object({
  name: optionalText,
  creator: optionalText,
  reports: v.unknown(),
});

/** A report of the app that was asked for: a proxy or cache may answer with another one's. */
export const detailedReport = (handle: string): Schema<DetailedReport> =>
  fields({
    handle: optional(v.literal(handle)),
    id: from("report", id),
    source: text,
    version: from("version_name", optionalText),
    versionCode: from("version_code", optionalText),
    created: optional(isoTime),
    updated: optional(isoTime),
    downloads: optionalText,
    trackers: ids,
    details: from(
      "",
      fields({
        name: from("app_name", optionalText),
        creator: optionalText,
        uid: from("uaid", optionalText),
        iconHash: from("icon_hash", optionalText),
        apkHash: from("apk_hash", optionalText),
        permissions: names,
      }),
    ),
  });

export const latest: Schema<Latest | undefined> = v.pipe(
  notAList,
  fields({ report: from("id", optional(id)), name: optionalText, created: from("creation_date", optional(isoTime)) }),
  v.transform(({ report, ...rest }) => (report === undefined ? undefined : { report, ...rest })),
);

export const results = v.object({ results: v.unknown() });

const { source: _, ...matchFields } = applicationFields;

export const match: Schema<Match> = fields({
  ...matchFields,
  version: optionalText,
  trackers: from("trackers_count", optional(whole)),
  permissions: from("permissions_count", optional(whole)),
});

const certificate: Schema<Certificate> = fields({
  fingerprint: optionalText,
  subject: optionalText,
  issuer: optionalText,
  serial: from(
    "serial_number",
    v.pipe(
      optional(v.union([v.string(), v.number(), v.bigint()])),
      v.transform((serial) => (serial === "" ? undefined : serial?.toString())),
    ),
  ),
  hasExpired: from("has_expired", optional(v.boolean())),
});

export const certified = (report: number) =>
  v.object({ report_id: optional(v.literal(report)), certificate: optional(certificate) });

export const reportedApp = (report: number) =>
  v.object({ report_id: optional(v.literal(report)), handle: v.pipe(v.string(), v.nonEmpty()) });

export const usedTrackers = v.object({ found_trackers: v.unknown() });

export const trackerUsage: Schema<TrackerUsage> = fields({
  id,
  apps: from("apps_number", v.pipe(whole, v.minValue(0))),
  percent: from("apps_percent", optional(whole)),
});
