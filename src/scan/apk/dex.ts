// Reads the names of classes from DEX files: those that a file defines, and those that its definitions mention.
import { damaged } from "./byte-source.ts";

export interface DexClasses {
  /** Descriptors of the classes in this file, such as `Lcom/example/Thing$1;`. */
  readonly defined: readonly string[];
  /**
   * Descriptors of other types in the definitions: super classes, interfaces, fields, parameters, results, caught
   * exceptions and local variables. These are the ones that `dexdump` prints, and so those that εxodus knows. Types that
   * only instructions use aren't among them.
   */
  readonly mentioned: readonly string[];
}

const HEADER_BYTES = 112;
const MAGIC = "dex\n";
const LITTLE_ENDIAN = 0x12345678;
const NO_INDEX = 0xffffffff;
/** The format has 16-bit indexes for types, fields and methods in instructions, but tables can be longer. */
const MAX_TABLE_ENTRIES = 5_000_000;
const MAX_NAME_BYTES = 2000;
/** Names can share their bytes, so a small file can have more of them than fit in memory. */
const MAX_NAMES_BYTES = 64 * 1024 * 1024;

interface Table {
  readonly at: number;
  readonly length: number;
}

export function readDex(bytes: Buffer): DexClasses {
  if (bytes.length < HEADER_BYTES || bytes.toString("latin1", 0, 4) !== MAGIC) throw damaged("this is not a DEX file");
  if (bytes.readUInt32LE(40) !== LITTLE_ENDIAN) throw damaged("the byte order is not known");
  return new DexReader(bytes).read();
}

