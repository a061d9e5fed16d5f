// Writes ZIP files for tests, also ones that no tool would write, and reads well-formed ones.
import { deflateRawSync, inflateRawSync } from "node:zlib";

export interface ZipFields {
  readonly path: string;
  readonly bytes: Buffer;
  readonly isStored?: boolean;
  /** In place of the true values. */
  readonly offset?: number;
  readonly compressed?: number;
  readonly size?: number;
  readonly method?: number;
}

const MAX_32 = 0xffffffff;

/** `is64` writes the records of ZIP64, and `directory` replaces what the end record says about the directory. */
export function writeZip(
  files: readonly ZipFields[],
  {
    is64 = false,
    directory = {},
  }: { readonly is64?: boolean; readonly directory?: { readonly offset?: number; readonly bytes?: number } } = {},
): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { path, bytes, isStored = false, ...wrong } of files) {
    const name = Buffer.from(path);
    const content = isStored ? bytes : deflateRawSync(bytes);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(name.length, 26);
    local.push(header, name, content);
    const { method = isStored ? 0 : 8, compressed = content.length, size = bytes.length, offset = at } = wrong;
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(is64 ? MAX_32 : compressed, 20);
    entry.writeUInt32LE(is64 ? MAX_32 : size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(is64 ? MAX_32 : offset, 42);
    const extra = Buffer.alloc(is64 ? 28 : 0);
    if (is64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      extra.writeBigUInt64LE(BigInt(size), 4);
      extra.writeBigUInt64LE(BigInt(compressed), 12);
      extra.writeBigUInt64LE(BigInt(offset), 20);
    }
    entry.writeUInt16LE(extra.length, 30);
    central.push(entry, name, extra);
    at += header.length + name.length + content.length;
  }
  const listed = Buffer.concat(central);
  const { offset = at, bytes = listed.length } = directory;
  return Buffer.concat([
    ...local,
    listed,
    writeEnd({ offset, bytes, entries: files.length, is64, end: at + listed.length }),
  ]);
}

function writeEnd(directory: {
  readonly offset: number;
  readonly bytes: number;
  readonly entries: number;
  readonly is64: boolean;
  readonly end: number;
}): Buffer {
  const { offset, bytes, entries, is64 } = directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const shown = is64 || entries > 0xffff ? 0xffff : entries;
  end.writeUInt16LE(shown, 8);
  end.writeUInt16LE(shown, 10);
  end.writeUInt32LE(is64 ? MAX_32 : bytes, 12);
  end.writeUInt32LE(is64 ? MAX_32 : offset, 16);
  if (!is64 && entries <= 0xffff) return end;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(bytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directory.end), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

/** The content of a file in a well-formed ZIP file. */
export function unzip(zip: Buffer, path: string): Buffer {
  for (let at = zip.indexOf("PK\u0003\u0004"); at !== -1; at = zip.indexOf("PK\u0003\u0004", at + 4)) {
    const nameEnd = at + 30 + zip.readUInt16LE(at + 26);
    if (zip.toString("utf8", at + 30, nameEnd) !== path) continue;
    const from = nameEnd + zip.readUInt16LE(at + 28);
    return zip.readUInt16LE(at + 8) === 0
      ? zip.subarray(from, from + zip.readUInt32LE(at + 18))
      : inflateRawSync(zip.subarray(from));
  }
  throw new Error(`no ${path}`);
}
