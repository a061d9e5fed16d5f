// Describes the verification of a chain: as a section of the page, and as a report to copy.
import { formatSeconds } from "../../base/time.ts";
import type { Banner, Part, PlainFact, Section } from "../../panels/kit/content/content-model.ts";
import type { Row, Sort } from "../../panels/kit/content/table-model.ts";
import type { Span, Text } from "../../panels/kit/content/text-model.ts";
import * as markdown from "../../workbench/export/export-markdown.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { wideCodeFact } from "../parts/fact-builders.ts";
import { formatTransactionCount } from "../wording/block-text.ts";
import { getRangeLength, type BlockRange } from "../model/block-range.ts";
import type { Break } from "../model/block-sequence.ts";
import { formatBlockCount } from "./range-text.ts";
import type { Check, RangeAct, Verification, VerificationResult } from "./protocol.ts";
import type { TransactionCount, Verdict } from "./verify-chain.ts";

/** The state of the verification: not started, running, or its result. */
export function verificationSection(verification: Verification, title: string): Section<RangeAct> {
  const isRunning = verification.kind === "running";
  return {
    kind: "section",
    heading: l10n.t("Verify"),
    count: title,
    button: {
      act: { type: "verify" },
      label: verification.kind === "idle" ? l10n.t("Verify") : l10n.t("Verify Again"),
      icon: "verified",
      idle: isRunning ? verification.sentence : undefined,
    },
    parts: verificationParts(verification),
  };
}

function verificationParts(verification: Verification): readonly Part<RangeAct>[] {
  switch (verification.kind) {
    case "idle":
      return [];
    case "running":
      return [
        {
          kind: "busy",
          now: true,
          sentence: verification.sentence,
          share: verification.share,
          cancel: { type: "cancelVerify" },
        },
      ];
    case "failed":
      return [verification.banner];
    case "done":
      return [
        resultBanner(verification),
        ...(verification.facts.length === 0 ? [] : [{ kind: "facts", facts: verification.facts } as const]),
        checkTable(verification),
      ];
  }
}

function resultBanner({ at, before, tone, heading, sentence }: VerificationResult): Banner<RangeAct> {
  const shown = at === undefined ? [] : [before, at].filter((number) => number !== undefined && number >= 0n);
  return {
    kind: "banner",
    tone,
    start: heading,
    sentence,
    buttons: [
      ...shown.map((number) => ({
        act: { type: "openBlock", number: String(number) } as const,
        label: l10n.t("Open {0}", format.count(number ?? 0n)),
      })),
      { act: { type: "copyReport" }, label: l10n.t("Copy Report") },
    ],
  };
}

const TONE_STYLES: Readonly<Record<Check["tone"], Pick<Sort, "icon" | "tone">>> = {
  good: { icon: "pass", tone: "good" },
  bad: { icon: "error", tone: "bad" },
  caution: { icon: "warning", tone: "caution" },
  idle: { icon: "circle-slash", tone: "" },
};

/** The last check is that of the counts. Until it has run, its row has a button for it. */
function checkTable({ checks: all, count: countLabel }: VerificationResult): Part<RangeAct> {
  const result = (text: string, at: number): Text<RangeAct> => {
    if (countLabel === undefined || at < all.length - 1) return text;
    const button: Span<RangeAct> = { text: countLabel, act: { type: "count" } };
    return [{ text: `${text} ` }, button];
  };
  return {
    kind: "table",
    label: l10n.t("Verify"),
    columns: [
      { name: l10n.t("Check"), width: "minmax(0, 2fr)" },
      { name: l10n.t("Result"), short: true },
      { name: l10n.t("Blocks"), short: true, width: "minmax(80px, auto)", look: "number" },
    ],
    rows: all.map(({ name, tone, result: text, blocks }, at): Row<RangeAct> => ({
      cells: [[{ ...TONE_STYLES[tone], text: name }], result(text, at), blocks],
    })),
  };
}

