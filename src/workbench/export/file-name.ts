/** Bytes; a file system takes 255, and an ending comes after it. */
const MAX_NAME_BYTES = 200;
/** Windows gives these to devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=\.|$)/i;

/** A name that every file system accepts, as close to the given one as possible. */
export function toFileName(given: string): string {
  const name = given
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|\s]+/gu, "-")
    .replace(/^[-.]+/, "");
  const short = cutName(name).replace(/[-.]+$/, "");
  return short === "" ? "export" : short.replace(DEVICE, "$1-");
}

/** Not in the middle of a character. */
function cutName(name: string): string {
  const bytes = Buffer.from(name);
  return bytes.length <= MAX_NAME_BYTES
    ? name
    : bytes
        .subarray(0, MAX_NAME_BYTES)
        .toString()
        .replace(/\uFFFD+$/, "");
}
