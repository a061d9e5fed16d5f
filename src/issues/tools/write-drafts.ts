// Prepares drafts. The person sees each in an editor, and sends it or doesn't.
import * as v from "valibot";
import { Problem } from "../../base/problem.ts";
import { tool } from "../../base/tools/tool.ts";
import { fullName } from "../model/address.ts";
import { loadVersions } from "./file-versions.ts";
import { isShown, numberInput, repositoryInput, textInput } from "./inputs.ts";
import type { DraftWriter, IssuesSource } from "./source.ts";

/** As many lines as servers show beside a comment. */
const HUNK_LINES = 4;
const DRAFTED = "a draft, which the user sees in an editor and may send; nothing is sent yet";

export const draftComment = tool({
  name: "triptych_issues_draft_comment",
  reference: "draftComment",
  title: "Draft a Comment",
  description:
    "Prepares a comment on an issue or pull request as a draft, and opens it in an editor for the user, who alone can " +
    'send it. Adds to a draft that the user has begun. Example: {"repository": "owner/name", "number": 12, "text": ' +
    '"I can reproduce this with version 3.2."}.',
  asksServer: false,
  input: { repository: repositoryInput, number: numberInput, text: textInput },
  answer: async ({ repository, number, text }, { drafts, reading }: IssuesSource, answer) => {
    const address = { ...(await reading.find(repository)), number: BigInt(number) };
    await requireEditor(drafts).comment(address, text);
    answer.fact("comment on", `${fullName(address)}#${number}`);
    answer.fact("state", DRAFTED);
    return "Triptych";
  },
});

export const draftIssue = tool({
  name: "triptych_issues_draft_issue",
  reference: "draftIssue",
  title: "Draft an Issue",
  description:
    "Prepares a new issue as a draft, and opens it in an editor for the user, who alone can create it. " +
    'Example: {"repository": "owner/name", "title": "Crash on startup", "text": "Steps to reproduce: …"}.',
  asksServer: false,
  input: {
    repository: repositoryInput,
    title: v.pipe(
      v.string(),
      isShown,
      v.trim(),
      v.minLength(1),
      v.maxLength(255),
      v.description("The title, on one line."),
    ),
    text: textInput,
  },
  answer: async ({ repository, title, text }, { drafts, reading }: IssuesSource, answer) => {
    const address = await reading.find(repository);
    await requireEditor(drafts).issue(address, title, text);
    answer.fact("new issue in", fullName(address));
    answer.fact("state", DRAFTED);
    return "Triptych";
  },
});

export const draftReviewComment = tool({
  name: "triptych_issues_draft_review_comment",
  reference: "draftReviewComment",
  title: "Draft a Review Comment",
  description:
    "Prepares a comment on a line of a pull request as a draft of the user's review, and opens it in an editor for the " +
    'user, who alone can send it. Example: {"repository": "owner/name", "number": 41, "file": "src/main.ts", "line": ' +
    '17, "text": "This can be undefined."}.',
  asksServer: true,
  input: {
    repository: repositoryInput,
    number: numberInput,
    file: v.pipe(v.string(), v.minLength(1), v.maxLength(4096), v.description("The path of a changed file.")),
    line: v.pipe(v.number(), v.integer(), v.minValue(1), v.description("The number of the line, from 1.")),
    side: v.optional(
      v.pipe(
        v.picklist(["old", "new"]),
        v.description("Whether the line is before or after the change. The default is after."),
      ),
      "new",
    ),
    text: textInput,
  },
  confirm: ({ repository }, { reading }: IssuesSource, signal) => reading.confirm(repository, signal),
  answer: async ({ repository, number, file: path, line, side, text }, source: IssuesSource, answer, signal) => {
    const drafts = requireEditor(source.drafts);
    const address = { ...(await source.reading.find(repository)), number: BigInt(number) };
    const api = await source.reading.open(address, signal);
    const { details, before, after } = await loadVersions(api, address, path, signal);
    const lines = side === "new" ? after : before;
    if (line > lines.length)
      throw new Problem("invalid", { detail: `${path} has ${lines.length} lines on this side.` });
    const first = Math.max(1, line - HUNK_LINES + 1);
    const range = `${first},${line - first + 1}`;
    const hunk = [`@@ -${range} +${range} @@`, ...lines.slice(first - 1, line).map((each) => ` ${each}`)].join("\n");
    const comment = { path, line: { side, number: line }, commit: details.head.commit, hunk, text };
    await drafts.reviewComment(address, comment);
    answer.fact("comment on", `${fullName(address)}#${number}`);
    answer.fact("file", path);
    answer.fact("line", line);
    answer.fact("state", DRAFTED);
    return "Triptych";
  },
});

function requireEditor(drafts: DraftWriter | undefined): DraftWriter {
  if (drafts === undefined)
    throw new Problem("invalid", { detail: "Drafts need an editor: use the tools in VS Code." });
  return drafts;
}
