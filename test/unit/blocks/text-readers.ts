// What the Blocks wing reads from users and files, and words that it looks for.
import { decodeCall, decodeFailure, decodeLog } from "../../../src/blocks/model/abi.ts";
import { readBlockName, parseBlockName } from "../../../src/blocks/model/block-name.ts";
import { parseRange } from "../../../src/blocks/model/block-range.ts";
import { bitsSet } from "../../../src/blocks/model/block.ts";
import { inBloom, parseLogQuery } from "../../../src/blocks/model/bloom.ts";
import { readEvent } from "../../../src/blocks/model/event.ts";
import { explorerAddress, parseNodeUrl, suggestName } from "../../../src/blocks/model/network.ts";
import { readLinkedName, parsePrintedTime } from "../../../src/blocks/model/printed-text.ts";
import { memoText } from "../../../src/blocks/model/transaction.ts";
import { readTyped } from "../../../src/blocks/search/typed-text.ts";
import { findMentions, mentionKind } from "../../../src/blocks/references/mention-finder.ts";
import type { Readers } from "../base/any-text.ts";

const NOW = Date.UTC(2026, 10, 22);
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

export const TEXT_READERS: Readers = {
  "what Go to Block takes": (given) => readTyped(given, NOW),
  "the name of a block": (given) => [parseBlockName(given), readBlockName(given)],
  "a range of blocks": parseRange,
  "an event declaration": readEvent,
  "a search in logs": parseLogQuery,
  "a logs bloom": (given) => [bitsSet(given), inBloom(given, { hex: `0x${TRANSFER}` })],
  "the input of a call": decodeCall,
  "a log": (given) => decodeLog({ topics: [`0x${TRANSFER}`, given, given], data: given }),
  "the reason of a failure": decodeFailure,
  "a printed time": (given) => parsePrintedTime(given, "en-GB"),
  "a URL of an explorer": readLinkedName,
  "the URL of a mirror node": (given) => {
    const address = parseNodeUrl(given);
    return address === undefined ? undefined : suggestName(address, new Set([given]));
  },
  "the name of a network": (given) => explorerAddress(given, "block", 5n),
  "a line of a file": (given) => [findMentions(given), mentionKind(given)],
  "a memo": memoText,
};

export const WORDS: readonly string[] = [
  "0.0.5",
  "0x5dc",
  "latest",
  "5m",
  "event Transfer(address",
  "uint",
  "(",
  ")",
  "[]",
  ",",
  "0x",
  "08c379a0",
  "https://hashscan.io/mainnet/block/",
  "1700000000.000000001",
  "18 Nov 2026, 12:00:00",
  "UTC",
  "@",
  "-",
  "%",
];
