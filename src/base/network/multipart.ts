// Encodes forms with files, for uploads.
import { randomBytes } from "node:crypto";

/** One field of a form, such as an attachment. */
export interface FormPart {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly content: Uint8Array | string;
}

/** Encodes `multipart/form-data` as browsers do. */
export function encodeForm(parts: readonly FormPart[]): { readonly type: string; readonly bytes: Buffer } {
  const boundary = `----triptych${randomBytes(16).toString("hex")}`;
  const written: Uint8Array[] = [];
  for (const { name, filename, type, content } of parts) {
    const file = filename === undefined ? "" : `; filename="${escapeName(filename)}"`;
    const kind = type ?? (filename === undefined ? undefined : "application/octet-stream");
    const lines = [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${escapeName(name)}"${file}`,
      ...(kind === undefined ? [] : [`Content-Type: ${kind.replaceAll(/[\r\n]/g, "")}`]),
    ];
    written.push(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), Buffer.from(content), Buffer.from("\r\n"));
  }
  written.push(Buffer.from(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(written) };
}

/** Escapes quotes and line breaks in a name, which would end the header early. */
function escapeName(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
