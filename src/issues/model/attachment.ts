// Checks files against a server's upload rules, writes links to attachments, and keeps attachments of edited comments.
import type { Attachment, AttachmentRules, Comment, NewFile } from "./entities.ts";

/** The rule that a file breaks. */
export type UploadFault = "disabled" | "type" | "tooLarge" | "tooMany" | "empty";

const MEBIBYTE = 1024 * 1024;

/**
 * Returns the rule that a file breaks. `already` is the number of files that the comment has. Not every server enforces
 * its own rules for API requests, so they are checked here.
 */
export function uploadFault(
  rules: AttachmentRules,
  { name, type, content }: NewFile,
  already: number,
): UploadFault | undefined {
  if (!rules.enabled) return "disabled";
  if (content.byteLength === 0) return "empty";
  if (isTooLarge(rules, content.byteLength)) return "tooLarge";
  if (rules.files > 0 && already >= rules.files) return "tooMany";
  return isTypeAllowed(rules.types, name, type) ? undefined : "type";
}

export function isTooLarge({ megabytes }: AttachmentRules, size: number): boolean {
  return megabytes > 0 && size > megabytes * MEBIBYTE;
}

/** The list contains file extensions and MIME types. An empty list or a star allows everything. */
function isTypeAllowed(types: readonly string[], name: string, type: string): boolean {
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

/** Returns the UUIDs of the files that a text links to, in the forms that the servers' own editors write. */
export function attachmentsIn(text: string): ReadonlySet<string> {
  return new Set(
    Array.from(text.matchAll(/(?<![\w-])attachments\/([0-9a-f-]{36})\b/gi), ([, uuid = ""]) => uuid.toLowerCase()),
  );
}

/**
 * Writes a link as the server's own editor does. Its path is absolute from the root of the instance, which may itself
 * have a path.
 */
export function attachmentLink({ name, uuid }: Pick<Attachment, "name" | "uuid">, type: string): string {
  const escapedName = name.replaceAll(/[\\[\]]/g, "\\$&");
  return `${type.startsWith("image/") ? "!" : ""}[${escapedName}](/attachments/${uuid})`;
}

/** Restores the files of comments from their known versions: Gitea omits them when it returns a single comment. */
export function withKnownFiles(comments: readonly Comment[], known: readonly Comment[]): readonly Comment[] {
  const byId = new Map(known.map((comment) => [comment.id, comment]));
  return comments.map((comment) => {
    const before = byId.get(comment.id);
    return comment.attachments.length > 0 || before === undefined
      ? comment
      : { ...comment, attachments: before.attachments };
  });
}
