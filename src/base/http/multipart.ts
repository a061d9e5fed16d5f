// Encodes forms with a file, for uploads.
import { randomBytes } from "node:crypto";

/** The only field of a form: a file. */
export interface FormFile {
  readonly name: string;
  readonly filename: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** Encodes `multipart/form-data` as browsers do. */
export function encodeForm({ name, filename, type, content }: FormFile): {
  readonly type: string;
  readonly bytes: Buffer;
} {
  const boundary = `----triptych${randomBytes(16).toString("hex")}`;
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"; filename="${escapeName(filename)}"`,
    `Content-Type: ${type.replaceAll(/[\r\n]/g, "")}`,
  ].join("\r\n");
  const bytes = [Buffer.from(`${head}\r\n\r\n`), content, Buffer.from(`\r\n--${boundary}--\r\n`)];
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(bytes) };
}

/** Escapes quotes and line breaks in a name, which would end the header early. */
function escapeName(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
