// Reads an issue or pull request with its comments, in parts.
import * as v from "valibot";
import { Problem } from "../../base/problem.ts";
import { skipInput } from "../../base/tools/inputs.ts";
import { tool } from "../../base/tools/tool.ts";
import { fullName, threadWebUrl } from "../model/address.ts";
import { editedAt, type Comment } from "../model/entities.ts";
import { isoOf, issueFacts, nameOf, numberInput, repositoryInput } from "./inputs.ts";
import type { IssuesSource } from "./source.ts";

/** So that one long comment doesn't hide the others. */
const MAX_COMMENT_TOKENS = 800;

export const readThread = tool({
  name: "triptych_issues_read_thread",
  reference: "issue",
  title: "Read an Issue or Pull Request",
  description:
    "Reads an issue or pull request of a Forgejo or Gitea repository with its text and comments, oldest first, in parts. " +
    'Examples: {"repository": "owner/name", "number": 12}, {"number": 12, "order": "newest"} for the latest comments, ' +
    '{"number": 12, "since": "2026-01-31T00:00:00Z"} for those that are new or edited since then, ' +
    '{"number": 12, "comment": "345", "from": 2000} for the rest of a long comment. ' +
    "Use triptych_issues_read_pull for the files, reviews and checks of a pull request.",
  asksServer: true,
  input: {
    repository: repositoryInput,
    number: numberInput,
    order: v.optional(
      v.pipe(v.picklist(["oldest", "newest"]), v.description("The default is the oldest first.")),
      "oldest",
    ),
    since: v.optional(v.pipe(v.string(), v.isoTimestamp(), v.description("Only comments changed since this time."))),
    comment: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(?:text|\d{1,19})$/),
        v.description('The ID of one comment, or "text" for the text of the issue.'),
      ),
    ),
    from: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.description("With a comment: the first character.")),
      0,
    ),
    skip: skipInput,
  },
  confirm: ({ repository }, { reading }: IssuesSource, signal) => reading.confirm(repository, signal),
  answer: async (input, { reading }: IssuesSource, answer, signal) => {
    const { since, order, comment, from, skip = 0 } = input;
    const address = { ...(await reading.find(input.repository)), number: BigInt(input.number) };
    const api = await reading.open(address, signal);
    const issue = await api.issue(address, address.number, { signal });
    const isPull = issue.pull !== undefined;
    answer.fact("repository", fullName(address));
    for (const [fact, value] of Object.entries(issueFacts(issue, address))) answer.fact(fact, value);
    answer.fact("due", issue.due);
    const rest = (id: string) => (shown: number) =>
      `the rest of ${id === "text" ? "the text" : `comment ${id}`}. For it: "comment": "${id}", "from": ${shown}.`;
    if (comment === "text") {
      answer.quote(issue.body.slice(from), (shown) => rest("text")(from + shown));
      return address.base;
    }
    const { values, skipped } = await api.commentsOfIssue(address, address.number, { since, signal });
    if (comment !== undefined) {
      const found = values.find(({ id }) => String(id) === comment);
      if (found === undefined) throw new Problem("notFound", { detail: `There is no comment ${comment}.` });
      answer.fact("comment", `${comment} by ${nameOf(found.author)}`);
      answer.quote(found.body.slice(from), (shown) => rest(comment)(from + shown));
      return address.base;
    }
    if (skip === 0 && since === undefined) {
      answer.heading("Text");
      answer.list([issue.body], (body, entry) => entry.quote(body, MAX_COMMENT_TOKENS, rest("text")));
    }
    answer.heading(`Comments (${values.length}${since === undefined ? "" : " since then"}, the ${order} first)`);
    if (skipped > 0) answer.fact("comments that can't be read", skipped);
    const ordered = order === "newest" ? values.toReversed() : values;
    answer.page<Comment>(ordered, skip, "comments", (each, entry) => {
      const edited = editedAt(each);
      entry.line({
        comment: each.id,
        author: nameOf(each.author),
        at: isoOf(each.createdAt),
        edited: edited === undefined ? undefined : isoOf(edited),
        link: threadWebUrl(address, isPull, each.id),
      });
      entry.quote(each.body, MAX_COMMENT_TOKENS, rest(String(each.id)));
    });
    return address.base;
  },
});
