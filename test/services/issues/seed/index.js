// Fills the issue server with the content that tests and the demo start from.
import { Store } from "../store.js";
import { writeAlmanacPulls } from "./almanac-pulls.js";
import { writeAlmanac } from "./almanac.js";
import { writeGenerated } from "./generated.js";
import { writeLaboratory } from "./laboratory.js";
import { writeLimitedKeys, writePeople } from "./people.js";
import { writeSmallProjects } from "./small.js";
import { Writer } from "./writer.js";

/**
 * @param {{ seed: string, scale: number, clock: import("../../core/clock.js").Clock,
 *   personality: import("../personalities.js").Personality }} options
 */
export function createStore({ seed, scale, clock, personality }) {
  const store = new Store(clock);
  const write = new Writer(store, personality);
  writePeople(write);
  writeLaboratory(write);
  const almanac = writeAlmanac(write);
  writeAlmanacPulls(write, almanac);
  writeSmallProjects(write);
  writeMessages(write, almanac);
  writeGenerated(write, { seed, scale });
  writeLimitedKeys(write);
  return store;
}

/** Writes the demo users' notifications. @param {Writer} write @param {import("../store.js").Repository} almanac */
function writeMessages(write, almanac) {
  for (const [login, number, moment, status] of /** @type {const} */ ([
    ["nadia", 1, "2026-08-16 10:12", "unread"],
    ["nadia", 3, "2026-08-25 11:03", "unread"],
    ["nadia", 4, "2026-08-25 07:50", "unread"],
    ["nadia", 5, "2026-09-10 18:44", "pinned"],
    ["nadia", 9, "2026-10-02 07:30", "read"],
    ["tomas", 1, "2026-08-16 10:12", "unread"],
    ["alice", 8, "2026-09-21 08:40", "unread"],
  ])) {
    const issue = almanac.issues.get(number);
    if (issue === undefined) continue;
    const comment = issue.comments.findLast(({ type }) => type === "comment") ?? null;
    write.notify(login, issue, comment, moment, status);
  }
}
