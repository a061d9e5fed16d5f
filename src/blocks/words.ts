import { env } from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import { SECOND, toMilliseconds } from "../base/time.ts";
import type { Nanoseconds } from "../base/time.ts";
import { told } from "../workbench/problems.ts";
import { ago, count, until } from "../workbench/words.ts";
import { duration, roundedSeconds } from "./model.ts";
import type { Block, Network } from "./model.ts";
import { MOST_BLOCKS } from "./model/range.ts";
import type { BlockRange, UnderstoodRange } from "./model/range.ts";
import type { BlockName } from "./model/names.ts";
import type { Fault, Reading } from "./model/typed.ts";
import type { Absence } from "./store.ts";
import type { Located } from "./store/locate.ts";
import type { TailState } from "./store/tail.ts";

const MINUTE = 60_000;
/** A network that closed no block for so long is not what anyone expects of live updates. */
const QUIET_MS = 2 * MINUTE;
const CLOCKS_APART_MS = 5_000;
const DAY = 86_400n;
/** From this many seconds on, a length of time is told in this unit. */
const UNITS = [
  [365n * DAY, "year"],
  [30n * DAY, "month"],
  [DAY, "day"],
  [3600n, "hour"],
  [60n, "minute"],
  [1n, "second"],
] as const;
const AGES = 1000n * 365n * DAY;
/** As many digits of a hash as tell blocks apart at a glance. */
const GLANCE = 10;

export function blockTitle(name: BlockName): string {
  return l10n.t("Block {0}", "number" in name ? count(name.number) : shortHash(name.hash));
}

export function shortHash(hash: string): string {
  return `${hash.slice(0, GLANCE)}…`;
}

/** "40 s", "3 min": a ledger closes a block every few seconds, so these are told as well. */
export function ageWords(at: number, now: number): string {
  const passed = now - at;
  // The clocks of nodes and readers are seconds apart.
  if (passed < -CLOCKS_APART_MS) return l10n.t("in {0}", lengthWords(BigInt(Math.round(-passed / 1000))));
  if (passed < 0) return l10n.t("{0} s", count(0));
  return passed < MINUTE ? l10n.t("{0} s", count(Math.floor(passed / 1000))) : ago(at, now);
}

/** "1.28M gas": what a row has room for. */
export function gasWords(gas: bigint): string {
  const compact = new Intl.NumberFormat(env.language, { notation: "compact", maximumFractionDigits: 2 });
  return l10n.t("{0} gas", compact.format(gas));
}

/** "46 transactions" */
export function transactionWords(transactions: bigint): string {
  return transactions === 1n ? l10n.t("1 transaction") : l10n.t("{0} transactions", count(transactions));
}

/** "102,000,000 – 102,999,999" */
export function rangeWords({ from, to }: BlockRange): string {
  return from === to ? count(from) : `${count(from)} – ${count(to)}`;
}

/** "17 Oct – 9 Nov", or within one day when it begins: "21 Nov, 14:02 UTC"; exactly, with all that a time has. */
export function fromToWords(from: number, to: number, exactly = false): string {
  const sameDay = new Date(from).toISOString().slice(0, 10) === new Date(to).toISOString().slice(0, 10);
  const sameYear = new Date(from).getUTCFullYear() === new Date(to).getUTCFullYear();
  const form: Intl.DateTimeFormatOptions = exactly
    ? { dateStyle: "long", timeStyle: "medium" }
    : sameDay
      ? { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }
      : { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) };
  const format = new Intl.DateTimeFormat(dateLanguage(), { ...form, timeZone: "UTC" });
  const words = sameDay && !exactly ? format.format(from) : format.formatRange(from, to);
  return exactly || sameDay ? l10n.t("{0} UTC", words) : words;
}

