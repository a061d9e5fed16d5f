import type { Attachment, AttachmentRules, NewFile } from "../model.ts";

/** What a server's rules say against a file. */
export type UploadFault = "disabled" | "type" | "tooLarge" | "empty";

const MEBIBYTE = 1024 * 1024;

export function uploadFault(rules: AttachmentRules, { name, type, content }: NewFile): UploadFault | undefined {
  if (!rules.enabled) return "disabled";
  if (content.byteLength === 0) return "empty";
  if (content.byteLength > rules.megabytes * MEBIBYTE) return "tooLarge";
  return mayBeAttached(rules.types, name, type) ? undefined : "type";
}

/** The list holds endings and types; an empty one, or one with a star, takes everything. */
function mayBeAttached(types: readonly string[], name: string, type: string): boolean {
  if (types.length === 0) return true;
  const lower = name.toLowerCase();
  return types.some(
    (allowed) =>
      allowed === "*/*" ||
      allowed === "*" ||
      (allowed.startsWith(".") && lower.endsWith(allowed)) ||
      allowed === type ||
      (allowed.endsWith("/*") && type.startsWith(allowed.slice(0, -1))),
  );
}

/** The link as the server's own editor writes it: from the root of the instance, whatever path that stands under. */
export function attachmentLink({ name, uuid }: Pick<Attachment, "name" | "uuid">, type: string): string {
  const said = name.replaceAll(/[\\[\]]/g, "\\$&");
  return `${type.startsWith("image/") ? "!" : ""}[${said}](/attachments/${uuid})`;
}
