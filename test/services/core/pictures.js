// Draws small PNG images, so that the sandbox needs no image files.
import { crc32, deflateSync } from "node:zlib";

/** One transparent pixel. */
export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** @typedef {(x: number, y: number) => readonly number[]} Color red, green and blue of a pixel */

/** Draws a curve on a light background. @param {number} width @param {number} height @param {(part: number) => number} level height (0 to 1) at a horizontal position (0 to 1) */
export function curve(width, height, level) {
  return png(width, height, (x, y) => {
    const line = Math.round((1 - level(x / width)) * (height - 1));
    if (Math.abs(y - line) < 2) return [24, 88, 140];
    if (y > line) return [190, 214, 232];
    return y % 32 === 0 || x % 64 === 0 ? [222, 226, 230] : [244, 244, 244];
  });
}

/** Draws a default avatar: five by five squares, mirrored. @param {string} digits at least 18 hexadecimal digits */
export function avatar(digits) {
  const color = [0, 2, 4].map((place) => 64 + (Number.parseInt(digits.slice(place, place + 2), 16) >> 1));
  const filled = Array.from(digits.slice(0, 15), (digit) => Number.parseInt(digit, 16) % 2 === 0);
  return png(80, 80, (x, y) => {
    const [column, row] = [Math.floor(x / 16), Math.floor(y / 16)];
    return filled[row * 3 + Math.min(column, 4 - column)] === true ? color : [240, 240, 240];
  });
}

/** @param {number} width @param {number} height @param {Color} color */
function png(width, height, color) {
  const stride = 1 + width * 3;
  const rows = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(color(x, y), y * stride + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** @param {string} name @param {Buffer} content */
function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
