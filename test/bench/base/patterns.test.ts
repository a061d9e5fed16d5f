// Every regular expression of the extension takes linear time, or only reads short text.
import assert from "node:assert/strict";
import { runInThisContext } from "node:vm";
import { leastProcessorTime } from "../growth.ts";
import { attacksOn, textOf, type Attack } from "./worst-texts.ts";
import { patternsOfExtension } from "../../unit/repository/patterns.ts";

/**
 * Patterns that take more than linear time, each with the reason why it never gets a long text from outside. All other
 * patterns are measured, and must be linear.
 */
const CAPPED: ReadonlyMap<string, string> = new Map([
  [String.raw`<title[^>]*>([^<]*)`, "the first 10,000 characters of an error page"],
  [String.raw`<h1[^>]*>([^<]*)`, "the first 10,000 characters of an error page"],
  [String.raw`\/+$`, "a URL that someone typed or set, or a remote of at most 2,000 characters"],
  ["0+$", "nine digits of nanoseconds that the extension wrote"],
  [String.raw`\.?0+$`, "a number that the extension wrote"],
  [
    String.raw`(?:["']?version["']?|["'][@\w./-]*-protocol["'])\s*[:= ]\s*["']?$`,
    "the 100 characters before what looks like an entity",
  ],
  [String.raw`!?\[([^\]]*)\]\([^)]*(?:\)|…$)`, "a first line of at most 200 characters"],
  ["(?<!`)(`+)(?!`)(.+?)(?<!`)\\1(?!`)|\\\\([!-/:-@[-`{-~])", "a first line of at most 200 characters"],
  [String.raw`<!--.*?-->|<\/?(\w+)\b([^<>]*)(?:>|…$)`, "a first line of at most 200 characters"],
  [String.raw`(\*\*|~~)(\S(?:.*?\S)?)\1|(?<!\w)__(\S(?:.*?\S)?)__(?!\w)`, "a first line of at most 200 characters"],
  [String.raw`\.+$`, "a run of at most 300 characters that may be a host"],
  [String.raw`\\[^]|\[(?:\\[^]|[^\]\\])*\]|\.(?![*+?{])|\$`, "a signature of at most 4,000 characters"],
  [String.raw`(?:\\.|[^\\])(?:[*+?]|\{[^}]*\})+`, "a signature of at most 4,000 characters"],
  ["[-.]+$", "a file name of at most 200 bytes"],
  [String.raw`(\w+) ?\)?$`, "the last 100 characters of a statement"],
  [String.raw`\)? ?[\w.]*(?:\bsetIgnore|\b\w+ = ).*$`, "a statement of at most 500 characters"],
  [String.raw`(\w+) ?(?:\(.*\))?$`, "the last 500 characters of a block's head"],
  [String.raw`\( ?selector\(\)(.*)\)$`, "a block's head of at most 500 characters"],
  [String.raw`\/outputs\/(?:apk|bundle)\/(?:(.*)\/)?[^/]+$`, "the path of a file"],
]);

const KB = 1024;
/** Linear patterns take a tenth of this for 10 KB, quadratic ones ten times as much. */
const SUSPICIOUS_MS = 4;
const DEADLINE_MS = 1000;
/** Between steps of 1 to 10, linear time grows by 10 and quadratic time by 100. */
const MAX_GROWTH = 40;
/** Anything shorter is noise. */
const NOISE_MS = 3;
/** No pattern may hold the extension host for longer, even with a megabyte to read. */
const MAX_STEP_MS = 50;
/** On a slow machine, a million matches of the plainest pattern take almost as long: no pattern may take longer than this. */
const MAX_TIMES_PLAINEST = 3;

let stepMs = MAX_STEP_MS;

describe("The regular expressions of the extension", function () {
  this.timeout(600_000);
  const { written } = patternsOfExtension();
  const slow = new Map<string, string>();

  before(() => {
    const plainestMs = best(/,/g, ",".repeat(1000 * KB), 0);
    stepMs = Math.max(MAX_STEP_MS, MAX_TIMES_PLAINEST * plainestMs);
    for (const { place, pattern } of written) {
      // The capped ones are known to be slow, and take almost half of the time.
      if (CAPPED.has(pattern.source) || slow.has(pattern.source)) continue;
      const slowness = slownessOf(pattern);
      if (slowness !== undefined) slow.set(pattern.source, `${place} ${String(pattern)} ${slowness}`);
    }
  });

  it("take linear time, and never 50 ms, with any text", () => {
    assert.equal([...slow.values()].join("\n"), "");
  });

  it("are listed as capped only if they are in use", () => {
    const sources = new Set(written.map(({ pattern }) => pattern.source));
    assert.deepEqual(
      [...CAPPED.keys()].filter((source) => !sources.has(source)),
      [],
    );
  });
});

/** Why the pattern isn't linear, or undefined if it is. */
function slownessOf(pattern: RegExp): string | undefined {
  const attacks = attacksOn(pattern);
  // The worst patterns would never end: short texts come first, and are cut off after a while.
  for (const length of [50, KB]) {
    if (isCutOff(() => attacks.forEach((attack) => match(pattern, textOf(attack, length)))))
      return `${length} characters: more than ${DEADLINE_MS} ms`;
  }
  const timed: { readonly attack: Attack; readonly ms: number }[] = [];
  for (const attack of attacks) {
    const ms = best(pattern, textOf(attack, 10 * KB), SUSPICIOUS_MS);
    if (ms > SUSPICIOUS_MS) return `${show(attack)} 10 KB: ${ms.toFixed(1)} ms`;
    timed.push({ attack, ms });
  }
  const worst = timed.sort((one, other) => other.ms - one.ms).slice(0, 4);
  for (const { attack } of worst) {
    const hundred = best(pattern, textOf(attack, 100 * KB), NOISE_MS);
    const most = Math.min(stepMs, MAX_GROWTH * Math.max(NOISE_MS, hundred));
    if (hundred > MAX_GROWTH * SUSPICIOUS_MS) return `${show(attack)} 100 KB: ${hundred.toFixed(1)} ms`;
    const thousand = best(pattern, textOf(attack, 1000 * KB), most);
    if (thousand > most) return `${show(attack)} 100 KB: ${hundred.toFixed(1)} ms, 1,000 KB: ${thousand.toFixed(1)} ms`;
  }
  return undefined;
}

function show(attack: Attack): string {
  return JSON.stringify([attack.prefix, attack.pump, attack.suffix]);
}

function best(pattern: RegExp, text: string, enough: number): number {
  return leastProcessorTime(() => match(pattern, text), enough);
}

/**
 * Runs the pattern as the extension does: over the whole text if it is global. Replacing makes no object for each match; a
 * million of these take longer than any linear pattern, and come close to the limit.
 */
function match(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, "");
  else pattern.test(text);
}

function isCutOff(work: () => void): boolean {
  Object.assign(globalThis, { triptychWork: work });
  try {
    runInThisContext("triptychWork()", { timeout: DEADLINE_MS });
    return false;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return true;
    throw error;
  }
}
