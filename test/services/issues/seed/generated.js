// Generates repositories of any size from a seed.
import { Random } from "../../core/random.js";
import { Issue } from "../store.js";
import { at } from "./writer.js";
import { bodyText, commentText, issueTitle } from "./prose.js";

/**
 * Issues are generated on the first request for their repository, and comments on the first request for them. Only the
 * seed and the place determine the content.
 *
 * @typedef {import("./writer.js").Writer} Writer
 * @typedef {import("../store.js").Repository} Repository
 */

const STARTED_AT = at("2025-06-01 08:00");
/** The time of the latest event, at any scale. */
const ENDED = at("2026-10-31 20:00");
const PEOPLE = ["nadia", "tomas", "ines", "wren", "kofi", "yuki"];
const LABELS = /** @type {const} */ ([
  ["bug", "d73a4a", "Something isn't working"],
  ["feature", "a2eeef", "New functionality"],
  ["docs", "0075ca", "Improvements to the documentation"],
  ["performance", "fbca04", "Speed and memory"],
]);

/** @param {Writer} write @param {{ seed: string, scale: number }} how */
export function writeGenerated(write, { seed, scale }) {
  const random = new Random(seed);
  for (const [name, description, least, growth] of /** @type {const} */ ([
    ["chart-kit", "Draws nautical charts in the browser", 24, 5],
    ["tide-gauges", "Reads the world's tide gauges, politely", 12, 2],
  ])) {
    const repo = write.repo("harbour", name, {
      created: "2025-06-01 08:00",
      description,
      language: name === "chart-kit" ? "TypeScript" : "Go",
      stars: name === "chart-kit" ? 1203 : 96,
      collaborators: { wren: "admin", nadia: "write", yuki: "write" },
    });
    for (const [label, color, text] of LABELS) write.label(repo, label, color, text);
    write.milestone(repo, "1.0", "Everything we promised", { due: "2027-03-01 00:00" });
    fill(write, repo, random.at(name), Math.round(least + growth * scale), scale);
  }
}

/** @param {Writer} write @param {Repository} repo @param {Random} random @param {number} count @param {number} scale */
function fill(write, repo, random, count, scale) {
  const { store } = write;
  const firstIssue = store.nextId("issue", count);
  /** The number of comments of each issue, which must be known before they are generated. */
  const sizes = Array.from({ length: count }, (_, place) => sizeOf(random, place, scale));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const firstComment = store.nextId("comment", total);
  repo.lastNumber = count;
  repo.updated = ENDED;
  repo.unwritten = () => {
    let next = firstComment;
    for (const [place, size] of sizes.entries()) {
      writeIssue(write, repo, random.at(place), {
        number: place + 1,
        id: firstIssue + place,
        first: next,
        size,
        count,
      });
      next += size;
    }
  };
  store.reserved.push({ first: firstComment, last: firstComment + total - 1, write: () => void repo.issues });
}

/** Returns the number of comments of an issue. The seventh issue has the most. @param {Random} random @param {number} place @param {number} scale */
function sizeOf(random, place, scale) {
  if (place === 6) return Math.round(20 + 5 * scale);
  const drawn = random.at(place, "size");
  return drawn.chance(0.25) ? 0 : drawn.between(1, 6);
}

/** @param {Writer} write @param {Repository} repo @param {Random} random @param {{ number: number, id: number, first: number, size: number, count: number }} place */
function writeIssue(write, repo, random, { number, id, first, size, count }) {
  const { store } = write;
  const created = Math.floor(STARTED_AT + ((ENDED - STARTED_AT - 40 * 86400) * number) / (count + 1));
  const poster = write.named(random.pick(PEOPLE));
  const title = number === 7 ? "Questions and answers, all in one place" : issueTitle(random);
  const issue = new Issue({ id, repo, number, poster, title, body: bodyText(random), created });
  if (random.chance(0.7)) issue.labels.push(random.pick(repo.labels));
  if (random.chance(0.2)) issue.milestone = repo.milestones[0] ?? null;
  if (random.chance(0.3)) issue.assignees.push(write.named(random.pick(["wren", "nadia", "yuki"])));
  const spread = number === 7 ? ENDED - created : 30 * 86400;
  const moments = (/** @type {number} */ each) => created + Math.floor((spread * (each + 1)) / (size + 1));
  issue.updated = size === 0 ? created : moments(size - 1);
  if (number !== 7 && random.chance(0.4)) issue.closed = issue.updated;
  issue.promised = size;
  const drawn = random.at("comments");
  issue.unwritten = () => {
    for (let each = 0; each < size; each += 1) {
      const by = write.named(drawn.at(each).pick(PEOPLE));
      store.record(issue, {
        id: first + each,
        type: "comment",
        poster: by,
        body: commentText(drawn.at(each, "text")),
        created: moments(each),
      });
    }
  };
  if (size === 0) issue.unwritten = undefined;
  else store.reserved.push({ first, last: first + size - 1, write: () => void issue.comments });
  repo.written.set(number, issue);
}
