// What several tools of the wing accept, and how they write people and states.
import * as v from "valibot";
import type { Value } from "../../base/tools/answer.ts";
import { threadWebUrl, type RepositoryAddress } from "../model/address.ts";
import { isGhost, type Issue, type Person } from "../model/entities.ts";

export const repositoryInput = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(2000),
    v.description(
      'A repository such as "owner/name" on the default server, or its URL on one of the user\'s servers. The default ' +
        "is the repository of the open folder.",
    ),
  ),
);

export const numberInput = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.description("The number of an issue or pull request, such as 12 for #12."),
);

/** An editor doesn't open a file with such a character, so the user wouldn't see the draft. */
export const isShown = v.check((text: string) => !text.includes("\0"), "expected a text without null characters");

export const textInput = v.pipe(
  v.string(),
  isShown,
  v.minLength(1),
  v.maxLength(60_000),
  v.description("The text, in Markdown."),
);

export const stateInput = v.optional(
  v.pipe(v.picklist(["open", "closed", "all"]), v.description("The default is open.")),
  "open",
);

export const typeInput = v.optional(
  v.pipe(v.picklist(["issues", "pulls"]), v.description("Only issues, or only pull requests. The default is both.")),
);

export const pageInput = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.description("A page of the list. The default is the first.")),
  1,
);

export function nameOf(person: Person | undefined): string {
  return person === undefined || isGhost(person) ? "a deleted user" : person.login;
}

export function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** An issue or pull request in a list. */
export function issueFacts(issue: Issue, address: RepositoryAddress): Readonly<Record<string, Value>> {
  const { labels, milestone, assignees, pull } = issue;
  return {
    [pull === undefined ? "issue" : "pull request"]: issue.number,
    title: issue.title,
    state: stateOf(issue),
    author: nameOf(issue.author),
    created: isoOf(issue.createdAt).slice(0, 10),
    updated: isoOf(issue.updatedAt).slice(0, 10),
    comments: issue.comments,
    labels: labels.map(({ name }) => name).join(", ") || undefined,
    milestone: milestone?.title,
    assignees: assignees.map(nameOf).join(", ") || undefined,
    link: threadWebUrl({ ...address, number: issue.number }, pull !== undefined),
  };
}

function stateOf({ closed, locked, pull }: Pick<Issue, "closed" | "locked" | "pull">): string {
  const state = pull?.merged === true ? "merged" : closed ? "closed" : pull?.draft === true ? "open draft" : "open";
  return locked ? `${state}, locked` : state;
}
