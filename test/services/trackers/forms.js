/**
 * Formats the server's data as the API returns it.
 *
 * @typedef {import("./applications.js").Report} Report
 * @typedef {import("./store.js").Row} Row
 * @typedef {import("./list.js").Tracker} Tracker
 */

/** A number with a fraction. JSON.stringify would omit the `.0` of a whole number. @typedef {{ float: string }} Float */

/**
 * Formats JSON like Python: with a space after each comma and colon, and non-ASCII characters escaped.
 * @param {unknown} value
 * @returns {string}
 */
export function toPythonJson(value) {
  if (Array.isArray(value)) return `[${value.map(toPythonJson).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    if ("float" in value) return String(value.float);
    const fields = Object.entries(value).filter(([, each]) => each !== undefined);
    return `{${fields.map(([key, each]) => `${quote(key)}: ${toPythonJson(each)}`).join(", ")}}`;
  }
  return typeof value === "string" ? quote(value) : JSON.stringify(value);
}

/** @param {string} text */
function quote(text) {
  const quoted = JSON.stringify(text);
  return quoted.replaceAll(/[\u007f-\uffff]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Formats seconds since 1970 with a fraction, which is `.0` for whole seconds. @param {number} microseconds @returns {Float} */
export function floatSeconds(microseconds) {
  const [whole, fraction] = split(microseconds);
  return { float: `${whole}.${fraction.replace(/0+$/, "") || "0"}` };
}

/** Formats an ISO time truncated to milliseconds, without a fraction if the microseconds are zero. @param {number} microseconds */
export function isoMilliseconds(microseconds) {
  const [whole, fraction] = split(microseconds);
  return `${iso(whole)}${fraction === "000000" ? "" : `.${fraction.slice(0, 3)}`}Z`;
}

/** Formats an ISO time with microseconds, or without a fraction if they are zero. @param {number} microseconds */
export function isoMicroseconds(microseconds) {
  const [whole, fraction] = split(microseconds);
  return `${iso(whole)}${fraction === "000000" ? "" : `.${fraction}`}Z`;
}

/** @param {number} microseconds @returns {[number, string]} */
function split(microseconds) {
  const whole = Math.floor(microseconds / 1_000_000);
  return [whole, String(microseconds - whole * 1_000_000).padStart(6, "0")];
}

/** @param {number} seconds */
function iso(seconds) {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

/** The ID of an app differs from the ID of its report. */
export const APPLICATION_ID_OFFSET = 7;

/** @param {Row} report */
export function applicationId(report) {
  return report.id + APPLICATION_ID_OFFSET;
}

/** @param {Row} report */
export function fullApplication(report) {
  return {
    id: applicationId(report),
    handle: report.handle,
    name: report.name,
    creator: report.creator,
    downloads: report.downloads,
    app_uid: report.uid,
    source: report.source,
    icon_phash: report.iconHash,
    report_updated_at: floatSeconds(report.updated),
  };
}

/** @param {Row} report */
export function shortApplication(report) {
  return { id: applicationId(report), handle: report.handle, app_uid: report.uid, source: report.source };
}

/** @param {Report} report @param {readonly number[]} trackers */
export function searchedReport(report, trackers) {
  return {
    id: report.id,
    creation_date: isoMilliseconds(report.created),
    updated_at: isoMilliseconds(report.updated),
    version: report.version,
    version_code: report.versionCode,
    source: report.source,
    downloads: report.downloads,
    trackers,
  };
}

/** @param {Report} report @param {readonly number[]} trackers @param {readonly string[]} permissions */
export function detailedReport(report, trackers, permissions) {
  return {
    handle: report.handle,
    app_name: report.name,
    uaid: report.uid,
    version_name: report.version,
    version_code: report.versionCode,
    source: report.source,
    icon_hash: report.iconHash,
    apk_hash: report.apkHash,
    created: isoMilliseconds(report.created),
    updated: isoMilliseconds(report.updated),
    report: report.id,
    creator: report.creator,
    downloads: report.downloads,
    trackers,
    permissions,
  };
}

/** @param {Tracker} tracker @param {readonly string[]} categories */
export function listedTracker(tracker, categories) {
  const { id, name, description, creation_date, code_signature, network_signature, website } = tracker;
  const documentation = splitDocumentation(tracker);
  return {
    id,
    name,
    description,
    creation_date,
    code_signature,
    network_signature,
    website,
    categories,
    documentation,
  };
}

/** Splits at each space, so a trailing space adds an empty URL. @param {Tracker} tracker */
export function splitDocumentation({ documentation }) {
  return documentation === "" ? [] : documentation.split(" ");
}

/** Returns the certificate of a report. Some reports have none. @param {Report} report */
export function certificate(report) {
  const digits = report.apkHash;
  if (digits.endsWith("7")) return null;
  return {
    has_expired: digits.endsWith("3"),
    serial_number: String(BigInt(`0x${digits.slice(0, 18)}`)),
    issuer: `Common Name: ${report.creator}`,
    subject: `Common Name: ${report.creator}`,
    fingerprint: digits.slice(0, 40).toUpperCase(),
  };
}
