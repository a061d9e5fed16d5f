// Searches the issues of all public repositories of a server.
import * as v from "valibot";
import { tool } from "../../base/tools/tool.ts";
import { fullName } from "../model/address.ts";
import { issueFacts, pageInput, stateInput, typeInput } from "./inputs.ts";
import type { IssuesSource } from "./source.ts";

const PAGE_SIZE = 30;

export const searchIssues = tool({
  name: "triptych_issues_search",
  reference: "searchIssues",
  title: "Search Issues",
  description:
    "Searches the issues and pull requests of all public repositories of a Forgejo or Gitea server. Use " +
    "triptych_issues_list if you know the repository. " +
    'Examples: {"text": "websocket timeout"}, {"text": "crash", "type": "issues", "server": "codeberg.org"}.',
  asksServer: true,
  input: {
    text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500), v.description("Words to search for.")),
    server: v.optional(v.pipe(v.string(), v.description("The host or URL of one of the user's servers."))),
    owner: v.optional(v.pipe(v.string(), v.description("Only repositories of this user or organization."))),
    state: stateInput,
    type: typeInput,
    page: pageInput,
  },
  answer: async ({ text: words, server, owner, state, type, page }, { reading }: IssuesSource, answer, signal) => {
    const base = reading.findServer(server);
    const filter = { words, state, type, page, limit: PAGE_SIZE, signal, ...(owner === undefined ? {} : { owner }) };
    const { values, skipped, total } = await reading.openPublic(base).searchIssues(filter);
    answer.fact("server", base);
    answer.fact("matches in public repositories", total);
    answer.fact("page", page);
    if (skipped > 0) answer.fact("entries that can't be read", skipped);
    const shown = answer.list(values, (issue, entry) => {
      const { repository } = issue;
      if (repository === undefined) entry.line({ title: issue.title });
      else entry.line({ repository: fullName(repository), ...issueFacts(issue, { ...repository, base }) });
    });
    if (shown < values.length)
      answer.leftOut(`${values.length - shown} of this page. A larger "maxTokens" shows more.`);
    const isLast = total === undefined ? values.length === 0 : page * PAGE_SIZE >= total;
    if (!isLast) answer.leftOut(`later pages. For the next one: "page": ${page + 1}.`);
    return base;
  },
});