/** The result of verifying a chain, its time and its duration. */
export interface FinishedCheck {
  readonly range: BlockRange;
  readonly verdict: Verdict;
  /** When it finished, in milliseconds since 1970, and how many milliseconds it took. */
  readonly at: number;
  readonly took: number;
  /** The result of checking the counts, if requested. */
  readonly counted: TransactionCount | undefined;
}

export function verdictContent(checked: FinishedCheck, requests: bigint): VerificationResult {
  const { verdict, counted } = checked;
  const { broken } = verdict;
  const wrong = counted?.wrong;
  const at = broken?.kind === "unread" ? undefined : (broken?.at ?? wrong?.at);
  return {
    kind: "done",
    ...summarize(checked),
    checks: checks(checked),
    facts: broken === undefined ? [] : describeBreak(broken, checked.range).facts,
    at,
    before: broken !== undefined && "after" in broken ? broken.after : at && at - 1n,
    count: broken === undefined && counted === undefined ? describeCountOffer(requests) : undefined,
  };
}

function summarize(checked: FinishedCheck): Pick<VerificationResult, "tone" | "heading" | "sentence"> {
  const { range, verdict, counted } = checked;
  const { broken, tally } = verdict;
  if (broken !== undefined) {
    const isUnread = broken.kind === "unread";
    const at = format.count(broken.at);
    const rest = tally.numbers === 0 ? "" : l10n.t("Earlier blocks are valid; later blocks were not checked.");
    return {
      tone: isUnread ? "caution" : "failed",
      heading: isUnread ? l10n.t("Stopped at {0}.", at) : l10n.t("Broken at {0}.", at),
      sentence: `${describeBreak(broken, range).sentence} ${rest}`.trim(),
    };
  }
  if (counted?.wrong !== undefined) {
    const { at, expected, found } = counted.wrong;
    return {
      tone: "failed",
      heading: l10n.t("Broken at {0}.", format.count(at)),
      sentence: l10n.t(
        "The block has {0}; the mirror node lists {1}.",
        formatTransactionCount(expected),
        format.count(found),
      ),
    };
  }
  const blocks = getRangeLength(range);
  const when = describeCheckTime(checked);
  if (BigInt(tally.hashes) < blocks - 1n || BigInt(tally.times) < blocks) {
    const sentence = l10n.t("The mirror node did not record every hash and time of these blocks.");
    return { tone: "caution", heading: l10n.t("No break found."), sentence: `${sentence} ${when}` };
  }
  const sentence = l10n.t("{0} form an unbroken chain.", formatBlockCount(blocks));
  return { tone: "done", heading: l10n.t("Verified."), sentence: `${sentence} ${when}` };
}

function describeCountOffer(requests: bigint): string {
  return requests === 1n ? l10n.t("Check (1 Request)") : l10n.t("Check (about {0} Requests)", format.count(requests));
}

function describeCheckTime({ at, took, verdict }: FinishedCheck): string {
  const clock = `${format.clock(at, "minutes")} ${format.zoneName(at)}`;
  const seconds = format.fixed(took / 1000, 1);
  return verdict.requests === 1
    ? l10n.t("Checked at {0} in {1} s, with 1 request.", clock, seconds)
    : l10n.t("Checked at {0} in {1} s, with {2} requests.", clock, seconds, format.count(verdict.requests));
}

