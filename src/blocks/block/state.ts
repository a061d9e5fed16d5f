import type { Problem } from "../../base/problem.ts";
import type { Content, Logs, RemedyName } from "../../panels/block/messages.ts";
import { remedyLabel, describeProblem } from "../../workbench/problems.ts";
import type { Ways } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { blockContent } from "./content.ts";
import { answerOf } from "./log-search-text.ts";
import type { LogSearch } from "./log-search.ts";
import { beingReadWords, blockTitle } from "../format.ts";
import { absenceWords } from "../ledger/absence-text.ts";
import type { Absence } from "../ledger/store.ts";
import { readAddress } from "../model/addresses.ts";
import type { BlockAddress } from "../model/addresses.ts";
import type { BlockName } from "../model/block-name.ts";
import type { Block } from "../model/block.ts";
import type { Network } from "../model/network.ts";

/** What is known of the block that a panel is about. */
export type State =
  | { readonly is: "reading" }
  | { readonly is: "block"; readonly block: Block; readonly before: Block | undefined }
  | { readonly is: "absent"; readonly absent: Absence }
  | { readonly is: "failed"; readonly problem: Problem }
  /** The settings no longer know the network. */
  | { readonly is: "nowhere" };

/** What a state is shown with. */
interface Around {
  readonly title: string;
  readonly network: Network;
  readonly name: BlockName;
  readonly ways: Ways;
  readonly now: number;
}

export function contentOf(state: State, around: Around): Content {
  const { title, network, name, now } = around;
  switch (state.is) {
    case "reading":
      return { kind: "reading", sentence: beingReadWords(title) };
    case "block":
      return blockContent(state.block, state.before);
    case "absent": {
      const newest = state.absent.newest !== undefined;
      return { kind: "absent", ...absenceWords(name, state.absent, network), newest };
    }
    case "failed":
      return failure(around, describeProblem(state.problem, now).sentence, state.problem.remedies);
    case "nowhere": {
      const sentence = l10n.t("The network {0} is no longer in your settings.", network.name);
      return failure(around, sentence, ["openSettings", "retry"]);
    }
  }
}

const LOOKS = {
  nothing: { name: "info", tone: "" },
  notUnderstood: { name: "warning", tone: "caution" },
  no: { name: "circle-slash", tone: "" },
  possibly: { name: "question", tone: "caution" },
  notRecorded: { name: "info", tone: "" },
  lookingUp: { name: "info", tone: "" },
} as const;

/** Whether a log of what was typed may be in the block that is shown. */
export function logsContent(typed: string, search: LogSearch, state: State, now: number): Logs {
  const block = state.is === "block" ? state.block : { number: 0n, logsBloom: undefined };
  const { found, words } = answerOf(search, block, now);
  return { typed, answer: state.is === "block" ? words : "", icon: LOOKS[found] };
}

function failure({ title, ways }: Around, sentence: string, remedies: readonly RemedyName[]): Content {
  return {
    kind: "failed",
    heading: l10n.t("Could not load {0}", title),
    sentence,
    remedies: remedies
      .filter((remedy) => ways[remedy] !== undefined)
      .slice(0, 2)
      .map((remedy) => ({ remedy, label: remedyLabel(remedy) })),
  };
}

export function titleOf({ network, block }: BlockAddress): string {
  const address = readAddress({ network, block });
  return address === undefined ? l10n.t("Block") : blockTitle(address.name);
}
