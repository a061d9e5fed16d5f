import { formatIso, formatSeconds } from "../../base/time.ts";
import type { Bloom, Check, Fact, Row, Verification, Words } from "../../panels/range/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, formatFixed } from "../../workbench/words.ts";
import { guessWords, hintWords, searchWords, logQueryWords } from "../block/log-search-text.ts";
import type { LogSearch } from "../block/log-search.ts";
import { clockOf, dayOf } from "../format.ts";
import { interval, lengthOf, MOST_BLOCKS } from "../model/block-range.ts";
import type { BlockRange, UnderstoodRange } from "../model/block-range.ts";
import type { Block } from "../model/block.ts";
import { inBloom } from "../model/bloom.ts";
import type { Break } from "../model/chain.ts";
import type { Counted, Verdict } from "./verify.ts";

/** Longer lists are shown as a count. */
const MOST_NAMED = 500;

/** "Blocks 103,482,317 – 103,482,916" */
export function rangeTitle({ from, to }: BlockRange): string {
  return from === to ? l10n.t("Block {0}", count(from)) : l10n.t("Blocks {0} – {1}", count(from), count(to));
}

function blocksWords(blocks: bigint): string {
  return blocks === 1n ? l10n.t("1 block") : l10n.t("{0} blocks", count(blocks));
}

/** "600 blocks", "20 November 2026, 14:09:00 – 14:28:59 UTC" */
export function underWords(blocks: readonly Block[]): readonly string[] {
  const from = blocks[0]?.from;
  const to = blocks.at(-1)?.to;
  const read = blocksWords(BigInt(blocks.length));
  if (from === undefined || to === undefined) return [read];
  const [first, last] = [dayOf(from), dayOf(to)];
  const [begins, ends] = [clockOf(from).slice(0, 8), clockOf(to).slice(0, 8)];
  return [read, first === last ? `${first}, ${begins} – ${ends} UTC` : `${first}, ${begins} – ${last}, ${ends} UTC`];
}

/** The rows of blocks that follow `before`. */
export function rowsOf(blocks: readonly Block[], before: Block | undefined): readonly Row[] {
  return blocks.map((block, place) => ({
    number: String(block.number),
    closed: block.to === undefined ? undefined : formatIso(block.to),
    count: digits(block.count),
    gas: digits(block.gasUsed),
    size: digits(block.size),
    interval: digits(interval(block, place === 0 ? before : blocks[place - 1])),
  }));
}

