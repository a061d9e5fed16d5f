import { l10n } from "../workbench/text/l10n.ts";
import { Problem } from "../base/problem.ts";
import { told } from "../workbench/problems.ts";
import { isGhost } from "./model/entities.ts";
import type { Issue, Person } from "./model/entities.ts";
import { fullName, hostOf } from "./model/address.ts";
import type { ThreadAddress } from "./model/address.ts";
import type { Failure, Refusal } from "./model/draft.ts";

/** A person as everybody knows them; an address of e-mail is never shown. */
export function nameOf(person: Person | undefined): string {
  return person === undefined || isGhost(person) ? l10n.t("Deleted user") : person.login;
}

export function stateWord({ closed, pull }: Pick<Issue, "closed" | "pull">): string {
  if (pull?.merged === true) return l10n.t("Merged");
  if (closed) return l10n.t("Closed");
  return pull?.draft === true ? l10n.t("Draft") : l10n.t("Open");
}

/** The codicon and the colour of an issue's or pull request's state. */
export function stateLook({ closed, locked, pull }: Pick<Issue, "closed" | "locked" | "pull">): {
  readonly icon: string;
  readonly colour: string | undefined;
} {
  if (pull?.merged === true) return { icon: "git-merge", colour: "charts.purple" };
  if (pull !== undefined && closed) return { icon: "git-pull-request-closed", colour: "charts.red" };
  if (locked) return { icon: "lock", colour: closed ? "charts.purple" : "charts.green" };
  if (pull !== undefined) {
    return pull.draft
      ? { icon: "git-pull-request-draft", colour: undefined }
      : { icon: "git-pull-request", colour: "charts.green" };
  }
  return closed ? { icon: "issue-closed", colour: "charts.purple" } : { icon: "issues", colour: "charts.green" };
}

/** Why a text was not sent, in two or three words. */
export function refusalWord(why: Refusal, problem: Problem | undefined, now: number): string {
  switch (why) {
    case "empty":
      return l10n.t("empty");
    case "gone":
      return l10n.t("gone");
    case "locked":
      return l10n.t("locked");
    case "archived":
      return l10n.t("archived");
    case "otherRepository":
      return l10n.t("another repository");
    case "notPlain":
      return l10n.t("not a comment");
    case "missing":
      return l10n.t("no longer there");
    case "standing":
      return l10n.t("still there");
    case "conflict":
      return l10n.t("changed meanwhile");
    case "lost":
      return l10n.t("answer lost");
    case "uploading":
      return l10n.t("uploading");
    case "underWay":
      return l10n.t("being sent");
    case "problem":
      return problem === undefined ? l10n.t("failed") : told(problem, now).short.toLocaleLowerCase();
  }
}

/** Why it was not sent, as one sentence. What becomes of the draft is said by whoever tells it. */
export function refusalSentence(
  why: Refusal,
  problem: Problem | undefined,
  thread: ThreadAddress,
  now: number,
): string {
  const repository = fullName(thread);
  switch (why) {
    case "empty":
      return l10n.t("There is nothing in it yet.");
    case "gone":
      return l10n.t("It is no draft any more: it was sent or discarded meanwhile, here or in another window.");
    case "locked":
      return l10n.t("The discussion is locked: only people who may write in {0} can comment.", repository);
    case "archived":
      return l10n.t("{0} is archived: it can be read, but not commented on.", repository);
    case "otherRepository":
      return l10n.t("Another repository has the name {0} now. Add it anew if it is the one that you mean.", repository);
    case "notPlain":
      return l10n.t("The server says that this is no plain comment, so nothing was changed.");
    case "missing":
      return l10n.t("{0} says that it is no longer there, or hidden from your account.", hostOf(thread.base));
    case "standing":
      return l10n.t("The comment was not deleted: it still stands in the thread, so its text is not posted again.");
    case "conflict":
      return l10n.t("Someone changed this comment after you opened it.");
    case "lost":
      return l10n.t(
        "The answer was lost, and the thread does not show the text. When it is sent again, the thread is read first, so that it is not there twice.",
      );
    case "uploading":
      return l10n.t("A file is still being uploaded. Send it when its link stands in the text.");
    case "underWay":
      return l10n.t("It is being sent already.");
    case "problem":
      return told(problem ?? new Problem("unexpected"), now).sentence;
  }
}

/** What was kept of a failure, as a problem again. */
export function problemOf({ kind }: Failure, thread: ThreadAddress): Problem | undefined {
  return kind === undefined ? undefined : new Problem(kind, { origin: new URL(thread.base).origin });
}

/** Text of strangers in Markdown that VS Code renders: it stands there as it is. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~$&"'@:]/g, "\\$&").replaceAll(/\s+/g, " ");
}
