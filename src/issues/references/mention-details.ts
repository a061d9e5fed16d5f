// Resolves mentions of issues: finds the repository that a text belongs to, and builds the hover of an issue.
import { Uri, workspace } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, facts, icon, md, paragraphs, fill, type Markdown } from "../../workbench/text/markdown.ts";
import { asProblem } from "../../base/problem.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { LineLocation } from "../../workbench/references/registry.ts";
import { format } from "../../workbench/text/format.ts";
import type { MentionActions } from "./mention-resolver.ts";
import { drawEmoji } from "../wording/emoji-names.ts";
import { formatNumber, type Issue } from "../model/entities.ts";
import { firstLine } from "../model/first-line.ts";
import { fullName, repositoryKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import type { WorkspaceRemotes } from "../repositories/workspace-remotes.ts";
import { formatPerson } from "../wording/people.ts";
import { stateLook, stateLabel } from "../wording/issue-state.ts";
import { parsePath } from "../writing/drafts/place.ts";
import type { Access } from "../repositories/access.ts";
import type { IssueCache } from "../thread/issue-cache.ts";
import type { KnownServers } from "../repositories/known-servers.ts";
import type { Renames } from "../repositories/renames.ts";
import type { Repositories } from "../repositories/repositories.ts";

interface MentionServices {
  readonly access: Access;
  readonly issueCache: IssueCache;
  readonly knownServers: KnownServers;
  readonly renames: Renames;
  readonly repositories: Repositories;
}

/** Schemes of files that can belong to a repository. Untitled documents don't. */
const FILES: ReadonlySet<string> = new Set(["file", "vscode-remote", "vscode-vfs", "git"]);

export function mentionDetails(
  services: MentionServices,
  remotes: Pick<WorkspaceRemotes, "at">,
  { now, show }: { readonly now: () => number; readonly show: (thread: ThreadAddress) => void },
): MentionActions {
  return {
    getContext: async (where) => {
      const known = (await services.repositories.list()).map(({ address }) => address);
      const draft = where === undefined ? undefined : parsePath(Uri.parse(where, true));
      if (draft !== undefined) {
        // In the draft of a comment or issue, a bare number refers to the repository of the draft.
        const { base, owner, name } = services.renames.toPresent(draft.repository);
        return { home: { base, owner, name }, base, known };
      }
      const file = toFileUri(where);
      const here = file === undefined ? undefined : await remotes.at(file);
      const home = findRepository(here ?? [], known, services);
      // In a repository on an unknown server, `owner/name` more likely refers to that server than to a known one.
      const likely =
        here === undefined
          ? services.knownServers.bases().find((base) => services.access.accountAt(base) !== undefined)
          : undefined;
      return { home, base: home?.base ?? likely, known };
    },
    describe: async (thread, signal) => {
      const name = `${fullName(thread)}#${thread.number}`;
      try {
        return await describeIssue(await services.issueCache.at(thread, signal), thread, now());
      } catch (error) {
        const problem = asProblem(error);
        return fill(l10n.t("Could not load {0}: {1}"), code(name), describeProblem(problem, now()).sentence);
      }
    },
    open: show,
  };
}

/** Returns the repository of the first remote on a known server. */
function findRepository(
  remotes: readonly string[],
  known: readonly RepositoryAddress[],
  { knownServers, repositories }: Pick<MentionServices, "knownServers" | "repositories">,
): RepositoryAddress | undefined {
  const servers = [...new Set([...knownServers.bases(), ...known.map(({ base }) => base)])];
  for (const remote of remotes) {
    const address = repositories.findKnown(remote, servers);
    if (address === undefined) continue;
    return known.find((each) => repositoryKey(each) === repositoryKey(address)) ?? address;
  }
  return undefined;
}

/** Returns the file or folder of a text. Untitled text belongs to the open folder if there is only one. */
function toFileUri(where: LineLocation): Uri | undefined {
  const uri = where === undefined ? undefined : Uri.parse(where, true);
  if (uri !== undefined && FILES.has(uri.scheme)) return uri.scheme === "git" ? Uri.file(uri.path) : uri;
  const folders = workspace.workspaceFolders ?? [];
  return folders.length === 1 ? folders[0]?.uri : undefined;
}

async function describeIssue(issue: Issue, thread: ThreadAddress, now: number): Promise<Markdown> {
  const [title, line] = await Promise.all([issue.title, firstLine(issue.body)].map(drawEmoji));
  const labels = issue.labels.map((label) => label.name).join(", ");
  return paragraphs(
    md`**${title ?? issue.title}** ${code(`${fullName(thread)}${formatNumber(issue)}`)}`,
    facts(
      md`${icon(stateLook(issue).icon)} ${stateLabel(issue)}`,
      issue.locked ? md`$(lock) ${l10n.t("locked")}` : undefined,
      l10n.plural(issue.comments, "{0} comment", "{0} comments"),
      l10n.t("changed {0}", format.age(issue.updatedAt, now)),
    ),
    l10n.t("opened by {0}", formatPerson(issue.author)),
    labels,
    line,
  );
}
