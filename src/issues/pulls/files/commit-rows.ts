// Builds the rows of a pull request's commits.
import { Uri } from "vscode";
import { encodePart } from "../../../base/origin.ts";
import { format } from "../../../workbench/text/format.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { md, paragraphs } from "../../../workbench/text/markdown.ts";
import type { Node, RowPage } from "../../../workbench/tree/node.ts";
import { repositoryWebUrl, threadKey, type ThreadAddress } from "../../model/address.ts";
import type { PullCommit } from "../../model/pull.ts";
import type { Pulls } from "../store/pulls.ts";

interface CommitRowServices {
  readonly pulls: Pulls;
}

/** As many characters of an ID as servers show. */
const SHORT_ID = 10;

/** Returns the row under which the commits are. They are loaded when it is expanded. */
export function commitsNode(services: CommitRowServices, address: ThreadAddress, now: () => number): Node {
  return {
    id: `${threadKey(address)}/commits`,
    subject: undefined,
    label: l10n.t("Commits"),
    icon: { name: "git-commit" },
    contextValue: "commits",
    children: (signal) => loadCommits(services, address, { now, signal }),
  };
}

async function loadCommits(
  { pulls }: CommitRowServices,
  address: ThreadAddress,
  { now, signal }: { readonly now: () => number; readonly signal: AbortSignal },
): Promise<RowPage> {
  const { values, skipped } = await pulls.readCommits(address, signal);
  return { nodes: values.map((commit) => commitNode(address, commit, now)), skipped };
}

function commitNode(address: ThreadAddress, { at, author, id, message }: PullCommit, now: () => number): Node {
  const short = id.slice(0, SHORT_ID);
  const [subject = ""] = message.split("\n");
  const page = `${repositoryWebUrl(address)}/commit/${encodePart(id)}`;
  const describe = (): string =>
    [author, at === undefined ? "" : format.age(at, now()), short].filter((part) => part !== "").join(" · ");
  return {
    id: `${threadKey(address)}/commits/${id}`,
    subject: undefined,
    label: subject.trim() || short,
    description: describe,
    icon: { name: "git-commit" },
    contextValue: "commit",
    click: { command: "vscode.open", title: l10n.t("Open on the Web"), args: [Uri.parse(page)] },
    tooltip: () => paragraphs(md`**${subject.trim()}**`, describe()),
  };
}
