// The route that lists all apps, or the apps with a tracker, without holding the whole list in memory.
import { setImmediate as yieldToRequests, setTimeout as wait } from "node:timers/promises";
import { page } from "./access.js";
import { fullApplication, shortApplication, toPythonJson } from "./forms.js";
import { json } from "./json.js";
import { wholeNumber } from "./numbers.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("./routes.js").World} World
 * @typedef {import("./store.js").Store} Store
 */

const MAX_KEPT_LENGTH = 4_000_000;

/** @param {World} world @param {Request} request */
export async function applications({ store, firstByte, lengths }, { params }) {
  // An empty, misspelled or differently cased filter is ignored. If there are several, the last one counts.
  const given = params.getAll("tracker").at(-1) ?? "";
  const tracker = given === "" ? undefined : wholeNumber(given);
  if (given !== "" && tracker === undefined) return page(500, "Server Error (500)");
  const short = params.getAll("option").at(-1) === "short";
  const list = `${short ? "short" : "full"} ${given}`;
  await wait(firstByte[tracker !== undefined ? "tracker" : short ? "short" : "full"], undefined, { ref: false });
  const write = (/** @type {import("./store.js").Row} */ row) =>
    toPythonJson(short ? shortApplication(row) : fullApplication(row));
  // The real server builds the whole response before it sends the first byte, so it sends the length.
  const version = `${list}/${store.writes}/${store.shuffles}/${Math.floor(store.clock.now() / 86_400_000)}`;
  const known = lengths.get(version);
  const prepared =
    known === undefined ? await measure(listParts(store, list, tracker, write)) : { length: known, whole: undefined };
  if (known === undefined) lengths.clear();
  lengths.set(version, prepared.length);
  const answer = json({});
  return {
    ...answer,
    headers: { ...answer.headers, "content-length": String(prepared.length) },
    body: prepared.whole ?? requireNoWrites(store, listParts(store, list, tracker, write)),
  };
}

/** Measures a list, and keeps it if it is short enough. @param {AsyncIterable<string>} parts */
async function measure(parts) {
  let length = 0;
  /** @type {string | undefined} */
  let whole = "";
  for await (const part of parts) {
    length += part.length;
    whole = length > MAX_KEPT_LENGTH || whole === undefined ? undefined : whole + part;
  }
  return { length, whole };
}

/** Fails if a test writes while a long list is being sent. The real server reads from a snapshot. @param {Store} store @param {AsyncIterable<string>} parts */
async function* requireNoWrites(store, parts) {
  const { writes, shuffles } = store;
  for await (const part of parts) {
    if (store.writes !== writes || store.shuffles !== shuffles) throw new Error("the list changed on its way");
    yield part;
  }
}

/**
 * Yields the list in parts, so that it is never in memory as a whole. It is all ASCII.
 * @param {Store} store
 * @param {string} list
 * @param {number | undefined} tracker
 * @param {(row: import("./store.js").Row) => string} write
 */
async function* listParts(store, list, tracker, write) {
  let part = '{"applications": [';
  let first = true;
  for (const [place, application] of store.ordered().entries()) {
    for (const row of store.rows(application, list, tracker)) {
      part += `${first ? "" : ", "}${write(row)}`;
      first = false;
    }
    if (part.length >= 65_536) {
      yield part;
      part = "";
    }
    if (place % 2000 === 1999) await yieldToRequests();
  }
  yield `${part}]}`;
}