class DexReader {
  readonly #bytes: Buffer;
  readonly #strings: Table;
  readonly #types: Table;
  readonly #protos: Table;
  readonly #fields: Table;
  readonly #methods: Table;
  readonly #classes: Table;
  /** A flag for each type. */
  readonly #defined: Uint8Array;
  readonly #mentioned: Uint8Array;
  /** Lists of parameters that are read, because thousands of methods share one. */
  readonly #readLists = new Set<number>();
  /** Code that is read, so that a million methods that share one can't take forever. */
  readonly #readCode = new Set<number>();
  #nameBytes = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#strings = this.#table(56, 4);
    this.#types = this.#table(64, 4);
    this.#protos = this.#table(72, 12);
    this.#fields = this.#table(80, 8);
    this.#methods = this.#table(88, 8);
    this.#classes = this.#table(96, 32);
    this.#defined = new Uint8Array(this.#types.length);
    this.#mentioned = new Uint8Array(this.#types.length);
  }

  read(): DexClasses {
    const classData = new Set<number>();
    for (let index = 0; index < this.#classes.length; index += 1) {
      const at = this.#classes.at + index * 32;
      this.#flag(this.#defined, this.#bytes.readUInt32LE(at));
      this.#flag(this.#mentioned, this.#bytes.readUInt32LE(at + 8));
      this.#readTypeList(this.#bytes.readUInt32LE(at + 12));
      const data = this.#bytes.readUInt32LE(at + 24);
      if (data !== 0) classData.add(data);
    }
    for (const each of classData) this.#readClassData(each);
    const defined: string[] = [];
    const mentioned: string[] = [];
    for (let type = 0; type < this.#types.length; type += 1) {
      if (this.#defined[type] === 1) defined.push(this.#typeName(type));
      else if (this.#mentioned[type] === 1) mentioned.push(this.#typeName(type));
    }
    return { defined, mentioned };
  }

  #table(header: number, entryBytes: number): Table {
    const length = this.#bytes.readUInt32LE(header);
    const at = this.#bytes.readUInt32LE(header + 4);
    if (length > MAX_TABLE_ENTRIES || at + length * entryBytes > this.#bytes.length)
      throw damaged("a table is larger than the file");
    return { at, length };
  }

  #flag(flags: Uint8Array, type: number): void {
    if (type === NO_INDEX) return;
    if (type >= flags.length) throw damaged("a type is not in the table");
    flags[type] = 1;
  }

  #typeName(type: number): string {
    const string = this.#bytes.readUInt32LE(this.#types.at + type * 4);
    if (string >= this.#strings.length) throw damaged("a name is not in the table");
    const cursor = new Cursor(this.#bytes, this.#bytes.readUInt32LE(this.#strings.at + string * 4));
    cursor.unsigned();
    const end = this.#bytes.indexOf(0, cursor.at);
    if (end === -1) throw damaged("a name has no end");
    const name = this.#bytes.subarray(cursor.at, Math.min(end, cursor.at + MAX_NAME_BYTES));
    this.#nameBytes += name.length;
    if (this.#nameBytes > MAX_NAMES_BYTES) throw damaged("the names are larger than the limit");
    return decodeName(name);
  }

  #readTypeList(at: number): void {
    if (at === 0 || this.#readLists.has(at)) return;
    this.#readLists.add(at);
    const length = this.#u32(at);
    if (at + 4 + length * 2 > this.#bytes.length) throw damaged("a list of types is larger than the file");
    for (let index = 0; index < length; index += 1)
      this.#flag(this.#mentioned, this.#bytes.readUInt16LE(at + 4 + index * 2));
  }

  #readClassData(at: number): void {
    const cursor = new Cursor(this.#bytes, at);
    const staticFields = cursor.unsigned();
    const instanceFields = cursor.unsigned();
    const directMethods = cursor.unsigned();
    const virtualMethods = cursor.unsigned();
    for (const count of [staticFields, instanceFields]) {
      let field = 0;
      for (let index = 0; index < count; index += 1) {
        field += cursor.unsigned();
        cursor.unsigned();
        if (field >= this.#fields.length) throw damaged("a field is not in the table");
        this.#flag(this.#mentioned, this.#bytes.readUInt16LE(this.#fields.at + field * 8 + 2));
      }
    }
    for (const count of [directMethods, virtualMethods]) {
      let method = 0;
      for (let index = 0; index < count; index += 1) {
        method += cursor.unsigned();
        cursor.unsigned();
        const code = cursor.unsigned();
        if (method >= this.#methods.length) throw damaged("a method is not in the table");
        this.#readProto(this.#bytes.readUInt16LE(this.#methods.at + method * 8 + 2));
        this.#readCodeItem(code);
      }
    }
  }

  #readProto(proto: number): void {
    if (proto >= this.#protos.length) throw damaged("a prototype is not in the table");
    const at = this.#protos.at + proto * 12;
    this.#flag(this.#mentioned, this.#bytes.readUInt32LE(at + 4));
    this.#readTypeList(this.#bytes.readUInt32LE(at + 8));
  }

  /** Reads caught exceptions and the types of local variables. */
  #readCodeItem(at: number): void {
    if (at === 0 || this.#readCode.has(at)) return;
    this.#readCode.add(at);
    const tries = this.#u16(at + 6);
    const instructions = this.#u32(at + 12);
    if (tries > 0) {
      const triesAt = at + 16 + instructions * 2 + (instructions % 2) * 2;
      const cursor = new Cursor(this.#bytes, triesAt + tries * 8);
      const lists = cursor.unsigned();
      for (let list = 0; list < lists; list += 1) {
        const size = cursor.signed();
        for (let index = 0; index < Math.abs(size); index += 1) {
          this.#flag(this.#mentioned, cursor.unsigned());
          cursor.unsigned();
        }
        if (size <= 0) cursor.unsigned();
      }
    }
    const debug = this.#u32(at + 8);
    if (debug !== 0 && !this.#readCode.has(debug)) {
      this.#readCode.add(debug);
      this.#readDebugInfo(debug);
    }
  }

  #readDebugInfo(at: number): void {
    const cursor = new Cursor(this.#bytes, at);
    cursor.unsigned();
    for (let parameters = cursor.unsigned(); parameters > 0; parameters -= 1) cursor.unsigned();
    for (let opcode = cursor.byte(); opcode !== 0; opcode = cursor.byte()) {
      switch (opcode) {
        // A local variable starts: its register, name and type, and perhaps its generic type.
        case 3:
        case 4: {
          cursor.unsigned();
          cursor.unsigned();
          const type = cursor.unsigned() - 1;
          if (type >= 0) this.#flag(this.#mentioned, type);
          if (opcode === 4) cursor.unsigned();
          break;
        }
        case 1:
        case 2:
        case 5:
        case 6:
        case 9:
          cursor.unsigned();
          break;
      }
    }
  }

  #u32(at: number): number {
    if (at + 4 > this.#bytes.length) throw damaged("an offset points outside of the file");
    return this.#bytes.readUInt32LE(at);
  }

  #u16(at: number): number {
    if (at + 2 > this.#bytes.length) throw damaged("an offset points outside of the file");
    return this.#bytes.readUInt16LE(at);
  }
}

/** Reads numbers of variable length. Each takes a byte at least, so a loop over them ends with the file. */
class Cursor {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw damaged("an offset points outside of the file");
    this.at += 1;
    return byte;
  }

  unsigned(): number {
    return this.#number().value >>> 0;
  }

  signed(): number {
    const { value, bits } = this.#number();
    return bits >= 32 ? value | 0 : (value << (32 - bits)) >> (32 - bits);
  }

  #number(): { readonly value: number; readonly bits: number } {
    let value = 0;
    let bits = 0;
    for (;;) {
      const byte = this.byte();
      value |= (byte & 0x7f) << bits;
      bits += 7;
      if ((byte & 0x80) === 0 || bits >= 35) return { value, bits };
    }
  }
}

/** Names are in UTF-8, except that characters beyond 16 bits are two surrogates of three bytes each. */
function decodeName(bytes: Buffer): string {
  let isAscii = true;
  for (const byte of bytes) if (byte > 127) isAscii = false;
  if (isAscii) return bytes.toString("latin1");
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    if (first < 0x80) {
      text += String.fromCharCode(first);
      at += 1;
    } else if (first < 0xe0) {
      text += String.fromCharCode(((first & 0x1f) << 6) | (second & 0x3f));
      at += 2;
    } else {
      text += String.fromCharCode(((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f));
      at += 3;
    }
  }
  return text;
}
