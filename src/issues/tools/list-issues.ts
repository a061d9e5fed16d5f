// Lists the issues and pull requests of a repository.
import * as v from "valibot";
import { tool } from "../../base/tools/tool.ts";
import { fullName } from "../model/address.ts";
import { ORDERS } from "../model/query.ts";
import { issueFacts, pageInput, repositoryInput, stateInput, typeInput } from "./inputs.ts";
import type { IssuesSource } from "./source.ts";

const PAGE_SIZE = 50;

export const listIssues = tool({
  name: "triptych_issues_list",
  reference: "listIssues",
  title: "List Issues",
  description:
    "Lists the issues and pull requests of a repository on a Forgejo or Gitea server such as Codeberg, with title, " +
    "state, author, labels and number of comments. Filters by state, kind, text, labels, milestone and people. " +
    'Examples: {"repository": "owner/name"}, {"repository": "owner/name", "type": "pulls", "state": "all", "author": ' +
    '"alice"}, {"labels": ["bug"], "text": "crash", "sort": "mostcomment"}. ' +
    "Use triptych_issues_read_thread for the text and comments of one.",
  asksServer: true,
  input: {
    repository: repositoryInput,
    state: stateInput,
    type: typeInput,
    text: v.optional(v.pipe(v.string(), v.maxLength(500), v.description("Words to search for."))),
    labels: v.optional(v.pipe(v.array(v.string()), v.description("Issues must have all of these labels."))),
    milestone: v.optional(v.pipe(v.string(), v.description("The title of a milestone."))),
    author: v.optional(v.pipe(v.string(), v.description("The user name of the author."))),
    assignee: v.optional(v.pipe(v.string(), v.description("The user name of an assignee."))),
    sort: v.optional(v.pipe(v.picklist(ORDERS), v.description("The default is the newest first."))),
    page: pageInput,
  },
  confirm: ({ repository }, { reading }: IssuesSource, signal) => reading.confirm(repository, signal),
  answer: async (input, { reading }: IssuesSource, answer, signal) => {
    const address = await reading.find(input.repository);
    const api = await reading.open(address, signal);
    const { state, type, text: words, labels, milestone, author, assignee, sort, page } = input;
    const milestones = milestone === undefined ? undefined : [milestone];
    const filter = { state, type, words, labels, milestones, author, assignee, sort };
    const { values, skipped, total } = await api.issues(address, { ...filter, page, limit: PAGE_SIZE, signal });
    answer.fact("repository", fullName(address));
    answer.fact("matches", total);
    answer.fact("page", page);
    if (skipped > 0) answer.fact("entries that can't be read", skipped);
    const shown = answer.list(values, (issue, entry) => entry.line(issueFacts(issue, address)));
    if (shown < values.length)
      answer.leftOut(`${values.length - shown} of this page. A larger "maxTokens" shows more.`);
    const isLast = total === undefined ? values.length === 0 : page * PAGE_SIZE >= total;
    if (!isLast) answer.leftOut(`later pages. For the next one: "page": ${page + 1}.`);
    return address.base;
  },
});
