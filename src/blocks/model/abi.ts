// Decodes the logs, inputs and errors of well-known contract calls: ERC-20, ERC-721 and ERC-1155, OpenZeppelin's access
// control and proxies, wrapped coins and exchanges, Hedera's tokens, and Solidity's own errors.
import declarations from "./declarations.json" with { type: "json" };
import type { ContractLog } from "./contract-result.ts";
import { entityOfAddress } from "./entity.ts";
import { hashEvent } from "./event.ts";
import { decodeUtf8 } from "./transaction.ts";

/** A decoded value, with its declared name and type. */
export interface Argument {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

export interface Decoded {
  readonly name: string;
  readonly arguments: readonly Argument[];
}

interface Declaration {
  readonly name: string;
  readonly parameters: readonly { readonly type: string; readonly name: string; readonly isIndexed: boolean }[];
}

/** Hexadecimal digits of one ABI word. */
const WORD_DIGITS = 64;
/** Longer arrays are cut here, and end with their total number of elements. */
const MAX_SHOWN_ELEMENTS = 20;

/** Decodes the event of a log; undefined if the event is unknown or the log doesn't match its declaration. */
export function decodeLog({ topics, data }: Pick<ContractLog, "topics" | "data">): Decoded | undefined {
  const [topic, ...indexed] = topics;
  const event = eventsByTopic()
    .get(topic?.toLowerCase() ?? "")
    ?.find(({ parameters }) => parameters.filter(({ isIndexed }) => isIndexed).length === indexed.length);
  return event === undefined ? undefined : decodeValues(event, indexed.map(trimPrefix), trimPrefix(data ?? ""));
}

/** Decodes the input of a call; undefined if the function is unknown or the input doesn't match its declaration. */
export function decodeCall(input: string): Decoded | undefined {
  const digits = trimPrefix(input);
  const [declaration] = functionsBySelector().get(`0x${digits.slice(0, 8)}`) ?? [];
  return declaration === undefined ? undefined : decodeValues(declaration, [], digits.slice(8));
}

/** The reason that a contract gave for its failure. */
export type Failure =
  /** The message of Solidity's `require` or `revert`. */
  | { readonly reason: string }
  /** The code of a failed check that Solidity inserts. */
  | { readonly panic: bigint }
  /** Any other error, unchanged. */
  | { readonly raw: string };

export function decodeFailure(error: string | undefined): Failure | undefined {
  if (error === undefined || error === "" || error === "0x") return undefined;
  if (!/^0x[0-9a-f]*$/i.test(error)) return { raw: error };
  const { name, arguments: [first] = [] } = decodeCall(error) ?? {};
  if (name === "Panic" && first !== undefined) return { panic: BigInt(first.value) };
  if (name === "Error" && first !== undefined && first.value !== "") return { reason: first.value };
  // System contracts return the name of a result as text, for example TOKEN_NOT_ASSOCIATED_TO_ACCOUNT.
  const text = Buffer.from(trimPrefix(error), "hex").toString("latin1");
  return /^[\x20-\x7e]{4,}$/.test(text) ? { reason: text } : { raw: error };
}

/** Computed on first use, because hashing all declarations takes a few milliseconds. */
const eventsByTopic = memoize(() => groupByHash(declarations.events));
const functionsBySelector = memoize(() => groupByHash(declarations.functions, 10));

function memoize<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

/** Declarations by the hash of their canonical form. The first `chars` of a function's hash are its selector. */
function groupByHash(texts: readonly string[], chars?: number): ReadonlyMap<string, readonly Declaration[]> {
  const groups = new Map<string, readonly Declaration[]>();
  for (const declaration of texts.map(parseDeclaration)) {
    const types = declaration.parameters.map(({ type }) => type);
    const hash = hashEvent(`${declaration.name}(${types.join(",")})`).slice(0, chars);
    groups.set(hash, [...(groups.get(hash) ?? []), declaration]);
  }
  return groups;
}

function parseDeclaration(text: string): Declaration {
  const [name = "", list = ""] = text.slice(0, -1).split("(");
  const parameters = list.split(", ").filter((part) => part !== "");
  return {
    name,
    parameters: parameters.map((part) => {
      const words = part.split(" ");
      return { type: words[0] ?? "", name: words.at(-1) ?? "", isIndexed: words.length === 3 };
    }),
  };
}

function decodeValues(
  { name, parameters }: Declaration,
  indexed: readonly string[],
  data: string,
): Decoded | undefined {
  const values: Argument[] = [];
  let [topic, head] = [0, 0];
  for (const { type, name: parameter, isIndexed } of parameters) {
    const word = isIndexed ? indexed[topic] : data.slice(head, head + WORD_DIGITS);
    if (isIndexed) topic += 1;
    else head += WORD_DIGITS;
    // Logs contain only the hash of an indexed string or array.
    const value =
      word === undefined || word.length < WORD_DIGITS ? undefined : decodeValue(type, word, isIndexed ? "" : data);
    if (value === undefined) return undefined;
    values.push({ name: parameter, type, value });
  }
  return { name, arguments: values };
}

function decodeValue(type: string, word: string, data: string): string | undefined {
  if (!/^[0-9a-f]*$/i.test(word)) return undefined;
  if (type === "string" || type.endsWith("[]")) return decodeDynamic(type, word, data);
  if (type === "address") {
    const address = `0x${word.slice(-40).toLowerCase()}`;
    return entityOfAddress(address) ?? address;
  }
  if (type === "bool") return BigInt(`0x${word}`) === 0n ? "false" : "true";
  if (type.startsWith("uint")) return String(BigInt(`0x${word}`));
  if (type.startsWith("int")) return String(BigInt.asIntN(256, BigInt(`0x${word}`)));
  return `0x${word.toLowerCase()}`;
}

/** Decodes a string or an array. Its word is the offset of its contents, which come after all words of fixed size. */
function decodeDynamic(type: string, word: string, data: string): string | undefined {
  const at = decodeOffset(word, data);
  const length = at === undefined ? undefined : decodeOffset(data.slice(at, at + WORD_DIGITS), data);
  if (at === undefined || length === undefined) return undefined;
  const body = data.slice(at + WORD_DIGITS);
  if (type === "string")
    return body.length < length ? undefined : decodeUtf8(Buffer.from(body.slice(0, length), "hex"));
  const total = length / 2;
  if (body.length < total * WORD_DIGITS) return undefined;
  const shown = Array.from({ length: Math.min(total, MAX_SHOWN_ELEMENTS) }, (_, nth) =>
    decodeValue(type.slice(0, -2), body.slice(nth * WORD_DIGITS, (nth + 1) * WORD_DIGITS), ""),
  );
  return `[${[...shown, ...(total > MAX_SHOWN_ELEMENTS ? [`… ${total}`] : [])].join(", ")}]`;
}

/** Converts a word that counts bytes to a count of digits; undefined if it exceeds the data. */
function decodeOffset(word: string, data: string): number | undefined {
  if (!/^[0-9a-f]{64}$/i.test(word)) return undefined;
  const bytes = BigInt(`0x${word}`);
  return bytes * 2n > BigInt(data.length) ? undefined : Number(bytes) * 2;
}

function trimPrefix(hex: string): string {
  return hex.replace(/^0x/i, "").toLowerCase();
}
