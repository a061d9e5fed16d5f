// The animations of the README are made without an encoder, so their bytes are held to the format here.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { writeAnimation } from "../../runner/animation.js";

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function write({ type, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** A gray picture of one row. */
function picture(...pixels: readonly number[]): Buffer {
  const header = Buffer.from([0, 0, 0, pixels.length, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const data = deflateSync(Buffer.from([0, ...pixels]));
  const chunks = [
    { type: "IHDR", data: header },
    { type: "IDAT", data },
    { type: "IEND", data: Buffer.alloc(0) },
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks.map(write)]);
}

/** The chunks of a file, each with a checksum that is right. */
function read(file: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const named = file.subarray(at + 4, at + 8 + length);
    assert.equal(file.readUInt32BE(at + 8 + length), crc32(named));
    chunks.push({ type: named.toString("latin1", 0, 4), data: named.subarray(4) });
    at += length + 12;
  }
  return chunks;
}

describe("An animation of screenshots", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-animation-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function animated(...pictures: readonly Buffer[]): Promise<readonly Chunk[]> {
    const frames = pictures.map((_, at) => join(folder, `${at}.png`));
    for (const [at, each] of pictures.entries()) await writeFile(frames[at] ?? "", each);
    const path = join(folder, "animation.png");
    await writeAnimation(frames, path);
    return read(await readFile(path));
  }

  it("is a PNG of the first, followed by the others in order", async () => {
    const chunks = await animated(picture(1, 2), picture(3, 4), picture(5, 6));
    assert.deepEqual(
      chunks.map(({ type }) => type),
      ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"],
    );
    const numbered = chunks.filter(({ type }) => type === "fcTL" || type === "fdAT");
    assert.deepEqual(
      numbered.map(({ data }) => data.readUInt32BE(0)),
      [0, 1, 2, 3, 4],
    );
    assert.equal(chunks[1]?.data.readUInt32BE(0), 3, "frames");
    const control = chunks[2]?.data ?? assert.fail("no frame control");
    assert.deepEqual([control.length, control.readUInt32BE(4), control.readUInt32BE(8)], [26, 2, 1]);
    assert.ok(control.readUInt16BE(20) / control.readUInt16BE(22) >= 2, "long enough to read");
  });

  it("ends, so that nothing moves forever beside a text", async () => {
    const [, control] = await animated(picture(1), picture(2));
    assert.equal(control?.data.readUInt32BE(4), 2);
  });

  it("rejects pictures of different sizes", async () => {
    await assert.rejects(animated(picture(1), picture(1, 2)), /another size/);
  });
});
