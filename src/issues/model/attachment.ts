// Checks files against a server's upload rules, writes links to attachments, and keeps those of an edited comment.
import type { Attachment, AttachmentRules, Comment, NewFile } from "./entities.ts";

/** The rule that a file breaks. */
export type UploadFault = "disabled" | "type" | "tooLarge" | "tooMany" | "empty";

const MEBIBYTE = 1024 * 1024;

/** `already` is how many files the comment has. Not every server enforces its own rules for API requests. */
export function uploadFault(
  rules: AttachmentRules,
  { name, type, content }: NewFile,
  already: number,
): UploadFault | undefined {
  if (!rules.enabled) return "disabled";
  if (content.byteLength === 0) return "empty";
  if (rules.megabytes > 0 && content.byteLength > rules.megabytes * MEBIBYTE) return "tooLarge";
  if (rules.files > 0 && already >= rules.files) return "tooMany";
  return mayBeAttached(rules.types, name, type) ? undefined : "type";
}

/** The list has file extensions and types. If it is empty or has a star, everything is allowed. */
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

/** The files that a text links to, as the server's own editor writes links to them. */
export function attachmentsIn(text: string): ReadonlySet<string> {
  return new Set(
    Array.from(text.matchAll(/\/attachments\/([0-9a-f-]{36})\b/gi), ([, uuid = ""]) => uuid.toLowerCase()),
  );
}

/**
 * The link in the form of the server's own editor: absolute from the root of the instance, including the instance's
 * path.
 */
export function attachmentLink({ name, uuid }: Pick<Attachment, "name" | "uuid">, type: string): string {
  const said = name.replaceAll(/[\\[\]]/g, "\\$&");
  return `${type.startsWith("image/") ? "!" : ""}[${said}](/attachments/${uuid})`;
}

/** Gitea leaves out the files of a comment that it returns by itself. An edit of the text doesn't change them. */
export function withKnownFiles(comments: readonly Comment[], known: readonly Comment[]): readonly Comment[] {
  return comments.map((comment) => {
    const before = known.find(({ id }) => id === comment.id);
    return comment.attachments.length > 0 || before === undefined
      ? comment
      : { ...comment, attachments: before.attachments };
  });
}