function digits(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** What a range holds, if fewer blocks came than it names. */
export function missingWords(range: BlockRange, read: number, skipped: number): string | undefined {
  if (skipped > 0) {
    return skipped === 1
      ? l10n.t("1 block was skipped: the response could not be read.")
      : l10n.t("{0} blocks were skipped: the response could not be read.", count(skipped));
  }
  const missing = lengthOf(range) - BigInt(read);
  if (missing <= 0n) return undefined;
  return l10n.t("The mirror node has {0} of {1}.", count(read), blocksWords(lengthOf(range)));
}

/** What the check of a chain found, when it was and what it took. */
export interface Checked {
  readonly range: BlockRange;
  readonly verdict: Verdict;
  /** Milliseconds since 1970, and how many it took. */
  readonly at: number;
  readonly took: number;
  /** Of the check of the counts, where that was asked for. */
  readonly counted: Counted | undefined;
}

export function verdictContent(checked: Checked, requests: bigint): Verification {
  const { range, verdict, counted } = checked;
  const { broken } = verdict;
  const wrong = counted?.wrong;
  const at = broken?.at ?? wrong?.at;
  return {
    is: "done",
    good: at === undefined,
    heading: at === undefined ? l10n.t("Verified.") : l10n.t("Broken at {0}.", count(at)),
    sentence:
      broken !== undefined
        ? `${breakWords(broken)} ${l10n.t("Earlier blocks are valid; later blocks were not checked.")}`
        : wrong !== undefined
          ? l10n.t("The block has {0} transactions; the mirror node lists {1}.", count(wrong.said), count(wrong.found))
          : `${l10n.t("{0} form an unbroken chain.", blocksWords(lengthOf(range)))} ${whenWords(checked)}`,
    checks: checks(checked),
    facts: broken === undefined ? [] : breakFacts(broken),
    at: digits(at),
    count: broken === undefined && counted === undefined ? countOffer(requests) : undefined,
  };
}

function countOffer(requests: bigint): string {
  return requests === 1n ? l10n.t("Check (1 Request)") : l10n.t("Check (about {0} Requests)", count(requests));
}

function whenWords({ at, took, verdict }: Checked): string {
  const clock = new Date(at).toISOString().slice(11, 16);
  const seconds = formatFixed(took / 1000, 1);
  return verdict.requests === 1
    ? l10n.t("Checked {0} UTC, in {1} s and 1 request.", clock, seconds)
    : l10n.t("Checked {0} UTC, in {1} s and {2} requests.", clock, seconds, count(verdict.requests));
}

/** What is wrong at the block that shows it. */
function breakWords(broken: Break): string {
  switch (broken.kind) {
    case "hash":
      return l10n.t("Its previous hash is not the hash of {0}.", count(broken.at - 1n));
    case "gap":
      return l10n.t("The block before it is {0}; the blocks in between are missing.", count(broken.after));
    case "unread":
      return l10n.t("A block after {0} could not be read.", count(broken.after));
    case "end":
      return l10n.t("The mirror node has no block after {0}.", count(broken.after));
    case "order":
      return l10n.t("It came after {0}.", count(broken.after));
    case "time":
      return l10n.t("It starts before {0} ends.", count(broken.at - 1n));
    case "span":
      return l10n.t("It ends before it starts.");
  }
}

function breakFacts(broken: Break): readonly Fact[] {
  switch (broken.kind) {
    case "hash":
      return [
        { name: l10n.t("Hash of {0}", count(broken.at - 1n)), value: broken.before },
        { name: l10n.t("Previous hash in {0}", count(broken.at)), value: broken.named },
      ];
    case "time":
      return [
        { name: l10n.t("End of {0}", count(broken.at - 1n)), value: formatSeconds(broken.ended) },
        { name: l10n.t("Start of {0}", count(broken.at)), value: formatSeconds(broken.begins) },
      ];
    case "span":
      return [
        { name: l10n.t("From"), value: formatSeconds(broken.from) },
        { name: l10n.t("To"), value: formatSeconds(broken.to) },
      ];
    case "gap":
    case "end":
    case "order":
    case "unread":
      return [];
  }
}

function checks({ range, verdict, counted }: Checked): readonly Check[] {
  const { broken, tally } = verdict;
  const blocks = lengthOf(range);
  const bad = (...kinds: readonly Break["kind"][]): boolean => broken !== undefined && kinds.includes(broken.kind);
  return [
    check(l10n.t("Numbers are consecutive"), tally.numbers, blocks, bad("gap", "end", "order", "unread"), broken),
    check(l10n.t("Hashes link up"), tally.hashes, blocks - 1n, bad("hash"), broken),
    check(l10n.t("Timestamps increase"), tally.times, blocks, bad("time", "span"), broken),
    countCheck(counted),
  ];
}

function check(name: string, looked: number, all: bigint, isBad: boolean, broken: Break | undefined): Check {
  const blocks = count(looked);
  if (isBad && broken !== undefined)
    return { name, result: l10n.t("Failed at {0}", count(broken.at)), blocks, tone: "bad" };
  if (broken !== undefined) return { name, result: l10n.t("Up to the break"), blocks, tone: "good" };
  if (BigInt(looked) >= all) return { name, result: l10n.t("All"), blocks, tone: "good" };
  return { name, result: l10n.t("Not recorded for {0}", count(all - BigInt(looked))), blocks, tone: "caution" };
}

function countCheck(counted: Counted | undefined): Check {
  const name = l10n.t("Counts match the transactions");
  if (counted === undefined) return { name, result: l10n.t("Not checked."), blocks: "–", tone: "idle" };
  const blocks = count(counted.good);
  const { wrong, late } = counted;
  if (wrong !== undefined) return { name, result: l10n.t("Failed at {0}", count(wrong.at)), blocks, tone: "bad" };
  if (late === 0) return { name, result: l10n.t("All"), blocks, tone: "good" };
  const result = l10n.t("The latest {0} are still arriving; check again in a moment", count(late));
  return { name, result, blocks, tone: "caution" };
}

/** The check as text, to be kept or sent. */
export function verdictMarkdown(title: string, network: string, about: Extract<Verification, { is: "done" }>): string {
  return [
    `**${title}, ${network}: ${about.heading}** ${about.sentence}`,
    "",
    ...about.checks.map(({ name, result, blocks }) => `- ${name}: ${result} (${blocks})`),
    ...about.facts.map(({ name, value }) => `- ${name}: \`${value}\``),
    "",
  ].join("\n");
}

/** In which of the blocks an address or a topic may have been logged. */
export function bloomContent(typed: string, search: LogSearch, blocks: readonly Block[], now: number): Bloom {
  if (search.is !== "ready") return { typed, answer: searchWords(search, now)?.words ?? "", blocks: [] };
  const { what } = search;
  const asked = blocks.map(({ number, logsBloom }) => ({ number, found: inBloom(logsBloom, what) }));
  const possible = asked.filter(({ found }) => found === "possibly").map(({ number }) => String(number));
  const unknown = asked.filter(({ found }) => found === "notRecorded").length;
  const answer = [
    ...(unknown === asked.length ? [] : [foundWords(possible.length, unknown, logQueryWords(what))]),
    ...(unknown === 0 ? [] : [unknownWords(unknown)]),
    ...(search.isGuess ? [guessWords(search)] : []),
    ...(possible.length > MOST_NAMED ? [l10n.t("Showing the first {0}.", count(MOST_NAMED))] : []),
  ].join(" ");
  return { typed, answer, blocks: possible.slice(0, MOST_NAMED) };
}

function unknownWords(unknown: number): string {
  return unknown === 1
    ? l10n.t("1 block has no logs bloom recorded.")
    : l10n.t("{0} blocks have no logs bloom recorded.", count(unknown));
}

/** A block without a bloom filter may contain the log, so it doesn't count as one that doesn't. */
function foundWords(possible: number, unknown: number, what: string): string {
  const some = blocksWords(BigInt(possible));
  if (unknown === 0) {
    return possible === 0
      ? l10n.t("These blocks contain no log of {0}.", what)
      : l10n.t("{0} may contain a log of {1}; the others do not.", some, what);
  }
  return possible === 0
    ? l10n.t("The blocks with a recorded bloom contain no log of {0}.", what)
    : l10n.t("{0} may contain a log of {1}; the others with a recorded bloom do not.", some, what);
}

export function rangeWords(): Words {
  return {
    toolbar: l10n.t("Range"),
    export: l10n.t("Export…"),
    share: l10n.t("Share…"),
    refresh: l10n.t("Refresh"),
    from: l10n.t("From"),
    to: l10n.t("to"),
    show: l10n.t("Show"),
    earlier: l10n.t("Earlier Blocks (Alt+Left)"),
    later: l10n.t("Later Blocks (Alt+Right)"),
    axis: l10n.t("Block"),
    closed: l10n.t("Closed (UTC)"),
    charts: l10n.t("Charts"),
    transactions: l10n.t("Transactions"),
    gas: l10n.t("Gas"),
    size: l10n.t("Bytes"),
    interval: l10n.t("Interval"),
    noInterval: l10n.t("First block"),
    seconds: l10n.t("{0} s"),
    broken: l10n.t("broken here"),
    sum: l10n.t("{0} blocks, {1}, {2} transactions, {3} gas"),
    verify: l10n.t("Verify"),
    verifyAgain: l10n.t("Verify Again"),
    verifyRange: l10n.t("Verify"),
    check: l10n.t("Check"),
    result: l10n.t("Result"),
    blocks: l10n.t("Blocks"),
    openBoth: l10n.t("Open Both"),
    copyReport: l10n.t("Copy Report"),
    logs: l10n.t("Search Logs"),
    logsHint: hintWords(),
    look: l10n.t("Search"),
  };
}

/** Why a typed range is none. */
export function rangeFaultWords(found: Extract<UnderstoodRange, { readonly fault: unknown }>): string {
  switch (found.fault) {
    case "nothing":
      return l10n.t("First and last block (1,000-2,000), or a count (600) for the latest");
    case "unknown":
      return l10n.t("Enter a range such as 1,000-2,000, or a count");
    case "backwards":
      return l10n.t("The first number is higher than the second");
    case "tooHigh":
      return l10n.t("The highest block number is {0}", count(2n ** 63n - 1n));
    case "none":
      return l10n.t("Enter at least 1");
    case "tooMany":
      return l10n.t("At most {0} blocks; this range has {1}", count(MOST_BLOCKS), count(found.blocks));
  }
}
