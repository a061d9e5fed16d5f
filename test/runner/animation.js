// Joins screenshots into an animated PNG, which browsers and VS Code can play and which needs no encoder.
import { readFile, writeFile } from "node:fs/promises";
import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const FRAME_MS = 2500;
/** After that it stays at its last frame, because endless motion distracts readers. */
const PLAYS = 2;
const FRAME_CONTROL_BYTES = 26;

/**
 * @param {readonly string[]} frames paths of PNG files of one size, in order
 * @param {string} path of the animation
 */
export async function writeAnimation(frames, path) {
  const pictures = await Promise.all(frames.map(async (frame) => chunksOf(await readFile(frame))));
  const header = pictures[0]?.find(({ type }) => type === "IHDR")?.data;
  if (header === undefined) throw new Error(`No picture was given for ${path}`);
  for (const [at, chunks] of pictures.entries()) {
    const own = chunks.find(({ type }) => type === "IHDR")?.data;
    if (own === undefined || !own.equals(header))
      throw new Error(`${frames[at]} has another size or format than the first picture`);
  }
  let sequence = 0;
  /** @param {Buffer} data */
  const numbered = (data) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence);
    sequence += 1;
    return Buffer.concat([number, data]);
  };
  const frameChunks = pictures.flatMap((chunks, at) => [
    chunk("fcTL", numbered(frameControl(header))),
    ...chunks
      .filter(({ type }) => type === "IDAT")
      // Programs that can't play animations show the first frame.
      .map(({ data }) => (at === 0 ? chunk("IDAT", data) : chunk("fdAT", numbered(data)))),
  ]);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(pictures.length, 0);
  control.writeUInt32BE(PLAYS, 4);
  await writeFile(
    path,
    Buffer.concat([
      SIGNATURE,
      chunk("IHDR", header),
      chunk("acTL", control),
      ...frameChunks,
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

/** The whole picture, shown for `FRAME_MS`, without its sequence number. @param {Buffer} header */
function frameControl(header) {
  const data = Buffer.alloc(FRAME_CONTROL_BYTES - 4);
  header.copy(data, 0, 0, 8);
  data.writeUInt16BE(FRAME_MS, 16);
  data.writeUInt16BE(1000, 18);
  return data;
}

/** @param {Buffer} file */
function chunksOf(file) {
  const chunks = [];
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = file.readUInt32BE(at);
    chunks.push({
      type: file.toString("latin1", at + 4, at + 8),
      data: file.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
