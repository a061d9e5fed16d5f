// Recognizes icons by their bytes: the server calls whatever it stored a PNG.

/** Icons of apps have at most 512 × 512 pixels. A larger one could take gigabytes to draw. */
const MAX_PIXELS_PER_SIDE = 1024;

interface Picture {
  readonly type: "image/png" | "image/webp";
  readonly width: number;
  readonly height: number;
}

/** The icon as a `data:` URL; undefined unless it is a complete PNG or WebP of a reasonable size. */
export function iconUrl(bytes: Uint8Array): string | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = readPng(data) ?? readWebP(data);
  if (picture === undefined || !isDrawable(picture)) return undefined;
  return `data:${picture.type};base64,${data.toString("base64")}`;
}

function isDrawable({ width, height }: Picture): boolean {
  return [width, height].every((side) => side > 0 && side <= MAX_PIXELS_PER_SIDE);
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The last chunk of every PNG, with its checksum. */
const PNG_END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const PNG_HEADER_BYTES = 33;

function readPng(data: Buffer): Picture | undefined {
  const isPng = data.length >= PNG_HEADER_BYTES + PNG_END.length && data.subarray(0, 8).equals(PNG_START);
  if (!isPng || data.toString("latin1", 12, 16) !== "IHDR") return undefined;
  if (!data.subarray(-PNG_END.length).equals(PNG_END)) return undefined;
  return { type: "image/png", width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

const WEBP_HEADER_BYTES = 30;

function readWebP(data: Buffer): Picture | undefined {
  const isWebP =
    data.length >= WEBP_HEADER_BYTES &&
    data.toString("latin1", 0, 4) === "RIFF" &&
    data.toString("latin1", 8, 12) === "WEBP";
  // The length in the header leaves out the eight bytes before it.
  if (!isWebP || data.readUInt32LE(4) + 8 > data.length) return undefined;
  const size = webPSize(data);
  return size === undefined ? undefined : { type: "image/webp", ...size };
}

/** The three forms of WebP keep the size in different places. */
function webPSize(data: Buffer): Pick<Picture, "width" | "height"> | undefined {
  switch (data.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = data.readUInt32LE(21);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case "VP8X":
      return { width: 1 + data.readUIntLE(24, 3), height: 1 + data.readUIntLE(27, 3) };
    default:
      return undefined;
  }
}
