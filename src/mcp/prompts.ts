// The prompts of the MCP server: what users often ask, with the tools that answer it. VS Code has them as skills, and a
// test compares these.
import { ErrorCode, McpError, type GetPromptResult, type Prompt } from "@modelcontextprotocol/sdk/types.js";

interface PromptDefinition extends Prompt {
  readonly title: string;
  readonly description: string;
  /** The task, with what the user has named. */
  readonly task: (given: Readonly<Record<string, string>>) => string;
  /** What to do, and with which tools. */
  readonly steps: string;
}

const repository = { name: "repository", description: '"owner/name", or a URL', required: true };
const number = { name: "number", description: "The number of the issue or pull request", required: true };

export const PROMPTS: readonly PromptDefinition[] = [
  {
    name: "triage",
    title: "Triage Open Issues",
    description: "Sorts the open issues of a Forgejo or Gitea repository by what to do next",
    arguments: [repository],
    task: (given) => `Triage the open issues of ${given["repository"]}.`,
    steps:
      "List the issues with triptych_issues_list, and read those whose title isn't enough with " +
      "triptych_issues_read_thread. Group them: likely bugs, requests, questions, duplicates, and those that need an " +
      "answer from their author. For each, give its number, one sentence, and suggested labels. Change nothing.",
  },
  {
    name: "summarize-thread",
    title: "Summarize a Thread",
    description: "Sums up an issue or pull request of a Forgejo or Gitea repository",
    arguments: [repository, number],
    task: (given) => `Sum up issue ${given["number"]} of ${given["repository"]}.`,
    steps:
      "Read all parts of the thread with triptych_issues_read_thread. Say what it is about, what was decided and why, " +
      "what is open, and who is asked to do what. Name the comments that you rely on by their links.",
  },
  {
    name: "review",
    title: "Review a Pull Request",
    description: "Reviews the changes of a pull request of a Forgejo or Gitea repository, file by file",
    arguments: [repository, number],
    task: (given) => `Review pull request ${given["number"]} of ${given["repository"]}.`,
    steps:
      "Read the pull request with triptych_issues_read_thread and triptych_issues_read_pull, and the diff of each file " +
      "with triptych_issues_read_diff. Report faults first, each with its file and line, then questions. Say what you " +
      "haven't read. If drafts are available and asked for, draft your remarks with " +
      "triptych_issues_draft_review_comment.",
  },
  {
    name: "privacy-report",
    title: "Privacy Report of an App",
    description:
      "Explains the trackers and permissions of an Android app by its report at εxodus, and how they changed",
    arguments: [{ name: "app", description: "Its name or package name", required: true }],
    task: (given) => `Write a privacy report of ${given["app"]}.`,
    steps:
      "Find the app with triptych_trackers_find_app, read its report with triptych_trackers_report, and what its latest " +
      "version changed with triptych_trackers_compare_versions. Explain for someone who isn't a developer which " +
      "companies learn what, which permissions are sensitive, and what changed. Presence in the code doesn't mean that a " +
      "tracker is active: say so.",
  },
];

export const listedPrompts: Prompt[] = PROMPTS.map(({ task: _task, steps: _steps, ...prompt }) => prompt);

/** Throws if there is no such prompt, or if it lacks an argument. */
export function writePrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name}`);
  const missing = (prompt.arguments ?? []).find((each) => (given[each.name] ?? "").trim() === "");
  if (missing !== undefined) throw new McpError(ErrorCode.InvalidParams, `${missing.name} is missing`);
  const text = `${prompt.task(given)} ${prompt.steps}`;
  return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
}
