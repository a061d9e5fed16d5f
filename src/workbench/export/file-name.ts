// Makes valid file names of titles.

/** File systems allow 255 bytes, and an extension follows. */
const MAX_NAME_BYTES = 200;
/** Matches device names of Windows, which are reserved with any extension. */
const DEVICE = /^(con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=\.|$)/i;

/** Returns a name that every file system accepts, as close to the given one as possible. */
export function toFileName(given: string): string {
  const name = given
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|\s]+/gu, "-")
    .replace(/^[-.]+/, "");
  const short = cutName(name).replace(/[-.]+$/, "");
  return short === "" ? "export" : short.replace(DEVICE, "$1-");
}

/** Cuts a name to the maximum length, but not inside a character. */
function cutName(name: string): string {
  const bytes = Buffer.from(name);
  return bytes.length <= MAX_NAME_BYTES
    ? name
    : bytes
        .subarray(0, MAX_NAME_BYTES)
        .toString()
        .replace(/\uFFFD+$/, "");
}