/** "live", "live · no new block for 12 min", "paused 3 min ago", "Offline · asks again in 8 s" */
export function tailWords(state: TailState, newest: Pick<Block, "to"> | undefined, now: number): string {
  switch (state.is) {
    case "live": {
      const quiet = newest?.to === undefined ? 0 : now - toMilliseconds(newest.to);
      return quiet < QUIET_MS ? l10n.t("live") : l10n.t("live · no new block for {0}", ageWords(now - quiet, now));
    }
    case "paused":
      return state.since === undefined || now - state.since < MINUTE
        ? l10n.t("paused")
        : l10n.t("paused {0} ago", ago(state.since, now));
    case "failing":
      return l10n.t("{0} · asks again in {1}", told(state.problem, now).short, until(state.again, now));
  }
}

/** "20 November 2026, 14:28:58.001 – 14:28:59.987 UTC, 1.986 s" */
export function spanWords(block: Pick<Block, "from" | "to">): string | undefined {
  const { from, to } = block;
  if (from === undefined || to === undefined) return undefined;
  const length = duration(block);
  const parts = [dayOf(from), `${clockOf(from)} – ${clockOf(to)} UTC`];
  return [...parts, ...(length === undefined ? [] : [secondsWords(length)])].join(", ");
}

export function secondsWords(length: Nanoseconds): string {
  return l10n.t("{0} s", roundedSeconds(length));
}

export function beingReadWords(title: string): string {
  return l10n.t("Reading {0}…", title);
}

/** Where the network is asked. */
export function hostOf(network: Network | undefined): string {
  return network === undefined ? "" : new URL(network.address).host;
}

/** What a typed text will do. */
export function readingWords(reading: Reading): string {
  switch (reading.is) {
    case "block":
      return "number" in reading.name
        ? l10n.t("Go to Block {0}", count(reading.name.number))
        : l10n.t("Find Block {0}", shortHash(reading.name.hash));
    case "time":
      return l10n.t("Find the Block of {0}", momentWords(reading.time));
    case "file":
      return l10n.t("Find the Block of Record File {0}", reading.file);
    case "entity":
      return l10n.t("Find the Latest Transaction of {0}", shortId(reading.id));
    case "about":
      return l10n.t("Show {0}", shortId(reading.id));
    case "latest":
      return l10n.t("Go to the Newest Block");
    case "transaction":
      return l10n.t("Find the Block of Transaction {0}", shortId(reading.shown));
  }
}

/** Why a typed text will do nothing. */
export function faultWords(found: Fault): string {
  switch (found.fault) {
    case "nothing":
      return l10n.t("A number, a hash, a time, a transaction ID, an entity, a URL or a record file");
    case "negative":
      return l10n.t("The first block is block 0");
    case "tooHigh":
      return l10n.t("No block has a number above {0}", count(2n ** 63n - 1n));
    case "digits":
      return l10n.t("A hash has 96 or 64 digits; this has {0}", count("digits" in found ? found.digits : 0));
    case "unknown":
      return l10n.t("This is no number, hash, time, transaction ID, entity or record file");
  }
}

/** Why a typed range is none. */
export function rangeFaultWords(found: Extract<UnderstoodRange, { readonly fault: unknown }>): string {
  switch (found.fault) {
    case "nothing":
      return l10n.t("Two numbers, as 1,000 – 2,000, or how many of the newest");
    case "unknown":
      return l10n.t("This is not two numbers, nor how many of the newest");
    case "backwards":
      return l10n.t("The first number is above the second");
    case "tooHigh":
      return l10n.t("No block has a number above {0}", count(2n ** 63n - 1n));
    case "none":
      return l10n.t("A range has at least one block");
    case "tooMany":
      return l10n.t("At most {0} blocks are shown at once; these are {1}", count(MOST_BLOCKS), count(found.blocks));
  }
}

/** What is to be said about where something typed led, if anything is. */
export function locatedWords(located: Located, reading: Reading, network: Network): string | undefined {
  if ("unknown" in located) {
    if (located.unknown === "transaction") return l10n.t("This transaction is not known on {0}.", network.name);
    const id = reading.is === "entity" ? reading.id : "";
    return located.unknown === "entity" ? noEntityWords(id, network) : idleWords(id, network);
  }
  if ("absent" in located) {
    const { newest } = located.absent;
    if (newest === undefined) return l10n.t("{0} has not closed any block yet.", network.name);
    return l10n.t("No block holds this moment yet. The newest on {0} is {1}.", network.name, count(newest.number));
  }
  if (located.beside === undefined || !("number" in located.name)) return undefined;
  const number = count(located.name.number);
  return reading.is === "file"
    ? l10n.t("No block on {0} has this record file. Block {1} is the one of its time.", network.name, number)
    : l10n.t("No block holds this moment. Block {0} is the first after it.", number);
}

