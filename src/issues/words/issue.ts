import { l10n } from "../../workbench/text/l10n.ts";
import { Problem } from "../../base/problem.ts";
import { told } from "../../workbench/problems.ts";
import { fullName, hostOf } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";
import type { IssueFailure } from "../model/issue-draft.ts";
import type { ChangeRefusal } from "../store/issue-changes.ts";

/** Why an issue was not sent, in two or three words. */
export function issueRefusalWord(
  { why, kind }: Pick<IssueFailure, "why" | "kind">,
  { base }: RepositoryAddress,
  now: number,
): string {
  switch (why) {
    case "noHead":
      return l10n.t("head missing");
    case "noTitle":
      return l10n.t("no title");
    case "unknownName":
      return l10n.t("unknown name");
    case "archived":
      return l10n.t("archived");
    case "otherRepository":
      return l10n.t("another repository");
    case "missing":
      return l10n.t("no longer there");
    case "conflict":
      return l10n.t("changed meanwhile");
    case "lost":
      return l10n.t("answer lost");
    case "underWay":
      return l10n.t("being sent");
    case "problem":
      return kind === undefined
        ? l10n.t("failed")
        : told(new Problem(kind, { origin: new URL(base).origin }), now).short.toLocaleLowerCase();
  }
}

/** Why an issue was not sent, as one sentence. */
export function issueRefusalSentence(
  { why, kind, names }: Pick<IssueFailure, "why" | "kind" | "names">,
  repository: RepositoryAddress,
  now: number,
  problem: Problem | undefined = kind === undefined
    ? undefined
    : new Problem(kind, { origin: new URL(repository.base).origin }),
): string {
  const name = fullName(repository);
  switch (why) {
    case "noHead":
      return l10n.t("The head with the title is missing: it stands at the top, between two lines of ---.");
    case "noTitle":
      return l10n.t("It has no title yet.");
    case "unknownName":
      return l10n.t("{0} does not have: {1}. Complete or remove it in the head.", name, names.join(", "));
    case "archived":
      return l10n.t("{0} is archived: no issue can be added to it.", name);
    case "otherRepository":
      return l10n.t("Another repository has the name {0} now. Add it anew if it is the one that you mean.", name);
    case "missing":
      return l10n.t("{0} says that it is no longer there, or hidden from your account.", hostOf(repository.base));
    case "conflict":
      return l10n.t("Someone changed its title or text after you opened it.");
    case "lost":
      return l10n.t(
        "The answer was lost, and the issue does not show it. When it is sent again, the issues are read first, so that it is not there twice.",
      );
    case "underWay":
      return l10n.t("It is being sent already.");
    case "problem":
      return told(problem ?? new Problem("unexpected"), now).sentence;
  }
}

/** Why an issue is not what it was to become. */
export function changeRefusalSentence(why: ChangeRefusal, repository: RepositoryAddress): string {
  const name = fullName(repository);
  switch (why) {
    case "dependencies":
      return l10n.t("It depends on issues that are open. Close those first.");
    case "merged":
      return l10n.t("A merged pull request stays closed.");
    case "dropped":
      return l10n.t("The server left it out: only people who may write in {0} can set this.", name);
    case "noRoute":
      return l10n.t("{0} cannot do this through its API. It can be done on the web.", hostOf(repository.base));
    case "otherRepository":
      return l10n.t("Another repository has the name {0} now. Add it anew if it is the one that you mean.", name);
  }
}
