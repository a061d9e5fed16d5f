// Whether a log of something may be in a block, in words. "No" is sure, "may" is not, and what was not recorded is neither.
import { l10n } from "vscode";
import { count } from "../../workbench/words.ts";
import type { Block } from "../model.ts";
import { inBloom, sought } from "../model/bloom.ts";
import type { Membership, Sought } from "../model/bloom.ts";

/** What came of looking for something in the logs of one block. */
export interface Answer {
  readonly found: Membership | "notUnderstood" | "nothing";
  readonly words: string;
}

/** What can be looked for. */
export function formsWords(): string {
  return l10n.t("An address has 40 digits, a topic 64; an entity is written 0.0.1234, an event Name(types).");
}

export function hintWords(): string {
  return l10n.t("Address, topic, 0.0.1234 or Transfer(address,address,uint256)");
}

export function soughtWords({ kind }: Sought): string {
  return kind === "address" ? l10n.t("this address") : l10n.t("this topic");
}

export function answerOf(typed: string, { number, logsBloom }: Pick<Block, "number" | "logsBloom">): Answer {
  if (typed.trim() === "") return { found: "nothing", words: "" };
  const what = sought(typed);
  if (what === undefined) return { found: "notUnderstood", words: formsWords() };
  const found = inBloom(logsBloom, what);
  switch (found) {
    case "no":
      return { found, words: l10n.t("No log of {0} is in block {1}.", soughtWords(what), count(number)) };
    case "possibly":
      return {
        found,
        words: l10n.t(
          "A log of {0} may be in block {1}: its bloom has all of the bits. Others can have set them as well.",
          soughtWords(what),
          count(number),
        ),
      };
    case "notRecorded":
      return {
        found,
        words: l10n.t("The logs bloom of block {0} was not recorded, so nobody can say.", count(number)),
      };
  }
}
