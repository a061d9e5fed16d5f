// Events of the EVM: the canonical form of a declaration, its topic, and the names of well-known ones.
import { keccak_256 } from "@noble/hashes/sha3.js";

/** How the declaration of an event is understood. */
export type UnderstoodEvent =
  /** `Transfer(address,address,uint256)`: what is hashed. */
  | { readonly event: string }
  /** A type of the source code that the ABI doesn't have: what it stands for isn't known here. */
  | { readonly unknownType: string };

/** What the ABI calls the types that Solidity abbreviates. */
const ABBREVIATED: Readonly<Record<string, string>> = {
  uint: "uint256",
  int: "int256",
  byte: "bytes1",
  fixed: "fixed128x18",
  ufixed: "ufixed128x18",
};

/** Reads a declaration as source code or documentation has it, with or without names of its parameters. */
export function readEvent(text: string): UnderstoodEvent | undefined {
  const bare = text
    .trim()
    .replace(/^event\s+/, "")
    .replace(/\s*;$/, "")
    .replace(/\s+anonymous$/, "");
  const [, name, list] = /^([A-Za-z_$][\w$]*)\s*\(([\s\S]*)\)$/.exec(bare) ?? [];
  if (name === undefined || list === undefined) return undefined;
  const types = readTypes(list);
  if (types === undefined || "unknownType" in types) return types;
  return { event: `${name}(${types.types})` };
}

/** The types of a list of parameters, each in its canonical form. */
function readTypes(list: string): { readonly types: string } | { readonly unknownType: string } | undefined {
  if (list.trim() === "") return { types: "" };
  const parts = splitList(list);
  if (parts === undefined) return undefined;
  const types: string[] = [];
  for (const part of parts) {
    const read = readParameter(part);
    if (read === undefined || "unknownType" in read) return read;
    types.push(read.types);
  }
  return { types: types.join(",") };
}

/** `address indexed from`, `uint[2]`, `tuple(address who, uint256 much)[] indexed payments`. */
function readParameter(part: string): { readonly types: string } | { readonly unknownType: string } | undefined {
  const tuple = /^\s*(?:tuple\s*)?\(([\s\S]*)\)\s*((?:\[\d*\])*)(?:\s+indexed)?(?:\s+[A-Za-z_$][\w$]*)?\s*$/.exec(part);
  if (tuple !== null) {
    const inner = readTypes(tuple[1] ?? "");
    return inner === undefined || "unknownType" in inner ? inner : { types: `(${inner.types})${tuple[2] ?? ""}` };
  }
  const form = /^\s*([A-Za-z_$][\w$.]*)(?:\s+payable)?\s*((?:\[\d*\])*)(?:\s+indexed)?(?:\s+[A-Za-z_$][\w$]*)?\s*$/;
  const [, type, array = ""] = form.exec(part) ?? [];
  if (type === undefined) return undefined;
  const canonical = Object.hasOwn(ABBREVIATED, type) ? (ABBREVIATED[type] ?? type) : type;
  return isElementary(canonical) ? { types: `${canonical}${array}` } : { unknownType: type };
}

function isElementary(type: string): boolean {
  if (/^(address|bool|string|bytes|function)$/.test(type)) return true;
  const [, bits] = /^u?int(\d{1,3})$/.exec(type) ?? [];
  if (bits !== undefined) return !bits.startsWith("0") && Number(bits) % 8 === 0 && Number(bits) <= 256;
  const [, bytes] = /^bytes(\d{1,2})$/.exec(type) ?? [];
  if (bytes !== undefined) return !bytes.startsWith("0") && Number(bytes) <= 32;
  return /^u?fixed\d{1,3}x\d{1,2}$/.test(type);
}

/** The parts between the commas that no parentheses enclose; undefined if the parentheses don't match. */
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
export function topicOf(event: string): string {
  return `0x${Buffer.from(keccak_256(new TextEncoder().encode(event))).toString("hex")}`;
}