/** Describes a break, and the values that contradict each other. */
function describeBreak(
  broken: Break,
  range: BlockRange,
): { readonly sentence: string; readonly facts: readonly PlainFact[] } {
  const [at, before] = [format.count(broken.at), format.count(broken.at - 1n)];
  switch (broken.kind) {
    case "hash": {
      const facts = [
        wideCodeFact(l10n.t("Hash of {0}", before), broken.before),
        wideCodeFact(l10n.t("Previous hash in {0}", at), broken.named),
      ];
      return { sentence: l10n.t("Its previous hash is not the hash of {0}.", before), facts };
    }
    case "time": {
      const facts = [
        wideCodeFact(l10n.t("End of {0}", before), formatSeconds(broken.ended)),
        wideCodeFact(l10n.t("Start of {0}", at), formatSeconds(broken.begins)),
      ];
      return { sentence: l10n.t("It starts before {0} ends.", before), facts };
    }
    case "span": {
      const { from, to } = broken;
      const facts = [wideCodeFact(l10n.t("From"), formatSeconds(from)), wideCodeFact(l10n.t("To"), formatSeconds(to))];
      return { sentence: l10n.t("It ends before it starts."), facts };
    }
    case "gap": {
      const sentence =
        broken.after < range.from
          ? l10n.t("This mirror node does not have all earlier blocks.")
          : l10n.t("The block before it is {0}; the blocks in between are missing.", format.count(broken.after));
      return { sentence, facts: [] };
    }
    case "unread":
      return { sentence: l10n.t("A block after {0} could not be read.", format.count(broken.after)), facts: [] };
    case "end":
      return { sentence: l10n.t("The mirror node has no block after {0}.", format.count(broken.after)), facts: [] };
    case "order":
      return { sentence: l10n.t("It came after {0}.", format.count(broken.after)), facts: [] };
  }
}

function checks({ range, verdict, counted }: FinishedCheck): readonly Check[] {
  const { broken, tally } = verdict;
  const blocks = getRangeLength(range);
  const isBroken = (...kinds: readonly Break["kind"][]): boolean => broken !== undefined && kinds.includes(broken.kind);
  return [
    check(l10n.t("Numbers are consecutive"), tally.numbers, blocks, isBroken("gap", "end", "order", "unread"), broken),
    check(l10n.t("Hashes link up"), tally.hashes, blocks - 1n, isBroken("hash"), broken),
    check(l10n.t("Timestamps increase"), tally.times, blocks, isBroken("time", "span"), broken),
    countCheck(counted, blocks),
  ];
}

function check(name: string, checked: number, all: bigint, isBad: boolean, broken: Break | undefined): Check {
  const blocks = format.count(checked);
  // A block that could not be read may be valid.
  if (broken?.kind === "unread")
    return isBad
      ? { name, result: l10n.t("Stopped at {0}", format.count(broken.at)), blocks, tone: "caution" }
      : { name, result: l10n.t("Up to {0}", format.count(broken.after)), blocks, tone: "good" };
  if (isBad && broken !== undefined)
    return { name, result: l10n.t("Failed at {0}", format.count(broken.at)), blocks, tone: "bad" };
  if (broken !== undefined) return { name, result: l10n.t("Up to the break"), blocks, tone: "good" };
  if (BigInt(checked) >= all) return { name, result: l10n.t("All"), blocks, tone: "good" };
  return { name, result: l10n.t("Not recorded for {0}", format.count(all - BigInt(checked))), blocks, tone: "caution" };
}

function countCheck(counted: TransactionCount | undefined, all: bigint): Check {
  const name = l10n.t("Counts match the transactions");
  if (counted === undefined) return { name, result: l10n.t("Not checked."), blocks: "–", tone: "idle" };
  const blocks = format.count(counted.good);
  const { wrong, late, unread } = counted;
  if (wrong !== undefined)
    return { name, result: l10n.t("Failed at {0}", format.count(wrong.at)), blocks, tone: "bad" };
  if (unread > 0) {
    const result = l10n.t("{0} skipped: the response could not be read", format.count(unread));
    return { name, result, blocks, tone: "caution" };
  }
  if (late === 0) return check(name, counted.good, all, false, undefined);
  const result = l10n.t("The latest {0} are still arriving; check again in a moment", format.count(late));
  return { name, result, blocks, tone: "caution" };
}

/** The report of a verification. */
export function verdictMarkdown(title: string, network: string, verification: VerificationResult): string {
  return [
    `**${title}, ${markdown.text(network)}: ${verification.heading}** ${verification.sentence}`,
    "",
    ...verification.checks.map(({ name, result, blocks }) => `- ${name}: ${result} (${blocks})`),
    ...verification.facts.map(({ name, value }) => `- ${name}: \`${value}\``),
    "",
  ].join("\n");
}