/** What was asked for an entity that is not known. */
export function noEntityWords(id: string, { name }: Network): string {
  return l10n.t("{0} has no account, contract, token, topic or schedule {1}.", name, id);
}

/** What was asked for an entity that has done nothing yet. */
export function idleWords(id: string, { name }: Network): string {
  return l10n.t("{0} lists no transaction and no contract result of {1}.", name, id);
}

/** "21 November 2026, 14:28:58.001 UTC": to the millisecond, where it has any. */
function momentWords(time: Nanoseconds): string {
  return `${dayOf(time)}, ${clockOf(time).replace(/\.000$/, "")} UTC`;
}

/** "21 November 2026, 14:28:58 UTC" */
export function secondWords(time: Nanoseconds): string {
  return `${dayOf(time)}, ${clockOf(time).slice(0, 8)} UTC`;
}

/** An id as it is; of a hash the beginning. */
function shortId(id: string): string {
  return id.length > 60 ? shortHash(id) : id;
}

/** What is not there, and why one may think so. */
export function absenceWords(
  name: BlockName,
  absent: Absence,
  network: Network,
): { heading: string; sentence: string } {
  const { newest } = absent;
  if (newest === undefined) {
    return { heading: l10n.t("There are no blocks yet"), sentence: l10n.t("{0} has not closed any.", network.name) };
  }
  const newestWords = l10n.t("The newest on {0} is {1}.", network.name, count(newest.number));
  if ("hash" in name) {
    const heading = l10n.t("No block has this hash");
    const short = l10n.t("{0} is not known on {1}, or two hashes begin with it.", name.hash, network.name);
    const whole = l10n.t("{0} is not known on {1}. It may be of another network.", name.hash, network.name);
    return { heading, sentence: name.hash.length < newest.hash.length ? short : whole };
  }
  if (name.number <= newest.number) {
    const heading = l10n.t("Block {0} is not kept here", count(name.number));
    return { heading, sentence: [newestWords, l10n.t("This node does not have all that came before it.")].join(" ") };
  }
  const heading = l10n.t("There is no block {0} yet", count(name.number));
  return { heading, sentence: [newestWords, awayWords(name.number - newest.number, absent.pace)].join(" ").trim() };
}

function awayWords(blocks: bigint, pace: Nanoseconds | undefined): string {
  if (pace === undefined) return "";
  const seconds = (blocks * pace) / SECOND;
  const each = unitWords(Number(pace / 10_000_000n) / 100, "second");
  if (seconds >= AGES) return l10n.t("At {0} a block, this one is more than a thousand years away.", each);
  return l10n.t("At {0} a block, this one is about {1} away.", each, lengthWords(seconds));
}

/** "13 years": a number of seconds, rounded in its largest unit. */
function lengthWords(seconds: bigint): string {
  const [length, unit] = UNITS.find(([from]) => seconds >= from) ?? [1n, "second"];
  return unitWords(seconds < length ? 1 : Number((seconds * 2n + length) / (length * 2n)), unit);
}

function unitWords(value: number, unit: string): string {
  const form = { style: "unit", unit, unitDisplay: "long", maximumSignificantDigits: 2 } as const;
  return new Intl.NumberFormat(env.language, form).format(value);
}

export function dayOf(time: Nanoseconds): string {
  return new Intl.DateTimeFormat(dateLanguage(), { dateStyle: "long", timeZone: "UTC" }).format(toMilliseconds(time));
}

export function clockOf(time: Nanoseconds): string {
  return new Date(toMilliseconds(time)).toISOString().slice(11, 23);
}

/** VS Code names a language without a region; of the English ones, British has one way to write a date for all. */
function dateLanguage(): string {
  return env.language === "en" ? "en-GB" : env.language;
}
