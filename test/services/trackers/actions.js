/**
 * Changes that no route of the server offers.
 *
 * @typedef {import("./applications.js").Report} Report
 * @typedef {import("./routes.js").World} World
 * @typedef {import("./limits.js").Limits} Limits
 */

/** @param {() => { world: World, limits: Limits }} current @returns {Record<string, (body: any) => unknown>} */
export function actionsOn(current) {
  const store = () => current().world.store;
  return {
    /** Adds a finished report. Omitted fields come from the app's latest report, or have defaults. */
    addReport: (body) => ({ id: store().add(completeReport(current().world, body)).id }),

    /** Starts an analysis: the report exists but its file doesn't yet, so `/details` fails for the whole app. */
    startAnalysis: (body) => ({
      id: store().add({ ...completeReport(current().world, body), trackers: [], permissions: [], unpacked: false }).id,
    }),

    /** Finishes reading the file: `/details` works again, with permissions but no trackers yet. */
    continueAnalysis: ({ report, permissions = ["android.permission.INTERNET"] }) =>
      store().change(report, { permissions, unpacked: true }),

    /** Adds the trackers, which arrive last and don't change `updated_at`. */
    finishAnalysis: ({ report, trackers = [] }) => store().change(report, { trackers, unpacked: true }),

    /** Analyzes a report again with the current signatures. `touch` also changes its date. */
    recompute: ({ report, trackers = [], touch = false }) =>
      store().change(report, { trackers, ...(touch === true ? { updated: store().clock.now() * 1000 } : {}) }),

    /** Changes the IDs in the app lists, which also change every day. */
    shuffleIds: () => {
      store().shuffles += 1;
    },

    /** Simulates an unrelated write, which changes the order of unordered lists. */
    shuffleLists: () => {
      store().writes += 1;
    },

    /** @see import("./limits.js").LimitSettings */
    setLimits: (body) => current().limits.set(body),

    /** {full, short, tracker}: sets the delay of the app lists in milliseconds. */
    setFirstByte: (body) => {
      Object.assign(current().world.firstByte, body);
    },
  };
}

/** @param {World} world @param {any} body @returns {Omit<Report, "id">} */
function completeReport({ store }, body) {
  const { handle, created, updated, ...given } = body;
  if (typeof handle !== "string" || handle === "") throw new Error("a report needs a handle");
  const before = store.newest(store.reportsOf(handle));
  const moment = microseconds(created ?? store.clock.now());
  return {
    handle,
    name: before?.name ?? "",
    creator: before?.creator ?? "",
    downloads: before?.downloads ?? "",
    source: before?.source ?? "google",
    version: before?.version ?? "1.0",
    versionCode: before?.versionCode ?? "1",
    uid: before?.uid ?? "",
    iconHash: before?.iconHash ?? "",
    apkHash: before?.apkHash ?? "00".repeat(32),
    trackers: [],
    permissions: [],
    ...given,
    created: moment,
    updated: updated === undefined ? moment + 33_000 : microseconds(updated),
  };
}

/** Converts milliseconds, or an ISO date with up to six decimal places of a second. @param {number | string} moment */
function microseconds(moment) {
  if (typeof moment === "number") return moment * 1000;
  const [, whole = "", fraction = ""] = /^(.*?)(?:\.(\d+))?Z$/.exec(moment) ?? [];
  return Date.parse(`${whole}Z`) * 1000 + Number(fraction.padEnd(6, "0"));
}
