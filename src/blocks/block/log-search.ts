// Searches the logs of blocks: the logs themselves if they are loaded, or else the bloom filters of the blocks. Of a
// filter, "no" is certain, "may" is not, and without one the answer is unknown.
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Fields } from "../../panels/kit/content/control-model.ts";
import type { Sort } from "../../panels/kit/content/table-model.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { describeChecksum } from "../wording/entity-text.ts";
import type { Store } from "../store/store.ts";
import type { Block } from "../model/block.ts";
import type { ContractLog } from "../model/contract-result.ts";
import { inBloom, parseLogQuery, type LogQuery, type Membership } from "../model/bloom.ts";
import type { Network } from "../model/network.ts";

/** A search for an entity. Until its own address is known, it has the one derived from its number. */
type EntityQuery = LogQuery & { readonly entity: string };
type LookingUp = { readonly kind: "lookingUp"; readonly query: EntityQuery };

export type LogSearch =
  | { readonly kind: "nothing" }
  | { readonly kind: "notUnderstood"; readonly unknownType: string | undefined }
  | LookingUp
  | { readonly kind: "failed"; readonly query: EntityQuery; readonly problem: Problem }
  /** `notes` state what is doubtful about the searched entity. */
  | { readonly kind: "ready"; readonly query: LogQuery; readonly notes: readonly string[] };

export function beginSearch(typed: string): LogSearch {
  if (typed.trim() === "") return { kind: "nothing" };
  const query = parseLogQuery(typed);
  if (query === undefined) return { kind: "notUnderstood", unknownType: undefined };
  if ("unknownType" in query) return { kind: "notUnderstood", unknownType: query.unknownType };
  const { entity } = query;
  return entity === undefined
    ? { kind: "ready", query, notes: [] }
    : { kind: "lookingUp", query: { ...query, entity } };
}

/** Loads the EVM address in a contract's logs, which can't always be derived from its number. */
export async function finishSearch(
  store: Pick<Store, "entities">,
  network: Network,
  { query }: LookingUp,
  signal?: AbortSignal,
): Promise<LogSearch> {
  try {
    const entity = await store.entities.find(network, query.entity, { signal });
    const own = entity !== undefined && "evmAddress" in entity ? entity.evmAddress : undefined;
    const notes = [
      entity === undefined ? describeGuess(query.entity) : undefined,
      describeChecksum(query.entity, query.checksum, network),
    ].filter((note) => note !== undefined);
    return { kind: "ready", query: { ...query, hex: own ?? query.hex }, notes };
  } catch (error) {
    return { kind: "failed", query, problem: asProblem(error) };
  }
}

/** The result of a search in the logs of one block. */
export interface Answer {
  readonly found: Membership | "yes" | "notUnderstood" | "nothing" | "lookingUp";
  readonly text: string;
}

export const ANSWER_ICONS = {
  nothing: { icon: "info", tone: "" },
  notUnderstood: { icon: "warning", tone: "caution" },
  no: { icon: "circle-slash", tone: "" },
  yes: { icon: "pass", tone: "good" },
  possibly: { icon: "question", tone: "caution" },
  notRecorded: { icon: "info", tone: "" },
  lookingUp: { icon: "info", tone: "" },
} as const satisfies Record<Answer["found"], Pick<Sort, "icon" | "tone">>;

/** Lists what users can search for. */
export function describeForms(): string {
  return l10n.t(
    "Enter an address (40 hex digits), topic (64), entity (0.0.1234) or event, such as Transfer(address,address,uint256)",
  );
}

/** The search field for logs. */
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

/** Names the exact address or topic of a search, and its entity or event. */
export function describeLogQuery({ kind, hex, entity, event }: LogQuery): string {
  if (entity !== undefined) return l10n.t("{0} (address {1})", entity, hex);
  if (event !== undefined) return l10n.t("{0} (topic {1})", event, hex);
  return kind === "address" ? l10n.t("address {0}", hex) : l10n.t("topic {0}", hex);
}

/** Explains why the search has no answer yet, or can't have one. */
export function describeSearch(search: Exclude<LogSearch, { readonly kind: "ready" }>, now: number): Answer {
  switch (search.kind) {
    case "nothing":
      return { found: "nothing", text: "" };
    case "notUnderstood":
      return {
        found: "notUnderstood",
        text:
          search.unknownType === undefined
            ? describeForms()
            : l10n.t(
                "{0} is not an ABI type. Write address for a contract, uint8 for an enum, and the members in parentheses for a struct.",
                search.unknownType,
              ),
      };
    case "lookingUp":
      return { found: "lookingUp", text: l10n.t("Looking up the EVM address of {0}…", search.query.entity) };
    case "failed":
      return {
        found: "notUnderstood",
        text: l10n.t(
          "Could not load the EVM address of {0}: {1}",
          search.query.entity,
          describeProblem(search.problem, now).sentence,
        ),
      };
  }
}

/** States that an address is only a guess. */
function describeGuess(entity: string): string {
  return l10n.t("Entity {0} was not found, so the address is derived from its number.", entity);
}

/** The answer for a block. `logs` are all of its logs, if they are loaded. */
export function describeAnswer(
  search: LogSearch,
  { number, logsBloom }: Pick<Block, "number" | "logsBloom">,
  now: number,
  logs?: readonly ContractLog[],
): Answer {
  if (search.kind !== "ready") return describeSearch(search, now);
  const { query } = search;
  const matching = logs?.filter((log) => isMatch(log, query)).length;
  const found = matching === undefined ? inBloom(logsBloom, query) : matching === 0 ? "no" : "yes";
  const sentence =
    found === "yes" ? describeMatching(matching ?? 0, query, number) : describeMembership(found, query, number);
  return { found, text: [sentence, ...search.notes].join(" ") };
}

function isMatch({ address, contract, topics }: ContractLog, { kind, hex, entity }: LogQuery): boolean {
  if (kind === "topic") return topics.some((topic) => topic.toLowerCase() === hex);
  return address?.toLowerCase() === hex || (entity !== undefined && contract === entity);
}

function describeMatching(matching: number, query: LogQuery, number: bigint): string {
  return matching === 1
    ? l10n.t("Block {1} contains 1 log of {0}.", describeLogQuery(query), format.count(number))
    : l10n.t(
        "Block {1} contains {2} logs of {0}.",
        describeLogQuery(query),
        format.count(number),
        format.count(matching),
      );
}

function describeMembership(found: Membership, query: LogQuery, number: bigint): string {
  switch (found) {
    case "no":
      return l10n.t("Block {1} contains no log of {0}.", describeLogQuery(query), format.count(number));
    case "possibly":
      return l10n.t(
        "Block {1} may contain a log of {0} (bloom filters can give false positives).",
        describeLogQuery(query),
        format.count(number),
      );
    case "notRecorded":
      return l10n.t("Unknown: block {0} has no logs bloom.", format.count(number));
  }
}
