// Which bytes count as an icon.
import assert from "node:assert/strict";
import { iconUrl } from "../../../../src/trackers/model/icon.ts";
import { avatar } from "../../../services/core/pictures.js";

const PNG = avatar("0123456789abcdef01234567");

/** A PNG with this size in its header. */
function pngOfSize(width: number, height: number): Buffer {
  const png = Buffer.from(PNG);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

/** The header of a WebP file in one of its three forms, followed by as many bytes as it announces. */
function webP(form: "VP8 " | "VP8L" | "VP8X", size: (data: Buffer) => void): Buffer {
  const data = Buffer.alloc(64);
  data.write("RIFF", 0, "latin1");
  data.writeUInt32LE(data.length - 8, 4);
  data.write(`WEBP${form}`, 8, "latin1");
  size(data);
  return data;
}

const lossy = webP("VP8 ", (data) => {
  data.writeUInt16LE(192, 26);
  data.writeUInt16LE(192, 28);
});
const lossless = webP("VP8L", (data) => data.writeUInt32LE(191 | (191 << 14), 21));
const extended = webP("VP8X", (data) => {
  data.writeUIntLE(511, 24, 3);
  data.writeUIntLE(511, 27, 3);
});

describe("An icon", () => {
  it("is a PNG or a WebP, whatever type the server returns", () => {
    assert.equal(iconUrl(PNG), `data:image/png;base64,${PNG.toString("base64")}`);
    for (const picture of [lossy, lossless, extended])
      assert.match(iconUrl(picture) ?? "", /^data:image\/webp;base64,/);
  });

  it("is not a file of another kind, including SVG with its scripts", () => {
    const others = [
      "",
      " ",
      "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>",
      "<html>",
      "GIF89a",
      "{}",
    ];
    for (const other of others) assert.equal(iconUrl(Buffer.from(other)), undefined, other);
  });

  it("is rejected if it is incomplete, at whichever byte the connection ended", () => {
    for (let length = 0; length < PNG.length; length += 7) assert.equal(iconUrl(PNG.subarray(0, length)), undefined);
    for (const picture of [lossy, lossless, extended]) assert.equal(iconUrl(picture.subarray(0, -1)), undefined);
  });

  it("is rejected if it is empty or too large to draw", () => {
    assert.notEqual(iconUrl(pngOfSize(1024, 1024)), undefined);
    for (const [width, height] of [
      [1025, 1],
      [1, 1025],
      [0, 16],
      [0xffff_ffff, 0xffff_ffff],
    ] as const) {
      assert.equal(iconUrl(pngOfSize(width, height)), undefined);
    }
    const huge = webP("VP8X", (data) => data.writeUIntLE(0xff_ffff, 24, 3));
    assert.equal(iconUrl(huge), undefined);
  });
});
