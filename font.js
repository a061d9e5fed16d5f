// Keeps of an icon font what the panels draw: the outlines of all other glyphs, their names and their ligatures go, and
// every code stays where it was.

const KEPT_TABLES = new Set(["OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"]);
/** The `post` table without the names of glyphs. */
const POST_VERSION_WITHOUT_NAMES = 0x00030000;
const POST_HEADER_BYTES = 32;

/** @param {Buffer} font in TrueType @param {readonly number[]} codes of the characters to keep @returns {Buffer} */
export function subsetFont(font, codes) {
  const tables = readTables(font);
  const { glyf, head, loca, cmap, post } = tables;
  if (!glyf || !head || !loca || !cmap || !post) throw new Error("The font has no TrueType outlines");
  const isLong = head.readInt16BE(50) === 1;
  const offsets = Array.from({ length: loca.length / (isLong ? 4 : 2) }, (_, glyph) =>
    isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2,
  );
  const kept = new Set([0, ...codes.map((code) => glyphOf(cmap, code))]);
  const outlines = [];
  const places = Buffer.alloc(offsets.length * 4);
  let end = 0;
  for (const [glyph, offset] of offsets.slice(0, -1).entries()) {
    places.writeUInt32BE(end, glyph * 4);
    const outline = glyf.subarray(offset, offsets[glyph + 1]);
    if (!kept.has(glyph) || outline.length === 0) continue;
    if (outline.readInt16BE(0) < 0) throw new Error(`Glyph ${glyph} is made of other glyphs`);
    outlines.push(outline, Buffer.alloc(-outline.length & 3));
    end += outline.length + (-outline.length & 3);
  }
  places.writeUInt32BE(end, (offsets.length - 1) * 4);
  const longHead = Buffer.from(head);
  longHead.writeInt16BE(1, 50);
  const shortPost = Buffer.from(post.subarray(0, POST_HEADER_BYTES));
  shortPost.writeUInt32BE(POST_VERSION_WITHOUT_NAMES, 0);
  return writeTables({ ...tables, head: longHead, glyf: Buffer.concat(outlines), loca: places, post: shortPost });
}

/** @param {Buffer} font @returns {Record<string, Buffer>} */
function readTables(font) {
  /** @type {Record<string, Buffer>} */
  const tables = {};
  for (let table = 0; table < font.readUInt16BE(4); table += 1) {
    const entry = 12 + table * 16;
    const tag = font.toString("latin1", entry, entry + 4);
    const start = font.readUInt32BE(entry + 8);
    if (KEPT_TABLES.has(tag)) tables[tag] = font.subarray(start, start + font.readUInt32BE(entry + 12));
  }
  return tables;
}

/** @param {Record<string, Buffer>} tables @returns {Buffer} */
function writeTables(tables) {
  const entries = Object.entries(tables).sort(([one], [other]) => (one < other ? -1 : 1));
  const power = Math.floor(Math.log2(entries.length));
  const header = Buffer.alloc(12 + entries.length * 16);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(entries.length, 4);
  header.writeUInt16BE(2 ** power * 16, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(entries.length * 16 - 2 ** power * 16, 10);
  const parts = [header];
  let place = header.length;
  for (const [index, [tag, table]] of entries.entries()) {
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    const entry = 12 + index * 16;
    header.write(tag, entry, "latin1");
    header.writeUInt32BE(checksum(padded), entry + 4);
    header.writeUInt32BE(place, entry + 8);
    header.writeUInt32BE(table.length, entry + 12);
    parts.push(padded);
    place += padded.length;
  }
  return Buffer.concat(parts);
}

/** @param {Buffer} table */
function checksum(table) {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

/** The glyph of a code, by a `cmap` of format 4. @param {Buffer} cmap @param {number} code */
function glyphOf(cmap, code) {
  for (let table = 0; table < cmap.readUInt16BE(2); table += 1) {
    const start = cmap.readUInt32BE(4 + table * 8 + 4);
    if (cmap.readUInt16BE(start) !== 4) continue;
    const segments = cmap.readUInt16BE(start + 6) / 2;
    const ends = start + 14;
    const starts = ends + segments * 2 + 2;
    for (let segment = 0; segment < segments; segment += 1) {
      const first = cmap.readUInt16BE(starts + segment * 2);
      if (code > cmap.readUInt16BE(ends + segment * 2)) continue;
      if (code < first) break;
      const delta = cmap.readUInt16BE(starts + (segments + segment) * 2);
      const rangeAt = starts + (2 * segments + segment) * 2;
      const range = cmap.readUInt16BE(rangeAt);
      if (range === 0) return (code + delta) & 0xffff;
      const glyph = cmap.readUInt16BE(rangeAt + range + (code - first) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
  }
  throw new Error(`The font has no glyph for U+${code.toString(16)}`);
}
