// Describes whether a block may contain a log. "No" is certain, "may" is not, and a block without a bloom is neither.
import type { Fields } from "../../panels/kit/page/control-model.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/format.ts";
import type { LogSearch } from "./log-search.ts";
import type { Block } from "../model/block.ts";
import { inBloom, type Membership, type LogQuery } from "../model/bloom.ts";

/** The result of a search in the logs of one block. */
export interface Answer {
  readonly found: Membership | "notUnderstood" | "nothing" | "lookingUp";
  readonly words: string;
}

/** What can be looked for. */
export function describeForms(): string {
  return l10n.t(
    "Enter an address (40 hex digits), topic (64), entity (0.0.1234) or event, such as Transfer(address,address,uint256)",
  );
}

export function exampleQuery(): string {
  return l10n.t("Address, topic, 0.0.1234 or Transfer(address from, address to, uint256 value)");
}

/** The field of a page in which logs are searched. */
export function logSearchFields(typed: string): Fields<{ readonly type: "searchLogs"; readonly typed: string }> {
  const label = l10n.t("Search Logs");
  return {
    kind: "fields",
    label,
    fields: [{ name: "typed", label, hint: l10n.t("Address, topic, entity or event"), value: typed }],
    act: { type: "searchLogs" },
    button: { label: l10n.t("Search"), icon: "search" },
  };
}

/** What is tested: the exact address or topic, and the entity or event that it belongs to. */
export function describeLogQuery({ kind, hex, entity, event }: LogQuery): string {
  if (entity !== undefined) return l10n.t("{0} (address {1})", entity, hex);
  if (event !== undefined) return l10n.t("{0} (topic {1})", event, hex);
  return kind === "address" ? l10n.t("address {0}", hex) : l10n.t("topic {0}", hex);
}

/** Why nothing can be tested yet, or at all; nothing if it can. */
export function describeSearch(search: LogSearch, now: number): Answer | undefined {
  switch (search.is) {
    case "nothing":
      return { found: "nothing", words: "" };
    case "notUnderstood":
      return {
        found: "notUnderstood",
        words:
          search.unknownType === undefined
            ? describeForms()
            : l10n.t(
                "{0} is not an ABI type. Write address for a contract, uint8 for an enum, and the members in parentheses for a struct.",
                search.unknownType,
              ),
      };
    case "lookingUp":
      return { found: "lookingUp", words: l10n.t("Looking up the EVM address of {0}…", search.entity) };
    case "failed":
      return {
        found: "notUnderstood",
        words: l10n.t(
          "Could not load the EVM address of {0}: {1}",
          search.entity,
          describeProblem(search.problem, now).sentence,
        ),
      };
    case "ready":
      return undefined;
  }
}

/** Says that an address is only a guess. */
export function describeGuess(search: LogSearch): string {
  return search.is === "ready" && search.isGuess
    ? l10n.t("Entity {0} was not found, so the address is derived from its number.", search.what.entity ?? "")
    : "";
}

export function describeAnswer(
  search: LogSearch,
  { number, logsBloom }: Pick<Block, "number" | "logsBloom">,
  now: number,
): Answer {
  if (search.is !== "ready") return describeSearch(search, now) ?? { found: "nothing", words: "" };
  const { what } = search;
  const found = inBloom(logsBloom, what);
  const words = [describeMembership(found, what, number), describeGuess(search)].filter((part) => part !== "");
  return { found, words: words.join(" ") };
}

function describeMembership(found: Membership, what: LogQuery, number: bigint): string {
  switch (found) {
    case "no":
      return l10n.t("Block {1} contains no log of {0}.", describeLogQuery(what), count(number));
    case "possibly":
      return l10n.t(
        "Block {1} may contain a log of {0} (bloom filters can give false positives).",
        describeLogQuery(what),
        count(number),
      );
    case "notRecorded":
      return l10n.t("Unknown: block {0} has no logs bloom.", count(number));
  }
}
