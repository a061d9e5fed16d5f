// Finds what a command is about in the arguments that VS Code passes to it.
import { Uri } from "vscode";
import { getSubject } from "../../workbench/tree/level-rows.ts";
import { readContext, type CommentContext } from "./comment-context.ts";
import { CommentSubject, ThreadSubject } from "./row-subjects.ts";

/** For commands that ask if they have no subject, as from the Command Palette. Unsuitable arguments are rejected. */
export function ifGiven<Subject>(find: (given: unknown) => Subject | undefined) {
  return (given: unknown): { readonly found: Subject | undefined } | undefined => {
    if (getSubject(given) === undefined) return { found: undefined };
    const found = find(given);
    // In an editor's title, VS Code passes the URI of the document.
    return found === undefined && !(given instanceof Uri) ? undefined : { found };
  };
}

/** Returns the thread of a row or panel, with the comment if the row or menu is a comment's. */
export function threadIn(given: unknown): CommentContext | undefined {
  const subject = getSubject(given);
  if (subject instanceof ThreadSubject)
    return { thread: subject.address, comment: undefined, pull: subject.issue?.pull !== undefined };
  if (subject instanceof CommentSubject)
    return { thread: subject.address, comment: subject.comment.id, pull: subject.pull };
  return readContext(given);
}
