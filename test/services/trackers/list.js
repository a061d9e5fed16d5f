// The tracker list: an excerpt of the real one, with invented trackers for the other IDs.
import { readFileSync } from "node:fs";
import { mixer } from "../core/mix.js";
import { trackerName } from "./names.js";

/**
 * @typedef {object} Tracker
 * @property {number} id
 * @property {string} name
 * @property {string} description Markdown with \r\n
 * @property {string} creation_date
 * @property {string} code_signature
 * @property {string} network_signature
 * @property {string} website
 * @property {string[]} categories
 * @property {string} documentation URLs, separated by spaces
 */

/** The IDs from 1 to 448 that the real list lacks. */
const GAPS = new Set([19, 21, 50, 98, 128, 134, 139, 141, 217, 329, 330, 331, 332, 335, 421, 446]);
const LAST_ID = 448;

/** Categories with their IDs, and the percentage of invented trackers in each. */
const CATEGORIES = /** @type {const} */ ([
  ["Crash reporting", 1, 3],
  ["Analytics", 2, 43],
  ["Profiling", 3, 11],
  ["Identification", 4, 5],
  ["Advertisement", 5, 27],
  ["Location", 6, 13],
]);

/** @param {string} category */
export function categoryId(category) {
  return CATEGORIES.find(([name]) => name === category)?.[1] ?? 7;
}

const PARAGRAPHS = [
  '## About\r\nThe makers offer *audience insight* for small publishers and write that their library "starts before the first screen".',
  "## Methods\r\n* sessions and screens\r\n* install referrer\r\n* a device identifier, hashed on the phone",
  "## Privacy policy\r\nA policy is published [on their site](https://example.com/privacy); it names no retention time.",
  "## Relationships\r\nMost readings are forwarded to two further parties, see the table below.\r\n\r\n| Party | What |\r\n|---|---|\r\n| one | identifiers |\r\n| two | events |",
  "## References\r\n1. [Integration guide](https://example.com/docs)\r\n2. `implementation 'com.example:library:4.2'`",
];
/** Content that a panel must block: foreign markup, and an image whose request identifies the reader. */
const HOSTILE =
  '![logo](https://pixel.example.com/logo.png)\r\n\r\n<script>document.title = "taken over"</script><img src="x" onerror="document.title = \'taken over\'">\r\n\r\n[read on](javascript:document.title="taken") and a [plain link](https://example.com).';

/**
 * Returns all trackers by ID, in the order of their IDs. Those of the excerpt are unchanged, the others are invented.
 * @returns {Map<number, Tracker>}
 */
export function trackerList() {
  const { trackers: excerpt } = JSON.parse(readFileSync(new URL("trackers-excerpt.json", import.meta.url), "utf8"));
  const mix = mixer("trackers");
  /** @type {Map<number, Tracker>} */
  const list = new Map();
  for (let id = 1; id <= LAST_ID; id += 1) {
    if (GAPS.has(id)) continue;
    const known = excerpt[String(id)];
    list.set(id, known === undefined ? inventTracker(id, mix) : { id, description: "", documentation: "", ...known });
  }
  return list;
}

/** @param {number} id @param {import("../core/mix.js").Mix} mix @returns {Tracker} */
function inventTracker(id, mix) {
  const name = trackerName(id);
  const slug = name.toLowerCase();
  const day = (/** @type {number} */ salt, /** @type {number} */ range) =>
    String(1 + (mix(id, salt) % range)).padStart(2, "0");
  // The real list is in order of creation, and ends in 2023.
  const year = 2017 + Math.floor((id / LAST_ID) * 6.99);
  const hosts = [`${slug}\\.example\\.com`, `api\\.${slug}\\.example`];
  return {
    id,
    name,
    description: id === 2 ? HOSTILE : description(id, name, mix),
    creation_date: `${year}-${day(1, 12)}-${day(2, 28)}`,
    code_signature: codeSignature(id, slug),
    network_signature: mix(id, 3) % 100 < 45 ? "" : networkSignature(id, hosts),
    website: `https://${slug}.example.com`,
    categories: CATEGORIES.filter(([, salt, likelihood]) => mix(id, 10 + salt) % 100 < likelihood).map(
      ([each]) => each,
    ),
    documentation:
      mix(id, 4) % 40 === 0 ? `https://${slug}.example.com/docs https://${slug}.example.com/docs/android ` : "",
  };
}

/** @param {number} id @param {string} slug */
function codeSignature(id, slug) {
  if (id % 111 === 7) return "";
  if (id % 97 === 13) return `.*${slug}.sdk`; // quadratic in backtracking engines
  if (id === 201) return `com.example.${slug}\\a.core`; // the bell character, as in the real list
  return id % 5 === 0 ? `com.example.${slug}.|com.example.${slug}x.sdk.` : `com.example.${slug}.`;
}

/** @param {number} id @param {readonly string[]} hosts */
function networkSignature(id, hosts) {
  if (id !== 300) return hosts.slice(0, 1 + (id % 2)).join("|");
  return Array.from({ length: 14 }, (_, place) => `node${place}\\.${hosts[0]}`).join("|");
}

/** @param {number} id @param {string} name @param {import("../core/mix.js").Mix} mix */
function description(id, name, mix) {
  if (mix(id, 5) % 16 === 0) return "";
  const first = `${name} is an invented tracker of the sandbox.`;
  // One real description is forty times as long as the second longest, and a panel must handle it.
  if (id === 3)
    return Array.from({ length: 90 }, () => [first, ...PARAGRAPHS].join("\r\n\r\n"))
      .join("\r\n\r\n")
      .slice(0, 40_822);
  return [first, ...PARAGRAPHS.filter((_, place) => mix(id, 20 + place) % 4 > 0)].join("\r\n\r\n");
}
