// Parses declarations of EVM events into their canonical form, and computes their topics.
import { keccak_256 } from "@noble/hashes/sha3.js";

/** The meaning of an event's declaration. */
export type ParsedEvent =
  /** `Transfer(address,address,uint256)`: the text that is hashed. */
  | { readonly event: string }
  /** A type from source code that is not an ABI type, such as the name of an enum. */
  | { readonly unknownType: string };

/** The ABI names of types that Solidity abbreviates. */
const ABBREVIATED: Readonly<Record<string, string>> = {
  uint: "uint256",
  int: "int256",
  byte: "bytes1",
  fixed: "fixed128x18",
  ufixed: "ufixed128x18",
};

/** Limits nested tuples, because each level parses its text again. No real event comes near. */
const MAX_DEPTH = 16;

type ReadTypes = { readonly types: string } | { readonly unknownType: string };

/** Parses a declaration from source code or documentation, with or without parameter names. */
export function readEvent(text: string): ParsedEvent | undefined {
  const bare = withoutAnonymous(withoutSemicolon(text.trim().replace(/^event\s+/, "")));
  const open = bare.indexOf("(");
  if (open < 0 || !bare.endsWith(")")) return undefined;
  const name = bare.slice(0, open).trimEnd();
  if (!isName(name)) return undefined;
  const types = readTypes(bare.slice(open + 1, -1), MAX_DEPTH);
  if (types === undefined || "unknownType" in types) return types;
  return { event: `${name}(${types.types})` };
}

function withoutSemicolon(text: string): string {
  return text.endsWith(";") ? text.slice(0, -1).trimEnd() : text;
}

function withoutAnonymous(text: string): string {
  if (!text.endsWith("anonymous")) return text;
  const before = text.slice(0, -"anonymous".length);
  const bare = before.trimEnd();
  return bare === before ? text : bare;
}

/** Parses a list of parameters into types in canonical form. */
function readTypes(list: string, depth: number): ReadTypes | undefined {
  if (list.trim() === "") return { types: "" };
  const parts = depth > 0 ? splitList(list) : undefined;
  if (parts === undefined) return undefined;
  const types: string[] = [];
  for (const part of parts) {
    const read = readParameter(part.trim(), depth);
    if (read === undefined || "unknownType" in read) return read;
    types.push(read.types);
  }
  return { types: types.join(",") };
}

/** `address indexed from`, `uint[2]`, `tuple(address who, uint256 much)[] indexed payments`. */
function readParameter(part: string, depth: number): ReadTypes | undefined {
  const [tuple] = /^(?:tuple\s*)?\(/.exec(part) ?? [];
  if (tuple !== undefined) {
    const close = part.lastIndexOf(")");
    const array = readArray(part.slice(close + 1));
    if (close < 0 || array === undefined) return undefined;
    const inner = readTypes(part.slice(tuple.length, close), depth - 1);
    return inner === undefined || "unknownType" in inner ? inner : { types: `(${inner.types})${array}` };
  }
  const [type] = /^[A-Za-z_$][\w$.]*/.exec(part) ?? [];
  if (type === undefined) return undefined;
  const array = readArray(part.slice(type.length).replace(/^\s+payable(?![\w$])/, ""));
  if (array === undefined) return undefined;
  const canonical = Object.hasOwn(ABBREVIATED, type) ? (ABBREVIATED[type] ?? type) : type;
  return isElementary(canonical) ? { types: `${canonical}${array}` } : { unknownType: type };
}

/** The array dimensions after a type; undefined unless only `indexed` and a name follow them. */
function readArray(after: string): string | undefined {
  const text = after.trimStart();
  const [array = ""] = /^(?:\[\d*\])*/.exec(text) ?? [];
  const rest = array === "" ? after : text.slice(array.length);
  if (rest.trim() === "") return array;
  const words = rest.trim().split(/\s+/);
  const name = words.at(-1) ?? "";
  const fits = rest.trimStart() !== rest && isName(name) && (words.length === 1 || isIndexed(words));
  return fits ? array : undefined;
}

function isIndexed(words: readonly string[]): boolean {
  return words.length === 2 && words[0] === "indexed";
}

function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

function isElementary(type: string): boolean {
  if (/^(address|bool|string|bytes|function)$/.test(type)) return true;
  const [, bits] = /^u?int(\d{1,3})$/.exec(type) ?? [];
  if (bits !== undefined) return !bits.startsWith("0") && Number(bits) % 8 === 0 && Number(bits) <= 256;
  const [, bytes] = /^bytes(\d{1,2})$/.exec(type) ?? [];
  if (bytes !== undefined) return !bytes.startsWith("0") && Number(bytes) <= 32;
  return /^u?fixed\d{1,3}x\d{1,2}$/.test(type);
}

/** Splits a list at commas outside of parentheses; undefined if the parentheses don't match. */
function splitList(list: string): readonly string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: character, index: at } of list.matchAll(/[(),]/g)) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) return undefined;
    if (character !== "," || depth > 0) continue;
    parts.push(list.slice(from, at));
    from = at + 1;
  }
  return depth === 0 ? [...parts, list.slice(from)] : undefined;
}

/** The first topic of an event's logs: the hash of its canonical form. */
export function hashEvent(event: string): string {
  return `0x${Buffer.from(keccak_256(new TextEncoder().encode(event))).toString("hex")}`;
}
